import TestDice
import Testing

@testable import WebSocket

@Suite struct `Two ends of a WebSocket` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `hear what the other said, however the bytes are cut`(seed: UInt64) {
    var random = Dice(seed: seed)
    let limits = WebSocketLimits(messageBytesMax: 70_000)
    var client = WebSocketConnection(role: .client, limits: limits, maskingSeed: seed)
    var server = WebSocketConnection(role: .server, limits: limits)
    for _ in 0..<rounds(100) {
      let fromClient = speak(&client, using: &random)
      // Compared before `#expect` sees them: it would search these long arrays for their difference.
      let isHeard = hear(client.takeOutput(), by: &server, using: &random) == fromClient
      #expect(isHeard, "seed \(seed)")
      let fromServer = speak(&server, using: &random)
      // What the server had to answer to pings comes before what it says now.
      let heard = hear(server.takeOutput(), by: &client, using: &random)
      let isAnswered = heard.suffix(fromServer.count) == fromServer[...]
      #expect(isAnswered, "seed \(seed)")
      #expect(heard.dropLast(fromServer.count).allSatisfy { if case .pong = $0 { true } else { false } })
      _ = hear(client.takeOutput(), by: &server, using: &random)
    }
    client.close(CloseCode(4000), reason: "done")
    #expect(
      hear(client.takeOutput(), by: &server, using: &random) == [.closed(CloseCode(4000), reason: "done")])
    #expect(hear(server.takeOutput(), by: &client, using: &random) == [.closed(CloseCode(4000), reason: "")])
    #expect(client.isClosed && server.isClosed)
    #expect(client.output == [] && server.output == [])
  }

  @Test func `Two ends that close at the same time are both closed`() {
    var client = WebSocketConnection(role: .client, limits: WebSocketLimits(), maskingSeed: 3)
    var server = WebSocketConnection(role: .server, limits: WebSocketLimits())
    client.close(.goingAway)
    server.close(.serviceRestart, reason: "new version")
    var events: [WebSocketEvent] = []
    server.receive(client.takeOutput(), into: &events)
    client.receive(server.takeOutput(), into: &events)
    #expect(events == [.closed(.goingAway, reason: ""), .closed(.serviceRestart, reason: "new version")])
    #expect(client.output == [] && server.output == [])
  }

  @Test func `share a frame that was encoded once`() {
    let shared = FrameEncoder.serverFrame(text: text("{\"ev\":1}\n"))
    for seed in 1...3 as ClosedRange<UInt64> {
      var client = WebSocketConnection(role: .client, limits: WebSocketLimits(), maskingSeed: seed)
      var events: [WebSocketEvent] = []
      client.receive(shared + shared, into: &events)
      #expect(events == [.text(text("{\"ev\":1}\n")), .text(text("{\"ev\":1}\n"))])
    }
  }

  /// Says something of any kind and size; returns what the other end should hear.
  private func speak(_ end: inout WebSocketConnection, using random: inout Dice) -> [WebSocketEvent] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let sizes = [0...10, 100...140, 4000...5000, 65_500...65_600]
      let count = Int.random(in: sizes[Int.random(in: 0..<sizes.count, using: &random)], using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let words = text(String(repeating: "♠a", count: count / 4))
        end.sendText(words)
        return .text(words)
      case 1:
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        end.sendBinary(bytes)
        return .binary(bytes)
      default:
        let bytes = [UInt8](repeating: 9, count: min(count, 125))
        end.sendPing(bytes)
        return .ping(bytes)
      }
    }
  }

  private func hear(
    _ bytes: [UInt8], by end: inout WebSocketConnection, using random: inout Dice
  ) -> [WebSocketEvent] {
    var events: [WebSocketEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...20_000, using: &random))
      end.receive(Array(piece), into: &events)
      rest = rest.dropFirst(piece.count)
    }
    return events
  }
}

@Suite struct `A hostile peer` {
  static let limits = WebSocketLimits(messageBytesMax: 256, fragmentsMax: 4)

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `can send any bytes: nothing crashes, and the cut makes no difference`(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      expectSameHoweverCut(bytes, seed: seed, using: &random)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `can send nearly right frames: nothing crashes, and the cut makes no difference`(seed: UInt64) {
    var random = Dice(seed: seed)
    var failures = 0
    var messages = 0
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let opcode = [0, 1, 1, 2, 2, 8, 9, 10][Int.random(in: 0..<8, using: &random)] as UInt8
        let payload = (0..<Int.random(in: 0...130, using: &random)).map { _ in
          UInt8.random(in: 0x20...0x81, using: &random)
        }
        bytes += masked(
          opcode, opcode == 1 ? payload.map { $0 & 0x7F } : payload,
          fin: Int.random(in: 0..<4, using: &random) > 0)
      }
      if Bool.random(using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      let events = expectSameHoweverCut(bytes, seed: seed, using: &random)
      for event in events {
        switch event {
        case .failed: failures += 1
        case .text(let bytes), .binary(let bytes):
          messages += 1
          #expect(bytes.count <= 256, "seed \(seed)")
        default: break
        }
      }
    }
    // Frames that all fail, or none, would test little.
    #expect(failures > 0 && messages > 0, "seed \(seed)")
  }

  @discardableResult
  private func expectSameHoweverCut(
    _ bytes: [UInt8], seed: UInt64, using random: inout Dice
  ) -> [WebSocketEvent] {
    let whole = hear([bytes], limits: Self.limits)
    #expect(hear(bytes.map { [$0] }, limits: Self.limits) == whole, "seed \(seed)")
    let cut = Int.random(in: 0...bytes.count, using: &random)
    #expect(
      hear([Array(bytes[..<cut]), Array(bytes[cut...])], limits: Self.limits) == whole,
      "seed \(seed), cut \(cut)")
    return whole.events
  }
}

@Suite struct `What whole frames say` {
  @Test func `is read without their heads, whatever their lengths`() {
    let texts = [0, 1, 125, 126, 300, 65_535, 65_536].map { Array(repeating: UInt8(ascii: "x"), count: $0) }
    let frames = texts.flatMap { PlainFrame(text: $0).bytes }
    var told: [UInt8] = []
    frames.withUnsafeBytes { PlainFrame.appendTexts(of: $0, to: &told) }
    #expect(told == texts.flatMap { $0 })
  }
}
