/// Every bound on what a peer may make us hold.
package struct WebSocketLimits: Sendable {
  /// Payload of one message, all its fragments together; more is refused with 1009: from the frame header, or as
  /// it is inflated.
  package var messageBytesMax: Int
  /// Frames of one message, so that empty fragments cannot go on forever; more is refused with 1008.
  package var fragmentsMax: Int

  package init(messageBytesMax: Int = 4096, fragmentsMax: Int = 16) {
    precondition(messageBytesMax >= 0 && fragmentsMax >= 1, "a message has at least one frame")
    self.messageBytesMax = messageBytesMax
    self.fragmentsMax = fragmentsMax
  }

  /// A compressed message may be a little longer than its content, but it cannot have empty blocks without end.
  var compressedBytesMax: Int { messageBytesMax + messageBytesMax / 8 + 1024 }

  /// RFC 6455 §5.5: the payload of a control frame has at most 125 bytes.
  package static let controlBytesMax = 125
}
