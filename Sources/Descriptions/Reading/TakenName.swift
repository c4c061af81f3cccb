import Boards
import Patience

/// Names that nobody can give to a board or game of their own, since they mean something already wherever names are
/// typed.
package enum TakenName {
  /// Not a board of its own: its table is a game of Klondike.
  package static let solitaire = "solitaire"

  /// What a name means already; nil for one that is free.
  static func meaning(of name: String) -> String? {
    if BoardCatalogue.kind(named: name) != nil { return "a board" }
    return name == solitaire || isOfGame(name) ? "a game" : nil
  }

  /// The games themselves, and what command lines call several of them: a family, or an id without its number.
  private static func isOfGame(_ name: String) -> Bool {
    Catalogue.games.contains { game in
      let id = game.ruleset.id.text
      return name == id || name == game.family.text.lowercased()
        || name == String(id.prefix { !$0.isNumber })
    }
  }
}
