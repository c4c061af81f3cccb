import DragDrop

extension Ruleset {
  /// A reserve of thirteen, and foundations that begin with the rank of the first card dealt to them.
  public static let canfield = Ruleset(
    id: "canfield", title: "Canfield", base: .dealt,
    dealing: Dealing(order: .piles, first: [.reserve, .foundation, .tableau]),
    zones: [
      Zone(.stock),
      Zone(.waste, take: .top, to: [.foundation, .tableau]),
      Zone(
        .foundation, count: 4, up: [1], build: Zone.Build(.same, .up, wraps: true), putLimit: .count(1),
        empty: .base, from: [.waste, .tableau, .reserve]),
      Zone(
        .tableau, count: 4, up: [1, 1, 1, 1], build: Zone.Build(.alternateColour, .down, wraps: true),
        take: .pileOrTop, empty: .any, fill: [.reserve], from: [.waste, .tableau, .reserve],
        to: [.foundation, .tableau]),
      Zone(.reserve, down: [12], up: [1], take: .top, to: [.foundation, .tableau]),
    ],
    stock: Stock(to: .waste, draw: 3, passes: .unlimited), scoring: .vegas)
}
