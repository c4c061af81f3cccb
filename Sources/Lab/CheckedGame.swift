import Cards
package import Patience
import Rooms
import Wire

/// One game played at random at a real table, and held against what must never be. Checked are: that each offered move
/// is accepted; after each, that every card lies in one place, and is told in one; that undo leads back to the deal and
/// redo to the end, and that all lines of play can be gone to; that the log leads to the same table; and that nobody is
/// told anything that rests on a card which nobody has seen, as another deal, with such cards changed, tells the same
/// bytes.
package struct CheckedGame {
  /// What was done in one step, so that it can be done in another world.
  private struct Step {
    var milliseconds: Int64
    var messages: [(message: RoomMessage, from: ConnectionID)] = []
    /// What everybody was told of it.
    var told: [[UInt8]] = []
  }

  private let ruleset: Ruleset
  private let seed: UInt64
  private let opening: RoomOpening
  private let random: [UInt8]
  private var dice: SplitMix64
  private var steps: [Step] = []
  /// How many steps another world is played for, and which cards nobody had seen then.
  private var cut: (steps: Int, hidden: [Int]) = (0, [])

  /// Variables only so that tests can plant faults here and must find them.
  var prepare: (Room) -> Void = { _ in }
  var projection: any Projection = WholeView()
  var spoil: ([Remembered]) -> [Remembered] = { $0 }

  /// - Parameter ruleset: of a game that is built in.
  package init(_ ruleset: Ruleset, seed: UInt64) {
    self.ruleset = ruleset
    self.seed = seed
    dice = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<48 { bytes.append(UInt8(truncatingIfNeeded: dice.next() >> 32)) }
    random = bytes
    let auto: [AutoMoves] = [.off, .off, .safe, .all]
    let table = OpenTable(
      game: ruleset.id.text, deal: seed % 3 == 0 ? .sealed : .open(seed), auto: auto[Int(dice.next() % 4)],
      timed: dice.next() % 2 == 0)
    opening = RoomOpening(table: table, opener: CheckedTable.opener)
  }

  /// Plays it once.
  ///
  /// - Parameter movesMax: no game is played further than so many steps.
  package mutating func play(movesMax: Int) throws(Fault) -> Outcome {
    let table = try opened()
    let beginning = Standing(table)
    try play(table, movesMax: movesMax)
    var outcome = Outcome(steps: steps.count, isWon: table.room.isOver)
    outcome.compared = try compareWorlds(table.patience.deal)
    outcome.hidden = cut.hidden.count

    if outcome.isWon { try checkLog(of: table) }
    let last = outcome.isWon ? try beforeTheWin(table) : table
    try checkUndo(of: last, from: beginning)
    try checkLog(of: last)
    return outcome
  }

  private func opened(_ deal: Deal? = nil) throws(Fault) -> CheckedTable {
    do throws(BadMessage) {
      let table = try CheckedTable(opening, deal: deal, seen: projection, random: random)
      prepare(table.room)
      _ = table.takeTold()
      return table
    } catch {
      throw fault(.opening, error.why)
    }
  }

  private func fault(_ subject: Fault.Subject, _ note: String, _ table: CheckedTable? = nil) -> Fault {
    let picture = table.map { "\n" + $0.patience.engine.model.pictureWithHiddenCards } ?? ""
    return Fault(
      subject: subject,
      description: "\(ruleset.id.text), seed \(seed), \(subject.rawValue): \(note)\(picture)"
    )
  }

  private mutating func below(_ bound: Int) -> Int { dice.below(bound) }

  // MARK: - Playing

  private mutating func play(_ table: CheckedTable, movesMax: Int) throws(Fault) {
    while steps.count < movesMax, !table.room.isOver {
      var step = Step(milliseconds: Int64(below(1_500)))
      table.pass(milliseconds: step.milliseconds)
      guard try act(in: &step, at: table) else { break }
      step.told = table.takeTold()
      steps.append(step)
      // Each step is as likely as any other to be the last one of the other world.
      if below(steps.count) == 0 { cut = (steps.count, unseen(table)) }
    }
  }

  private func unseen(_ table: CheckedTable) -> [Int] {
    let patience = table.patience
    return patience.deal.cards.indices.filter { !patience.engine.model.hasSeen(UInt16($0)) }
  }

  /// False when there is nothing left to do.
  private mutating func act(in step: inout Step, at table: CheckedTable) throws(Fault) -> Bool {
    func say(_ message: RoomMessage, from connection: ConnectionID = CheckedTable.player) {
      step.messages.append((message, connection))
      table.hear(message, from: connection)
    }
    switch below(40) {
    case 0:
      say(.sync, from: CheckedTable.watcher)
      table.tellAllElse()
      return true
    case 1:
      say(.query(c: table.nextC(), .hint))
      return true
    case 2:
      say(.query(c: table.nextC(), .lines(after: 0)), from: CheckedTable.watcher)
      return true
    case 3:
      let item = below(table.patience.deal.cards.count)
      say(.query(c: table.nextC(), .export(item: item)), from: CheckedTable.watcher)
      return true
    default: break
    }
    guard var operation = operation(at: table) else { return false }
    if case .move(let item, let landing) = operation, below(6) == 0 {
      say(.lift(c: table.nextC(), item: item))
      guard let drag = table.drag else { throw fault(.refused, "lift \(item)", table) }
      say(.hover(Hover(drag: drag, x: below(9_000), y: below(9_000), over: landing.place)))
      operation = .drop(drag: drag, to: landing)
    }
    let version = table.room.version
    say(.command(c: table.nextC(), Command(operation)))
    if table.room.version != version + 1 {
      let told = table.takeTold().last { $0.contains(110) }.map {
        String(decoding: $0.dropFirst(), as: UTF8.self)
      }
      throw fault(.refused, "step \(steps.count): \(operation): \(told ?? "")", table)
    }
    try checkCards(of: table)
    return true
  }

  /// Something that the seat was told it can do.
  private mutating func operation(at table: CheckedTable) -> Command.Operation? {
    let dests = table.game.dests(room: "", version: 0, seat: SeatNumber(0))
    let drops = dests.sources.reduce(0) { $0 + $1.destinations.count }
    switch below(48) {
    case 0..<3 where dests.canUndo: return .undo
    case 3 where dests.canRedo: return .redo
    case 4: return .set(auto: [.off, .safe, .all][below(3)])
    case 5 where below(4) == 0: return .restart
    case 5:
      let lines = table.game.linesTold
      return .go(ply: ([lines.from] + lines.plies.map { $0.number })[below(lines.plies.count + 1)])
    case 6..<14 where dests.canFinish: return .finish
    case 14..<20 where !dests.sends.isEmpty: return .send(item: dests.sends[below(dests.sends.count)].item)
    case 20..<30:
      if let best = table.game.board.hints(for: 0).first { return Self.operation(best) }
    default: break
    }
    // Most who are stuck try it otherwise.
    if drops + dests.taps.count == 0 { return dests.canUndo && below(6) > 0 ? .undo : nil }
    var left = below(drops + dests.taps.count)
    for source in dests.sources {
      if left < source.destinations.count {
        return .move(item: source.items[0], to: Landing(source.destinations[left].collection))
      }
      left -= source.destinations.count
    }
    return .tap(place: dests.taps[left], item: nil)
  }

  private static func operation(_ hint: HintTold) -> Command.Operation {
    switch hint.action {
    case .move(let item, let pile): .move(item: item, to: Landing(pile))
    case .tap(let pile): .tap(place: pile, item: nil)
    case .finish: .finish
    }
  }

  // MARK: - Checking

  private func checkCards(of table: CheckedTable) throws(Fault) {
    let patience = table.patience
    let (count, census) = (patience.deal.cards.count, patience.engine.model.census())
    guard census.count == count, census.enumerated().allSatisfy({ $0.offset == Int($0.element) }) else {
      throw fault(.cards, "\(census)", table)
    }
    var told = [Int](repeating: 0, count: count)
    for handle in table.room.handlesShown { told[handle] += 1 }
    if told.contains(where: { $0 != 1 }) { throw fault(.cards, "told so often: \(told)", table) }
  }

  /// Checks that the commands in the log lead to this very game, and that its base does, too.
  private func checkLog(of table: CheckedTable) throws(Fault) {
    let reopening = try reopening(spoil(table.records), at: table.now)
    let (room, game) = (table.room, table.game)
    let again = reopening.game
    guard reopening.version == room.version else {
      throw fault(.log, "version \(reopening.version), not \(room.version)", table)
    }
    guard standing(again) == standing(game) else { throw fault(.log, "it leads to another game", table) }
    let seat = SeatNumber(0)
    let dests = (again.dests(room: "", version: 0, seat: seat), game.dests(room: "", version: 0, seat: seat))
    guard dests.0 == dests.1 else { throw fault(.log, "other moves are legal: \(dests)", table) }
    let base = game.base(now: table.now)
    guard Game(base: base)?.base(now: table.now) == base else {
      throw fault(.log, "its base leads to another game", table)
    }
  }

  /// All that a game can be gone on from but the time, as its clock stands while nobody is there.
  private func standing(_ game: Game) -> [UInt8] {
    var game = game
    game.clock = GameClock(played: 0, isLive: game.clock.isLive)
    return game.base(now: 0)
  }

  private func reopening(_ records: [Remembered], at now: Int64) throws(Fault) -> Reopening {
    do {
      guard let first = records.first, case .opening(let opening) = try LogRecord.read(first.bytes) else {
        throw Reopening.Fault.opening
      }
      var reopening = try Reopening(opening, room: RoomID(random: random), described: nil, now: now)
      for record in records.dropFirst() {
        try reopening.replay(LogRecord.read(record.bytes), sequence: record.sequence)
      }
      try reopening.check()
      return reopening
    } catch {
      throw fault(.log, "\(error)")
    }
  }

  /// A game that is won is not taken back; its last move is left out instead.
  private func beforeTheWin(_ table: CheckedTable) throws(Fault) -> CheckedTable {
    for operation in [Command.Operation.undo, .redo] where table.agrees(to: operation) {
      throw fault(.undo, "a game was won, and taken back by \(operation)", table)
    }
    guard let win = table.records.firstIndex(where: { $0.version == table.room.version }) else {
      return table
    }
    let records = Array(table.records[..<win])
    return CheckedTable(
      try reopening(records, at: table.now), records: records, now: table.now, random: random)
  }

  private func checkUndo(of table: CheckedTable, from beginning: Standing) throws(Fault) {
    let end = Standing(table)
    let undone = table.game.undoDepth
    for _ in 0..<undone where !table.agrees(to: .undo) { throw fault(.undo, "it is refused", table) }
    if table.agrees(to: .undo) { throw fault(.undo, "more than was done", table) }
    guard Standing(table) == beginning else { throw fault(.undo, "it does not lead to the deal", table) }
    try checkCards(of: table)
    for _ in 0..<undone where !table.agrees(to: .redo) { throw fault(.redo, "it is refused", table) }
    guard Standing(table) == end else { throw fault(.redo, "it does not lead to the end", table) }
    try checkCards(of: table)
  }

  // MARK: - Two worlds

  /// Does the same at a table whose cards nobody had seen are others.
  ///
  /// - Returns: how many lines were told alike.
  private mutating func compareWorlds(_ deal: Deal) throws(Fault) -> Int {
    let hidden = cut.hidden
    guard hidden.count > 1 else { return 0 }
    var cards = deal.cards
    let along = 1 + below(hidden.count - 1)
    for (index, handle) in hidden.enumerated() {
      cards[handle] = deal.cards[hidden[(index + along) % hidden.count]]
    }
    guard cards != deal.cards, let other = Deal(cards: cards, of: ruleset) else { return 0 }
    let twin = try opened(other)
    var compared = 0
    for (number, step) in steps.prefix(cut.steps).enumerated() {
      twin.pass(milliseconds: step.milliseconds)
      for (message, connection) in step.messages { twin.hear(message, from: connection) }
      if case .sync? = step.messages.first?.message { twin.tellAllElse() }
      let told = twin.takeTold()
      guard told == step.told else {
        let lines = zip(step.told, told).first { $0 != $1 }.map { [$0.0, $0.1] } ?? []
        let texts = lines.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
        throw fault(.secrecy, "step \(number) tells worlds apart:\n\(texts.joined(separator: "\n"))", twin)
      }
      compared += told.count
    }
    return compared
  }
}

