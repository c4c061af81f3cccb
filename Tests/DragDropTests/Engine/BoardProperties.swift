import TestDice
import Testing

@testable import DragDrop

@Suite struct `A board with everything` {
  private typealias Engine = BoardEngine<Everything>

  static let steps = rounds(30_000)
  static let players: ClosedRange<UInt32> = 1...3

  /// Outcomes that cannot be foreseen without running the destination's action.
  private static func isForeseen(_ refusal: DropRefusal) -> Bool {
    switch refusal {
    case .actionDeclined, .conservationBroken, .itemNotUnique, .notTransferred: false
    default: true
    }
  }

  private struct Play {
    var dice: Dice
    var engine = Engine(board: Everything.board, model: Everything(), undoMax: 50)
    var tick: Tick = 0
    /// Performed drops, by the name of their destination.
    var heard: [String: Int] = [:]
    var refused = 0
    var sprung = 0
    var lastPointer: Engine.Pointer?

    mutating func pick<T>(_ choices: [T], or other: T) -> T { choices.randomElement(using: &dice) ?? other }
    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }

    mutating func item() -> String {
      number(0..<12) == 0
        ? pick(["nobody", "inert", ""], or: "") : pick(engine.shown.flatMap { $0 }, or: "a")
    }

    mutating func place(in region: RegionID?) -> Place? {
      let own = region.map { Self.collections[$0.index % Self.collections.count] } ?? []
      let collection =
        number(0..<6) > 0 ? pick(own, or: "F") : pick(["F", "G", "D", "I", "L", "B", "X"], or: "F")
      switch number(0..<6) {
      case 0: return nil
      case 1, 2: return end(collection)
      default:
        return before(
          number(0..<10) == 0 ? item() : pick(engine.model.places[collection], or: "z"), collection)
      }
    }

    static let collections = [["F", "G"], ["D"], ["I"], ["B"], ["L"], [], [], []]

