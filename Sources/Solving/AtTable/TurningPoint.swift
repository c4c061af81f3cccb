/// Where a game that was played was lost: some of its positions are asked, one by one. A position that cannot be won
/// leads to none that can, so what was lost once stays lost.
package struct TurningPoint: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    case winnable, impossible, unknown
  }

  /// The last position that can be won, as far as is known; nil where none is known.
  package let won: Int?
  /// The first one that cannot.
  package let lost: Int?

  /// - Parameters:
  ///   - count: of positions, in the order in which they were played, 1 or more. The last one is asked first.
  ///   - finding: asked once for each position that matters, which are twice the logarithm of `count` at most.
  package init(of count: Int, _ finding: (Int) -> Finding) {
    precondition(count > 0, "there is a position")
    var known: [Int: Finding] = [:]
    func ask(_ index: Int) -> Finding {
      if let finding = known[index] { return finding }
      let answer = finding(index)
      known[index] = answer
      return answer
    }
    if ask(count - 1) == .winnable {
      (won, lost) = (count - 1, nil)
      return
    }
    // The first position that is not known to be won, as if all behind it were not either. The searches are two, so
    // that a position that is unknown widens the answer and does not make it wrong.
    let firstNotWon = Self.first(in: 0..<count - 1) { ask($0) != .winnable }
    won = firstNotWon > 0 ? firstNotWon - 1 : nil
    let firstLost = Self.first(in: firstNotWon..<count) { ask($0) == .impossible }
    lost = firstLost < count ? firstLost : nil
  }

  /// The first index for which it holds, where it holds for all behind it; the end where it holds for none.
  private static func first(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
