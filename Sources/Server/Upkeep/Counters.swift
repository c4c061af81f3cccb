import Rooms
import Store
import WebSocket
import Wire

/// What one loop has counted since its start, for `/metrics`. Plain numbers, so that counting costs an addition; each
/// loop shows all of them to the others once a second.
struct Counters: Sendable {
  /// Why a connection was turned away.
  enum Refusal: Int, CaseIterable {
    case full, address
  }

  /// What a message with a number was answered.
  enum Outcome {
    case ok
    case refused(RefusalCode)

    fileprivate var place: Int {
      switch self {
      case .ok: 0
      case .refused(let code): 1 + (RefusalCode.allCases.firstIndex(of: code) ?? 0)
      }
    }
  }

  /// Why a member had to be brought to its table's version.
  enum Resync: Int, CaseIterable {
    case join, resume, behind, sync, fallback
  }

  /// What came of a peer that did not keep up.
  enum Slowness: Int, CaseIterable {
    /// A spectator fell behind and started again from a snapshot.
    case behind
    /// What it was sent was not read, and it was let go.
    case unread
    /// Nothing at all was heard of it, or no hello.
    case silent
    /// A request's head, or its body, did not come in time.
    case head, body
  }

  var accepted = 0
  /// Accepted and closed since.
  var gone = 0
  var bytesIn = 0
  var bytesOut = 0
  var requests = 0
  /// Requests that became WebSockets.
  var upgrades = 0
  /// Sleeping tables that were woken.
  var woken = 0
  /// Connections that have a conversation, as many as there are now.
  var conversations = 0
  /// Tables as there are now: with people, in memory without.
  var tablesBusy = 0
  var tablesAwake = 0
  /// What they take in memory.
  var tableBytes = 0
  /// What waits in gates now.
  var gateWaiting = 0
  /// From reading a message to its answer being on its way.
  var acknowledgements = DurationCounts()
  var logLinesLeftOut = 0
  /// What people said at tables, and wanted to say.
  private(set) var linesSaid = 0
  private(set) var linesRefused = 0
  /// Lines that were reported to the operator.
  private(set) var reports = 0
  private var outcomes = [Int](repeating: 0, count: 1 + RefusalCode.allCases.count)
  private(set) var resyncs = [Int](repeating: 0, count: Resync.allCases.count)
  private(set) var slow = [Int](repeating: 0, count: Slowness.allCases.count)
  private(set) var refused = [Int](repeating: 0, count: Refusal.allCases.count)
  /// WebSockets closed: for each compression mode each code, and behind them all others.
  private(set) var closed = [Int](repeating: 0, count: modes.count * (codes.count + 1))

  /// The codes that are told apart: the protocol's, then ours. A peer may send any of two thousand, and must not make
  /// as many series of them.
  static let codes: [UInt16] =
    [
      CloseCode.normal, .goingAway, .protocolError, .unsupportedData, .noStatus, .abnormal, .invalidPayload,
      .policyViolation, .messageTooBig, .internalError, .tryAgainLater,
    ].map(\.rawValue) + EndCode.allCases.map(\.rawValue)

  static let modes = Encoding.allCases

  mutating func refuse(_ reason: Refusal) { refused[reason.rawValue] += 1 }

  mutating func command(_ outcome: Outcome) { outcomes[outcome.place] += 1 }

  func count(of outcome: Outcome) -> Int { outcomes[outcome.place] }

  mutating func slow(_ what: Slowness) { slow[what.rawValue] += 1 }

  /// A room heard this; of most messages nobody has to be brought anywhere.
  mutating func resync(_ message: RoomMessage) {
    switch message {
    case .join(_, _, _, _, let resume): resyncs[(resume == nil ? Resync.join : .resume).rawValue] += 1
    case .behind: resyncs[Resync.behind.rawValue] += 1
    case .sync: resyncs[Resync.sync.rawValue] += 1
    case .letter, .leave, .command, .query, .lift, .hover, .cancel, .host, .answer, .say, .react, .report,
      .lost, .solved:
      break
    }
  }

  /// A room heard this, and has answered so.
  mutating func talk(_ message: RoomMessage, _ effects: [Effect]) {
    switch message {
    case .say:
      let isSaid = effects.contains { if case .talk = $0 { true } else { false } }
      linesSaid += isSaid ? 1 : 0
      linesRefused += isSaid ? 0 : 1
    case .report: reports += effects.contains { if case .report = $0 { true } else { false } } ? 1 : 0
    default: break
    }
  }

  /// A room stands where it was durable, and tells all its members so.
  mutating func fellBack(_ room: Room) {
    resyncs[Resync.fallback.rawValue] += Encoding.allCases.reduce(0) { $0 + room.members(taking: $1) }
  }

  mutating func close(_ code: CloseCode, _ encoding: Encoding) {
    let column = Self.codes.firstIndex(of: code.rawValue) ?? Self.codes.count
    closed[Int(encoding.rawValue) * (Self.codes.count + 1) + column] += 1
  }

  /// What was counted under a mode: each code, and nil for all others.
  func closes(_ mode: Encoding) -> [(code: UInt16?, count: Int)] {
    let start = Int(mode.rawValue) * (Self.codes.count + 1)
    return Self.codes.enumerated().map { ($1, closed[start + $0]) } + [
      (nil, closed[start + Self.codes.count])
    ]
  }

  static func + (a: Counters, b: Counters) -> Counters {
    var sum = a
    sum.accepted += b.accepted
    sum.gone += b.gone
    sum.bytesIn += b.bytesIn
    sum.bytesOut += b.bytesOut
    sum.requests += b.requests
    sum.upgrades += b.upgrades
    sum.woken += b.woken
    sum.conversations += b.conversations
    sum.tablesBusy += b.tablesBusy
    sum.tablesAwake += b.tablesAwake
    sum.tableBytes += b.tableBytes
    sum.gateWaiting += b.gateWaiting
    sum.acknowledgements = a.acknowledgements + b.acknowledgements
    sum.logLinesLeftOut += b.logLinesLeftOut
    sum.linesSaid += b.linesSaid
    sum.linesRefused += b.linesRefused
    sum.reports += b.reports
    for index in b.outcomes.indices { sum.outcomes[index] += b.outcomes[index] }
    for index in b.resyncs.indices { sum.resyncs[index] += b.resyncs[index] }
    for index in b.slow.indices { sum.slow[index] += b.slow[index] }
    for index in b.refused.indices { sum.refused[index] += b.refused[index] }
    for index in b.closed.indices { sum.closed[index] += b.closed[index] }
    return sum
  }
}
