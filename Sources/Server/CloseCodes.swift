import WebSocket

/// The application's close codes (docs/PROTOCOL.md, "ends"): the hundreds tell whether to come back.
extension CloseCode {
  static let slow = CloseCode(4008)
  static let silent = CloseCode(4010)
  static let tooFast = CloseCode(4029)
  static let badMessages = CloseCode(4400)
  static let helloMissing = CloseCode(4401)
}
