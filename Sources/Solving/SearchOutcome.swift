/// How a search ended. What it finds is a line, in the words of its kernel.
enum SearchOutcome<Found> {
  case won(Found)
  /// No position was left out. The sum and the exclusive or of the keys of all that were met.
  case exhausted(sum: UInt64, parity: UInt64)
  case short(Shortage)
}
