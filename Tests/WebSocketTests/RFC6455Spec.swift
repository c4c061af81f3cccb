import Bytes
import HTTP
import TestChecks
import Testing

@testable import WebSocket

@Suite struct `RFC 6455` {
  @Suite struct `§5.7 Examples` {
    @Test func `a single-frame unmasked text message`() {
      let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
      #expect(hearHoweverCut(hello, as: .client).events == [.text(text("Hello"))])
      #expect(FrameEncoder.serverFrame(text: text("Hello")) == hello)
    }

    @Test func `a single-frame masked text message`() {
      let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
      #expect(hearHoweverCut(hello).events == [.text(text("Hello"))])
      #expect(masked(1, text("Hello")) == hello)
      #expect(written(.text, text("Hello"), mask: 0x3D21_FA37) == hello)
    }

    @Test func `a fragmented unmasked text message`() {
      let rows: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C] + [0x80, 0x02, 0x6C, 0x6F]
      #expect(hearHoweverCut(rows, as: .client).events == [.text(text("Hello"))])
    }

    @Test func `an unmasked ping, and the masked pong that answers it`() {
      let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
      let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
      let heard = hearHoweverCut(ping, as: .client)
      #expect(heard.events == [.ping(text("Hello"))])
      #expect(hear([heard.output]).events == [.pong(text("Hello"))])
      #expect(hearHoweverCut(pong).events == [.pong(text("Hello"))])
    }

    @Test func `256 bytes of binary in one frame`() {
      let payload = (0..<256).map { UInt8($0) }
      let bytes: [UInt8] = [0x82, 0x7E, 0x01, 0x00] + payload
      #expect(hearHoweverCut(bytes, as: .client).events == [.binary(payload)])
      #expect(written(.binary, payload) == bytes)
    }

