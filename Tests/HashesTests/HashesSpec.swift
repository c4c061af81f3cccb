import Testing

@testable import Hashes

/// The examples of FIPS 180-4 (NIST, "Cryptographic Standards and Guidelines: examples with intermediate values").
@Suite struct Hashes {
  static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ])
  func `The SHA-256 digests of the standard's examples are the standard's`(text: String, digest: String) {
    #expect(hex(SHA256.digest(of: Array(text.utf8))) == digest)
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (long, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
  ])
  func `The SHA-1 digests of the standard's examples are the standard's`(text: String, digest: String) {
    #expect(hex(SHA1.digest(of: Array(text.utf8))) == digest)
  }

  @Test func `are the same however the bytes are parted`() {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    for part in [1, 63, 64, 65, 4096, 1_000_000] {
      var hash = SHA256()
      for start in stride(from: 0, to: million.count, by: part) {
        hash.update(Array(million[start..<min(start + part, million.count)]))
      }
      #expect(
        hex(hash.digest()) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "\(part)")
    }
  }

  @Test func `go on from a copy each by itself`() {
    var one = SHA256()
    one.update(Array("ab".utf8))
    var other = one
    one.update(Array("c".utf8))
    other.update(Array("d".utf8))
    #expect(one.digest() == SHA256.digest(of: Array("abc".utf8)))
    #expect(other.digest() == SHA256.digest(of: Array("abd".utf8)))
  }
}
