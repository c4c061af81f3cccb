import Testing

@testable import WebSocket

@Suite struct `RFC 7692` {
  @Suite struct `§7.2.3 Examples` {
    @Test(
      arguments: [
        ("7.2.3.1", [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
        ("7.2.3.1", [0x41, 0x03, 0xF2, 0x48, 0xCD, 0x80, 0x04, 0xC9, 0xC9, 0x07, 0x00]),
        ("7.2.3.3", [0xC1, 0x0B, 0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]),
        ("7.2.3.4", [0xC1, 0x08, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
        (
          "7.2.3.5",
          [0xC1, 0x0D, 0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]
        ),
      ] as [(String, [UInt8])])
    func `are heard`(section: String, bytes: [UInt8]) {
      #expect(hearCompressed(bytes, as: .client).events == [.text(text("Hello"))])
    }

    @Test func `7.2.3.2 a message refers to the one before where context is kept`() {
      let both = frame(1, hello, reserved: 4) + frame(1, again, reserved: 4)
      #expect(
        hearCompressed(both, as: .client, keepsContext: true).events
          == [.text(text("Hello")), .text(text("Hello"))])
      #expect(
        hearCompressed(both, as: .client).events == [.text(text("Hello")), .failed(.invalidPayload)])
    }

    @Test func `7.2.3.6 an empty message is one byte`() {
      #expect(hearCompressed(masked(1, [0x00], reserved: 4)).events == [.text([])])
      #expect(hearCompressed(masked(2, [0x00], reserved: 4)).events == [.binary([])])
    }
  }

  @Suite struct `§6 Frames` {
    @Test func `compressed and plain messages may take turns, with control frames between fragments`() {
      let input =
        masked(1, text("plain")) + masked(1, Array(hello[..<2]), fin: false, reserved: 4)
        + masked(9, text("p"))
        + masked(0, [], fin: false) + masked(0, Array(hello[2...])) + masked(2, hello, reserved: 4)
        + masked(2, hello)
      let heard = hearCompressed(input)
      #expect(
        heard.events == [
          .text(text("plain")), .ping(text("p")), .text(text("Hello")), .binary(text("Hello")),
          .binary(hello),
        ])
      #expect(heard.output == [0x8A, 0x01] + text("p"))
    }

    @Test func `plain messages leave the context alone`() {
      let input =
        frame(1, hello, reserved: 4) + frame(1, text("xyz")) + frame(9, text("p"))
        + frame(1, again, reserved: 4)
      #expect(
        hearCompressed(input, as: .client, keepsContext: true).events
          == [.text(text("Hello")), .text(text("xyz")), .ping(text("p")), .text(text("Hello"))])
    }

    @Test(arguments: [8, 9, 10] as [UInt8]) func `6.1 control frames are not compressed`(opcode: UInt8) {
      #expect(hearCompressed(masked(opcode, [], reserved: 4)).events == [.failed(.protocolError)])
    }

    @Test func `6.1 only the first frame of a message says that it is compressed`() {
      for reserved in [0, 4] as [UInt8] {
        let input = masked(1, [hello[0]], fin: false, reserved: reserved) + masked(0, [], reserved: 4)
        #expect(hearCompressed(input).events == [.failed(.protocolError)])
      }
    }

    @Test(arguments: [1, 2, 3, 5, 6, 7] as [UInt8]) func `the other reserved bits have no meaning`(
      bits: UInt8
    ) {
      #expect(hearCompressed(masked(1, hello, reserved: bits)).events == [.failed(.protocolError)])
    }

    @Test func `nothing is compressed that was not agreed on`() {
      #expect(hearHoweverCut(masked(1, hello, reserved: 4)).events == [.failed(.protocolError)])
    }
  }

  @Suite struct `What comes out` {
    @Test(arguments: [5, 6]) func `is a message within its limit`(limit: Int) {
      let limits = WebSocketLimits(messageBytesMax: limit)
      #expect(hearCompressed(masked(1, hello, reserved: 4), limits: limits).events == [.text(text("Hello"))])
    }

    @Test(arguments: [0, 4]) func `a message beyond its limit closes with 1009`(limit: Int) {
      let limits = WebSocketLimits(messageBytesMax: limit)
      #expect(
        hearCompressed(masked(1, hello, reserved: 4), limits: limits).events == [.failed(.messageTooBig)])
    }

