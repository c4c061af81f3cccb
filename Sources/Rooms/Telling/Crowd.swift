import Wire

/// What everybody last heard of who is there, and when they hear it again: of seats at once, of mere counts once a
/// second, and of a large audience only when its number has changed noticeably or some time has gone by.
/// Invariant: a count that is not the one last told is told at the latest after `settleMillisecondsMax`.
struct Crowd {
  static let pauseMilliseconds: Int64 = 1_000
  static let settleMillisecondsMax: Int64 = 10_000

  private(set) var seats: [Seat] = []
  private(set) var access = AccessTold()
  private(set) var watching = 0
  private var toldAt: Int64?
  /// Counts what was told.
  private(set) var serial = 0

  /// By how much a count must change to be noticed.
  static func step(from count: Int) -> Int {
    switch count {
    case ...100: 1
    case ...1_000: 10
    case ...10_000: 50
    default: 100
    }
  }

  /// Whether others are there than everybody heard.
  func differs(watching: Int) -> Bool { watching != self.watching }

  func isDue(watching: Int, now: Int64) -> Bool {
    guard differs(watching: watching) else { return false }
    guard let toldAt else { return true }
    let isNoticeable = abs(watching - self.watching) >= Self.step(from: max(watching, self.watching))
    return now - toldAt >= (isNoticeable ? Self.pauseMilliseconds : Self.settleMillisecondsMax)
  }

  mutating func tell(_ seats: [Seat], _ access: AccessTold = AccessTold(), watching: Int, now: Int64) {
    self.seats = seats
    self.access = access
    self.watching = watching
    toldAt = now
    serial += 1
  }
}
