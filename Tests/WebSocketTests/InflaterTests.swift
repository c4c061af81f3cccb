import TestChecks
import TestDice
import TestInflater
import Testing

@testable import WebSocket

@Suite struct `Inflating messages (RFC 7692 §7.2.2)` {
  /// The payloads of the RFC's examples. All but the last say "Hello".
  static let examples: [(section: String, payload: [UInt8], message: String)] = [
    ("7.2.3.1 one block", [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], "Hello"),
    (
      "7.2.3.3 a stored block",
      [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00], "Hello"
    ),
    ("7.2.3.4 a last block", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], "Hello"),
    (
      "7.2.3.5 two blocks",
      [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00], "Hello"
    ),
    ("7.2.3.6 an empty message", [0x00], ""),
  ]

  @Test(arguments: examples)
  func `7.2.3 the examples come out, however they are cut`(
    section: String, payload: [UInt8], message: String
  ) throws {
    for pieces in cuts(payload) {
      #expect(inflate(pieces, with: try inflater()) == .message(text(message)), "\(section): \(pieces)")
    }
    var reference = ReferenceInflater(windowBits: 15)
    #expect(try reference.inflate(payload) == text(message))
  }

  @Test func `7.2.3.2 a message may refer to the one before, until that is forgotten`() throws {
    let inflater = try inflater()
    let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
    #expect(inflate([Self.examples[0].payload], with: inflater) == .message(text("Hello")))
    #expect(inflate([again], with: inflater) == .message(text("Hello")))
    inflater.reset()
    #expect(inflate([again], with: inflater) == .fault(.broken, after: 1))
  }

  @Test func `7.2.3.4 what follows a last block may refer to what came before it`() throws {
    let inflater = try inflater()
    #expect(inflate([Self.examples[2].payload], with: inflater) == .message(text("Hello")))
    #expect(inflate([[0xF2, 0x00, 0x11, 0x00, 0x00]], with: inflater) == .message(text("Hello")))
    // In one message too.
    let both = Self.examples[2].payload.dropLast() + [0xF2, 0x00, 0x11, 0x00, 0x00]
    for pieces in cuts(Array(both)) {
      inflater.reset()
      #expect(inflate(pieces, with: inflater) == .message(text("HelloHello")))
    }
  }

  @Test(arguments: [
    // No byte at all for an empty message; a last block with nothing after it.
    ([], ""), ([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], "Hello"),
  ])
  func `a message that ends between two blocks needs no more`(payload: [UInt8], message: String) throws {
    let inflater = try inflater()
    for pieces in cuts(payload) {
      #expect(inflate(pieces, with: inflater) == .message(text(message)))
      // And what follows is understood.
      #expect(inflate([Self.examples[0].payload], with: inflater) == .message(text("Hello")))
      inflater.reset()
    }
  }

  @Test(arguments: [
    ("a block of type 3", [0x06], 0),
    ("a stored block with a wrong length", [0x00, 0x05, 0x00, 0xFA, 0xFE], 0),
    ("a reference to nothing", [0xF2, 0x00, 0x11, 0x00, 0x00], 1),
    ("a block that breaks off", [0xF2, 0x48, 0xCD, 0xC9, 0xC9], 5),
    ("a stored block that breaks off", [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65], 5),
    ("garbage after a last block", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0xFF], 5),
    ("too many codes of lengths", [0xFC, 0xFF, 0xFF], 0),
    ("a flush marker that was left on", [0, 0, 0, 0xFF], 0),
  ])
  func `A payload that is not DEFLATE data is broken, however it is cut`(
    what: String, payload: [UInt8], after: Int
  ) throws {
    for pieces in cuts(payload) {
      #expect(inflate(pieces, with: try inflater()) == .fault(.broken, after: after), "\(what): \(pieces)")
    }
    var reference = ReferenceInflater(windowBits: 15)
    #expect(throws: ReferenceInflater.Fault.self, "\(what)") { try reference.inflate(payload) }
  }

  @Suite struct `The limit` {
    @Test(arguments: [0, 1, 2, 511, 512, 513, 4095, 4096, 4097, 70_000])
    func `is kept to the byte`(count: Int) throws {
      let inflater = try inflater()
      let deflater = try #require(Deflater())
      var random = Dice(seed: UInt64(count))
      for message in [[UInt8](repeating: 0x61, count: count), noise(count, using: &random)] {
        let payload = deflate(message, with: deflater)
        let isWhole = inflate([payload], limit: count, with: inflater) == .message(message)
        #expect(isWhole)
        guard count > 0 else { continue }
        for limit in [0, count / 2, count - 1] {
          inflater.reset()
          #expect(inflate([payload], limit: limit, with: inflater) == .fault(.tooBig, after: limit))
        }
        inflater.reset()
      }
    }

    @Test func `does not hang on the cuts`() throws {
      let deflater = try #require(Deflater())
      let payload = deflate(text(String(repeating: "abcabd", count: 50)), with: deflater)
      for limit in [0, 1, 150, 299] {
        for pieces in cuts(payload) {
          #expect(inflate(pieces, limit: limit, with: try inflater()) == .fault(.tooBig, after: limit))
        }
      }
      for pieces in cuts(payload) {
        #expect(inflate(pieces, limit: 300, with: try inflater()) != .fault(.tooBig, after: 300))
      }
    }

    @Test func `stops a thousandfold message at once`() throws {
      // 1 MiB that comes as about 1 KiB.
      let deflater = try #require(Deflater(windowBits: 15, level: 9, memLevel: 9))
      let payload = deflate([UInt8](repeating: 0, count: 1 << 20), with: deflater)
      #expect(payload.count < 1100)
      #expect(inflate([payload], limit: 4096, with: try inflater()) == .fault(.tooBig, after: 4096))
    }

    @Test func `is of the message, and the next begins at nothing`() throws {
      let inflater = try inflater()
      for _ in 0..<3 {
        #expect(inflate([Self.hello], limit: 5, with: inflater) == .message(text("Hello")))
      }
      #expect(inflate([Self.hello], limit: 4, with: inflater) == .fault(.tooBig, after: 4))
    }

    private static let hello = `Inflating messages (RFC 7692 §7.2.2)`.examples[0].payload
  }

  @Test(arguments: 9...15)
  func `every window is understood`(bits: Int) throws {
    let inflater = try #require(Inflater(windowBits: bits))
    let deflater = try #require(Deflater(windowBits: bits))
    var reference = ReferenceInflater(windowBits: bits)
    var random = Dice(seed: UInt64(bits))
    let block = noise(700, using: &random)
    var told: [UInt8] = []
    for number in 0..<30 {
      let message =
        number % 3 == 0 ? block + block + block + block + block + block : event(number, using: &random)
      let payload = deflate(message, after: told.suffix(1 << bits), with: deflater)
      told += message
      let isSame = inflate([payload], with: inflater) == .message(message)
      #expect(isSame, "message \(number)")
      #expect(try reference.inflate(payload) == message, "message \(number)")
    }
  }

  /// Bits are flipped, and it must understand or refuse exactly as the reference does, at whatever cuts.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `damaged messages come to what the reference makes of them`(seed: UInt64) throws {
    var random = Dice(seed: seed)
    let inflater = try inflater()
    var understood = 0
    for number in 0..<60 {
      let level = Int.random(in: 1...9, using: &random)
      let deflater = try #require(Deflater(windowBits: 9 + number % 7, level: level, memLevel: level))
      var message = event(number, using: &random)
      if number % 5 == 0 { message += noise(40, using: &random) }
      var payload = deflate(message, with: deflater)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        payload[Int.random(in: 0..<payload.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      var reference = ReferenceInflater(windowBits: 15)
      let expected = try? reference.inflate(payload)
      let whole = inflate([payload], with: inflater)
      switch whole {
      case .message(let message): #expect(message == expected, "seed \(seed), message \(number)")
      case .fault: #expect(expected == nil, "seed \(seed), message \(number)")
      }
      if expected != nil { understood += 1 }
      for pieces in cuts(payload, every: 7) {
        inflater.reset()
        #expect(inflate(pieces, with: inflater) == whole, "seed \(seed), message \(number)")
      }
      inflater.reset()
    }
    #expect((20..<60).contains(understood), "seed \(seed): both kinds were tried")
  }

  @Suite struct `A loop's inflaters` {
    @Test func `are lent until all are, and remember nothing when they come back`() throws {
      let inflaters = Inflaters(inflatersMax: 2)
      let one = try #require(inflaters.borrow())
      let two = try #require(inflaters.borrow())
      #expect(inflaters.borrow() == nil)
      #expect(
        inflate([`Inflating messages (RFC 7692 §7.2.2)`.examples[0].payload], with: two)
          == .message(text("Hello")))
      inflaters.giveBack(two)
      let again = try #require(inflaters.borrow())
      #expect(again === two)
      #expect(inflate([[0xF2, 0x00, 0x11, 0x00, 0x00]], with: again) == .fault(.broken, after: 1))
      #expect(inflaters.borrow() == nil)
      inflaters.giveBack(again)
      inflaters.giveBack(one)
    }

    @Test func `are kept by four`() throws {
      let inflaters = Inflaters()
      let first = try (0..<6).map { _ in try #require(inflaters.borrow()) }
      first.forEach(inflaters.giveBack)
      let second = try (0..<6).map { _ in try #require(inflaters.borrow()) }
      #expect(second.count { inflater in first.contains { $0 === inflater } } == 4)
    }

    @Test func `come back only from whom they were lent to`() async {
      let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        if let inflater = Inflater() { Inflaters().giveBack(inflater) }
      }
      expectFailedCheck("what is given back was borrowed", of: end)
    }
  }
}

private func inflater() throws -> Inflater { try #require(Inflater()) }

/// Input whole, byte by byte, and cut in two: at every place, or at some.
private func cuts(_ input: [UInt8], every: Int = 1) -> [[[UInt8]]] {
  [[input], input.map { [$0] }]
    + stride(from: 0, through: input.count, by: every).map { [Array(input[..<$0]), Array(input[$0...])] }
}
