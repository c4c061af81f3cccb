import DragDrop

/// Games in which any open card moves with all that lies on it, in order or not.
extension Ruleset {
  public static let yukon = yukon(id: "yukon", title: "Yukon", build: .alternateColour, back: true)
  public static let russian = yukon(id: "russian", title: "Russian Solitaire", build: .same, back: false)

  private static func yukon(id: Text, title: Text, build: Zone.Build.SuitRule, back: Bool) -> Ruleset {
    Ruleset(
      id: id, title: title, dealing: Dealing(order: .openLast),
      zones: [
        .foundations(4, from: .tableau, back: back),
        Zone(
          .tableau, count: 7, down: [0, 1, 2, 3, 4, 5, 6], up: [1, 5, 5, 5, 5, 5, 5],
          build: Zone.Build(build, .down), take: .face, empty: .king, from: [.foundation, .tableau],
          to: [.foundation, .tableau]),
      ])
  }

  /// Columns built down by suit; three cards are kept back.
  public static let scorpion: Ruleset = {
    var scoring = Scoring()
    scoring.start = 36
    scoring.standing.joint = 1
    scoring.standing.faceDown = -3
    scoring.standing.tableauSuit = 4
    // A suit is worth as much when it is gone: its twelve joints, and four for being whole.
    scoring.run = 16
    return Ruleset(
      id: "scorpion", title: "Scorpion",
      zones: [
        Zone(.stock),
        .runs(4),
        Zone(
          .tableau, count: 7, down: [3, 3, 3, 3, 0, 0, 0], up: [4, 4, 4, 4, 7, 7, 7],
          build: Zone.Build(.same, .down), take: .face, empty: .king, from: .tableau,
          to: [.foundation, .tableau]),
      ],
      stock: Stock(to: .tableau, draw: 3, passes: .count(1)), win: .runs(4), scoring: scoring)
  }()
}
