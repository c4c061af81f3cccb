package import Patience

/// A ruleset made ready for positions: all that a move asks is looked up in flat tables. Promise: positions
/// made with it know the same moves as a `Table` of that ruleset, and what follows from each; points and
/// clocks they do not count.
package final class CompiledRules: @unchecked Sendable {  // nothing in it changes
  /// Piles are told by a byte.
  private static let pilesMax = 255
  private static let cardsMax = 1 << 15

  package let ruleset: Ruleset
  /// Which cards go to the foundations by themselves, as players chose it.
  package let autoMoves: Ruleset.Automatic.Foundation
  let tables: UnsafePointer<RuleTables>
  /// All piles: positions and moves tell them by their places here.
  package let pileIDs: [PileID]
  private let memory: FlatMemory

  /// - Returns: `nil` for a game that one person cannot play, or one with more piles or cards than can be
  ///   told
  ///   apart.
  package init?(_ ruleset: Ruleset, autoMoves: Ruleset.Automatic.Foundation = .off) {
    let piles = ruleset.zones.reduce(0) { $0 + Int($1.count) }
    let cards = ruleset.cardCount()
    guard ruleset.seats.min <= 1, piles <= Self.pilesMax, cards < Self.cardsMax else { return nil }
    self.ruleset = ruleset
    self.autoMoves = autoMoves
    pileIDs = ruleset.pileIDs()
    memory = FlatMemory()
    tables = memory.keep([RuleTables(ruleset, autoMoves: autoMoves, keptIn: memory)])
  }

  /// The place of a pile in the list of all piles.
  package func index(of pile: PileID) -> Int? {
    let zone = tables.pointee.zone(pile.role).pointee
    return Int(pile.index) < zone.end - zone.first ? zone.first + Int(pile.index) : nil
  }
}
