package import Wire

/// A bot's place at a table: it opens the table or finds it, takes a seat, and knows what is told there. Invariant: at
/// most one request of its own is unanswered, and none once the seat is taken.
///
///     idle ─→ opening ─→ joining ─→ taken
///         ↖─── waiting (told to) ───↙
package struct BotSeat: Sendable {
  package enum Wish: Sendable {
    case new(OpenTable)
    /// A free seat at a table that is there.
    case at(Invitation)
  }

  private enum Phase {
    case idle
    case opening(c: Int)
    case joining(c: Int)
    case waiting
    case taken
  }

  private let wish: Wish
  private var phase = Phase.idle
  private var refusalsInARow = 0
  private var quietSeconds = 0
  /// As it was agreed.
  private(set) var number: Int?
  private(set) var mirror: TableMirror?

  init(_ wish: Wish) { self.wish = wish }

  var room: String { mirror?.room ?? "" }
  var isTaken: Bool { if case .taken = phase { true } else { false } }
  /// A seat that is not agreed on yet is asked for again.
  var positions: [Hello.Position] { isTaken ? mirror.map { [$0.position] } ?? [] : [] }

  /// The same again after a wait, under a new number, since the old one is answered.
  mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .waiting = phase else { return [] }
    return ask(&numbers)
  }

  /// Asks for the table or the seat.
  mutating func ask(_ numbers: inout RequestNumbers) -> [BotAct] {
    let c = numbers.next()
    switch (mirror?.room, wish) {
    case (nil, .new(let table)):
      phase = .opening(c: c)
      return [.tell(.open(c: c, table))]
    case (let room?, .new): return join(Invitation(room: room), c: c)
    case (_, .at(let invitation)): return join(invitation, c: c)
    }
  }

  private mutating func join(_ invitation: Invitation, c: Int) -> [BotAct] {
    phase = .joining(c: c)
    if mirror == nil { mirror = TableMirror(room: invitation.room) }
    return [.tell(.subscribe(c: c, room: invitation.room, as: .play, key: invitation.key))]
  }

  /// - Returns: nil for a message that does not answer what it asked.
  mutating func hearAnswer(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct]? {
    let what: String
    switch phase {
    case .opening(let c) where c == message.c: what = "to open a table"
    case .joining(let c) where c == message.c: what = "us a seat"
    default: return nil
    }
    switch message {
    case .ok(_, let agreement):
      guard mirror == nil else {
        phase = .taken
        number = agreement.seat
        refusalsInARow = 0
        return []
      }
      guard let room = agreement.opened else { throw .badServerMessage("a table was opened without a name") }
      mirror = TableMirror(room: room)
      return ask(&numbers)
    case .no(let refusal):
      phase = .waiting
      return [try wait(refusal, what)]
    default: return nil
    }
  }

  // MARK: - The table

  /// Every message is heard here, so that the mirror shows what the table is.
  mutating func hear(_ message: ServerMessage) throws(PlayerFailure) -> TableMirror.Change {
    quietSeconds = 0
    let change = mirror?.hear(message) ?? .none
    if case .ended(let why) = change { throw .roomEnded(room, why: why) }
    return change
  }

  mutating func missed() -> [BotAct] {
    guard case .wantsSync(let why)? = mirror?.missed() else { return [] }
    return [sync(why)]
  }

  func sync(_ why: TableMirror.SyncReason) -> BotAct { .tell(.sync(room: room, why: why.rawValue)) }

  /// - Parameter decides: it is the bot's turn to decide, so what may be done is asked for where it was never told.
  mutating func quiet(decides: Bool, _ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    quietSeconds += 1
    guard quietSeconds <= BotLimits.quietSecondsMax else { throw .silent(seconds: BotLimits.quietSecondsMax) }
    guard decides, isTaken, let mirror, mirror.hasState, !mirror.knowsDests else { return [] }
    return [.tell(.query(c: numbers.next(), room: mirror.room, .dests))]
  }

  // MARK: - Refusals

  mutating func agreed() { refusalsInARow = 0 }

  /// - Throws: `refused` where so many in a row lead nowhere.
  mutating func refused(_ refusal: Wire.Refusal, _ what: String) throws(PlayerFailure) {
    refusalsInARow += 1
    guard refusalsInARow <= BotLimits.refusalsInARowMax else {
      throw .refused(refusal.code, why: refusal.why, what: what)
    }
  }

  /// - Throws: `refused` where the server does not ask for patience.
  mutating func wait(_ refusal: Wire.Refusal, _ what: String) throws(PlayerFailure) -> BotAct {
    try refused(refusal, what)
    guard refusal.code == .rate || refusal.code == .paused else {
      throw .refused(refusal.code, why: refusal.why, what: what)
    }
    return .hold(milliseconds: max(1, refusal.resetMilliseconds ?? Self.holdMilliseconds))
  }

  static let holdMilliseconds = 250
}
