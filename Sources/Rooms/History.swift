import Wire

/// The last events of a room as lines, so that somebody who was away hears just what was missed.
/// Invariant: the versions of the events follow each other without a gap, up to the room's version.
struct History {
  private struct Told {
    let from: Int
    let to: Int
    let line: [UInt8]
  }

  static let eventsMax = 512

  private var events: [Told] = []

  mutating func append(from: Int, to: Int, line: [UInt8]) {
    if let last = events.last { precondition(last.to == from, "history has no gap") }
    events.append(Told(from: from, to: to, line: line))
    // Let go in lumps, so that a long game does not shift the array at each move.
    if events.count > Self.eventsMax + Self.eventsMax / 4 {
      events.removeFirst(events.count - Self.eventsMax)
    }
  }

  /// The lines that lead from `version` to now; nil when they are not all here, so that only a snapshot
  /// helps.
  func since(_ version: Int, now current: Int) -> [[UInt8]]? {
    if version == current { return [] }
    guard let start = events.firstIndex(where: { $0.from == version }) else { return nil }
    return events[start...].map(\.line)
  }

  /// Forgets what was never durable.
  mutating func fallBack(to version: Int) {
    events.removeAll { $0.to > version }
  }

  mutating func removeAll() { events.removeAll() }
}
