import Console
import Reactor
import Synchronization

/// Lines of a quick search, several in one write. None waits longer than a moment for the next one.
final class LinesInTime: Sendable {
  private static let milliseconds: Int64 = 50

  private let waiting = Mutex<(lines: [String], since: Instant)>(([], .now()))

  func add(_ line: String) {
    waiting.withLock { waiting in
      waiting.lines.append(line)
      if Instant.now() - waiting.since >= Self.milliseconds { Self.write(&waiting) }
    }
  }

  func flush() { waiting.withLock { Self.write(&$0) } }

  private static func write(_ waiting: inout (lines: [String], since: Instant)) {
    if !waiting.lines.isEmpty { Output.say(waiting.lines.joined(separator: "\n")) }
    waiting = ([], .now())
  }
}
