package import Patience

/// What a strategy wants to do: one of the choices that it was given.
package enum Decision: Hashable, Sendable {
  case drop(handle: UInt16, on: PileID)
  case send(handle: UInt16)
  case turnStock
  case finish
}
