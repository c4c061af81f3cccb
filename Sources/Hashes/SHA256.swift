import CNettle

/// SHA-256 of bytes that come one part after the other (FIPS 180-4).
package struct SHA256 {
  /// Of a digest.
  package static let byteCount = 32

  private var state = sha256_ctx()

  package init() { nettle_sha256_init(&state) }

  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(&state, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  /// Of all that came.
  package consuming func digest() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { space, filled in
      nettle_sha256_digest(&state, Self.byteCount, space.baseAddress)
      filled = Self.byteCount
    }
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }
}
