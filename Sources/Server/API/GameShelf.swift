package import Descriptions
package import Patience
import Rooms

/// Every game that can be opened by its name here: those that are built in, and those that the host has put into a
/// folder. Invariant: no two have the same name.
package struct GameShelf: Hashable, Sendable {
  private let described: [GameDescription]
  /// What is offered, the built-in ones first.
  package let all: [CatalogueGame]

  /// - Precondition: no two of them have the same name, and none has that of a game that is built in.
  package init(_ described: [GameDescription] = []) {
    self.described = described
    all = Catalogue.games + described.map(\.game)
    precondition(Set(all.map(\.ruleset.id)).count == all.count, "two games on the shelf have one name")
  }

  /// Those of the folder, as programs call them.
  package var describedNames: Set<String> { Set(described.map(\.id.text)) }

  /// A game and its ruleset with what was chosen about it.
  package func find(_ id: String) -> (CatalogueGame, Ruleset)? {
    for game in all {
      if let ruleset = game.ruleset(id: id.utf8) { return (game, ruleset) }
    }
    return nil
  }

  /// What goes into the journal with a table of this game; nil for what is built in.
  func described(_ id: String) -> Described? {
    for description in described where description.game.ruleset(id: id.utf8) != nil {
      return .game(description.game, text: description.bytes)
    }
    return nil
  }
}
