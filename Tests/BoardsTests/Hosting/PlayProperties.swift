import Boards
import DragDrop
import TestDice
import Testing
import Wire

/// Three people who do anything at any time, what is allowed and what is not.
@Suite struct `Any play, on every kind of board` {
  private static let stepsPerKind = rounds(2_000)

  @Test(arguments: BoardCatalogue.kinds.map { $0.name })
  func `loses nothing, doubles nothing, and a refusal changes nothing`(_ name: String) throws {
    let seed: UInt64 = 0xB0A2D
    var play = RandomPlay(try open(name, seed: seed), twin: try open(name, seed: seed), seed: seed)
    for step in 0..<Self.stepsPerKind {
      let before = play.board.lasting
      let selected = play.selections
      let done = play.step()
      let shown = play.board.regions
      let words: Comment = "kind \(name), seed \(seed), step \(step): \(done)"

      let handles = shown.flatMap { $0.runs.flatMap { $0.items.map { $0.handle } } }
      try #require(Set(handles).count == handles.count, words)
      try #require(shown == play.twin.regions, words)
      try #require(done.refusal?.why != BoardRefusal.brokenBoard.rawValue, words)
      if done.refusal != nil { try #require(play.board.lasting == before, words) }
      if done.refusal != nil || done.isUndo { try #require(play.selections == selected, words) }
      if !done.isUndo {
        try #require(kept(before).isSubset(of: kept(shown)), words)
        if !done.mayAdd { try #require(kept(before) == kept(shown), words) }
      }
    }
    // Both sides of the border were walked on.
    #expect(
      play.refused > least(100) && play.lifts > least(40) && play.drops > least(15),
      "\(play.lifts) \(play.drops)")
    print("kind \(name), seed \(seed): lifts \(play.lifts), drops \(play.drops), refused \(play.refused)")
  }

  /// All but copies that the next drop replaces.
  private func kept(_ regions: [RegionTold]) -> Set<Int> {
    Set(regions.filter { $0.name != "drop-area" }.flatMap { $0.runs.flatMap { $0.items.map { $0.handle } } })
  }
}

/// What one step of random play was.
private struct Done: CustomStringConvertible {
  var action = ""
  var refusal: GameRefusal?
  /// Undo and redo bring back whatever was there.
  var isUndo = false
  var mayAdd = false

  var description: String { "\(action) \(refusal.map { $0.why ?? "" } ?? "done")" }
}

private struct RandomPlay {
  var board: any GameBoard
  var twin: any GameBoard
  var dice: Dice
  private(set) var lifts = 0
  private(set) var drops = 0
  private(set) var refused = 0
  /// The drag that each player began last; it may be over.
  private var sessions: [PlayerID: DragSessionID] = [:]

  init(_ board: any GameBoard, twin: any GameBoard, seed: UInt64) {
    self.board = board
    self.twin = twin
    dice = Dice(seed: seed)
  }

  /// What each player has selected; undo is not to touch it.
  var selections: [[Int]] { ([0, 1, 2] as [PlayerID]).map { board.selection(of: $0) } }

  mutating func step() -> Done {
    let player = PlayerID(rawValue: .random(in: 0...2, using: &dice))
    let session = DragSessionID(
      rawValue: Int.random(in: 0..<8, using: &dice) == 0 ? 9999 : sessions[player]?.rawValue ?? 1)
    let aim = aim()
    let handle = handle()
    switch Int.random(in: 0..<20, using: &dice) {
    case 0...4:
      return lift(handle, player)
    case 5...9:
      let done = both("drop at \(aim)", mayAdd: true) {
        try $0.drop(session, player: player, at: aim)
      }
      if done.refusal == nil { drops += 1 }
      return done
    case 10...12:
      let tick = Tick(rawValue: .random(in: 0..<1000, using: &dice))
      let hover = Hover(
        drag: 0, x: Int.random(in: 0...10_000, using: &dice), y: Int.random(in: 0...10_000, using: &dice),
        over: aim.place, before: aim.before, onto: aim.onto)
      return both("hover \(hover)") { _ = $0.hover(hover, session: session, player: player, tick: tick) }
    case 13: return both("tap \(handle)") { try $0.tap(handle, in: aim.place, player: player) }
    case 14:
      let isOn = Int.random(in: 0..<6, using: &dice) > 0
      return both("edit \(isOn)") { try $0.setEditing(isOn, aim.place, player: player) }
    case 15:
      let things = things()
      return both("put \(things.count) at \(aim)", mayAdd: true) {
        try $0.put(things, player: player, at: aim)
      }
    case 16: return both("press") { try $0.press(aim.place, player: player) }
    case 17: return both("export \(handle)") { _ = try $0.exported(handle, player: player) }
    case 18:
      let isUndo = Bool.random(using: &dice)
      var done = both(isUndo ? "undo" : "redo") {
        guard isUndo ? $0.undo() : $0.redo() else { throw GameRefusal(.nothingToUndo) }
      }
      done.isUndo = true
      return done
    default:
      return both("cancel or leave") {
        if handle % 2 == 0 { $0.cancel(session, player: player) } else { _ = $0.leave(player) }
      }
    }
  }

  private mutating func lift(_ handle: Int, _ player: PlayerID) -> Done {
    var session: DragSessionID?
    let done = both("lift \(handle) by \(player)") { board in
      session = try board.lift(handle, player: player, tick: 0).session
    }
    if let session {
      sessions[player] = session
      lifts += 1
    }
    return done
  }

  private mutating func both(
    _ words: String, mayAdd: Bool = false, _ action: (inout any GameBoard) throws -> Void
  ) -> Done {
    var done = Done(action: words, mayAdd: mayAdd)
    do {
      try action(&board)
    } catch {
      done.refusal = error as? GameRefusal
      refused += 1
    }
    try? action(&twin)
    return done
  }

  // MARK: anything

  private mutating func handle() -> Int {
    let known = board.items.map { $0.handle }
    if Int.random(in: 0..<10, using: &dice) == 0 { return Int.random(in: -2...400, using: &dice) }
    return known.randomElement(using: &dice) ?? 0
  }

  private mutating func aim() -> Landing {
    let regions = board.regions
    let isAnywhere = Int.random(in: 0..<8, using: &dice) == 0
    let places = isAnywhere ? ["", "nowhere"] : regions.flatMap { [$0.name] + $0.runs.map { $0.collection } }
    let place = places.randomElement(using: &dice) ?? ""
    var aim = Landing(place)
    let there = regions.flatMap { $0.runs }.filter { $0.collection == place }.flatMap { $0.items }
    switch Int.random(in: 0..<8, using: &dice) {
    case 0...2: aim.before = there.randomElement(using: &dice)?.handle
    case 3: aim.before = handle()
    case 4: aim.onto = handle()
    default: break
    }
    aim.preferred = [nil, nil, .copy, .move].randomElement(using: &dice) ?? nil
    return aim
  }

  private mutating func things() -> [[Offer]] {
    let known: [[Offer]] = [
      .text("Apple"), .text("🥭 mango"), .text(""), .text(" \n "), .image("cat.png"),
      .image("cat.png", .jpeg, blob: "0"), .image("cat.png", blob: "G"), [],
      [Offer(.vCard, bytes: Array("BEGIN:VCARD\r\nN:Lee;Ann\r\nEND:VCARD".utf8))],
      [Offer(.vCard, bytes: Array("BEGIN:VCARD\r\nUID:ann-lee\r\nFN:Ann\r\nEND:VCARD".utf8))],
      [Offer(.vCard, bytes: [255])],
      [Offer(.baizeContact, bytes: Array("x\u{1F}Zoe\u{1F}\u{1F}\u{1F}".utf8))],
    ]
    return (0..<Int.random(in: 0...3, using: &dice)).compactMap { _ in known.randomElement(using: &dice) }
  }
}
