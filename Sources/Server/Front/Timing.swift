/// When the last few messages of a conversation were read that are not answered yet, so that it can be told how long
/// answers take. Nothing is allocated for it; of more than a few at once the newest count.
/// Invariant: a number is in here once.
struct Timing {
  static let keptMax = 8

  /// −1: a free place.
  private var numbers: InlineArray<8, Int> = InlineArray(repeating: -1)
  private var times: InlineArray<8, Int64> = InlineArray(repeating: 0)
  private var next = 0

  var isEmpty: Bool { numbers.indices.allSatisfy { numbers[$0] < 0 } }

  mutating func read(_ c: Int, at microseconds: Int64) {
    // The same message again is as old as its first reading.
    guard c >= 0, place(of: c) == nil else { return }
    numbers[next] = c
    times[next] = microseconds
    next = (next + 1) % Self.keptMax
  }

  /// How long it took; nil for what is not known any more.
  mutating func answered(_ c: Int, at microseconds: Int64) -> Int? {
    guard c >= 0, let place = place(of: c) else { return nil }
    numbers[place] = -1
    return Int(microseconds - times[place])
  }

  private func place(of c: Int) -> Int? {
    for place in numbers.indices where numbers[place] == c { return place }
    return nil
  }
}
