import Testing

@testable import Bytes

@Suite struct `FNV-1a` {
  /// As published for the algorithm, but for the last, which was computed apart.
  @Test(arguments: [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968), ("stock:;", 0x5841_1232)])
  func `gives the numbers that everybody has`(text: String, value: UInt32) {
    var hash = FNV1a()
    hash.add(text.utf8)
    #expect(hash.value == value)
  }
}

@Suite struct `Bytes in hexadecimal digits` {
  @Test func `are written in lower case, and read as they are written`() {
    let all = Array(UInt8.min...UInt8.max)
    #expect(hex([0, 10, 255]) == "000aff" && hex(0x00AB_CDEF as UInt32) == "00abcdef")
    #expect(bytes(ofHex: hex(all)) == all)
  }

  @Test(arguments: ["0", "0g", "+1", " 1", "000"])
  func `are not read from anything else`(text: String) { #expect(bytes(ofHex: text) == nil) }
}
