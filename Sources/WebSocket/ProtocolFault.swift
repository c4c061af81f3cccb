/// What a peer did wrong, and what to tell it: the code and reason of the close frame that answers.
struct ProtocolFault: Error, Sendable, Equatable {
  let code: CloseCode
  let reason: String

  init(_ code: CloseCode, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// RFC 6455 §8.1.
  static let badText = ProtocolFault(.invalidPayload, "the text is not valid UTF-8")
  static let cutText = ProtocolFault(.invalidPayload, "the text ends inside a character")

  static func broken(_ reason: String) -> ProtocolFault { ProtocolFault(.protocolError, reason) }
}
