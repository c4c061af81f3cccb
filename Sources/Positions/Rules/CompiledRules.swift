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

  /// Whether two piles could change places and nothing in the game with them, whatever is left of the stock.
  @inline(__always)
  package func areAlike(_ pile: Int, _ other: Int) -> Bool {
    tables.pointee.salts[pile] == tables.pointee.salts[other]
  }

  /// Whether a card may lie on another one in a pile's zone; cards are told by their raw values.
  @inline(__always)
  package func lies(_ card: UInt8, on other: UInt8, inZoneOf pile: Int) -> Bool {
    let zone = tables.pointee.zones[Int(tables.pointee.roles[pile])]
    return tables.pointee.takers[zone.build + Int(other)].contains(card)
  }

  /// The place of a pile in the list of all piles.
  package func index(of pile: PileID) -> Int? {
    let zone = tables.pointee.zone(pile.role).pointee
    return Int(pile.index) < zone.end - zone.first ? zone.first + Int(pile.index) : nil
  }
}
