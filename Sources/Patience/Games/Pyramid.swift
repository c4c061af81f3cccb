import DragDrop

extension Ruleset {
  /// Pairs that add up to thirteen, from a pyramid of 28.
  public static let pyramid: Ruleset = {
    var scoring = Scoring()
    scoring.moves = [
      .init(.tableau, .foundation, 1), .init(.waste, .foundation, 1), .init(.stock, .foundation, 1),
    ]
    return Ruleset(
      id: "pyramid", title: "Pyramid",
      zones: [
        Zone(.stock),
        Zone(.waste, take: .top, to: [.foundation, .tableau]),
        Zone(.foundation, from: .any),
        Zone(
          .tableau, count: 28, up: Array(repeating: 1, count: 28), places: sevenRows, take: .top,
          to: [.foundation, .tableau, .waste], capacity: .count(1)),
      ],
      stock: Stock(to: .waste, draw: 1, passes: .count(3)), match: Match(sum: 13, among: [.tableau, .waste]),
      win: .emptied(.tableau), scoring: scoring)
  }()

  private static let sevenRows: [Zone.Place] = (0..<UInt8(7)).flatMap { y in
    (0...y).map { Zone.Place(x: 6 - y + 2 * $0, y: y) }
  }
}
