/// How long a game has been played. It runs from the first move to the end, and stands while nobody is at the
/// table. Invariant: `since` is set exactly while it runs; all times are milliseconds.
package struct GameClock: Sendable, Equatable {
  private var played: Int64 = 0
  private var since: Int64?
  /// Begun by the first move and not yet ended.
  package private(set) var isLive = false

  /// Longer than anything runs, and short enough to be added to.
  static let millisecondsMax: Int64 = 1 << 50

  package init() {}

  /// A clock that stands; it goes on by `proceed` if the game had begun.
  package init(played: Int64, isLive: Bool) {
    self.played = played
    self.isLive = isLive
  }

  package var runs: Bool { since != nil }

  package func milliseconds(now: Int64) -> Int64 {
    guard let since else { return played }
    return played + max(0, now - since)
  }

  package mutating func begin(now: Int64) {
    guard !isLive else { return }
    isLive = true
    since = now
  }

  /// Shows so many milliseconds, as it did when something happened that is done again now.
  mutating func set(milliseconds: Int64, now: Int64) {
    played = milliseconds
    if since != nil { since = now }
  }

  package mutating func pause(now: Int64) {
    played = milliseconds(now: now)
    since = nil
  }

  /// Goes on after a pause, if the game had begun.
  package mutating func proceed(now: Int64) {
    if isLive && since == nil { since = now }
  }

  package mutating func end(now: Int64) {
    pause(now: now)
    isLive = false
  }
}
