/// What the others at a table are asked, one question at a time, and how often each seat has asked of late.
struct Questions {
  /// What they are asked now.
  var open: Question?
  private(set) var lastNumber = 0
  private var askedAt: [SeatNumber: [Int64]] = [:]

  /// - Returns: the question's number.
  mutating func ask(
    _ wish: Question.Wish, by seat: SeatNumber, of others: Set<SeatNumber>, now: Int64
  ) -> Int {
    askedAt[seat, default: []].append(now)
    lastNumber += 1
    open = Question(number: lastNumber, by: seat, wish, of: others, now: now)
    return lastNumber
  }

  /// How long somebody waits who has asked too often of late, in milliseconds; nil for who has not.
  mutating func wait(of seat: SeatNumber, now: Int64) -> Int? {
    askedAt[seat]?.removeAll { now - $0 >= Question.millisecondsMax }
    guard let times = askedAt[seat], times.count >= Question.timesMax, let first = times.first else {
      return nil
    }
    return Int(first + Question.millisecondsMax - now)
  }
}
