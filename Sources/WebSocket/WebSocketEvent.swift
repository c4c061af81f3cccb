/// What a connection has to tell its owner.
package enum WebSocketEvent: Sendable, Equatable {
  /// A whole text message; its bytes are valid UTF-8.
  case text([UInt8])
  case binary([UInt8])
  /// A ping came; its pong is already in the output.
  case ping([UInt8])
  case pong([UInt8])
  /// Both ends said goodbye, or the peer did and our answer is in the output. 1005 is a goodbye
  /// without a code, 1006 a connection that broke off.
  case closed(CloseCode, reason: String)
  /// The peer broke the protocol; the close frame that tells it is in the output.
  case failed(CloseCode)
}
