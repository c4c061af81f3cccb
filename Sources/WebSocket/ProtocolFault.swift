/// What a peer did wrong, and what to tell it: the code and reason of the close frame that answers.
struct ProtocolFault: Error, Sendable, Equatable {
  let code: CloseCode
  let reason: String

  init(_ code: CloseCode, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  static func broken(_ reason: String) -> ProtocolFault { ProtocolFault(.protocolError, reason) }
}
