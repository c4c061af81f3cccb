import Reactor

/// The time of one stop of a turn, in which what a thread waits for a processor does not count.
struct PartOfTurn {
  private var at = Instant.threadMicroseconds()
  private let end: Int64

  init(microseconds: Int) { end = at + Int64(microseconds) }

  var isOver: Bool { at >= end }

  /// - Returns: the microseconds since the last call, or since the beginning.
  mutating func lap() -> Int64 {
    let before = at
    at = Instant.threadMicroseconds()
    return at - before
  }
}
