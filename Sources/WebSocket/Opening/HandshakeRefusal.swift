package import HTTP

/// Why a handshake came to nothing. The first half is what a server says to a client, the second
/// what a client finds in a server's answer.
package enum HandshakeRefusal: Error, Sendable, Equatable {
  case methodNotGet
  case versionNotHTTP11
  case hostMissing
  case notAnUpgrade
  case badKey
  case webSocketVersion
  case originForbidden
  case bodyPresent
  /// Said at either end.
  case badExtensions

  case status(Status)
  case answerNotAnUpgrade
  case wrongAccept
  case extensionNotOffered
  case extensionTwice
  case deflateParameterUnknown
  case deflateParameterTwice
  case deflateValueBad
  case subprotocolNotOffered

  package var status: Status {
    switch self {
    case .methodNotGet: .methodNotAllowed
    case .versionNotHTTP11, .hostMissing, .badKey, .bodyPresent, .badExtensions: .badRequest
    case .notAnUpgrade, .webSocketVersion: .upgradeRequired
    case .originForbidden: .forbidden
    case .status(let status): status
    case .answerNotAnUpgrade, .wrongAccept, .extensionNotOffered, .extensionTwice, .deflateParameterUnknown,
      .deflateParameterTwice, .deflateValueBad, .subprotocolNotOffered:
      .badRequest
    }
  }

  /// For people.
  package var reason: String {
    switch self {
    case .methodNotGet: "The method must be GET, which opens a WebSocket."
    case .versionNotHTTP11: "The version must be HTTP/1.1, which opens a WebSocket."
    case .hostMissing: "A request must have exactly one Host."
    case .notAnUpgrade: "A request to this address must be an upgrade to WebSocket."
    case .badKey: "Sec-WebSocket-Key must be base64 of 16 bytes."
    case .webSocketVersion: "Sec-WebSocket-Version must be 13."
    case .originForbidden: "Pages of that origin may not connect."
    case .bodyPresent: "A request that opens a WebSocket must not have a body."
    case .badExtensions: "Sec-WebSocket-Extensions must be a list of extensions."
    case .status(let status): "The server answered \(status.rawValue) \(status.phrase)."
    case .answerNotAnUpgrade: "The server's answer does not switch to WebSocket."
    case .wrongAccept: "The server's Sec-WebSocket-Accept does not fit the key."
    case .extensionNotOffered: "The server chose an extension that was not offered."
    case .extensionTwice: "The server chose an extension twice."
    case .deflateParameterUnknown: "The server set a parameter of compression that does not exist."
    case .deflateParameterTwice: "The server set a parameter of compression twice."
    case .deflateValueBad: "The server gave a parameter of compression a value that it cannot have."
    case .subprotocolNotOffered: "The server chose a subprotocol that was not offered."
    }
  }

  /// The answer to send before the connection closes.
  package func response(to head: RequestHead?, date: String) -> Response {
    var response = Response.text(status, reason, to: head, date: date)
    response.close()
    switch self {
    case .methodNotGet: response.add(Header("Allow", "GET"))
    case .notAnUpgrade: response.add(Header("Upgrade", "websocket"))
    case .webSocketVersion:
      response.add(Header("Upgrade", "websocket"))
      response.add(Header("Sec-WebSocket-Version", "13"))
    default: break
    }
    return response
  }
}
