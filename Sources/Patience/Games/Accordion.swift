import DragDrop

extension Ruleset {
  /// A row of 52 that is pressed together until one pile is left.
  public static let accordion = Ruleset(
    id: "accordion", title: "Accordion",
    zones: [
      Zone(
        .tableau, count: 52, up: Array(repeating: 1, count: 52), build: Zone.Build(.suitOrRank, .level),
        take: .pile,
        from: .tableau, to: .tableau, reach: [1, 3])
    ],
    win: .onePile)
}
