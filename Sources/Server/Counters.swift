import Rooms
import WebSocket
import Wire

/// What one loop has counted since its start, for `/metrics`. Plain numbers, so that counting costs an addition; each
/// loop shows all of them to the others once a second.
struct Counters: Sendable {
  /// Why a connection was turned away.
  enum Refusal: Int, CaseIterable {
    case full, address
  }

  var accepted = 0
  /// Accepted and closed since.
  var gone = 0
  var bytesIn = 0
  var bytesOut = 0
  var requests = 0
  /// Requests that became WebSockets.
  var upgrades = 0
  /// Tables that slept and were come to.
  var woken = 0
  /// Connections that have a conversation, as many as there are now.
  var conversations = 0
  private(set) var refused = [Int](repeating: 0, count: Refusal.allCases.count)
  /// Ends of WebSockets: for each way in which one can be told, each code, and behind them all others.
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
    for index in b.refused.indices { sum.refused[index] += b.refused[index] }
    for index in b.closed.indices { sum.closed[index] += b.closed[index] }
    return sum
  }
}
