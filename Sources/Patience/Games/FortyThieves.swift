import DragDrop

/// Games in which cards move one by one.
extension Ruleset {
  public static let fortyThieves: Ruleset = {
    var scoring = Scoring()
    scoring.standing.foundationCard = 5
    scoring.standing.foundationSuit = 60
    return Ruleset(
      id: "fortythieves", title: "Forty Thieves", pack: Pack(2),
      zones: [
        Zone(.stock),
        Zone(.waste, take: .top, to: [.foundation, .tableau]),
        .foundations(8, from: [.waste, .tableau]),
        Zone(
          .tableau, count: 10, up: Array(repeating: 4, count: 10), build: Zone.Build(.same, .down),
          take: .top,
          takeLimit: .supermove, empty: .any, from: [.waste, .foundation, .tableau],
          to: [.foundation, .tableau]),
      ],
      stock: Stock(to: .waste, draw: 1, passes: .count(1)), scoring: scoring)
  }()

  /// Seventeen fans of three and one card more.
  public static let fan = Ruleset(
    id: "fan", title: "Fan",
    zones: [
      .foundations(4, from: .tableau),
      Zone(
        .tableau, count: 18, up: Array(repeating: 3, count: 17) + [1], build: Zone.Build(.same, .down),
        take: .top,
        empty: .king, from: [.foundation, .tableau], to: [.foundation, .tableau]),
    ])

  /// The aces lie on their foundations, and eight columns stand around them.
  public static let beleagueredCastle = Ruleset(
    id: "beleagueredcastle", title: "Beleaguered Castle",
    dealing: Dealing(first: [.foundation, .tableau], basesFirst: true),
    zones: [
      {
        var foundations = Zone.foundations(4, from: .tableau)
        foundations.up = [1, 1, 1, 1]
        return foundations
      }(),
      Zone(
        .tableau, count: 8, up: Array(repeating: 6, count: 8), build: Zone.Build(.any, .down), take: .top,
        empty: .any, from: [.foundation, .tableau], to: [.foundation, .tableau]),
    ])
}
