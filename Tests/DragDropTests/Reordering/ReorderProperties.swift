import DragDrop
import TestDice
import Testing

/// The obviously right way, for unbroken differences: take out, find the anchor, put in.
func reference(_ lists: [String: [String]], _ difference: LetterDifference) -> [String: [String]] {
  let moved = Set(difference.sources)
  var lists = lists
  let target = difference.destination.collectionID
  var follower: String?
  if case .before(let anchor) = difference.destination.position, let list = lists[target] {
    follower = list.drop { $0 != anchor }.first { !moved.contains($0) }
  }
  for key in lists.keys { lists[key]?.removeAll { moved.contains($0) } }
  let at = follower.flatMap { lists[target]?.firstIndex(of: $0) } ?? lists[target]?.count ?? 0
  lists[target]?.insert(contentsOf: difference.sources, at: at)
  return lists
}

@Suite struct `Random differences` {
  static let seed: UInt64 = 0x5EED_0001
  static let steps = 10_000

  /// Mostly sound, sometimes broken in each way that there is.
  static func difference(in arrangement: Letters, _ dice: inout Dice) -> LetterDifference {
    let all =
      arrangement.collections.flatMap { $0.items }
      + (Int.random(in: 0..<10, using: &dice) == 0 ? ["?"] : [])
    var sources: [String] = []
    for _ in 0..<Int.random(in: 0...4, using: &dice) {
      sources += all.randomElement(using: &dice).map { [$0] } ?? []
    }
    if Int.random(in: 0..<3, using: &dice) > 0 {
      sources = sources.reduce(into: []) { $0 += $0.contains($1) ? [] : [$1] }
    }
    let collection = ["F", "O", "G", "F", "O", "G", "X"].randomElement(using: &dice) ?? "F"
    let near = arrangement[collection].randomElement(using: &dice)
    let anchor = Int.random(in: 0..<8, using: &dice) == 0 ? all.randomElement(using: &dice) : near
    let position: Place.Position =
      Bool.random(using: &dice) ? .end : anchor.map { .before($0) } ?? .end
    return .init(sources: sources, destination: .init(position: position, collectionID: collection))
  }

  @Test func `hold P2, P4, P5 and P6 and agree with the reference`() throws {
    var dice = Dice(seed: Self.seed)
    var arrangement = letters("F[1 2 3 4 5] O[6 7 8] G[]")
    var accepted = 0
    for step in 0..<Self.steps {
      let note: Comment = "seed \(Self.seed) step \(step)"
      let before = arrangement
      let difference = Self.difference(in: arrangement, &dice)
      var forgiven = before
      let mercy = try? forgiven.apply(difference, policy: .forgiving)
      guard let undo = try? arrangement.apply(difference) else {
        #expect(arrangement == before, note)
        if mercy == nil { #expect(forgiven == before, note) }
        continue
      }
      accepted += 1
      #expect(forgiven == arrangement, note)  // P6

      let lists = Dictionary(uniqueKeysWithValues: before.collections.map { ($0.id, $0.items) })
      let expected = reference(lists, difference)
      for collection in arrangement.collections {
        #expect(expected[collection.id] == collection.items, note)
      }

      let landed = arrangement[difference.destination.collectionID]  // P4
      let first = try #require(landed.firstIndex(of: difference.sources[0]), note)
      #expect(Array(landed[first...].prefix(difference.sources.count)) == difference.sources, note)

      for collection in before.collections {  // P5
        let stayed = collection.items.filter { !difference.sources.contains($0) }
        #expect(
          arrangement[collection.id].filter { !difference.sources.contains($0) } == stayed, note)
      }

      var reverted = arrangement  // P2
      reverted.revert(undo)
      #expect(reverted == before, note)
    }
    #expect(accepted > Self.steps / 4, "most differences were broken: the test tests nothing")
  }

  @Test func `P12: moving by offsets is a difference`() throws {
    var dice = Dice(seed: Self.seed)
    let given = letters("[a b c d e f]")
    for step in 0..<Self.steps {
      let offsets = (0..<6).filter { _ in Bool.random(using: &dice) }
      let target = Int.random(in: 0...6, using: &dice)
      var list = given[""]
      list.move(fromOffsets: offsets, toOffset: target)
      var arrangement = given
      let anchor = target < 6 ? given[""][target] : nil
      let difference = LetterDifference(
        sources: offsets.map { given[""][$0] },
        destination: .init(position: anchor.map { .before($0) } ?? .end, collectionID: ""))
      try arrangement.apply(difference, policy: .forgiving)
      #expect(arrangement[""] == list, "seed \(Self.seed) step \(step)")
    }
  }
}
