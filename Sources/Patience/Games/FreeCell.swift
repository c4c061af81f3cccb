import DragDrop

/// FreeCell and its relatives: every card lies open, and cells hold what is in the way.
extension Ruleset {
  private static let sevensAndSixes: [UInt8] = [7, 7, 7, 7, 6, 6, 6, 6]

  public static let freeCell = freeCell(
    id: "freecell", title: "FreeCell", columns: sevensAndSixes, build: .alternateColour, empty: .any)
  public static let bakersGame = freeCell(
    id: "bakers", title: "Baker's Game", columns: sevensAndSixes, build: .same, empty: .any)
  public static let eightOff = freeCell(
    id: "eightoff", title: "Eight Off", columns: Array(repeating: 6, count: 8), build: .same, empty: .king,
    cells: 8, filled: [1, 1, 1, 1])
  public static let seahavenTowers = freeCell(
    id: "seahaven", title: "Seahaven Towers", columns: Array(repeating: 5, count: 10), build: .same,
    empty: .king,
    filled: [0, 1, 1, 0])

  private static func freeCell(
    id: Text, title: Text, columns: [UInt8], build: Zone.Build.SuitRule, empty: Zone.Empty, cells: UInt8 = 4,
    filled: [UInt8] = []
  ) -> Ruleset {
    Ruleset(
      id: id, title: title, dealing: Dealing(generator: .microsoft),
      zones: [
        .foundations(4, from: [.tableau, .cell]),
        Zone(
          .tableau, count: UInt8(columns.count), up: columns, build: Zone.Build(build, .down), take: .run,
          takeLimit: .supermove, empty: empty, from: [.foundation, .tableau, .cell],
          to: [.foundation, .tableau, .cell]),
        .cells(cells, up: filled),
      ])
  }
}
