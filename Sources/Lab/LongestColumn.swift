import Cards
import DragDrop
package import Patience

/// What was seen of a random game when a column of it was longest: a page has to show all of it so that it can be read.
/// Promise: the same for the same ruleset and seed on every machine.
package struct LongestColumn: Sendable {
  package let ruleset: Ruleset
  package let seed: UInt64
  private let view: TableView
  /// Cards of the column whose faces are seen, and all of them.
  private let known: Int
  private let cards: Int

  /// The longest column of a game in which each move is as likely as any other.
  ///
  /// - Parameter movesMax: no game is played further.
  /// - Returns: nil where nothing is in the tableau.
  package static func inRandomGame(of ruleset: Ruleset, seed: UInt64, movesMax: Int) -> LongestColumn? {
    var dice = SplitMix64(seed: seed)
    var table = Table(ruleset: ruleset, deal: Deal(number: dice.next(), of: ruleset))
    var longest = LongestColumn(of: table.view(), ruleset, seed: seed)
    for _ in 0..<movesMax where table.status == .playing {
      guard move(&table, using: &dice) else { break }
      let now = LongestColumn(of: table.view(), ruleset, seed: seed)
      if let now, now.need > longest?.need ?? 0 { longest = now }
    }
    return longest
  }

  /// False when there is nothing left to do.
  private static func move(_ table: inout Table, using dice: inout SplitMix64) -> Bool {
    let choices = table.choices(whileOthersHold: [])
    let moves = choices.drops.flatMap { drop in drop.places.map { (handle: drop.handle, pile: $0.pile) } }
    let count = moves.count + (choices.canTapStock ? 1 : 0)
    guard count > 0 else { return false }
    let chosen = dice.below(count)
    do throws(Refusal) {
      if chosen < moves.count {
        try table.move(table.stack(from: moves[chosen].handle), to: moves[chosen].pile)
      } else {
        try table.turnStock()
      }
    } catch {
      preconditionFailure("a choice was refused: \(error)")
    }
    return true
  }

  private init?(of view: TableView, _ ruleset: Ruleset, seed: UInt64) {
    let columns = view.piles.filter { $0.id.role == .tableau }
    guard let longest = columns.max(by: { Self.need($0) < Self.need($1) }) else { return nil }
    (self.ruleset, self.seed, self.view) = (ruleset, seed, view)
    known = longest.cards.count { $0.face != nil }
    cards = longest.cards.count
  }

  /// How much room it needs: a hidden card shows a third of what a known one shows.
  package var need: Int { 2 * known + cards }

  private static func need(_ pile: TableView.PileView) -> Int {
    pile.cards.reduce(0) { $0 + ($1.face == nil ? 1 : 3) }
  }

  /// One line of JSON: the cards of each pile, the deepest first; `?` is hidden, `~KS` is known and lies face down.
  package var line: String {
    let piles = view.piles.map { pile in
      let cards = pile.cards.map { card in
        guard let face = card.face else { return "?" }
        return (card.isDown ? "~" : "") + String(decoding: face.notation, as: UTF8.self)
      }
      return "\"\(pile.id.text)\":\"\(cards.joined(separator: " "))\""
    }
    return "{\"game\":\"\(ruleset.id.text)\",\"seed\":\(seed),\"known\":\(known),\"cards\":\(cards),"
      + "\"piles\":{\(piles.joined(separator: ","))}}"
  }
}
