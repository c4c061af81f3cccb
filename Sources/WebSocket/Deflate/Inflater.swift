package import Bytes
import CZlib

/// Why a compressed message could not be inflated. The caller knows the close code for it.
package enum InflateFault: Error, Sendable, Equatable {
  /// The message has more bytes than the limit, or would have.
  case tooBig
  /// No deflate data (RFC 1951), a reference to bytes that never were, or an end inside a block.
  case broken
}

/// Inflates messages (RFC 7692 §7.2.2), piece by piece as they come in. Belongs to one loop.
/// Invariant: whatever the input, nothing is written beyond the limit; after a fault only `reset` helps.
///
///     ├─ piece ─┼─ piece ─┼─ 00 00 FF FF ─┤   the end of every message, which is not sent
package final class Inflater {
  private let stream: UnsafeMutablePointer<z_stream>
  /// The input so far ends between two blocks, and on a whole byte.
  private var isBetweenBlocks = true

  /// How much room is made at a time.
  private static let stepBytes = 512

  /// - Parameter windowBits: 8...15; how far back the messages may refer at most. 15 takes everything.
  /// - Returns: nil when there is no memory.
  package init?(windowBits: Int = 15) {
    precondition((8...15).contains(windowBits), "RFC 1951 has windows up to 32 KiB")
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative: deflate alone, without a wrapping and its checksum.
    let begun = inflateInit2_(
      stream, Int32(-windowBits), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Forgets everything: the next message refers to none before it.
  package func reset() {
    inflateReset(stream)
    isBetweenBlocks = true
  }

  /// Appends what a piece of the current message comes to. What was inflated before a fault is in `message`
  /// too.
  ///
  /// - Parameter limit: of the whole message: afterwards it has at most so many bytes.
  /// - Throws: `tooBig` as soon as there is a byte more, `broken` at the first bit that means nothing.
  package func inflate(
    _ piece: UnsafeRawBufferPointer, limit: Int, into message: inout ByteBuffer
  ) throws(InflateFault) {
    precondition(
      message.count <= limit && limit < Int.max, "a message begins empty, and stays within its limit")
    guard let start = piece.baseAddress, !piece.isEmpty else { return }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(piece.count)
    while true {
      // One byte more than may be: it is written, never counted, and tells that the message is too long.
      let left = limit - message.count + 1
      let room = message.room(for: min(left, Inflater.stepBytes))
      let given = min(room.count, left, Int(UInt32.max))
      stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(given)
      let status = CZlib.inflate(stream, Z_SYNC_FLUSH)
      let made = given - Int(stream.pointee.avail_out)
      message.wrote(min(made, left - 1))
      guard made < left else { throw .tooBig }
      switch status {
      case Z_OK:
        // zlib: 128 is set between two blocks, and the lowest bits count those of a byte begun.
        isBetweenBlocks = stream.pointee.data_type & 128 != 0 && stream.pointee.data_type & 63 == 0
        if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return }
      case Z_BUF_ERROR:
        // All input is taken, and all output was out already.
        assert(stream.pointee.avail_in == 0, "there was room")
        return
      case Z_STREAM_END:
        // A last block need not be the last (RFC 7692 §7.2.3.4): another begins at the next byte, and may
        // refer to what came before, so the window stays.
        inflateResetKeep(stream)
        isBetweenBlocks = true
        if stream.pointee.avail_in == 0 { return }
      default: throw .broken
      }
    }
  }

  /// The message is complete; what the next one refers to is kept.
  ///
  /// - Throws: `broken` too when the message breaks off inside a block.
  package func endMessage(limit: Int, into message: inout ByteBuffer) throws(InflateFault) {
    // Some forget the byte 00 that stands for an empty message (§7.2.3.6) or follows a last block: then there
    // is no block that has to be ended.
    if isBetweenBlocks { return }
    try withUnsafeBytes(of: UInt32(0xFFFF_0000).littleEndian) { tail throws(InflateFault) in
      try inflate(tail, limit: limit, into: &message)
    }
    guard isBetweenBlocks else { throw .broken }
  }
}
