import WebSocket
import Wire

/// The application's close codes (docs/PROTOCOL.md, "ends"): the hundreds tell whether to come back.
extension CloseCode {
  static let tooSlow = CloseCode(EndCode.tooSlow.rawValue)
  static let silent = CloseCode(EndCode.silent.rawValue)
  static let tooFast = CloseCode(EndCode.tooFast.rawValue)
  static let badMessages = CloseCode(EndCode.badMessages.rawValue)
  static let helloMissing = CloseCode(EndCode.helloMissing.rawValue)
  static let banned = CloseCode(EndCode.banned.rawValue)
}
