import Wire

/// Reactions that were not told yet: those of seats one by one, those of all who watch as sums. Told twice a second at
/// most, however many there are.
/// Invariant: no more are listed than `listedMax`.
struct Reactions {
  static let pauseMilliseconds: Int64 = 500
  /// Eight seats that spend all they have at once.
  static let listedMax = 24

  private var waiting = ReactionsTold()
  private var toldAt: Int64?

  /// Something is to be told in a moment.
  var isWaiting: Bool { !waiting.isEmpty }

  /// - Parameter seat: nil for somebody who watches.
  mutating func add(_ what: Reaction, of seat: SeatNumber?) {
    guard let seat else {
      waiting[what] += 1
      return
    }
    if waiting.list.count < Self.listedMax { waiting.list.append(.init(seat: seat.index, what: what)) }
  }

  /// What is to be told now; nil where there is nothing, or it is too soon.
  mutating func take(now: Int64) -> ReactionsTold? {
    guard isWaiting, toldAt.map({ now - $0 >= Self.pauseMilliseconds }) ?? true else { return nil }
    toldAt = now
    defer { waiting = ReactionsTold() }
    return waiting
  }

  func checkInvariants() {
    precondition(waiting.list.count <= Self.listedMax, "so many reactions are listed")
  }
}
