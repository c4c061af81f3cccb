package import Bytes

// Whole frames, made once for many receivers. The third kind, `SharedFrame`, is made by its stream alone.
// They are types apart because a frame of one kind in the place of another does its harm silently: raw
// deflate has no checksum, and what a receiver inflates changes what it makes of every compressed message
// after it.

/// A text as it is, RSV1 = 0. It does not change the receiver's window, so anybody may receive it at any
/// time. Messages for one client only are always of this kind.
package struct PlainFrame: Sendable, Equatable {
  package let bytes: [UInt8]

  package init(text: [UInt8]) { bytes = FrameEncoder.serverFrame(text: text) }
}

/// A message compressed from nothing, RSV1 = 1: for those who agreed on no context, all of them the same
/// bytes. A client that keeps a context must not receive it, for it would enter the window.
package struct AloneFrame: Sendable, Equatable {
  package let bytes: [UInt8]

  /// - Parameter deflater: of no more bits than the receivers' windows: `SharedStream.windowBits`.
  package init(text: [UInt8], with deflater: Deflater) {
    SharedStream.checkWindow(of: deflater)
    bytes = deflater.frame(text, isText: true, after: [])
  }

  /// The same bytes, put where they will be sent from.
  package static func append(
    _ message: UnsafeRawBufferPointer, isText: Bool, with deflater: Deflater, to out: inout ByteBuffer
  ) {
    SharedStream.checkWindow(of: deflater)
    deflater.appendFrame(
      message, isText: isText, after: UnsafeRawBufferPointer(start: nil, count: 0), to: &out)
  }
}
