import Foundation

/// Deals that a command line names: one, or all from a first one to a last one.
struct DealRange: Sendable {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let first: UInt64
  let last: UInt64

  init(_ first: UInt64, _ last: UInt64) {
    precondition(first <= last, "a range begins with its first deal")
    (self.first, self.last) = (first, last)
  }

  /// "7" or "1..1000".
  init(text: String) throws {
    let ends = text.components(separatedBy: "..")
    let numbers = ends.compactMap { UInt64($0) }
    guard numbers.count == ends.count, (1...2).contains(ends.count) else {
      throw Fault(
        description:
          "it must be a deal, such as 7, or a range of deals, such as 1..1000, of numbers up to \(UInt64.max)"
      )
    }
    guard numbers[0] <= numbers[numbers.count - 1] else {
      throw Fault(
        description:
          "the first deal of a range must not be above the last one: write \(numbers[1])..\(numbers[0])")
    }
    self.init(numbers[0], numbers[numbers.count - 1])
  }

  var count: Int {
    Int(min(last - first, UInt64(Int.max - 1))) + 1
  }
}
