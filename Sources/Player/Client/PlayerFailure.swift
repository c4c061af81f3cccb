package import WebSocket
package import Wire

/// Why a visit came to nothing, with a sentence for people: what happened, and what to do about it.
package enum PlayerFailure: Error, Equatable, Sendable {
  case badAddress(String, why: String)
  case unknownHost(String)
  case connectionRefused(String)
  case unreachable(String, why: String)
  case connectTimeOut(String)
  /// The server has no room for another connection now.
  case busy(String)
  /// Something answers there, but not a WebSocket.
  case notAWebSocket(String, why: String)
  /// A WebSocket server that does not speak `baize.v1`.
  case otherProtocol(String)
  /// The server sent what no server sends.
  case badServerMessage(String)
  case silent(seconds: Int)
  case connectionLost(CloseCode, reason: String)
  /// The server closed in a way that says not to come back.
  case turnedAway(CloseCode, reason: String)
  /// After a reconnection the server did not know us any more.
  case forgotten
  case refused(RefusalCode, why: String?, what: String)
  case roomEnded(String, why: String)
  /// - wanted: nil for a game of patience.
  case otherBoard(String, there: String, wanted: String?)
  /// The server does not keep a file.
  case notUploaded(why: String)
  /// The server's tables are not what it says of them.
  case wrongHash(String, times: Int)
  /// What the rules forbid was carried out.
  case accepted(String, room: String, version: Int)
}

extension PlayerFailure {
  /// Whether coming back may help.
  package var isPassing: Bool {
    switch self {
    case .connectionRefused, .unreachable, .connectTimeOut, .busy, .silent, .connectionLost: true
    default: false
    }
  }
}

extension PlayerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAddress(let text, let why): "\"\(text)\" is no server's address: \(why)"
    case .unknownHost(let host): "no machine is called \(host): check the name in --url"
    case .connectionRefused(let place):
      "nothing listens at \(place): start a server with `baize serve`, or name another one with --url"
    case .unreachable(let place, let why): "\(place) cannot be reached (\(why)): check --url and the network"
    case .connectTimeOut(let place): "\(place) does not answer: check --url, or try again later"
    case .busy(let place): "\(place) has no room for another visitor now: try again later"
    case .notAWebSocket(let place, let why):
      "\(place) is not a table server: \(why) Check the port and path in --url"
    case .otherProtocol(let place):
      "\(place) is a WebSocket server, but does not speak baize.v1: check --url, or use its own client"
    case .badServerMessage(let why): "the server sent what is not baize.v1 (\(why)): do the versions fit?"
    case .silent(let seconds): "the server has said nothing for \(seconds) seconds: check that it still runs"
    case .connectionLost(let code, let reason):
      "the connection was lost\(Self.detail(code, reason)): check that the server still runs, and try again"
    case .turnedAway(let code, let reason): "the server sent us away\(Self.detail(code, reason))"
    case .forgotten: "the server has restarted and lost its tables: start the game again"
    case .refused(let code, let why, let what): Self.refusal(code, why, what)
    case .roomEnded(let room, let why): "table \(room) has ended (\(why))"
    case .otherBoard(let room, let there, nil):
      "table \(room) is a board: let a bot sit down there with --board \(there)"
    case .otherBoard(let room, let there, let wanted?):
      "table \(room) is \(there), not \(wanted): name what is played there, or open another table"
    case .notUploaded(let why): "the server does not take what was sent: \(why)"
    case .wrongHash(let room, let times):
      "table \(room) is not what the server's hashes say (\(times) times): do the versions fit?"
    case .accepted(let what, let room, let version):
      "the server carried out what it has to refuse: \(what) (table \(room), version \(version))"
    }
  }

  private static func detail(_ code: CloseCode, _ reason: String) -> String {
    reason.isEmpty ? " (close code \(code))" : " (close code \(code): \(reason))"
  }

  private static func refusal(_ code: RefusalCode, _ why: String?, _ what: String) -> String {
    let mend: String? =
      switch code {
      case .full: "no seat is free there: watch it with --watch"
      case .gone: "there is no such table (any more): the list on the server's page names those that are open"
      case .role: "only seated players may do that"
      case .rate: "too much at once: try again in a moment"
      case .paused: "the server cannot keep its journal: try again in a moment"
      case .bad, .illegal, .stale, .lostRace, .leased: nil
      }
    let cause = why.map { "\(code.rawValue): \($0)" } ?? code.rawValue
    return "the server refused \(what) (\(cause))" + (mend.map { "; \($0)" } ?? "")
  }
}
