import Boards
import Descriptions
import DragDrop
import TestDice
import Testing
import Wire

/// What a description says of a drag, in its own words: a second opinion beside the rules of the board.
private struct Opinion {
  enum Verdict: Hashable {
    case inert, forbidden, full
    case sorted, moved, copied, deleted
  }

  let board: BoardDescription
  /// By place, in order.
  var places: [String: [Int]] = [:]
  var tags: [Int: [String]] = [:]

  func place(of handle: Int) -> String? { places.first { $0.value.contains(handle) }?.key }

  func verdict(_ handle: Int, from: String, to place: String, by player: PlayerID) -> Verdict {
    let concerning = board.moves.filter { move in
      (move.from.isEmpty || move.from.contains(from))
        && (move.tags.isEmpty || !Set(move.tags).isDisjoint(with: tags[handle] ?? []))
        && (move.who.isEmpty || move.who.contains(Int(player.rawValue) + 1))
    }
    if !board.moves.isEmpty {
      if concerning.isEmpty { return .inert }
      let allowing = concerning.filter { move in
        from == place || move.to.isEmpty || move.to.contains(place)
      }
      if allowing.isEmpty { return .forbidden }
    }
    if from == place { return .sorted }
    guard let collection = board.collections.first(where: { $0.id == place }) else { return .forbidden }
    switch collection.drop {
    case .delete: return .deleted
    case .move: return hasRoom(collection) ? .moved : .full
    case .copy: return hasRoom(collection) ? .copied : .full
    }
  }

  func hasRoom(_ collection: BoardDescription.Collection) -> Bool {
    places[collection.id, default: []].count < collection.capacity ?? .max
  }
}

@Suite struct `Any play on described boards` {
  @Test func `loses nothing, and goes by capacity, tags and seats as they are described`() throws {
    let seed: UInt64 = 0xDE60
    var dice = Dice(seed: seed)
    var met: [Opinion.Verdict: Int] = [:]
    for number in 0..<40 {
      var board = BoardDescription.random(&dice)
      board.selects = false
      board = try BoardDescription.read(board.bytes)
      var game = Game(board)
      for step in 0..<120 {
        let words: Comment = "seed \(seed), board \(number), step \(step)"
        let before = game.live.regions
        let isChanged = try game.step(&dice, &met, words)
        if !isChanged { try #require(game.live.regions == before, words) }
        try game.check(words)
      }
    }
    // Everything that can be decided was decided.
    for verdict in [
      Opinion.Verdict.inert, .forbidden, .full, .sorted, .moved, .copied, .deleted,
    ] {
      #expect(met[verdict, default: 0] > 10, "\(verdict): \(met[verdict, default: 0])")
    }
  }
}

private struct Game {
  let board: BoardDescription
  var live: any GameBoard
  var opinion: Opinion

  init(_ board: BoardDescription) {
    self.board = board
    live = board.kind.live(seed: 0)
    opinion = Opinion(board: board)
    look()
    // What is described in one place lies there in that order.
    for collection in board.collections {
      let items = board.items.filter { $0.place == collection.id }
      for (handle, item) in zip(opinion.places[collection.id, default: []], items) {
        opinion.tags[handle] = item.tags
      }
    }
  }

  private var runs: [RunTold] { live.regions.flatMap { $0.runs } }

  private mutating func look() {
    opinion.places = Dictionary(
      uniqueKeysWithValues: runs.map { ($0.collection, $0.items.map { $0.handle }) })
  }

