import Console
import Patience
import Player
import Server

extension Complaint {
  /// The rules that a command line names.
  ///
  /// - Parameter shelf: games that are known besides those that are built in.
  /// - Throws: that there is no such game, told already.
  static func ruleset(_ name: String, draw: Int?, among shelf: GameShelf = GameShelf()) throws -> Ruleset {
    if let ruleset = GameName.ruleset(name, draw: draw) { return ruleset }
    if let (_, ruleset) = shelf.find(name) { return ruleset }
    if let mistake = shelf.mistake(in: name.lowercased()) { throw fail(mistake) }
    let own = shelf.all.dropFirst(Catalogue.games.count).map(\.ruleset.id.text)
    throw fail(GameName.unknown(name, draw: draw, besides: own))
  }
}
