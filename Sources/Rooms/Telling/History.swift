import Wire

/// The last events of a room as lines, so that somebody who was away hears just what was missed.
/// Invariant: the versions of the events follow each other without a gap, up to the room's version.
struct History {
  private struct Told {
    let from: Int
    let to: Int
    let line: [UInt8]
  }

  static let eventsMax = 256
  /// So much is told to somebody who was away; a snapshot is less than more of it.
  static let missedBytesMax = 16_384

  private var events: [Told] = []
  private var lineBytes = 0

  /// What it takes in memory, in bytes.
  var byteCount: Int { lineBytes + (MemoryLayout<Told>.stride + 32) * events.count }

  mutating func append(from: Int, to: Int, line: [UInt8]) {
    if let last = events.last { precondition(last.to == from, "history has no gap") }
    // Copied, since a line that was just written stands in more memory than it needs.
    events.append(Told(from: from, to: to, line: line.map { $0 }))
    lineBytes += line.count
    // Let go in lumps, so that a long game does not shift the array at each move.
    guard events.count > Self.eventsMax + Self.eventsMax / 4 || lineBytes > Self.missedBytesMax / 4 * 5
    else { return }
    var (first, rest) = (0, lineBytes)
    while events.count - first > Self.eventsMax || rest > Self.missedBytesMax {
      rest -= events[first].line.count
      first += 1
    }
    events.removeFirst(first)
    lineBytes = rest
  }

  /// The lines that lead from `version` to now, one after the other; nil when they are not all here or too many, so
  /// that only a snapshot helps.
  func lines(since version: Int, now current: Int) -> [UInt8]? {
    if version == current { return [] }
    guard let first = events.first, version >= first.from, version < current else { return nil }
    // Each event leads on by one version.
    let missed = events[(version - first.from)...]
    precondition(missed.first?.from == version, "history has no gap")
    let byteCount = missed.reduce(0) { $0 + $1.line.count }
    guard byteCount <= Self.missedBytesMax else { return nil }
    var lines: [UInt8] = []
    lines.reserveCapacity(byteCount)
    for event in missed { lines += event.line }
    return lines
  }

  /// Forgets what was never durable.
  mutating func fallBack(to version: Int) {
    events.removeAll { $0.to > version }
    lineBytes = events.reduce(0) { $0 + $1.line.count }
  }

  mutating func removeAll() { self = History() }
}
