package import Logging
package import Reactor
import Synchronization

/// Where a newer version of this program asks the running one for its place: a Unix socket in the data directory, a
/// thread of its own, one caller at a time.
///
///     caller   takeover 1
///     desk     sockets 2 owned      and the listening sockets beside it
///     caller   go                   from here on the caller has the place
///
/// Promise: until somebody says `go` nothing changes, however they end; after that nobody else is answered.
package final class ControlDesk: Sendable {
  static let fileName = "control"
  static let request = "takeover 1"
  static let go = "go"
  /// How long the desk waits for a line. Between sockets and `go` the caller only looks at what it was given.
  static let patienceMilliseconds: Int64 = 5_000

  private struct State {
    var caller: LocalLine?
    var hasEnded = false
    /// The process that has the place now.
    var successor: Int32?
  }

  private let listener: Listener
  private let file: SocketFile
  private let state = Mutex(State())
  private let thread = Mutex<Thread?>(nil)

  /// Opens the desk.
  ///
  /// - Parameters:
  ///   - admits: whether a user of the system may ask.
  ///   - handOver: called once, on the desk's thread, when somebody has taken the place.
  /// - Throws: `Errno` where there can be no socket; a path has room for 107 bytes.
  package init(
    in directory: String, sockets: SocketsLeft, log: Logger,
    admits: @escaping @Sendable (UInt32) -> Bool = ControlDesk.isOwnUser,
    handOver: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let path = directory + "/" + Self.fileName
    listener = try Listener(path: path, mode: 0o600)
    file = try SocketFile(at: path)
    thread.withLock { thread in
      thread = Thread(name: "control") { [self] in
        while let caller = nextCaller() {
          guard let successor = serve(caller, sockets, log, admits: admits) else { continue }
          state.withLock { $0.successor = successor }
          return handOver()
        }
      }
    }
  }

  /// This program's own user, and root, who may do everything anyway.
  package static func isOwnUser(_ user: UInt32) -> Bool { user == 0 || user == ServiceManager.ownUser }

  /// Nobody is answered any more, and the file is gone. Once.
  ///
  /// - Returns: the process that has the place now; nil when it was not given away.
  @discardableResult
  package func end() -> Int32? {
    state.withLock { state in
      state.hasEnded = true
      state.caller?.end()
    }
    file.remove()
    listener.end()
    thread.withLock { $0.take() }?.join()
    return state.withLock { $0.successor }
  }

  /// nil when the desk has ended.
  private func nextCaller() -> LocalLine? {
    while true {
      state.withLock { $0.caller = nil }
      listener.waitForSomebody()
      guard !state.withLock({ $0.hasEnded }) else { return nil }
      guard let caller = LocalLine(answering: listener) else {
        // For want of descriptors, most often: no reason to spin.
        Instant.sleep(milliseconds: Self.pauseMilliseconds)
        continue
      }
      let isHeard = state.withLock { state in
        if !state.hasEnded { state.caller = caller }
        return !state.hasEnded
      }
      return isHeard ? caller : nil
    }
  }

  private static let pauseMilliseconds = 100

  /// - Returns: the process that has the place now; nil when it is as it was.
  private func serve(
    _ caller: LocalLine, _ sockets: SocketsLeft, _ log: Logger, admits: (UInt32) -> Bool
  ) -> Int32? {
    do throws(Errno) {
      let peer = try caller.peer()
      // Heard before it is refused: who hangs up on what lies unread is not heard to the end either.
      guard let asked = caller.hear(within: Self.patienceMilliseconds) else { return nil }
      guard admits(peer.user) else {
        log.warning("process \(peer.process) of user \(peer.user) asked for this server's place, and may not")
        try caller.say("no: that is for the user who runs the server")
        return nil
      }
      guard asked.text == Self.request else {
        try caller.say("no: this server knows only \"\(Self.request)\"")
        return nil
      }
      let kind = sockets.areKept ? "kept" : "owned"
      try caller.say(
        "sockets \(sockets.listeners.count) \(kind)", passing: sockets.listeners.map(\.raw))
      guard caller.hear(within: Self.patienceMilliseconds)?.text == Self.go else {
        log.notice("process \(peer.process) asked for this server's place and did not take it")
        return nil
      }
      log.notice("process \(peer.process) takes over")
      return peer.process
    } catch {
      log.notice("somebody asked for this server's place and was not told: \(error)")
      return nil
    }
  }
}
