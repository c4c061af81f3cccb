/// An HTTP status code (RFC 9110 §15) with the phrase that is sent beside it.
package struct Status: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
  package init(integerLiteral value: Int) { rawValue = value }

  package static let switchingProtocols: Status = 101
  package static let ok: Status = 200
  package static let noContent: Status = 204
  package static let notModified: Status = 304
  package static let badRequest: Status = 400
  package static let forbidden: Status = 403
  package static let notFound: Status = 404
  package static let methodNotAllowed: Status = 405
  package static let lengthRequired: Status = 411
  package static let contentTooLarge: Status = 413
  package static let targetTooLong: Status = 414
  package static let upgradeRequired: Status = 426
  package static let headerTooLarge: Status = 431
  package static let unavailable: Status = 503
  package static let versionNotSupported: Status = 505

  /// Whether a response of this status may carry a body at all (RFC 9110 §6.4.1).
  package var allowsBody: Bool {
    rawValue >= 200 && self != .noContent && self != .notModified
  }

  package var phrase: StaticString {
    switch self {
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .noContent: "No Content"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .upgradeRequired: "Upgrade Required"
    case .headerTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    default: ""
    }
  }
}
