package import Patience

/// What a strategy wants to do.
package enum Decision: Hashable, Sendable {
  case drop(handle: UInt16, on: PileID)
  case send(handle: UInt16)
  case turnStock
  case finish
  /// From now on no card goes to the foundations by itself.
  case stopAutoMoves
}
