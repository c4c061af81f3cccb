import Bytes
import TestChecks
import TestDice
import TestInflater
import Testing

@testable import WebSocket

@Suite struct `Compressing messages (RFC 7692 §7.2.1)` {
  @Test func `7.2.3 the examples come out byte for byte`() throws {
    let deflater = try #require(Deflater())
    // 7.2.3.1, 7.2.3.2, and 7.2.3.6.
    #expect(deflate(text("Hello"), with: deflater) == [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
    #expect(deflate(text("Hello"), after: text("Hello"), with: deflater) == [0xF2, 0x00, 0x11, 0x00, 0x00])
    #expect(deflate([], with: deflater) == [0x00])
    #expect(deflate([], after: text("Hello"), with: deflater) == [0x00])
  }

  @Test func `a message is compressed after its dictionary and nothing else`() throws {
    let deflater = try #require(Deflater())
    var random = Dice(seed: 3)
    let first = event(1, using: &random)
    let second = event(2, using: &random)
    let alone = deflate(second, with: deflater)
    _ = deflate(first, with: deflater)
    #expect(deflate(second, with: deflater) == alone)
    #expect(deflate(second, after: first, with: deflater).count < alone.count)
    #expect(deflate(second, with: deflater) == alone)
  }

  @Test(arguments: 9...15) func `nothing refers further back than the window`(bits: Int) throws {
    let deflater = try #require(Deflater(windowBits: bits))
    var random = Dice(seed: UInt64(bits))
    // It repeats at every distance around the window's size, from the dictionary and from itself.
    let piece = noise(61, using: &random)
    let far = (0..<40).flatMap { i in piece + noise((1 << bits) - 300 + i * 20, using: &random) }
    for dictionaryBytes in [0, 1, 1 << bits, (1 << bits) + 1, 5 << bits] {
      let dictionary = Array(far.suffix(dictionaryBytes))
      var reference = ReferenceInflater(windowBits: bits)
      // Stored, so that the reference has it in its window.
      _ = try reference.inflate(stored(dictionary))
      let message = Array(far.prefix(2 << bits))
      let isSame = try reference.inflate(deflate(message, after: dictionary, with: deflater)) == message
      #expect(isSame, "\(dictionaryBytes) bytes before")
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 2047, 2048, 65_535, 65_536])
  func `A message that cannot be compressed becomes hardly longer`(count: Int) throws {
    let deflater = try #require(Deflater())
    var random = Dice(seed: UInt64(count))
    let message = noise(count, using: &random)
    let payload = deflate(message, with: deflater)
    #expect(payload.count <= count + count / 400 + 8)
    var reference = ReferenceInflater(windowBits: 12)
    let isSame = try reference.inflate(payload) == message
    #expect(isSame)
  }

  @Test(arguments: [8, 16]) func `a window that zlib cannot make is a bug of the caller`(bits: Int) async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [bits] in
      _ = Deflater(windowBits: bits)
    }
    expectFailedCheck("zlib deflates with windows of 9 to 15 bits", of: end)
  }

  /// Blocks of RFC 1951 §3.2.4, up to 65,535 bytes each.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(block.count)
      out += [0x00, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
    }
    return out + [0x00]
  }
}

@Suite struct `Frames that a server makes once` {
  @Test func `are whole, and flagged by their kind`() throws {
    let deflater = try #require(Deflater())
    #expect(PlainFrame(text: text("Hello")).bytes == [0x81, 0x05] + text("Hello"))
    // RFC 7692 §7.2.3.1.
    let alone = AloneFrame(text: text("Hello"), with: deflater)
    #expect(alone.bytes == [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
    var log = ByteBuffer()
    for isText in [true, false] {
      text("Hello").withUnsafeBytes { AloneFrame.append($0, isText: isText, with: deflater, to: &log) }
    }
    #expect(Array(log.bytes) == alone.bytes + [0xC2] + alone.bytes.dropFirst())
    var stream = SharedStream()
    #expect(stream.frame(text("Hello\n"), with: deflater).bytes[0] == 0xC1)
    #expect(stream.prime([], with: deflater).bytes[0] == 0xC1)
  }

  @Test func `say their length in its shortest form`() throws {
    let deflater = try #require(Deflater())
    var random = Dice(seed: 5)
    for count in [90, 126, 400, 90_000] {
      let letters = noise(count, using: &random).map { 0x40 | $0 & 0x3F }
      let frame = AloneFrame(text: letters, with: deflater).bytes
      let length = Int(frame[1] & 0x7F)
      let payload: ArraySlice<UInt8>
      switch length {
      case 126: payload = frame[4...]
      case 127: payload = frame[10...]
      default: payload = frame[2...]
      }
      #expect((length == 127) == (payload.count > 65_535) && (length < 126) == (payload.count < 126))
      var reference = ReferenceInflater(windowBits: 12)
      let isSame = try reference.inflate(Array(payload)) == letters
      #expect(isSame)
    }
  }

  @Test func `need a window that their receivers have`() async {
    let alone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      if let deflater = Deflater(windowBits: 13) { _ = AloneFrame(text: [], with: deflater) }
    }
    expectFailedCheck("it may not refer beyond a receiver's window", of: alone)
    let prime = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      if let deflater = Deflater(windowBits: 13) { _ = SharedStream().prime([], with: deflater) }
    }
    expectFailedCheck("it may not refer beyond a receiver's window", of: prime)
  }
}
