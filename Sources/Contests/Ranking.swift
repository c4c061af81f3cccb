package import Wire

/// Who comes before whom in a race. Equal to the millisecond is equal.
package struct Ranking: Sendable {
  /// Whether points decide, and then time; otherwise those who won by time, and then the rest by how far they came.
  let points: Bool
  /// Whether fewer points are better.
  let low: Bool

  package init(points: Bool, low: Bool) {
    (self.points, self.low) = (points, low)
  }

  /// - Returns: a place for each, from 1; equal standings share one, and the next is as many further.
  package func places(of standings: [RaceStanding]) -> [Int] {
    standings.map { standing in 1 + standings.count { isBefore($0, standing) } }
  }

  private func isBefore(_ a: RaceStanding, _ b: RaceStanding) -> Bool {
    let (first, second) = (order(a), order(b))
    for (x, y) in zip(first, second) where x != y { return x < y }
    return false
  }

  /// What decides, most important first, the smaller the better. Who was not there when it began comes last.
  private func order(_ standing: RaceStanding) -> [Int] {
    let absence = standing.state == .out ? 1 : 0
    if points {
      return [absence, low ? standing.score : -standing.score, standing.milliseconds]
    }
    guard standing.state != .won else { return [absence, 0, standing.milliseconds] }
    return [absence, 1, -standing.done, standing.since, standing.moves]
  }
}
