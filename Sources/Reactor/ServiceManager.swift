import CLinux
import Glibc

/// The service manager that started this process, told of its state by datagrams to NOTIFY_SOCKET (sd_notify(3)).
package enum ServiceManager {
  package enum News: Sendable {
    /// Connections are accepted. The number is that of the process to watch: another than before, after a takeover.
    case ready(process: Int32)
    case stopping
    /// Another process goes on in this one's place.
    case replaced(by: Int32)

    var text: String {
      switch self {
      case .ready(let process): "READY=1\nMAINPID=\(process)"
      case .stopping: "STOPPING=1"
      case .replaced(let process): "MAINPID=\(process)"
      }
    }
  }

  /// - Returns: false where there is no service manager, or it does not listen; neither is an error.
  @discardableResult
  package static func tell(_ news: News) -> Bool {
    guard let place = getenv("NOTIFY_SOCKET") else { return false }
    return tell(news, at: String(cString: place))
  }

  static func tell(_ news: News, at place: String) -> Bool {
    guard place.hasPrefix("/") || place.hasPrefix("@") else { return false }
    let bytes = Array(news.text.utf8)
    return clinux_tell(place, place.utf8.count, bytes, bytes.count) == 0
  }

  package static var ownProcess: Int32 { getpid() }
  package static var ownUser: UInt32 { geteuid() }
}
