/// Why a load could not be put on a server, as a sentence for people.
package enum LoadFailure: Error, Equatable, CustomStringConvertible {
  case badAddress(String)
  case unreachable(String, why: String)
  /// What came instead of a 101.
  case notAWebSocket(String, answer: String)
  /// A connection ended while it was needed.
  case ended(String)
  /// Answers or deliveries that had not come when it was time to give up.
  case missing(Int, String)
  case tooFewFiles(needed: Int, allowed: Int)
  case notStarted(String, why: String)
  case system(String)
  /// Ctrl-C.
  case interrupted

  package var description: String {
    switch self {
    case .badAddress(let text): "\"\(text)\" is no address; write it as ws://127.0.0.1:8080"
    case .unreachable(let place, let why): "\(place) cannot be reached: \(why)"
    case .notAWebSocket(let path, let answer): "\(path) is not a WebSocket there, it answers \"\(answer)\""
    case .ended(let path): "a connection to \(path) ended while it was needed"
    case .missing(let count, let path): "\(count) messages of \(path) did not arrive in time"
    case .tooFewFiles(let needed, let allowed):
      "this takes \(needed) open files and the system allows \(allowed); raise it with ulimit -Hn, or ask for less"
    case .notStarted(let command, let why): "\(command) could not be started: \(why)"
    case .system(let why): why
    case .interrupted: "stopped"
    }
  }
}
