import Foundation
import Logging
import Synchronization

/// Lets a test hold a server's loop at a line of its log, so that several things come to wait for its next turn.
final class HeldLoop: Sendable {
  private let line = Mutex<String?>(nil)
  private let arrived = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  var logger: Logger { Logger(label: "test", factory: { _ in Handler(hold: self) }) }

  /// The loop that writes this line next stands still.
  func begins(at line: String) { self.line.withLock { $0 = line } }

  /// Until the loop stands still.
  func waits() { arrived.wait() }

  func ends() { released.signal() }

  private func wrote(_ message: String) {
    let isIt = line.withLock { line in
      defer { if line == message { line = nil } }
      return line == message
    }
    guard isIt else { return }
    arrived.signal()
    released.wait()
  }

  private struct Handler: LogHandler {
    let hold: HeldLoop
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { hold.wrote("\(event.message)") }
  }
}
