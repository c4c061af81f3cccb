/// One file as it is served: its bytes, and smaller bytes for clients that take gzip.
/// Invariant: `gzipped` is shorter than `bytes`, and the two have different entity tags.
package struct StaticFile: Sendable {
  package struct Variant: Sendable, Equatable {
    package let bytes: [UInt8]
    /// A strong entity tag with its quotes (RFC 9110 §8.8.3).
    package let etag: String
  }

  package let type: ContentType
  /// What is at this path will never be anything else.
  package let isForEver: Bool
  package let plain: Variant
  package let gzipped: Variant?

  package init(path: String, bytes: [UInt8], isForEver: Bool = false) {
    self.isForEver = isForEver
    type = ContentType(path: path)
    let digest = StaticFile.digest(bytes)
    plain = Variant(bytes: bytes, etag: "\"\(digest)\"")
    if type.isCompressible, let small = Gzip.compress(bytes), small.count < bytes.count {
      gzipped = Variant(bytes: small, etag: "\"\(digest)-gz\"")
    } else {
      gzipped = nil
    }
  }

  /// The value of `Cache-Control`.
  package var caching: String {
    if isForEver { return "public, max-age=31536000, immutable" }
    return type.revalidates ? "no-cache" : "public, max-age=3600"
  }

  /// FNV-1a over 64 bits, and the length: it has to tell versions of a file apart, not to withstand
  /// an attacker, because the files are our own.
  private static func digest(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16) + "-" + String(bytes.count, radix: 16)
  }
}
