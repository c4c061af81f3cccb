/// A number as it is written on a command line. What is none is refused with those that may stand there.
enum Numeral {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter range: what to name where the text is no number of this type; it is not checked.
  static func read<Number: FixedWidthInteger>(
    _ text: String, of range: ClosedRange<Number>
  ) throws(Fault) -> Number {
    guard let number = Number(text) else {
      throw Fault(description: "it must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