  func check(_ words: Comment) throws {
    let handles = runs.flatMap { $0.items.map { $0.handle } }
    try #require(Set(handles).count == handles.count, words)
    for run in runs { try #require(run.items.count <= run.capacity ?? .max, words) }
    for collection in board.collections where collection.drop == .delete {
      try #require(opinion.places[collection.id] == [], words)
    }
  }

  /// - Returns: Whether anything may have changed.
  mutating func step(
    _ dice: inout Dice, _ met: inout [Opinion.Verdict: Int], _ words: Comment
  ) throws -> Bool {
    let player = PlayerID(rawValue: UInt32(dice.number(0...board.seats - 1)))
    guard let target = board.collections.randomElement(using: &dice) else { return false }
    let there = opinion.places[target.id, default: []]
    let before = dice.chance(60) ? there.randomElement(using: &dice) : nil
    switch dice.number(0...9) {
    case 0: return try put(at: Landing(target.id, before: before), target, by: player, words)
    case 1:
      let shown = live.regions
      guard (try? live.takeBack(1)) != nil else { return false }
      let isBack = (try? live.playAgain(1)) != nil
      try #require(isBack && live.regions == shown, words)
      return false
    case 2:
      let isBack = (try? live.takeBack(1)) != nil
      look()
      return isBack
    default:
      guard let handle = opinion.tags.keys.sorted().randomElement(using: &dice),
        let from = opinion.place(of: handle)
      else { return false }
      let verdict = opinion.verdict(handle, from: from, to: target.id, by: player)
      met[verdict, default: 0] += 1
      try carry(handle, from: from, to: Landing(target.id, before: before), by: player, as: verdict, words)
      return ![.inert, .forbidden, .full].contains(verdict)
    }
  }

  private mutating func put(
    at aim: Landing, _ target: BoardDescription.Collection, by player: PlayerID, _ words: Comment
  ) throws -> Bool {
    let text = [Offer(type: "text/plain", body: .text("glue"))]
    let known = opinion.places
    do {
      _ = try live.play(.put([text], to: aim), player: player, drag: nil, tick: 0)
    } catch {
      let expected: BoardRefusal = target.acceptsText ? .full : .notAllowedThere
      try #require(error == GameRefusal(expected), words)
      try #require(!target.acceptsText || !opinion.hasRoom(target), words)
      return false
    }
    try #require(target.acceptsText && opinion.hasRoom(target), words)
    look()
    try arrived(in: target, besides: known, tags: [], words)
    return true
  }

  /// One item more in one collection, and all others as they were.
  private mutating func arrived(
    in target: BoardDescription.Collection, besides known: [String: [Int]], tags: [String], _ words: Comment
  ) throws {
    for collection in board.collections {
      let now = opinion.places[collection.id, default: []]
      let then = known[collection.id, default: []]
      let fresh = now.filter { !then.contains($0) }
      try #require(now.filter { then.contains($0) } == then, words)
      try #require(fresh.count == (collection.id == target.id ? 1 : 0), words)
      for handle in fresh {
        opinion.tags[handle] = tags
        if !target.isOrdered { try #require(now.last == handle, words) }
      }
    }
  }

  private mutating func carry(
    _ handle: Int, from: String, to aim: Landing, by player: PlayerID, as verdict: Opinion.Verdict,
    _ words: Comment
  ) throws {
    var refusal: GameRefusal?
    let known = opinion.places
    do {
      let lifted = try live.lift(handle, player: player, tick: 0)
      let isTold = lifted.destinations.contains(aim.place)
      try #require(isTold == ![.inert, .forbidden, .full].contains(verdict), words)
      _ = try live.play(.drop(drag: 0, to: aim), player: player, drag: lifted.session, tick: 0)
    } catch let error as GameRefusal {
      refusal = error
    }
    look()
    let now = opinion.places
    let target = try #require(board.collections.first { $0.id == aim.place })
    switch verdict {
    case .inert: try #require(refusal == GameRefusal(.notDraggable), words)
    case .forbidden: try #require(refusal == GameRefusal(.notAllowedThere), words)
    case .full: try #require(refusal == GameRefusal(.full), words)
    case .sorted:
      try #require(refusal == nil && now[from]?.sorted() == known[from]?.sorted(), words)
      if !target.isOrdered { try #require(now == known, words) }
    case .moved:
      try #require(refusal == nil && now[from] == known[from]?.filter { $0 != handle }, words)
      let arrived = try #require(now[aim.place])
      try #require(arrived.filter { $0 != handle } == known[aim.place] && arrived.contains(handle), words)
      let at = try #require(arrived.firstIndex(of: handle))
      if target.isOrdered, let before = aim.before {
        try #require(arrived.index(after: at) < arrived.count && arrived[at + 1] == before, words)
      } else {
        try #require(arrived.last == handle, words)
      }
    case .copied:
      try #require(refusal == nil && now[from] == known[from], words)
      try arrived(in: target, besides: known, tags: opinion.tags[handle] ?? [], words)
    case .deleted:
      try #require(refusal == nil && now == known.mapValues { $0.filter { $0 != handle } }, words)
    }
  }
}
