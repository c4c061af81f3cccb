import CNettle

/// SHA-1 (FIPS 180-4), which RFC 6455 asks for in its handshake. Nothing that must be safe may rest on it.
package enum SHA1 {
  /// Of a digest.
  package static let byteCount = 20

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state = sha1_ctx()
    nettle_sha1_init(&state)
    nettle_sha1_update(&state, bytes.count, bytes)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { space, filled in
      nettle_sha1_digest(&state, byteCount, space.baseAddress)
      filled = byteCount
    }
  }
}
