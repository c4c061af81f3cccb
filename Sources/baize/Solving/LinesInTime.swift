import Console
import Foundation
import Reactor
import Synchronization

/// Lines of a quick search, several in one write, and on a terminal how far it is, below them. No line waits longer
/// than a moment, as long as `writeLate` is called now and then.
final class LinesInTime: Sendable {
  private static let milliseconds: Int64 = 50

  private struct Waiting {
    var lines: [String] = []
    var since = Instant.now()
    var isRead = true
    /// The last line of the terminal says how far the search is.
    var showsProgress = false
  }

  private let waiting = Mutex(Waiting())

  /// - Returns: false when nobody reads the lines any more.
  func add(_ line: String) -> Bool {
    waiting.withLock { waiting in
      waiting.lines.append(line)
      if Instant.now() - waiting.since >= Self.milliseconds { Self.write(&waiting) }
      return waiting.isRead
    }
  }

  /// Writes what has waited for a moment.
  func writeLate() {
    waiting.withLock { waiting in
      if !waiting.lines.isEmpty, Instant.now() - waiting.since >= Self.milliseconds { Self.write(&waiting) }
    }
  }

  /// Replaces what the last line of the terminal says.
  func showProgress(_ text: String) {
    waiting.withLock { waiting in
      Self.replaceProgress(with: text)
      waiting.showsProgress = true
    }
  }

  /// - Returns: false when not all lines could be written.
  func flush() -> Bool {
    waiting.withLock { waiting in
      Self.write(&waiting)
      if waiting.showsProgress { Self.replaceProgress(with: "") }
      waiting.showsProgress = false
      return waiting.isRead
    }
  }

  private static func write(_ waiting: inout Waiting) {
    if waiting.isRead, !waiting.lines.isEmpty {
      if waiting.showsProgress { replaceProgress(with: "") }
      waiting.showsProgress = false
      waiting.isRead = Output.say(waiting.lines.joined(separator: "\n"))
    }
    waiting.lines = []
    waiting.since = .now()
  }

  private static func replaceProgress(with text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
  }
}
