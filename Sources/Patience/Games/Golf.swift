import Cards
import DragDrop

/// Games in which the tableau is cleared card by card onto the waste, one up or one down.
extension Ruleset {
  public static let golf: Ruleset = {
    var scoring = Scoring()
    scoring.standing.tableauCard = 1
    scoring.standing.stockCard = -1
    scoring.isLowBetter = true
    return Ruleset(
      id: "golf", title: "Golf",
      zones: [
        Zone(.stock),
        Zone(.waste, up: [1], build: Zone.Build(.any, .both, closedBy: .king), empty: .any, from: .tableau),
        Zone(.tableau, count: 7, up: Array(repeating: 5, count: 7), take: .top, to: .waste),
      ],
      stock: Stock(to: .waste, draw: 1, passes: .count(1)), win: .emptied(.tableau), scoring: scoring)
  }()

  public static let triPeaks: Ruleset = {
    var scoring = Scoring()
    scoring.streak = Scoring.Streak(step: 1, turn: -5, peaks: [15, 15, 30])
    return Ruleset(
      id: "tripeaks", title: "TriPeaks",
      zones: [
        Zone(.stock),
        Zone(.waste, up: [1], build: Zone.Build(.any, .both, wraps: true), empty: .any, from: .tableau),
        Zone(
          .tableau, count: 28, down: Array(repeating: 1, count: 18),
          up: Array(repeating: 0, count: 18) + Array(repeating: 1, count: 10), places: threePeaks, take: .top,
          to: .waste, capacity: .count(1)),
      ],
      stock: Stock(to: .waste, draw: 1, passes: .count(1)), win: .emptied(.tableau), scoring: scoring)
  }()

  /// Three pyramids of three rows on a common row of ten.
  private static let threePeaks: [Zone.Place] = {
    let peaks: [UInt8] = [3, 9, 15]
    let rows: [[UInt8]] = [
      peaks, peaks.flatMap { [$0 - 1, $0 + 1] }, peaks.flatMap { [$0 - 2, $0, $0 + 2] },
      (0..<10).map { $0 * 2 },
    ]
    return rows.enumerated().flatMap { y, row in row.map { Zone.Place(x: $0, y: UInt8(y)) } }
  }()
}
