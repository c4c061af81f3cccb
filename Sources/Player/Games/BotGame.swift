import Patience
package import Wire

/// One deal played by a bot. Invariant: at most one command is unanswered.
///
///     looking ⇄ commanding ─→ over
///        ↑  └─→ holding (told to wait)
package struct BotGame: Bot {
  private enum Phase {
    case looking
    case commanding(c: Int)
    case holding
    case over
  }

  private var seat: BotSeat
  private(set) var strategy: BotStrategy
  private var phase = Phase.looking
  /// The move on its way; it stays while the server wants us to wait.
  private var move: BotMove?
  private var agreedVersion = 0

  package private(set) var result: GameRecord.Result?
  package private(set) var played: [GameRecord.Move] = []

  package init(_ wish: BotSeat.Wish, strategy: BotStrategy) {
    seat = BotSeat(wish)
    self.strategy = strategy
  }

  /// An open deal at a table of its own, or whatever lies at `room`.
  package static func playing(_ game: String, deal: UInt64, room: String?, strategy: BotStrategy) -> BotGame {
    if let room { return BotGame(.at(Invitation(room)), strategy: strategy) }
    return BotGame(.new(OpenTable(game: game, deal: .open(deal), access: .public)), strategy: strategy)
  }

  package var isOver: Bool { result != nil }
  package var mirror: TableMirror? { seat.mirror }
  package var status: Status? { mirror?.status }
  package var deal: DealTold? { mirror?.deal }
  package var mismatches: Int { mirror?.mismatches ?? 0 }
  package var positions: [Hello.Position] { seat.positions }

  // MARK: - The life of a game

  package mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] { seat.ask(&numbers) }

  package mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    var acts = try seat.hearAnswer(message, &numbers) ?? []
    if case .commanding(let c) = phase, c == message.c {
      switch message {
      case .ok(_, let agreement): agreed(agreement)
      case .no(let refusal): acts += try refused(refusal)
      default: break
      }
    }
    switch try seat.hear(message) {
    case .wantsSync(let why):
      guard mismatches <= BotLimits.refusalsInARowMax else {
        throw .badServerMessage("its tables do not have the hash that it tells")
      }
      acts.append(seat.sync(why))
    case .snapshot where mirror?.game?.kind == .board:
      throw .otherBoard(seat.room, there: mirror?.game?.id ?? "", wanted: nil)
    default: break
    }
    return acts + decide(&numbers)
  }

  package mutating func missed() -> [BotAct] { seat.missed() }

  private mutating func agreed(_ agreement: Agreement) {
    if let move { played.append(move.record) }
    move = nil
    agreedVersion = agreement.version ?? 0
    seat.agreed()
    phase = .looking
  }

  private mutating func refused(_ refusal: Wire.Refusal) throws(PlayerFailure) -> [BotAct] {
    let what = "a move"
    switch refusal.code {
    case .leased:
      // Somebody has that card in hand: think again when they may have let go.
      try seat.refused(refusal, what)
      move = nil
      phase = .holding
      return [.hold(milliseconds: BotSeat.holdMilliseconds)]
    case .stale, .lostRace, .illegal:
      try seat.refused(refusal, what)
      move = nil
      phase = .looking
      return []
    default:
      phase = .holding
      return [try seat.wait(refusal, what)]
    }
  }

  /// The same again, under a new number, since the old one is answered.
  package mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard seat.isTaken else { return seat.proceed(&numbers) }
    guard case .holding = phase else { return [] }
    if let move { return [command(move, &numbers)] }
    phase = .looking
    return decide(&numbers)
  }

  package mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    let decides = if case .looking = phase { true } else { false }
    return try seat.quiet(decides: decides, &numbers)
  }

  // MARK: - Deciding

  private mutating func decide(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard seat.isTaken, case .looking = phase, let mirror, mirror.hasState, mirror.version >= agreedVersion
    else {
      return []
    }
    switch mirror.status?.status {
    // A race has not begun: the cards come with another snapshot.
    case .waiting: return []
    case .over: return end(.gaveUp)
    default: break
    }
    if mirror.view.status == .won { return end(.won) }
    guard let choices = mirror.choices else { return [] }
    switch strategy.next(at: mirror, choices) {
    case .end(let result): return end(result)
    case .play(let decision):
      let move = BotMove(decision, on: mirror)
      self.move = move
      return [command(move, &numbers)]
    }
  }

  private mutating func command(_ move: BotMove, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .commanding(c: c)
    return .play(.command(c: c, room: seat.room, move.command))
  }

  private mutating func end(_ result: GameRecord.Result) -> [BotAct] {
    phase = .over
    self.result = result
    return []
  }
}
