import CZlib

/// Whole files into gzip (RFC 1952), once, when they are added. The same bytes always give the same
/// bytes.
package enum Gzip {
  /// - Returns: nil when zlib has no memory, or the input is longer than its counters.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) / 2 else { return nil }
    var stream = z_stream()
    // 15 bits of window, and 16 on top ask zlib for a gzip wrapping.
    let begun = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { deflateEnd(&stream) }

    var input = bytes
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: bound) { space, written in
      input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = space.baseAddress
        stream.avail_out = UInt32(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        written = bound - Int(stream.avail_out)
      }
    }
    return isWhole ? output : nil
  }
}
