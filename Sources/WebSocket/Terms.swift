/// What holds for a connection from its handshake on: one object for all that have the same, so that each of many
/// thousands carries only a reference. Belongs to one loop, as its inflaters do.
package final class Terms {
  let role: Role
  let limits: WebSocketLimits
  /// Where inflaters are borrowed; nil when no compression was agreed on.
  let inflaters: Inflaters?
  /// The peer refers to its earlier messages, so one inflater is kept from the first on.
  let peerKeepsContext: Bool
  /// A client's alone, whose terms are its own.
  private var maskingKeys: MaskingKeys?

  /// - Parameter maskingSeed: for a client, from the system's random source; a server masks nothing.
  package init(
    role: Role, limits: WebSocketLimits, maskingSeed: UInt64 = 0, inflaters: Inflaters? = nil,
    peerKeepsContext: Bool = false
  ) {
    self.role = role
    self.limits = limits
    self.inflaters = inflaters
    self.peerKeepsContext = peerKeepsContext
    maskingKeys = role == .client ? MaskingKeys(seed: maskingSeed) : nil
  }

  /// The key of the next frame; nil where nothing is masked.
  func nextMask() -> UInt32? { maskingKeys?.next() }
}
