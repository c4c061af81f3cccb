import DragDrop

/// Klondike and what is played like it: seven columns, four foundations bound to their suits.
extension Ruleset {
  public static let klondike1 = klondike(
    id: "klondike1", title: "Klondike, draw one", draw: 1, scoring: .windows(Scoring.firstPassFree))
  public static let klondike3 = klondike(
    id: "klondike3", title: "Klondike, draw three", draw: 3, scoring: .windows(Scoring.fourPassesFree))
  public static let vegas1 = klondike(
    id: "vegas1", title: "Vegas Klondike, draw one", draw: 1, passes: .count(1), back: false, scoring: .vegas)
  public static let vegas3 = klondike(
    id: "vegas3", title: "Vegas Klondike, draw three", draw: 3, passes: .count(3), back: false,
    scoring: .vegas)
  public static let doubleKlondike = klondike(
    id: "doubleklondike", title: "Double Klondike", packs: 2, columns: 9, draw: 1,
    scoring: .windows(Scoring.firstPassFree))

  /// Nothing is hidden: what lies face down is seen, but can be moved only when it is turned up.
  public static let thoughtful: Ruleset = {
    var rules = klondike(
      id: "thoughtful", title: "Thoughtful Klondike", draw: 3, scoring: .windows(Scoring.fourPassesFree))
    rules.change(.stock) { $0.isTransparent = true }
    rules.change(.tableau) { $0.isTransparent = true }
    return rules
  }()

  private static func klondike(
    id: Text, title: Text, packs: UInt8 = 1, columns: UInt8 = 7, draw: UInt8,
    passes: Stock.Passes = .unlimited,
    back: Bool = true, scoring: Scoring
  ) -> Ruleset {
    Ruleset(
      id: id, title: title, pack: Pack(packs),
      zones: [
        Zone(.stock),
        Zone(.waste, take: .top, to: [.foundation, .tableau]),
        Zone.foundations(4 * packs, from: [.waste, .tableau], back: back),
        Zone(
          .tableau, count: columns, down: Array(0..<columns), up: Array(repeating: 1, count: Int(columns)),
          build: Zone.Build(.alternateColour, .down), take: .run, empty: .king,
          from: [.waste, .foundation, .tableau], to: [.foundation, .tableau]),
      ],
      stock: Stock(to: .waste, draw: draw, passes: passes), scoring: scoring)
  }

  /// Rows of three dealt to ten columns, and one way through the stock.
  public static let westcliff = Ruleset(
    id: "westcliff", title: "Westcliff",
    zones: [
      Zone(.stock),
      Zone(.waste, take: .top, to: [.foundation, .tableau]),
      .foundations(4, from: [.waste, .tableau]),
      Zone(
        .tableau, count: 10, down: Array(repeating: 2, count: 10), up: Array(repeating: 1, count: 10),
        build: Zone.Build(.alternateColour, .down), take: .run, empty: .any,
        from: [.waste, .foundation, .tableau], to: [.foundation, .tableau]),
    ],
    stock: Stock(to: .waste, draw: 1, passes: .count(1)))

  /// The stock deals a card onto each column.
  public static let easthaven = Ruleset(
    id: "easthaven", title: "Easthaven",
    zones: [
      Zone(.stock),
      .foundations(4, from: .tableau, back: true),
      Zone(
        .tableau, count: 7, down: Array(repeating: 2, count: 7), up: Array(repeating: 1, count: 7),
        build: Zone.Build(.alternateColour, .down), take: .run, empty: .king,
        from: [.foundation, .tableau], to: [.foundation, .tableau]),
    ],
    stock: Stock(to: .tableau, draw: 7, passes: .count(1)))
}
