/// Why a connection ends (RFC 6455 §7.4, and the registry that it opened).
package struct CloseCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package static let normal = CloseCode(1000)
  package static let goingAway = CloseCode(1001)
  package static let protocolError = CloseCode(1002)
  package static let unsupportedData = CloseCode(1003)
  /// The peer closed without saying why. Never sent.
  package static let noStatus = CloseCode(1005)
  /// The connection broke off without a close frame. Never sent.
  package static let abnormal = CloseCode(1006)
  package static let invalidPayload = CloseCode(1007)
  package static let policyViolation = CloseCode(1008)
  package static let messageTooBig = CloseCode(1009)
  package static let mandatoryExtension = CloseCode(1010)
  package static let internalError = CloseCode(1011)
  package static let serviceRestart = CloseCode(1012)
  package static let tryAgainLater = CloseCode(1013)
  package static let badGateway = CloseCode(1014)
  /// TLS failed. Never sent.
  package static let tlsHandshake = CloseCode(1015)

  /// May a close frame carry it at all? 1004, 1005, 1006 and 1015 are for the inside, the rest is
  /// unassigned.
  package var isValidOnWire: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  /// May this end say it of its own accord? Only a client misses an extension; only a server restarts.
  package func mayBeSent(by role: Role) -> Bool {
    switch self {
    case .mandatoryExtension: role == .client
    case .serviceRestart, .tryAgainLater, .badGateway: role == .server
    default: isValidOnWire
    }
  }
}

extension CloseCode: CustomStringConvertible {
  package var description: String { String(rawValue) }
}
