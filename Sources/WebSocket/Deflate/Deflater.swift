package import Bytes
import CZlib

/// Compresses messages (RFC 7692 §7.2.1), each after a dictionary of its own or after nothing: what one
/// message is compressed with is forgotten before the next. Belongs to one loop, which needs only one.
/// Invariant: between messages there is no state but memory to work in.
package final class Deflater {
  /// No byte refers further back than 2 to the power of this.
  package let windowBits: Int
  private let stream: UnsafeMutablePointer<z_stream>
  // Where frames are put together before they are copied, as long as they are, into memory of their own.
  private var payload = ByteBuffer()
  private var framed = ByteBuffer()

  /// - Parameters:
  ///   - windowBits: 9...15; zlib makes no raw window of 8 bits.
  ///   - level: 1...9.
  ///   - memLevel: 1...9. Memory: 2^(windowBits+2) + 2^(memLevel+9) bytes.
  /// - Returns: nil when there is no memory.
  package init?(windowBits: Int = 12, level: Int = 6, memLevel: Int = 5) {
    precondition((9...15).contains(windowBits), "zlib deflates with windows of 9 to 15 bits")
    precondition((1...9).contains(level) && (1...9).contains(memLevel), "zlib has nine levels of both")
    self.windowBits = windowBits
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative: deflate alone, without a wrapping and its checksum.
    let begun = deflateInit2_(
      stream, Int32(level), Z_DEFLATED, Int32(-windowBits), Int32(memLevel), Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends the compressed message, without the 00 00 FF FF that every one ends with. An empty one comes to
  /// 00 (§7.2.3.6).
  ///
  /// - Parameter dictionary: what the receiver has inflated last; the nearer its end, the cheaper to refer
  ///   to. Empty: the message can be inflated by anybody.
  package func deflate(
    _ message: UnsafeRawBufferPointer, after dictionary: UnsafeRawBufferPointer, into out: inout ByteBuffer
  ) {
    // zlib's bound is for a stream that ends; the marker of a flush is some bytes longer. Should it not be
    // enough all the same, all is done again with more: a flush that was cut off would be marked twice.
    var wanted = Int(deflateBound(stream, UInt(message.count))) + 16
    while true {
      let room = out.room(for: wanted)
      let status = compress(message, after: dictionary, into: room)
      precondition(status == Z_OK, "zlib refuses what it cannot refuse")
      guard stream.pointee.avail_out > 0 else {
        wanted = room.count * 2
        continue
      }
      precondition(stream.pointee.avail_in == 0, "with room left all of it is taken")
      let made = room.count - Int(stream.pointee.avail_out)
      precondition(
        made > 4
          && room.loadUnaligned(fromByteOffset: made - 4, as: UInt32.self)
            == UInt32(0xFFFF_0000).littleEndian,
        "a flush ends with its marker")
      return out.wrote(made - 4)
    }
  }

  private func compress(
    _ message: UnsafeRawBufferPointer, after dictionary: UnsafeRawBufferPointer,
    into room: UnsafeMutableRawBufferPointer
  ) -> Int32 {
    deflateReset(stream)
    if let start = dictionary.baseAddress, !dictionary.isEmpty {
      let taken = deflateSetDictionary(
        stream, start.assumingMemoryBound(to: UInt8.self), UInt32(dictionary.count))
      precondition(taken == Z_OK, "a stream that was just reset takes a dictionary")
    }
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: message.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(message.count)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room.count)
    return CZlib.deflate(stream, Z_SYNC_FLUSH)
  }

  /// Appends a server's frame with a compressed message. Only the makers of `AloneFrame` and `SharedFrame`
  /// ask for it: who may receive it hangs on the dictionary.
  func appendFrame(
    _ message: UnsafeRawBufferPointer, isText: Bool, after dictionary: UnsafeRawBufferPointer,
    to out: inout ByteBuffer
  ) {
    assert(!isText || UTF8Validator.isValid(message), "a text message is UTF-8")
    payload.removeAll()
    deflate(message, after: dictionary, into: &payload)
    FrameEncoder.append(isText: isText, payload.bytes, isCompressed: true, to: &out)
  }

  /// The same, in memory of its own.
  func frame(_ message: [UInt8], isText: Bool, after dictionary: [UInt8]) -> [UInt8] {
    framed.removeAll()
    message.withUnsafeBytes { message in
      dictionary.withUnsafeBytes { appendFrame(message, isText: isText, after: $0, to: &framed) }
    }
    return Array(framed.bytes)
  }
}
