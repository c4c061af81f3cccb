package import Patience

/// Names of games as people type them: a ruleset's identifier, or a family and how many cards are turned at
/// once.
package enum GameName {
  /// "klondike" is "klondike1" or "klondike3", as `draw` says, and without it the first of its family; nil for what no
  /// ruleset is called.
  package static func ruleset(_ name: String, draw: Int? = nil) -> Ruleset? {
    let name = name.lowercased()
    func turnsAsMany(_ ruleset: Ruleset) -> Bool {
      draw.map { Int(ruleset.stock?.draw ?? 0) == $0 } ?? true
    }
    if let ruleset = Catalogue.ruleset(id: name) { return turnsAsMany(ruleset) ? ruleset : nil }
    return Catalogue.games.first { isCalled($0, name) && turnsAsMany($0.ruleset) }?.ruleset
  }

  /// Whether a name is that of its family, after which the game itself is called, as klondike3 is and easthaven is not;
  /// or its id without the number of cards that it turns: "vegas" of "vegas3".
  private static func isCalled(_ game: CatalogueGame, _ name: String) -> Bool {
    let (id, family) = (game.ruleset.id.text, game.family.text.lowercased())
    if family == name { return id.contains(family.filter { $0 != " " }) }
    return game.ruleset.stock.map { id == name + String($0.draw) } ?? false
  }

  /// "klondike1, klondike3 (klondike is klondike1)": what to type.
  package static var known: String {
    Catalogue.rulesets.map(\.id.text).joined(separator: ", ") + " (klondike is klondike1)"
  }

  /// What to say where no game is called so, with all names that could be typed instead.
  ///
  /// - Parameters:
  ///   - draw: how many cards it should turn at once, where that was said.
  ///   - own: names of games besides those that are built in.
  package static func unknown(_ name: String, draw: Int? = nil, besides own: [String] = []) -> String {
    let turned = draw.map { " that turns \($0)" } ?? ""
    return
      "there is no game called \"\(name)\"\(turned); known games: \(([known] + own).joined(separator: ", "))"
  }
}
