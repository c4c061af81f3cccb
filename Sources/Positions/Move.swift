/// What a player does in one step: the topmost cards of one pile go on another, or the stock is turned. Piles
/// are told by their places in the list of all piles.
package struct Move: Hashable, Sendable, BitwiseCopyable {
  /// How many cards; none when the stock is turned.
  package let count: UInt16
  package let from: UInt8
  package let to: UInt8

  package init(from: UInt8, to: UInt8, count: UInt16) {
    self.from = from
    self.to = to
    self.count = count
  }

  @inline(__always)
  package init(_ from: Int, _ to: Int, _ count: Int) {
    self.init(
      from: UInt8(truncatingIfNeeded: from), to: UInt8(truncatingIfNeeded: to),
      count: UInt16(truncatingIfNeeded: count))
  }

  package static let turn = Move(from: 0, to: 0, count: 0)

  package var isTurn: Bool { count == 0 }
}
