/// How a game's cards are laid out from a shuffled pack, as data. A deal's number means nothing
/// without it.
public struct Dealing: Hashable, Sendable {
  public enum Order: UInt8, Hashable, Sendable {
    /// Row r gives one card to each pile of a zone that gets more than r.
    case rows
    /// One pile after the other, each whole.
    case piles
    /// Rows until every pile has its first open card, then rows of the rest.
    case openLast
  }

  /// What an open deal's number makes a pack of.
  public enum Generator: UInt8, Hashable, Sendable {
    /// The generator of `DealGenerator`, for every number of 64 bits.
    case own
    /// That of the Windows program for numbers from 1 to 2^31 − 1, and the own one for all others.
    case microsoft
  }

  public var order: Order
  /// Zones that get cards before others, first things first; the others follow in the order of tableau, cells, reserve,
  /// foundations, waste. What is left is the stock.
  public var first: [Zone.Role]
  public var generator: Generator
  /// Cards of the foundations' base rank are taken out first and begin the foundations.
  public var basesFirst: Bool

  public init(
    order: Order = .rows, first: [Zone.Role] = [], generator: Generator = .own, basesFirst: Bool = false
  ) {
    self.order = order
    self.first = first
    self.generator = generator
    self.basesFirst = basesFirst
  }

  /// Zones in the order in which they get cards.
  var zoneOrder: [Zone.Role] {
    first + [.tableau, .cell, .reserve, .foundation, .waste].filter { !first.contains($0) }
  }
}
