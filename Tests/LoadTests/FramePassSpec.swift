import TestDice
import Testing

@testable import Load

@Suite struct `Passing over frames` {
  /// A frame as a server sends it.
  private func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length: [UInt8] =
      switch payload.count {
      case ...125: [UInt8(payload.count)]
      case ...0xFFFF: [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
      default: [127, 0, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(payload.count >> $0 & 0xFF) }
      }
    return [first] + length + payload
  }

  private func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// What a fleet does with reads that are cut anywhere: what was not passed is seen again with what follows.
  private func pass(_ pieces: [[UInt8]], _ counting: FramePass.Counting) -> (counted: Int, pings: [[UInt8]]) {
    var line = Line(socket: -1)
    var kept: [UInt8] = []
    var counted = 0
    var pings: [[UInt8]] = []
    for piece in pieces {
      let bytes = kept + piece
      var pass = FramePass()
      bytes.withUnsafeBufferPointer { buffer in
        guard let first = buffer.baseAddress else { return }
        repeat {
          pass.run(first, buffer.count, &line, counting)
          if let control = pass.control, control.opcode == 9 { pings.append(Array(bytes[control.payload])) }
        } while pass.control != nil
      }
      counted += pass.counted
      kept = Array(bytes[pass.position...])
      #expect(kept.count < Fleet.carryBytesMax)
    }
    #expect(kept.isEmpty && line.rest == 0, "everything was passed")
    return (counted, pings)
  }

  private var stream: [UInt8] {
    text(#"{"t":"ev","r":"r7Qk2mXab"}"#) + text("") + frame(0x89, Array("ping".utf8)) + text(#"{"t":"hb"}"#)
      + frame(0x01, Array("begin".utf8)) + frame(0x89, []) + frame(0x80, Array("end".utf8))
      + frame(0xC1, [1, 2, 3]) + text(#"{"t":"ev"}"# + String(repeating: " ", count: 300))
      + frame(0x82, [UInt8](repeating: 7, count: 70_000))
  }

  @Test func `counts whole messages, a fragmented one once, and hands control frames out`() {
    let all = pass([stream], .messages)
    #expect(all.counted == 7)
    #expect(all.pings == [Array("ping".utf8), []])
  }

  @Test func `adds up the bytes of what counts, and of these the headers`() {
    var line = Line(socket: -1)
    let bytes =
      text("{\"t\":\"ev\"}") + text("{\"t\":\"hb\"}") + frame(0xC1, [UInt8](repeating: 9, count: 200))
    var pass = FramePass()
    bytes.withUnsafeBufferPointer { buffer in
      if let first = buffer.baseAddress { pass.run(first, buffer.count, &line, .beginning(#"{"t":"ev"#)) }
    }
    #expect(pass.counted == 2 && pass.headerBytes == 2 + 4 && pass.bytes == 12 + 204)
  }

  @Test func `counts what begins in a certain way, and what is compressed`() {
    #expect(pass([stream], .beginning(#"{"t":"ev"#)).counted == 3)
    #expect(pass([stream], .beginning(#"{"t":"hb"#)).counted == 2)
    #expect(pass([stream], .beginning(#"{"t":"xx"#)).counted == 1)
  }

  @Test(arguments: [FramePass.Counting.messages, .beginning(#"{"t":"ev"#)])
  func `counts the same at every split point`(counting: FramePass.Counting) {
    let short =
      Array(stream.prefix { _ in true }.dropLast(70_010)) + frame(0x81, [UInt8](repeating: 65, count: 130))
    let whole = pass([short], counting)
    for split in 0...short.count {
      let cut = pass([Array(short[..<split]), Array(short[split...])], counting)
      #expect(cut.counted == whole.counted && cut.pings == whole.pings, "split at \(split)")
    }
    let bytes = pass(short.map { [$0] }, counting)
    #expect(bytes.counted == whole.counted && bytes.pings == whole.pings)
  }

  @Test func `counts random streams as they were made, cut at random`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var dice = Dice(seed: seed)
    for round in 0..<100 {
      var stream: [UInt8] = []
      var messages = 0
      for _ in 0..<20 {
        let size = [0, 1, 7, 8, 125, 126, 300, 5000].randomElement(using: &dice) ?? 0
        messages += 1
        stream += frame(0x81, [UInt8](repeating: 0x20, count: size))
        if Bool.random(using: &dice) { stream += frame(0x89, [UInt8](repeating: 1, count: min(size, 125))) }
      }
      var pieces: [[UInt8]] = []
      while !stream.isEmpty {
        let count = Int.random(in: 1...min(stream.count, 2000), using: &dice)
        pieces.append(Array(stream.prefix(count)))
        stream.removeFirst(count)
      }
      #expect(pass(pieces, .messages).counted == messages, "seed \(seed), round \(round)")
    }
  }
}
