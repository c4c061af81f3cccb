import DragDrop

/// Klondike as data: seven columns, four foundations bound to their suits, cards may come back from
/// them.
extension Ruleset {
  public static let klondike1 = klondike(
    id: "klondike1", title: "Klondike, draw one", draw: 1, freePasses: 1, fine: -100)
  public static let klondike3 = klondike(
    id: "klondike3", title: "Klondike, draw three", draw: 3, freePasses: 4, fine: -20)

  private static func klondike(
    id: Text, title: Text, draw: UInt8, freePasses: UInt16, fine: Int16
  ) -> Ruleset {
    var windows = Scoring()
    windows.events.wasteToTableau = 5
    windows.events.wasteToFoundation = 10
    windows.events.tableauToFoundation = 10
    windows.events.foundationToTableau = -15
    windows.events.turnUp = 5
    windows.floor = 0
    windows.passPenalty = Scoring.PassPenalty(after: freePasses, points: fine)
    windows.timePenalty = Scoring.TimePenalty(everySeconds: 10, points: -2)
    windows.timeBonus = Scoring.TimeBonus(dividend: 700_000, secondsMin: 30)

    return Ruleset(
      id: id, title: title,
      zones: [
        Zone(.stock),
        Zone(.waste, take: .top, to: [.foundation, .tableau]),
        Zone(
          .foundation, count: 4, build: Zone.Build(.same, .up, start: .bySuit), putLimit: .count(1),
          take: .top,
          empty: .ace, from: [.waste, .tableau], to: .tableau),
        Zone(
          .tableau, count: 7, down: [0, 1, 2, 3, 4, 5, 6], up: [1, 1, 1, 1, 1, 1, 1],
          build: Zone.Build(.alternateColour, .down), take: .run, empty: .king,
          from: [.waste, .foundation, .tableau], to: [.foundation, .tableau]),
      ],
      stock: Stock(to: .waste, draw: draw, passes: .unlimited),
      scoring: windows)
  }
}
