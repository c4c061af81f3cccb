import Console
import Patience
import Player
import Server

extension Complaint {
  /// The rules that a command line names.
  ///
  /// - Parameters:
  ///   - draw: how many cards the game has to turn at once, where that was said.
  ///   - shelf: games that are known besides those that are built in.
  /// - Throws: that there is no such game, or that it turns another number of cards; told already.
  static func ruleset(_ name: String, draw: Int?, among shelf: GameShelf = GameShelf()) throws -> Ruleset {
    if let ruleset = GameName.ruleset(name, draw: draw) { return ruleset }
    if let ruleset = GameName.ruleset(name) ?? shelf.find(name)?.1 {
      guard let draw, ruleset.stock.map({ Int($0.draw) }) != draw else { return ruleset }
      throw fail(sentence(on: ruleset, turning: draw, among: shelf.all))
    }
    if let mistake = shelf.mistake(in: name.lowercased()) { throw fail(mistake) }
    let own = shelf.all.dropFirst(Catalogue.games.count).map(\.ruleset.id.text)
    throw fail(GameName.unknown(name, draw: draw, besides: own))
  }

  /// "vegas1 takes 1 card from the stock at a time, not 3: name vegas3, or leave --draw out".
  private static func sentence(on ruleset: Ruleset, turning draw: Int, among games: [CatalogueGame]) -> String
  {
    let id = ruleset.id.text
    guard let own = ruleset.stock?.draw else { return "\(id) has no stock: leave --draw out" }
    let other = neighbour(of: ruleset, turning: draw, among: games).map { "name \($0), or " } ?? ""
    return "\(id) takes \(own) \(own == 1 ? "card" : "cards") from the stock at a time, not \(draw): "
      + "\(other)leave --draw out"
  }

  /// The id of a game that differs in nothing but what it turns: another of the same name, or a choice of the game.
  private static func neighbour(
    of ruleset: Ruleset, turning draw: Int, among games: [CatalogueGame]
  ) -> String? {
    let id = ruleset.id.text.prefix { $0 != ":" }
    let alike = games.first { game in
      stem(game.ruleset.id.text[...]) == stem(id) && game.ruleset.stock.map { Int($0.draw) } == draw
    }
    let game = games.first { $0.ruleset.id.text == id }
    return (alike?.ruleset ?? game?.ruleset(with: [(.draw, UInt8(clamping: draw))]))?.id.text
  }

  /// "vegas" of "vegas3".
  private static func stem(_ id: Substring) -> Substring {
    var stem = id
    while stem.last?.isNumber == true { stem.removeLast() }
    return stem
  }
}