    /// Mostly something that is there.
    mutating func pointer() -> Engine.Pointer {
      if number(0..<2) == 0, let lastPointer { return lastPointer }
      let region: RegionID? =
        switch number(0..<30) {
        case 0: nil
        case 1: 99
        default: RegionID(number(0..<Everything.names.count))
        }
      let near = region == 1 ? ["f1", "f2", "x"] : [item()]
      let preferred: DropOperation? =
        number(0..<3) == 0 ? pick([.copy, .move, .delete, .alias], or: .copy) : nil
      lastPointer = Engine.Pointer(
        over: region, onto: number(0..<3) == 0 ? pick(near, or: "f1") : nil, place(in: region),
        at: Point(x: 0.5, y: 0.5), preferring: preferred)
      return lastPointer ?? Engine.Pointer()
    }
  }

  @Test(arguments: [0x5EED_0411, 0x5EED_0412] as [UInt64])
  func `holds P1, P3, P7 and P13 on every route`(seed: UInt64) throws {
    var play = Play(dice: Dice(seed: seed))
    for step in 0..<Self.steps {
      let note: Comment = "seed \(seed) step \(step)"
      play.tick = Tick(rawValue: play.tick.rawValue + UInt32(play.number(0..<3)))
      let player = PlayerID(rawValue: .random(in: Self.players, using: &play.dice))
      let before = play.engine
      let session = before.session(of: player)?.id ?? DragSessionID(rawValue: UInt32(play.number(0..<50)))
      var outcome: DropOutcome?
      var dragged: [String] = []
      var isFree = false  // what it did to the model is not judged here
      switch play.number(0..<24) {
      case 0...6: _ = try? play.engine.beginDrag(play.item(), player: player, tick: play.tick)
      case 7, 8:
        let pointer = play.pointer()
        let isHeard = (try? play.engine.hover(session, player: player, at: pointer, tick: play.tick)) != nil
        #expect(!isHeard || play.engine.session(session)?.touched == play.tick, note)
        #expect(play.engine.model.census().sorted() == before.model.census().sorted(), note)
        isFree = true
      case 9, 19:
        play.engine.springTargets(at: play.tick)
        isFree = true
      case 10: outcome = play.engine.tap(RegionID(play.number(0..<9)), player: player)
      case 11: outcome = play.engine.tap(play.item(), in: RegionID(play.number(0..<9)), player: player)
      case 12:
        _ = play.engine.setEditing(
          play.number(0..<4) > 0, play.number(0..<2) > 0 ? 4 : RegionID(play.number(0..<9)), player: player)
      case 13:
        let offsets = (0..<play.number(0..<3)).map { _ in play.number(-1..<7) }
        outcome = play.engine.move(
          in: 4, fromOffsets: offsets, toOffset: play.number(-1..<8), player: player)
      case 14:
        try Self.dropThings(&play, by: player, note, &outcome)
      case 15 where play.number(0..<4) == 0:
        if play.engine.undo() {
          let undone = play.engine.model
          #expect(play.engine.redo() == true && play.engine.model == before.model, note)
          #expect(play.engine.undo() == true && play.engine.model == undone, note)
        }
        isFree = true
      case 16 where play.number(0..<4) == 0: play.engine.cancelSessions(of: player)
      case 17: _ = try? play.engine.cancel(session, player: player)
      case 18 where play.number(0..<8) == 0:
        play.engine.expireSessions(olderThan: play.tick - 20)
      default:
        let pointer = play.pointer()
        dragged = before.session(session)?.draggedItemIDs ?? []
        try Self.drop(&play, session, player: player, at: pointer, note, &outcome)
      }

      let engine = play.engine
      Self.checkConservation(from: before.model, to: engine.model, outcome, dragged, isFree, note)
      if case .refused? = outcome { play.refused += 1 }
      if !isFree, !Self.isPerformed(outcome) {  // P3
        #expect(engine.model == before.model && engine.revision == before.revision, note)
      }
      #expect(engine.shown == Engine(board: engine.board, model: engine.model).shown, note)
      let held = engine.sessions.flatMap { $0.draggedItemIDs }
      #expect(Set(held).count == held.count, note)  // P13
      #expect(Set(engine.sessions.map { $0.player }).count == engine.sessions.count, note)
      for case .sprung in play.engine.drainEvents() { play.sprung += 1 }
      if step % 400 == 399 {
        play.engine.edit {
          $0 = Everything()
          return true
        }
      }
    }
    for route in ["reorder", "item", "run", "region", "board", "offsets", "things"] {
      #expect(play.heard[route, default: 0] > least(20), "\(route) heard hardly anything")
    }
    #expect(play.refused > Self.steps / 20 && play.sprung > least(20))
    let heard = play.heard.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("seed \(seed): \(heard.joined(separator: ", ")); refused \(play.refused), sprung \(play.sprung)")
  }

  private static func isPerformed(_ outcome: DropOutcome?) -> Bool {
    if case .performed? = outcome { true } else { false }
  }

  private static func drop(
    _ play: inout Play, _ session: DragSessionID, player: PlayerID, at pointer: Engine.Pointer,
    _ note: Comment,
    _ outcome: inout DropOutcome?
  ) throws {
    let before = play.engine
    let held = before.session(session)
    let proposed = try? play.engine.propose(session, player: player, at: pointer)
    #expect(play.engine.model == before.model && play.engine.events == before.events, note)
    outcome = try? play.engine.drop(session, player: player, at: pointer)
    #expect((proposed == nil) == (outcome == nil), note)  // P7
    switch outcome {
    case .performed(let operation)?:
      #expect(proposed?.operation == operation, note)
      #expect(play.engine.session(session) == nil, note)
      let told = play.engine.events.compactMap { event -> String? in
        guard case .drop(session, let target, .ended(operation)) = event else { return nil }
        switch target {
        case .board: return "board"
        case .item: return "item"
        case .run(let region, _): return region == 4 && held?.source == 4 ? "offsets" : "run"
        case .region(let region):
          return region == 0 && held?.source == 0 && operation == .move ? "reorder" : "region"
        }
      }
      #expect(told.count == 1, note)
      play.heard[told.first ?? "", default: 0] += 1
    case .refused(let refusal)?:
      #expect(proposed?.operation == .forbidden || !isForeseen(refusal), "\(refusal) \(note)")
      #expect(play.engine.session(session) == nil, note)
    case nil: #expect(play.engine.sessions == before.sessions, note)
    }
  }

  private static func dropThings(
    _ play: inout Play, by player: PlayerID, _ note: Comment, _ outcome: inout DropOutcome?
  ) throws {
    let things = (0..<play.number(0..<4)).map { _ in
      [
        Payload(
          play.pick([.plainText, .png, .vCard, .plainText], or: .png),
          bytes: play.number(0..<4) == 0 ? [] : [110])
      ]
    }
    let pointer = play.pointer()
    let before = play.engine
    let proposed = try? play.engine.propose(
      offering: things.map { $0.map { $0.contentType } }, player: player, at: pointer)
    #expect(play.engine.model == before.model, note)
    outcome = try? play.engine.drop(things, player: player, at: pointer)
    #expect((proposed == nil) == (outcome == nil), note)
    switch outcome {
    case .performed(let operation)?:
      #expect(operation == .copy && proposed?.operation == .copy, note)
      play.heard["things", default: 0] += 1
    case .refused(let refusal)?:
      #expect(proposed?.operation == .forbidden || !isForeseen(refusal), "\(refusal) \(note)")
    case nil: break
    }
  }

  /// P1: a move is a permutation, a copy only adds, a deletion takes only what was dragged.
  private static func checkConservation(
    from before: Everything, to after: Everything, _ outcome: DropOutcome?, _ dragged: [String],
    _ isFree: Bool,
    _ note: Comment
  ) {
    var (lost, gained) = (before.census(), [String]())
    for id in after.census() {
      if let index = lost.firstIndex(of: id) { lost.remove(at: index) } else { gained.append(id) }
    }
    switch outcome {
    case .performed(.copy)?: #expect(lost.isEmpty, note)
    case .performed(.delete)?: #expect(gained.isEmpty && lost.allSatisfy { dragged.contains($0) }, note)
    case nil where isFree: break
    default: #expect(lost.isEmpty && gained.isEmpty, note)
    }
  }
}
