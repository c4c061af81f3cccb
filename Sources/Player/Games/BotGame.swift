import Patience
package import Wire

/// One deal played by a bot. Invariant: at most one command is unanswered.
///
///     opening ─→ joining ─→ looking ⇄ commanding ─→ over
///                              ↑  └─→ holding (told to wait) ─┘
package struct BotGame: Bot {
  package enum Seat: Sendable {
    case new(OpenTable)
    /// A free seat at a table that is there.
    case at(room: String)
  }

  private enum Phase {
    case idle
    case opening(c: Int)
    case joining(c: Int)
    case looking
    case commanding(c: Int)
    case holding
    case over
  }

  private let seat: Seat
  private var strategy: BotStrategy
  private var phase = Phase.idle
  /// The move on its way; it stays while the server wants us to wait.
  private var move: BotMove?
  /// The server agreed to our seat.
  private var isSeated = false
  private var refusalsInARow = 0
  private var agreedVersion = 0
  private var quietSeconds = 0
  package private(set) var mirror: TableMirror?

  package private(set) var result: GameRecord.Result?
  package private(set) var played: [GameRecord.Move] = []

  package init(_ seat: Seat, strategy: BotStrategy) {
    self.seat = seat
    self.strategy = strategy
  }

  /// An open deal at a table of its own, or whatever lies at `room`.
  package static func playing(_ game: String, deal: UInt64, room: String?, strategy: BotStrategy) -> BotGame {
    if let room { return BotGame(.at(room: room), strategy: strategy) }
    return BotGame(.new(OpenTable(game: game, deal: .open(deal))), strategy: strategy)
  }

  package var isOver: Bool { result != nil }
  package var status: Status? { mirror?.status }
  package var deal: DealTold? { mirror?.deal }
  package var mismatches: Int { mirror?.mismatches ?? 0 }
  package var positions: [Hello.Position] {
    // A seat that is not agreed on yet is asked for again.
    guard isSeated, let mirror else { return [] }
    return [mirror.position]
  }

  // MARK: - The life of a game

  package mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] {
    switch seat {
    case .new(let table):
      let c = numbers.next()
      phase = .opening(c: c)
      return [.tell(.open(c: c, table))]
    case .at(let room): return [join(room, &numbers)]
    }
  }

  private mutating func join(_ room: String, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .joining(c: c)
    mirror = TableMirror(room: room)
    return .tell(.subscribe(c: c, room: room, as: .play))
  }

  package mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    quietSeconds = 0
    var acts: [BotAct] = []
    switch message {
    case .ok(let c, let agreement): acts += try hearAgreement(c, agreement, &numbers)
    case .no(let refusal): acts += try hearRefusal(refusal, &numbers)
    default: break
    }
    switch mirror?.hear(message) {
    case .wantsSync(let why)?: acts.append(try sync(why))
    case .ended(let why)?: throw .roomEnded(room ?? "", why: why)
    case .snapshot? where mirror?.game?.kind == .board:
      throw .otherBoard(room ?? "", there: mirror?.game?.id ?? "", wanted: nil)
    default: break
    }
    return acts + decide(&numbers)
  }

  package mutating func missed() -> [BotAct] {
    guard case .wantsSync(let why)? = mirror?.missed(), let room else { return [] }
    return [.tell(.sync(room: room, why: why.rawValue))]
  }

  private func sync(_ why: TableMirror.SyncReason) throws(PlayerFailure) -> BotAct {
    guard let room, mismatches <= BotLimits.refusalsInARowMax else {
      throw .badServerMessage("its tables do not have the hash that it tells")
    }
    return .tell(.sync(room: room, why: why.rawValue))
  }

  private mutating func hearAgreement(
    _ c: Int, _ agreement: Agreement, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    switch phase {
    case .opening(c):
      guard let room = agreement.opened else { throw .badServerMessage("a table was opened without a name") }
      return [join(room, &numbers)]
    case .joining(c):
      isSeated = true
      phase = .looking
      refusalsInARow = 0
    case .commanding(c):
      if let move { played.append(move.record) }
      move = nil
      agreedVersion = agreement.version ?? 0
      refusalsInARow = 0
      phase = .looking
    default: break
    }
    return []
  }

  private mutating func hearRefusal(
    _ refusal: Wire.Refusal, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    let what: String
    switch phase {
    case .opening(let c) where c == refusal.c: what = "to open a table"
    case .joining(let c) where c == refusal.c: what = "us a seat"
    case .commanding(let c) where c == refusal.c: what = "a move"
    default: return []
    }
    refusalsInARow += 1
    guard refusalsInARow <= BotLimits.refusalsInARowMax else {
      throw .refused(refusal.code, why: refusal.why, what: what)
    }
    switch (refusal.code, phase) {
    case (.rate, _):
      phase = .holding
      return [.hold(milliseconds: max(1, refusal.resetMilliseconds ?? 500))]
    case (.paused, _):
      phase = .holding
      return [.hold(milliseconds: 250)]
    case (.leased, .commanding):
      // Somebody has that card in hand: think again when they may have let go.
      move = nil
      phase = .holding
      return [.hold(milliseconds: 250)]
    case (.stale, .commanding), (.lostRace, .commanding), (.illegal, .commanding):
      move = nil
      phase = .looking
      return []
    default: throw .refused(refusal.code, why: refusal.why, what: what)
    }
  }

  /// The same again, under a new number, since the old one is answered.
  package mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .holding = phase else { return [] }
    if let move { return [command(move, &numbers)] }
    if let room, !isSeated { return [join(room, &numbers)] }
    guard mirror != nil else { return begin(&numbers) }
    phase = .looking
    return decide(&numbers)
  }

  /// Asks for what may never have been told.
  package mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    quietSeconds += 1
    guard quietSeconds <= BotLimits.quietSecondsMax else { throw .silent(seconds: BotLimits.quietSecondsMax) }
    guard case .looking = phase, let mirror, mirror.hasState, mirror.choices == nil else { return [] }
    return [.tell(.query(c: numbers.next(), room: mirror.room, .dests))]
  }

  // MARK: - Deciding

  private mutating func decide(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .looking = phase, let mirror, mirror.hasState, mirror.version >= agreedVersion else {
      return []
    }
    let view = mirror.view
    switch view.status {
    case .won: return end(.won)
    case .deadEnd: return end(.stuck)
    case .playing: break
    }
    guard let choices = mirror.choices else { return [] }
    guard let decision = strategy.next(view, choices) else { return end(.gaveUp) }
    let move = BotMove(decision, on: mirror)
    self.move = move
    return [command(move, &numbers)]
  }

  private mutating func command(_ move: BotMove, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .commanding(c: c)
    return .play(.command(c: c, room: room ?? "", move.command))
  }

  private mutating func end(_ result: GameRecord.Result) -> [BotAct] {
    phase = .over
    self.result = result
    return []
  }
}
