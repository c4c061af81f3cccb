package import Boards
package import Patience
import Wire

/// What somebody described and this program does not know by its name, read already, with its text for the journal.
package enum Described: Sendable {
  case board(any AnyBoardKind, text: [UInt8])
  case game(CatalogueGame, text: [UInt8])

  var text: [UInt8] {
    switch self {
    case .board(_, let text), .game(_, let text): text
    }
  }

  var kind: (any AnyBoardKind)? {
    if case .board(let kind, _) = self { kind } else { nil }
  }

  var game: CatalogueGame? {
    if case .game(let game, _) = self { game } else { nil }
  }
}

/// Which games of patience can be dealt at a table: those that are built in, and the one that was described for it.
package struct GameBook: Sendable {
  package static let builtIn = GameBook(described: nil)

  private let described: Described?

  init(described: Described?) {
    self.described = described?.game == nil ? nil : described
  }

  /// As the journal keeps it; empty if nothing was described.
  var text: [UInt8] { described?.text ?? [] }

  /// The game that has it as one of its choices.
  func game(of ruleset: Ruleset) -> CatalogueGame? {
    if let game = described?.game, game.ruleset(id: ruleset.id.bytes) != nil { return game }
    return Catalogue.games.first { $0.ruleset(id: ruleset.id.bytes) != nil }
  }

  /// - Parameter id: with what was chosen about the game.
  func ruleset(id: String) -> Ruleset? {
    described?.game?.ruleset(id: id.utf8) ?? Catalogue.ruleset(id: id)
  }
}
