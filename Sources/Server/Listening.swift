package import Reactor

/// Sockets at which somebody listened before this server was started.
package struct SocketsLeft: Sendable {
  package let listeners: [Listener]
  /// Somebody else holds them too, and goes on when this server ends: it leaves them as they are.
  package let areKept: Bool

  package init(_ listeners: [Listener], areKept: Bool) {
    precondition(!listeners.isEmpty, "who leaves no sockets leaves nothing")
    self.listeners = listeners
    self.areKept = areKept
  }
}

/// A server's listeners: of a port as many as there are loops, of a Unix socket one, or those that were left to it.
/// Invariant: each socket is some loop's.
final class Listening: Sendable {
  let listeners: [Listener]
  /// 0 where none is of a port.
  let port: UInt16
  /// What has to be taken away at the end.
  let file: SocketFile?
  /// Somebody else goes on with the sockets.
  let areKept: Bool

  /// - Throws: `Errno` where the place is taken, or nobody may listen there.
  init(_ settings: Configuration, left: SocketsLeft?) throws(Errno) {
    if let left {
      listeners = left.listeners
      areKept = left.areKept
      port = left.listeners.first { $0.port != 0 }?.port ?? 0
      // Who left them leaves the file as well; one that is not found is not ours to look for.
      var path: String?
      if !left.areKept, case .unix(let found)? = left.listeners.first?.place { path = found }
      file = path.flatMap { try? SocketFile(at: $0) }
    } else if let path = settings.unixPath {
      listeners = [try Listener(path: path, mode: settings.unixMode)]
      file = try SocketFile(at: path)
      port = 0
      areKept = false
    } else {
      // A probe without SO_REUSEPORT: with it, a port that another server shares would be taken silently too.
      let port = try Listener(host: settings.host, port: settings.port, sharing: false).port
      var listeners: [Listener] = []
      for _ in 0..<settings.loops {
        listeners.append(try Listener(host: settings.host, port: port, sharing: true))
      }
      self.listeners = listeners
      self.port = port
      file = nil
      areKept = false
    }
  }

  /// One loop's. Where there are fewer sockets than loops all accept from all of them; otherwise each socket is one
  /// loop's, however many were left to us.
  func doors(of loop: Int, among loops: Int) -> [Door] {
    guard listeners.count >= loops else { return listeners.map { Door($0, isShared: true) } }
    return stride(from: loop, to: listeners.count, by: loops).map { Door(listeners[$0], isShared: false) }
  }
}
