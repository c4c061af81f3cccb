package import DragDrop
package import Patience

/// A patience game that somebody described. Promise: whatever was written, a table of it can be dealt, and no series
/// of moves ends the program; the same with any of the choices that it offers. Each choice was looked at by itself:
/// several together are dealt and played as well, but nobody has asked whether they lead to the goal.
package struct GameDescription: Hashable, Sendable {
  package enum Limits {
    package static let bytesMax = 65_536
    package static let nameMax = 40
    // In characters: Unicode scalars, of four bytes at most. The rules in the browser take 255 bytes.
    package static let titleMax = 60
    package static let familyMax = 40
    /// Of all seats together, with one pack.
    package static let pilesMax = 230
    /// After each move every card is asked where it may go, of every pile: so more cards have fewer of them.
    package static func pilesMax(packs: UInt8) -> Int { pilesMax / Int(max(1, packs)) }
    /// For all suits of all packs. Whether a game can be played out is asked after each move, of each of them.
    package static let foundationsMax = 4 * packsOfAllMax
    /// Of the table, or of each seat where seats have stocks of their own.
    package static let packsMax = 4
    package static let packsOfAllMax = 8
    package static let seatsMax = 8
    package static let rowsMax = 16
    package static let pointsMax = 10_000
  }

  package let ruleset: Ruleset
  /// What kind of game it is, for lists that stand together.
  package let family: Text
  package let variations: [Variation]

  /// What programs call it.
  package var id: Text { ruleset.id }
  /// What people call it.
  package var name: Text { ruleset.title }
  /// As it is offered beside those that are built in.
  package var game: CatalogueGame { CatalogueGame(ruleset, family: family, variations) }

  package init(_ game: CatalogueGame) {
    ruleset = game.ruleset
    family = game.family
    variations = game.variations
  }

  /// Reads a description of a game, whatever the bytes.
  /// - Parameter isKept: it was read before, perhaps by an earlier version; a game that comes along since then may have
  ///   the same name.
  /// - Parameter offered: names of games that the host offers besides those that are built in; they are taken too.
  /// - Throws: all that is wrong with it at once.
  package static func read(
    _ bytes: [UInt8], isKept: Bool = false, offered: Set<String> = []
  ) throws(DescriptionError) -> GameDescription {
    var draft = GameDraft()
    let mend = "Shorten it: no game needs as much."
    var coder = try DescriptionCoder(reading: bytes, bytesMax: Limits.bytesMax, elsewise: mend) {
      draft.code(by: &$0)
    }
    let game = draft.game(&coder, isKept: isKept, offered: offered)
    try coder.finish()
    guard let game else { preconditionFailure("there is a game where nothing is wrong") }
    return GameDescription(game)
  }

  /// The description as JSON in one line, without what goes without saying. Promise: read again it is equal.
  package var bytes: [UInt8] {
    var (draft, coder) = (GameDraft(self), DescriptionCoder())
    draft.code(by: &coder)
    return coder.out.bytes
  }
}