extension CheckedGame {
  /// The figures of a game in which nothing was wrong.
  package struct Outcome: Sendable {
    package let steps: Int
    package let isWon: Bool
    /// Lines that were told alike in two worlds, and how many cards were different there.
    package fileprivate(set) var compared = 0
    package fileprivate(set) var hidden = 0
  }

  /// What must never be, and was.
  package struct Fault: Error, CustomStringConvertible {
    package enum Subject: String, Sendable {
      case opening, refused, cards, undo, redo, log, secrecy
    }

    package let subject: Subject
    package let description: String
  }
}

/// What undo and redo have to bring back. Points are compared where neither time nor the number of steps costs any.
private struct Standing: Equatable {
  let piles: [[UInt16]]
  let faces: [[Card]]
  let downs: [Int]
  let pass: UInt16
  let streak: UInt16
  let moves: UInt32
  let score: Int32?

  init(_ table: CheckedTable) {
    let model = table.patience.engine.model
    let layout = model.layoutWithHiddenCards ?? []
    piles = model.pileIDs.map { model.cards(in: $0) }
    faces = layout.map { $0.cards }
    downs = layout.map { $0.down }
    (pass, streak, moves) = (model.pass, model.streakNow, model.moves)
    let scoring = model.ruleset.scoring
    let isSettled =
      scoring.standing.step == 0 && (scoring.timePenalty == nil || !model.options.timed)
    score = isSettled ? model.score : nil
  }
}
