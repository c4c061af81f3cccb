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

extension WebSocketConnection {
  /// The same, step by step and without a copy: pointers hold until the next step.
  package enum Step {
    /// The input is at its end.
    case needMore
    case text(UnsafeRawBufferPointer)
    case binary(UnsafeRawBufferPointer)
    case ping(UnsafeRawBufferPointer)
    case pong(UnsafeRawBufferPointer)
    case closed(CloseCode, reason: String)
    case failed(CloseCode)
  }
}
