import Patience

/// Whether deals of a game are offered that can be won.
enum WinnableOffer: String, Sendable {
  /// They are found quickly, so players are dealt them unless they choose otherwise.
  case usual
  /// There may be none for a while; then the asker waits.
  case possible

  /// Of a game by itself, without what can be chosen about it.
  ///
  /// - Returns: nil for games that are not for one player.
  init?(of ruleset: Ruleset) {
    guard ruleset.seats.min <= 1 else { return nil }
    self = Self.quick.contains(ruleset.id.text) ? .usual : .possible
  }

  /// Games of which the search finds a deal that can be won in 0.3 s on average, with 300,000 positions for each:
  /// `baize solve --survey GAME --deals 60 --budget 300k --memory 64`.
  private static let quick: Set = [
    "accordion", "bakers", "beleagueredcastle", "canfield", "doubleklondike", "eightoff", "freecell",
    "klondike1", "klondike3", "russian", "seahaven", "simplesimon", "spider1", "thoughtful", "tripeaks",
    "westcliff", "yukon",
  ]
}
