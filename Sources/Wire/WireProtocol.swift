/// Words of the protocol that stand outside of its messages; see docs/PROTOCOL.md.
package enum WireProtocol {
  /// What both ends name as subprotocol in the handshake, and the server again in `welcome`.
  package static let name = "baize.v1"
}

/// The protocol's own close codes ("ends"): the hundreds tell whether to come back.
package enum EndCode: UInt16, Sendable, CaseIterable {
  case tooSlow = 4008
  case silent = 4010
  case tooFast = 4029
  case badMessages = 4400
  case helloMissing = 4401
  case banned = 4403
}
