import TestChecks
import TestDice
import TestInflater
import Testing

@testable import WebSocket

@Suite struct `A stream shared by an audience` {
  @Test func `is understood by a receiver that heard it from its beginning`() throws {
    let deflater = try #require(Deflater())
    var stream = SharedStream()
    var reference = ReferenceInflater(windowBits: SharedStream.windowBits)
    var random = Dice(seed: 1)
    var plainBytes = 0
    var wireBytes = 0
    for number in 1...200 {
      let line = event(number, using: &random)
      let frame = stream.frame(line, with: deflater)
      #expect(try reference.inflate(payload(of: frame.bytes)) == line)
      plainBytes += line.count
      wireBytes += frame.bytes.count
    }
    #expect(wireBytes * 2 < plainBytes, "\(wireBytes) of \(plainBytes) bytes")
  }

  @Test func `is entered with a priming message, wherever it has come to`() throws {
    let deflater = try #require(Deflater())
    var stream = SharedStream()
    var random = Dice(seed: 2)
    var log: [[UInt8]] = []
    var members: [ReferenceInflater] = []
    for number in 1...40 {
      // One who comes from elsewhere: what it has inflated before does not matter.
      var member = ReferenceInflater(windowBits: SharedStream.windowBits)
      let elsewhere = AloneFrame(text: event(0, using: &random), with: deflater)
      if number.isMultiple(of: 2) { _ = try member.inflate(payload(of: elsewhere.bytes)) }
      let snapshot = text("{\"t\":\"snapshot\",\"v\":\(number - 1)}\n")
      let prime = stream.prime(snapshot, with: deflater)
      #expect(try member.inflate(payload(of: prime.bytes)) == snapshot + log.suffix(7).joined())
      #expect(stream.historyBytes == log.suffix(7).joined().count)
      members.append(member)

      let line = event(number, using: &random)
      let frame = stream.frame(line, with: deflater)
      for i in members.indices { #expect(try members[i].inflate(payload(of: frame.bytes)) == line) }
      log.append(line)
    }
  }

  @Test func `takes lines in while nobody is in sync`() throws {
    let deflater = try #require(Deflater())
    var stream = SharedStream()
    #expect(stream.isEmpty)
    for number in 1...9 { stream.append(text("line \(number)\n")) }
    #expect(!stream.isEmpty)
    var member = ReferenceInflater(windowBits: SharedStream.windowBits)
    let primed = try member.inflate(payload(of: stream.prime([], with: deflater).bytes))
    #expect(primed == text("line 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\n"))
    #expect(
      try member.inflate(payload(of: stream.frame(text("line 10\n"), with: deflater).bytes))
        == text("line 10\n"))
  }

  @Test func `A stream that was restarted needs no priming`() throws {
    let deflater = try #require(Deflater())
    var stream = SharedStream()
    _ = stream.frame(text("{\"secret\":1}\n"), with: deflater)
    stream.restart()
    #expect(stream.isEmpty && stream.historyBytes == 0)
    var member = ReferenceInflater(windowBits: SharedStream.windowBits)
    for line in ["{\"secret\":2}\n", "{\"secret\":3}\n"] {
      #expect(try member.inflate(payload(of: stream.frame(text(line), with: deflater).bytes)) == text(line))
    }
  }

  /// Lines about as long as the window, and texts of several lines.
  @Test(arguments: [
    [4095, 1, 10], [4096, 10], [4097, 10, 10], [4096, 4096, 1], [2048, 2047, 2, 2048],
    [9000, 10, 4090, 6, 10],
    [1, 1, 1, 1, 1, 1, 1, 1, 1], [4090, 1, 1, 1, 1, 1, 1, 1, 1],
  ])
  func `keeps whole lines, as many as a window holds`(sizes: [Int]) throws {
    let deflater = try #require(Deflater())
    var random = Dice(seed: 9)
    for linesOfText in 1...3 {
      var stream = SharedStream()
      var reference = ReferenceInflater(windowBits: SharedStream.windowBits)
      var lines: [[UInt8]] = []
      for group in stride(from: 0, to: sizes.count, by: linesOfText) {
        let fresh = sizes[group..<min(group + linesOfText, sizes.count)].map { count in
          noise(count - 1, using: &random).map { 0x40 | $0 & 0x3F } + text("\n")
        }
        lines += fresh
        let frame = stream.frame(Array(fresh.joined()), with: deflater)
        let isSame = try reference.inflate(payload(of: frame.bytes)) == Array(fresh.joined())
        #expect(isSame)
        let kept = history(of: lines)
        var member = ReferenceInflater(windowBits: SharedStream.windowBits)
        #expect(try member.inflate(payload(of: stream.prime([], with: deflater).bytes)) == kept)
        #expect(stream.historyBytes == kept.count)
      }
    }
  }

  /// The lab publishes anything: what no line end divides is kept whole, or not at all.
  @Test func `takes messages of any bytes, and stays in sync`() throws {
    let deflater = try #require(Deflater())
    var random = Dice(seed: 4)
    var stream = SharedStream()
    var reference = ReferenceInflater(windowBits: SharedStream.windowBits)
    var told: [UInt8] = []
    for count in [0, 1, 3000, 1096, 1, 5, 5000, 4096, 0, 4097, 2, 300, 300, 300, 3000, 3000] {
      let withoutEnds = noise(count, using: &random).map { $0 & 0xF0 }
      for message in [withoutEnds, noise(count / 2, using: &random)] {
        let frame = stream.frame(message, isText: false, with: deflater).bytes
        #expect(frame[0] == 0xC2)
        let isSame = try reference.inflate(payload(of: frame)) == message
        #expect(isSame, "\(count) bytes")
        told += message
        #expect(stream.historyBytes <= 4096)
        var member = ReferenceInflater(windowBits: SharedStream.windowBits)
        let prime = stream.prime([1, 2, 3], isText: false, with: deflater).bytes
        let isPrimed = try member.inflate(payload(of: prime)) == [1, 2, 3] + told.suffix(stream.historyBytes)
        #expect(prime[0] == 0xC2 && isPrimed, "\(count) bytes")
      }
    }
  }

  @Test func `The invariants find a line that was not counted`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stream = SharedStream()
      stream.append(text("one\n"))
      // Nobody but a stray write can change the count, which stands behind the lines.
      withUnsafeMutableBytes(of: &stream) {
        $0.storeBytes(of: 0, toByteOffset: MemoryLayout<[UInt8]>.size, as: Int.self)
      }
      stream.append(text("two\n"))
    }
    expectFailedCheck("line ends are counted", of: end)
  }
}

/// The end of a log that a stream remembers, as its invariant says it.
func history(of lines: [[UInt8]]) -> [UInt8] {
  var kept: [UInt8] = []
  for line in lines.suffix(7).reversed() {
    guard line.count + kept.count <= 4096 else { break }
    kept = line + kept
  }
  return kept
}

/// The payload of one of a server's frames, read independently.
func payload(of frame: [UInt8]) -> [UInt8] {
  switch frame[1] {
  case ...125: Array(frame[2...])
  case 126: Array(frame[4...])
  default: Array(frame[10...])
  }
}