    @Test func `a payload padded with empty blocks closes with 1009`() {
      // Empty stored blocks say nothing, as often as you like.
      let empty = [[UInt8]](repeating: [0x00, 0x00, 0x00, 0xFF, 0xFF], count: 400).joined()
      let limits = WebSocketLimits(messageBytesMax: 100)
      #expect(
        hearCompressed(masked(1, empty + hello, reserved: 4), limits: limits).events == [
          .failed(.messageTooBig)
        ])
    }

    @Test func `is UTF-8 in text, and checked as it comes`() throws {
      let deflater = try #require(Deflater())
      let bad = deflate(text("abc") + [0xFF] + text("def"), with: deflater)
      #expect(hearCompressed(masked(1, bad, reserved: 4)).events == [.failed(.invalidPayload)])
      #expect(
        hearCompressed(masked(2, bad, reserved: 4)).events == [.binary(text("abc") + [0xFF] + text("def"))])
      // The rest never comes.
      #expect(hearCompressed(masked(1, bad, fin: false, reserved: 4)).events == [.failed(.invalidPayload)])
      let half = deflate(text("abc") + [0xE2, 0x99], with: deflater)
      #expect(hearCompressed(masked(1, half, reserved: 4)).events == [.failed(.invalidPayload)])
      let whole = deflate(text("a♠"), with: deflater)
      #expect(hearCompressed(masked(1, whole, reserved: 4)).events == [.text(text("a♠"))])
    }

    @Test(
      arguments: [
        [0x06], [0x00, 0x05, 0x00, 0xFA, 0xFE], [0xF2, 0x48, 0xCD], [0xF2, 0x00, 0x11, 0x00, 0x00],
      ] as [[UInt8]])
    func `A payload that is not DEFLATE data closes with 1007`(payload: [UInt8]) {
      #expect(hearCompressed(masked(2, payload, reserved: 4)).events == [.failed(.invalidPayload)])
    }
  }

  @Test func `every inflater goes back, whether its message was inflated, failed or stayed unfinished`() {
    // Two at most: a third message could not be inflated if one of those before had kept its own.
    let inflaters = Inflaters(inflatersMax: 2)
    let terms = Terms(role: .server, limits: WebSocketLimits(), inflaters: inflaters)
    var unfinished = WebSocketConnection(terms: terms)
    var events: [WebSocketEvent] = []
    unfinished.receive(masked(1, [hello[0]], fin: false, reserved: 4), into: &events)
    for payload in [hello, [0x06], hello, Array(hello[..<3])] {
      var connection = WebSocketConnection(terms: terms)
      connection.receive(masked(1, payload, reserved: 4), into: &events)
    }
    unfinished.receive(masked(0, Array(hello[1...])), into: &events)
    let heard = WebSocketEvent.text(text("Hello"))
    #expect(events == [heard, .failed(.invalidPayload), heard, .failed(.invalidPayload), heard])
    #expect(inflaters.borrow() != nil && inflaters.borrow() != nil && inflaters.borrow() == nil)
  }

  @Test func `A message that finds no inflater free is gathered, and inflated when it is whole`() throws {
    let deflater = try #require(Deflater())
    let inflaters = Inflaters(inflatersMax: 1)
    let lent = inflaters.borrow()
    let limits = WebSocketLimits(messageBytesMax: 5)
    let terms = Terms(role: .server, limits: limits, inflaters: inflaters)
    func hear(_ pieces: [[UInt8]]) -> [WebSocketEvent] {
      var connection = WebSocketConnection(terms: terms)
      var events: [WebSocketEvent] = []
      for piece in pieces { connection.receive(piece, into: &events) }
      return events
    }
    let whole = masked(1, hello, reserved: 4)
    for cut in 0...whole.count {
      #expect(hear([Array(whole[..<cut]), Array(whole[cut...])]) == [.text(text("Hello"))])
    }
    let parts = [masked(1, Array(hello[..<2]), fin: false, reserved: 4), masked(0, Array(hello[2...]))]
    #expect(hear(parts + [whole]) == [.text(text("Hello")), .text(text("Hello"))])
    // The same faults as ever: what is no deflate data, and what comes to too much.
    #expect(hear([masked(1, [0x06], reserved: 4)]) == [.failed(.invalidPayload)])
    let bomb = deflate(Array(repeating: UInt8(ascii: "a"), count: 6), with: deflater)
    #expect(hear([masked(1, bomb, reserved: 4)]) == [.failed(.messageTooBig)])
    if let lent { inflaters.giveBack(lent) }
  }

  @Test func `our client hears a shared stream`() throws {
    let deflater = try #require(Deflater())
    var stream = SharedStream()
    for number in 1...3 { stream.append(text("line \(number)\n")) }
    var bytes = stream.prime(text("snapshot\n"), with: deflater).bytes
    bytes += stream.frame(text("line 4\n"), with: deflater).bytes
    bytes += PlainFrame(text: text("your hand\n")).bytes
    bytes += stream.frame(text("line 5\n"), with: deflater).bytes
    #expect(
      hearCompressed(bytes, as: .client, keepsContext: true).events == [
        .text(text("snapshot\nline 1\nline 2\nline 3\n")), .text(text("line 4\n")),
        .text(text("your hand\n")),
        .text(text("line 5\n")),
      ])
  }
}

private let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
private let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]

/// Feeds an end that agreed on compression, whole and cut in two everywhere and byte by byte, and expects the same.
private func hearCompressed(
  _ input: [UInt8], as role: Role = .server, keepsContext: Bool = false,
  limits: WebSocketLimits = WebSocketLimits(), sourceLocation: SourceLocation = #_sourceLocation
) -> Hearing {
  func hear(_ pieces: [[UInt8]]) -> Hearing {
    let terms = Terms(
      role: role, limits: limits, maskingSeed: 7, inflaters: Inflaters(inflatersMax: 1),
      peerKeepsContext: keepsContext)
    var connection = WebSocketConnection(terms: terms)
    var hearing = Hearing()
    for piece in pieces { connection.receive(piece, into: &hearing.events) }
    hearing.output = connection.takeOutput()
    hearing.phase = connection.phase
    return hearing
  }
  let whole = hear([input])
  #expect(hear(input.map { [$0] }) == whole, "byte by byte", sourceLocation: sourceLocation)
  let cuts = input.count <= 400 ? 1 : 53
  for cut in stride(from: 0, through: input.count, by: cuts)
  where hear([Array(input[..<cut]), Array(input[cut...])]) != whole {
    Issue.record("cut at \(cut)", sourceLocation: sourceLocation)
  }
  return whole
}
