import Testing

@testable import Bytes

@Suite struct `Bytes in hexadecimal digits` {
  @Test func `are written in lower case, and read as they are written`() {
    let all = Array(UInt8.min...UInt8.max)
    #expect(hex([0, 10, 255]) == "000aff" && hex(0x00AB_CDEF as UInt32) == "00abcdef")
    #expect(bytes(ofHex: hex(all)) == all)
  }

  @Test(arguments: ["0", "0g", "+1", " 1", "000"])
  func `are not read from anything else`(text: String) { #expect(bytes(ofHex: text) == nil) }
}