    @Test func `64 KiB of binary in one frame`() {
      let payload = (0..<65536).map { UInt8(truncatingIfNeeded: $0) }
      let bytes: [UInt8] = [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + payload
      let limits = WebSocketLimits(messageBytesMax: 65536)
      #expect(hear([bytes], as: .client, limits: limits).events == [.binary(payload)])
      #expect(
        hear(
          [Array(bytes[..<7]), Array(bytes[7..<40000]), Array(bytes[40000...])], as: .client, limits: limits
        ).events == [.binary(payload)])
      #expect(written(.binary, payload) == bytes)
    }
  }

  @Suite struct `§5.2 Base framing` {
    @Test(arguments: [0, 1, 125, 126, 127, 128, 4095, 4096]) func `each form of length is heard`(count: Int) {
      let payload = [UInt8](repeating: 0x61, count: count)
      #expect(hearHoweverCut(masked(1, payload)).events == [.text(payload)])
      #expect(hearHoweverCut(frame(2, payload), as: .client).events == [.binary(payload)])
    }

    @Test(arguments: [1, 2, 4, 7] as [UInt8]) func `reserved bits are refused`(reserved: UInt8) {
      expectFailure(masked(1, text("x"), reserved: reserved), .protocolError)
      expectFailure(masked(9, reserved: reserved), .protocolError)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func `unknown opcodes are refused`(opcode: UInt8) {
      expectFailure(masked(opcode), .protocolError)
      expectFailure(masked(opcode, text("x"), fin: false), .protocolError)
    }

    @Test(
      arguments: [
        [0x82, 0xFE, 0x00, 0x00], [0x82, 0xFE, 0x00, 0x7D],  // 16 for 125
        [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0x05], [0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],  // 64 for 65535
        [0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0],
        [0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],  // highest bit
      ] as [[UInt8]])
    func `lengths in a longer form, or with the highest bit, are refused`(header: [UInt8]) {
      expectFailure(header + [1, 2, 3, 4], .protocolError)
    }
  }

  @Suite struct `§5.1 and §5.3 Masking` {
    @Test func `a client that does not mask is refused`() {
      for opcode in [1, 2, 8, 9, 10] as [UInt8] { expectFailure(frame(opcode), .protocolError) }
    }

    @Test func `a server that masks is refused`() {
      let heard = hearHoweverCut(masked(1, text("x")), as: .client)
      #expect(heard.events == [.failed(.protocolError)])
    }

    @Test func `the key repeats every four bytes, wherever the payload is cut`() {
      let key: [UInt8] = [1, 2, 4, 8]
      let payload = (0..<61).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let expected = payload.enumerated().map { $1 ^ key[$0 % 4] }
      for start in 0...payload.count {
        var bytes = payload
        bytes.withUnsafeMutableBytes { all in
          Masking.apply(key: 0x0804_0201, to: .init(rebasing: all[..<start]))
          Masking.apply(key: 0x0804_0201, offset: start, to: .init(rebasing: all[start...]))
        }
        #expect(bytes == expected)
      }
    }

    @Test func `a client uses a new key for each frame`() {
      var client = WebSocketConnection(role: .client, limits: WebSocketLimits(), maskingSeed: 1)
      let keys = (0..<100).map { _ in
        client.sendText([])
        return client.takeOutput()
      }
      #expect(Set(keys).count == 100)
      #expect(keys.allSatisfy { $0.count == 6 && $0[1] == 0x80 })
    }
  }

  @Suite struct `§5.4 Fragmentation` {
    @Test func `fragments come together, with control frames between them`() {
      let rows =
        masked(1, text("on"), fin: false) + masked(9, text("?")) + masked(0, [], fin: false) + masked(10)
        + masked(0, text("e"))
      let heard = hearHoweverCut(rows)
      #expect(heard.events == [.ping(text("?")), .pong([]), .text(text("one"))])
      #expect(heard.output == [0x8A, 0x01, 0x3F])
    }

    @Test func `a continuation of nothing is refused`() {
      expectFailure(masked(0, text("x")), .protocolError)
      expectFailure(masked(0, text("x"), fin: false), .protocolError)
      #expect(hearHoweverCut(masked(1) + masked(0)).events == [.text([]), .failed(.protocolError)])
    }

    @Test(arguments: [1, 2] as [UInt8]) func `a new message inside another is refused`(opcode: UInt8) {
      expectFailure(masked(1, text("x"), fin: false) + masked(opcode, text("y")), .protocolError)
    }
  }

  @Suite struct `§5.5 Control frames` {
    @Test(arguments: [8, 9, 10] as [UInt8]) func `are not fragmented`(opcode: UInt8) {
      expectFailure(masked(opcode, [], fin: false), .protocolError)
    }

    @Test(arguments: [9, 10] as [UInt8]) func `carry 125 bytes and not one more`(opcode: UInt8) {
      let most = [UInt8](repeating: 7, count: 125)
      #expect(hearHoweverCut(masked(opcode, most)).events == [opcode == 9 ? .ping(most) : .pong(most)])
      expectFailure(masked(opcode, most + [7]), .protocolError)
      expectFailure(masked(8, most + [7]), .protocolError)
    }

    @Test func `§5.5.2 each ping is answered with its own payload, in order`() {
      let heard = hearHoweverCut(masked(9, text("a")) + masked(9, text("bc")) + masked(9))
      #expect(heard.output == [0x8A, 1, 0x61, 0x8A, 2, 0x62, 0x63, 0x8A, 0])
    }
  }

  @Suite struct `§5.5.1 and §7 Closing` {
    @Test func `A Close frame is answered with its code`() {
      let heard = hearHoweverCut(masked(8, [0x03, 0xE8] + text("bye ♠")))
      #expect(
        heard
          == Hearing(
            events: [.closed(.normal, reason: "bye ♠")], output: [0x88, 0x02, 0x03, 0xE8],
            phase: .closed(.normal)))
    }

    @Test func `§7.1.5 a Close frame without a code is 1005, and answered likewise`() {
      let heard = hearHoweverCut(masked(8))
      #expect(
        heard
          == Hearing(
            events: [.closed(.noStatus, reason: "")], output: [0x88, 0x00], phase: .closed(.noStatus)))
    }

    @Test(
      arguments: [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
      ] as [UInt16])
    func `§7.4 codes for the wire are taken`(code: UInt16) {
      let heard = hearHoweverCut(masked(8, [UInt8(code >> 8), UInt8(code & 0xFF)]))
      #expect(heard.events == [.closed(CloseCode(code), reason: "")])
    }

    @Test(arguments: [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as [UInt16])
    func `§7.4 every other code is refused`(code: UInt16) {
      expectFailure(masked(8, [UInt8(code >> 8), UInt8(code & 0xFF)]), .protocolError)
    }

    @Test func `half a code is refused`() {
      expectFailure(masked(8, [0x03]), .protocolError)
    }

    @Test(arguments: [[0xFF], [0xE2, 0x99], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `a reason that is not UTF-8 is refused`(reason: [UInt8]) {
      expectFailure(masked(8, [0x03, 0xE8] + reason), .invalidPayload)
    }

    @Test func `Nothing more is received or sent after a Close frame`() {
      var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
      var events: [WebSocketEvent] = []
      server.receive(masked(8) + masked(1, text("x")) + masked(9), into: &events)
      #expect(events == [.closed(.noStatus, reason: "")])
      #expect(server.takeOutput() == [0x88, 0x00])
      server.sendText(text("x"))
      server.sendPing()
      server.close(.normal)
      server.receive(masked(1, text("x")), into: &events)
      server.receiveEnd(into: &events)
      #expect(events.count == 1)
      #expect(server.output == [])
      #expect(server.isClosed)
    }

    @Test func `The end that closes first waits for the answer, and drops what comes before it`() {
      var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
      var events: [WebSocketEvent] = []
      server.close(CloseCode(4001), reason: "room closed")
      server.close(.normal)
      #expect(server.phase == .closing)
      #expect(server.takeOutput() == [0x88, 13, 0x0F, 0xA1] + text("room closed"))
      server.receive(masked(1, text("late")) + masked(9) + masked(8, [0x0F, 0xA1]), into: &events)
      #expect(events == [.closed(CloseCode(4001), reason: "")])
      #expect(server.output == [])
    }

    @Test func `A fault while closing is reported to the owner, and not once more to the peer`() {
      var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
      var events: [WebSocketEvent] = []
      server.close(.goingAway)
      _ = server.takeOutput()
      server.receive(masked(3), into: &events)
      #expect(events == [.failed(.protocolError)])
      #expect(server.output == [])
    }

    @Test func `§7.1.5 a transport that breaks off is 1006`() {
      var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
      var events: [WebSocketEvent] = []
      server.receive(Array(masked(1, text("x")).dropLast()), into: &events)
      server.receiveEnd(into: &events)
      server.receiveEnd(into: &events)
      #expect(events == [.closed(.abnormal, reason: "")])
      #expect(server.output == [])
    }

    @Test func `a long reason is cut between characters`() {
      var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
      server.close(.normal, reason: String(repeating: "♠", count: 50))
      let output = server.takeOutput()
      #expect(output.count == 2 + 2 + 41 * 3)
      #expect(
        hear([output], as: .client).events == [.closed(.normal, reason: String(repeating: "♠", count: 41))])
    }

    @Test func `§7.4.1 each role may send only its own close codes`() {
      #expect(CloseCode.mandatoryExtension.mayBeSent(by: .client))
      #expect(!CloseCode.mandatoryExtension.mayBeSent(by: .server))
      for code in [CloseCode.serviceRestart, .tryAgainLater, .badGateway] {
        #expect(code.mayBeSent(by: .server))
        #expect(!code.mayBeSent(by: .client))
      }
      for code in [CloseCode.noStatus, .abnormal, .tlsHandshake, CloseCode(1004), CloseCode(2000)] {
        #expect(!code.mayBeSent(by: .server))
      }
    }

    @Test func `we never say what is not for the wire`() async {
      let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
        server.close(.abnormal)
      }
      expectFailedCheck("close code", of: end)
    }
  }

  @Suite struct `§8.1 UTF-8 in text` {
    @Test func `characters may be cut between fragments`() {
      let spade = text("♠")
      let rows = masked(1, [spade[0]], fin: false) + masked(0, [spade[1]], fin: false) + masked(0, [spade[2]])
      #expect(hearHoweverCut(rows).events == [.text(spade)])
    }

    @Test(
      arguments: [[0xFF], [0x61, 0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
        as [[UInt8]])
    func `bad text is refused, and binary may be anything`(bad: [UInt8]) {
      expectFailure(masked(1, bad), .invalidPayload)
      expectFailure(masked(1, text("x"), fin: false) + masked(0, bad), .invalidPayload)
      #expect(hearHoweverCut(masked(2, bad)).events == [.binary(bad)])
    }

    @Test func `a character that is not complete at the end is refused`() {
      expectFailure(masked(1, [0xE2, 0x99]), .invalidPayload)
      expectFailure(masked(1, [0xE2], fin: false) + masked(0, [0x99]), .invalidPayload)
    }

    @Test func `bad text fails at once, before its frame or its message ends`() {
      let beginning = Array(masked(1, text("abc") + [0xFF] + text("def"), fin: false).dropLast(3))
      #expect(hear([beginning]).events == [.failed(.invalidPayload)])
      #expect(hear([Array(beginning.dropLast())]).events == [])
    }
  }

  @Suite struct `§7.1.6 What a close says` {
    /// What is wrong, and what the peer is told of it.
    @Test(
      arguments: [
        (frame(1, text("hi")), "frames from a client must be masked"),
        (masked(3), "the opcode is unknown"), (masked(1, reserved: 4), "reserved bits are set"),
        (masked(9, fin: false), "control frames must not be fragmented"),
        ([0x89, 0xFE, 0x00, 0x7E], "control frames must have at most 125 bytes"),
        ([0x82, 0xFE, 0x00, 0x7D, 1, 2, 3, 4], "the length must be in its shortest form"),
        ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], "the length has its highest bit set"),
        (masked(0), "there is no message to continue"),
        (masked(1, fin: false) + masked(1), "the message before is not complete"),
        (masked(1, [0xFF]), "the text is not valid UTF-8"),
        (masked(1, [0xE2]), "the text ends inside a character"),
        (masked(8, [0x03]), "a close code must have two bytes"),
        (masked(8, [0x03, 0xED]), "close code 1005 must not be sent"),
        (masked(8, [0x03, 0xE8, 0xFF]), "the close reason is not valid UTF-8"),
        (masked(1, [UInt8](repeating: 0x61, count: 4097)), "the message has more than 4096 bytes"),
      ] as [([UInt8], String)])
    func `The reason names the fault, and fits`(input: [UInt8], reason: String) {
      let output = hear([input]).output
      #expect(String(decoding: output.dropFirst(4), as: UTF8.self) == reason)
      #expect(closeCode(in: output) != nil && reason.utf8.count <= 123)
    }

    @Test func `A server that masks is told so, and so is who sends too many fragments`() {
      // What a client says is masked; the event tells its reader.
      #expect(hear([masked(1, text("x"))], as: .client).events == [.failed(.protocolError)])
      var limits = WebSocketLimits()
      limits.fragmentsMax = 2
      let parts = masked(1, fin: false) + masked(0, fin: false) + masked(0)
      let output = hear([parts], limits: limits).output
      #expect(String(decoding: output.dropFirst(4), as: UTF8.self) == "the message has more than 2 fragments")
    }
  }

  @Suite struct `§10.4 Limits` {
    static let limits = WebSocketLimits(messageBytesMax: 10, fragmentsMax: 3)

    @Test func `a message of the limit fits, one byte more is 1009`() {
      let most = [UInt8](repeating: 0x61, count: 10)
      #expect(hearHoweverCut(masked(1, most), limits: Self.limits).events == [.text(most)])
      expectFailure(masked(1, most + [0x61]), .messageTooBig, limits: Self.limits)
    }

    @Test func `fragments count together`() {
      let six = [UInt8](repeating: 0x61, count: 6)
      let four = [UInt8](repeating: 0x61, count: 4)
      #expect(
        hearHoweverCut(masked(1, six, fin: false) + masked(0, four), limits: Self.limits).events == [
          .text(six + four)
        ])
      expectFailure(
        masked(1, six, fin: false) + masked(0, four + [0x61]), .messageTooBig, limits: Self.limits)
      let twice = masked(1, six + four) + masked(1, six + four)
      #expect(hearHoweverCut(twice, limits: Self.limits).events == [.text(six + four), .text(six + four)])
    }

    @Test(
      arguments: [
        [0x82, 0x8B, 1, 2, 3, 4], [0x82, 0xFE, 0xFF, 0xFF, 1, 2, 3, 4],
        [0x82, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4],
      ] as [[UInt8]])
    func `A frame that is too long is refused from its header alone`(header: [UInt8]) {
      #expect(hear([header], limits: Self.limits).events == [.failed(.messageTooBig)])
      #expect(hear([Array(header.dropLast())], limits: Self.limits).events == [])
    }

    @Test func `the last fragment allowed fits, one more is 1008`() {
      let begun = masked(1, [], fin: false) + masked(0, [], fin: false)
      #expect(hearHoweverCut(begun + masked(0), limits: Self.limits).events == [.text([])])
      expectFailure(begun + masked(0, [], fin: false) + masked(0), .policyViolation, limits: Self.limits)
    }

    @Test func `control frames have their own limit`() {
      let ping = [UInt8](repeating: 1, count: 125)
      #expect(hearHoweverCut(masked(9, ping), limits: Self.limits).events == [.ping(ping)])
    }
  }
}

/// The input is refused with this code however it is cut, the peer is told, and what follows is not
/// heard.
func expectFailure(
  _ input: [UInt8], _ code: CloseCode, limits: WebSocketLimits = WebSocketLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for tail in [[], masked(1, text("x"))] {
    let heard = hearHoweverCut(input + tail, limits: limits, sourceLocation: sourceLocation)
    #expect(heard.events == [.failed(code)], sourceLocation: sourceLocation)
    #expect(closeCode(in: heard.output) == code, sourceLocation: sourceLocation)
    #expect(heard.phase == .closed(code), sourceLocation: sourceLocation)
  }
}

private func written(_ opcode: Opcode, _ payload: [UInt8], mask: UInt32? = nil) -> [UInt8] {
  var out = ByteWriter()
  FrameEncoder.append(opcode, payload, mask: mask, to: &out)
  return out.bytes
}
