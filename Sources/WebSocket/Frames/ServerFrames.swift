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

  /// Appends what whole frames say, without their heads.
  ///
  /// - Parameter frames: of a server, one behind the other, none of them compressed.
  package static func appendTexts(of frames: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    var rest = frames[...]
    while let second = rest.dropFirst().first {
      let (head, lengthBytes) = (2, second < 126 ? 0 : second == 126 ? 2 : 8)
      let long = rest.dropFirst(head).prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
      let count = lengthBytes == 0 ? Int(second) : long
      rest = rest.dropFirst(head + lengthBytes)
      precondition(rest.count >= count, "frames are whole")
      text += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
  }
}

/// A message compressed from nothing, RSV1 = 1: for those who agreed on no context, all of them the same
/// bytes. It enters the window of a client that keeps a context, so that one may receive it only while it is in no
/// stream: what lets it into one refers to nothing before.
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
