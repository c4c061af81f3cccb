import Reactor

/// A server's listeners: of a port each loop has its own, of a Unix socket all have the same.
final class Listening {
  let port: UInt16
  /// What has to be taken away at the end.
  let file: SocketFile?
  private let shared: Listener?

  /// - Throws: `Errno` where the place is taken, or nobody may listen there.
  init(_ settings: Configuration) throws(Errno) {
    if let path = settings.unixPath {
      shared = try Listener(path: path, mode: settings.unixMode)
      file = try SocketFile(at: path)
      port = 0
    } else {
      // A probe without SO_REUSEPORT: with it, a port that another server shares would be taken silently too.
      port = try Listener(host: settings.host, port: settings.port, sharing: false).port
      file = nil
      shared = nil
    }
  }

  /// One loop's.
  func listener(_ settings: Configuration) throws(Errno) -> Listener {
    if let another = try shared?.another() { return another }
    return try Listener(host: settings.host, port: port, sharing: true)
  }
}
