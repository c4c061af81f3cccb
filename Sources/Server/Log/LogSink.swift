package import Logging
import Reactor
import Synchronization

/// Where all lines of the log go: to be written, and the newest to be kept for the operator's page. Shared by all
/// threads; the level may change at any time.
/// Promise: lines leave whole, one after the other, and nobody waits for who should read them; never more than
/// `keptMax` are kept.
package final class LogSink: Sendable {
  package static let keptMax = 2000

  private struct Kept {
    var entries: [LogEntry] = []
    /// Where the oldest stands once there are as many as are kept.
    var oldest = 0
    /// Lines that found no room, and were not told yet.
    var leftOut = 0
  }

  private let format: LogEntry.Format
  private let levelIndex: Atomic<Int>
  private let kept = Mutex(Kept())
  private let write: @Sendable ([UInt8]) -> Bool

  /// - Parameter write: takes one line, with its end, without waiting; false when there is no room for it. Called by
  ///   one thread at a time.
  package init(
    level: Logger.Level, format: LogEntry.Format, write: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.format = format
    self.write = write
    levelIndex = Atomic(Self.index(of: level))
  }

  /// Everything at least as grave is written.
  package var level: Logger.Level {
    get { Logger.Level.allCases[levelIndex.load(ordering: .relaxed)] }
    set { levelIndex.store(Self.index(of: newValue), ordering: .relaxed) }
  }

  /// A logger that writes here.
  package func logger() -> Logger { Logger(label: "baize", factory: { _ in ServerLog(sink: self) }) }

  func add(_ entry: LogEntry) {
    let line = entry.line(format)
    kept.withLock { kept in
      if kept.entries.count < Self.keptMax {
        kept.entries.append(entry)
      } else {
        kept.entries[kept.oldest] = entry
        kept.oldest = (kept.oldest + 1) % Self.keptMax
      }
      let isWritten = tellLeftOut(&kept, at: entry.wallMilliseconds) && write(line)
      if !isWritten { kept.leftOut += 1 }
    }
  }

  /// - Returns: false while there is no room even for this.
  private func tellLeftOut(_ kept: inout Kept, at wall: Int64) -> Bool {
    guard kept.leftOut > 0 else { return true }
    let told = LogEntry(
      wallMilliseconds: wall, level: .warning, message: "lines left out",
      metadata: ["count": "\(kept.leftOut)", "why": "nobody read them"])
    guard write(told.line(format)) else { return false }
    kept.leftOut = 0
    return true
  }

  /// The newest, oldest of them first.
  func tail(_ countMax: Int) -> [LogEntry] {
    kept.withLock { kept in
      let inOrder = kept.entries[kept.oldest...] + kept.entries[..<kept.oldest]
      return Array(inOrder.suffix(countMax))
    }
  }

  private static func index(of level: Logger.Level) -> Int {
    Logger.Level.allCases.firstIndex(of: level) ?? 0
  }
}

/// What swift-log hands lines to. All of them share the sink's level, which may change while they are in use.
struct ServerLog: LogHandler {
  let sink: LogSink
  var metadata: Logger.Metadata = [:]

  init(sink: LogSink) { self.sink = sink }

  var logLevel: Logger.Level {
    get { sink.level }
    set { sink.level = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata
    if let more = event.metadata { fields.merge(more) { $1 } }
    if let error = event.error { fields["error"] = "\(error)" }
    sink.add(
      LogEntry(
        wallMilliseconds: Instant.wallMilliseconds(), level: event.level, message: event.message.description,
        metadata: fields))
  }
}
