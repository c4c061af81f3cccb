/// An HTTP status code (RFC 9110 §15) with the phrase that is sent beside it.
package struct Status: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
  package init(integerLiteral value: Int) { rawValue = value }

  package static let continueSending: Status = 100
  package static let switchingProtocols: Status = 101
  package static let ok: Status = 200
  package static let created: Status = 201
  package static let accepted: Status = 202
  package static let noContent: Status = 204
  package static let notModified: Status = 304
  package static let badRequest: Status = 400
  package static let unauthorized: Status = 401
  package static let forbidden: Status = 403
  package static let notFound: Status = 404
  package static let methodNotAllowed: Status = 405
  package static let requestTimeout: Status = 408
  package static let conflict: Status = 409
  package static let lengthRequired: Status = 411
  package static let contentTooLarge: Status = 413
  package static let targetTooLong: Status = 414
  package static let unsupportedMediaType: Status = 415
  package static let expectationFailed: Status = 417
  package static let upgradeRequired: Status = 426
  package static let tooManyRequests: Status = 429
  package static let headerTooLarge: Status = 431
  package static let notImplemented: Status = 501
  package static let unavailable: Status = 503
  package static let versionNotSupported: Status = 505
  package static let insufficientStorage: Status = 507

  /// Whether a response of this status may carry a body at all (RFC 9110 §6.4.1).
  package var allowsBody: Bool {
    rawValue >= 200 && self != .noContent && self != .notModified
  }

  package var phrase: StaticString {
    switch self {
    case .continueSending: "Continue"
    case .switchingProtocols: "Switching Protocols"
    case .ok: "OK"
    case .created: "Created"
    case .accepted: "Accepted"
    case .noContent: "No Content"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .conflict: "Conflict"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .unsupportedMediaType: "Unsupported Media Type"
    case .expectationFailed: "Expectation Failed"
    case .upgradeRequired: "Upgrade Required"
    case .tooManyRequests: "Too Many Requests"
    case .headerTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    case .insufficientStorage: "Insufficient Storage"
    default: ""
    }
  }
}
