import CNettle

/// Codes that only who has the key can make (RFC 2104), with SHA-256.
package enum HMAC {
  /// - Returns: 32 bytes.
  package static func sha256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var state = hmac_sha256_ctx()
    nettle_hmac_sha256_set_key(&state, key.count, key)
    nettle_hmac_sha256_update(&state, bytes.count, bytes)
    return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { space, filled in
      nettle_hmac_sha256_digest(&state, SHA256.byteCount, space.baseAddress)
      filled = SHA256.byteCount
    }
  }
}
