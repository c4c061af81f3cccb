import HTTP
import TestDice
import Testing

@Suite struct `A body in chunks (RFC 9112 §7.1)` {
  // MARK: - What is taken

  @Test(
    arguments: [
      ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
      ("5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n", "hello, world"),
      ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"), ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
      ("00000005\r\nhello\r\n000\r\n\r\n", "hello"), ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
      ("5;a\r\nhello\r\n0;b=\"c d;e\"\r\n\r\n", "hello"), ("5 \t; a = b\r\nhello\r\n0\r\n\r\n", "hello"),
      ("5;\r\nhello\r\n0\r\n\r\n", "hello"),
      ("5\r\nhello\r\n0\r\nX: y\r\nZ-1:\tü\r\nEmpty:\r\n\r\n", "hello"),
    ])
  func `is what its chunks hold; extensions and trailers are dropped`(text: String, body: String) {
    #expect(read(text) == Outcome(body: body, end: .ended, left: 0))
  }

  @Test func `ends after its last chunk, and leaves the next request alone`() {
    let next = "GET / HTTP/1.1\r\n"
    #expect(
      read("5\r\nhello\r\n0\r\n\r\n" + next) == Outcome(body: "hello", end: .ended, left: next.utf8.count))
    #expect(read("0\r\nX: y\r\n\r\n" + next) == Outcome(body: "", end: .ended, left: next.utf8.count))
  }

  @Test func `A body that has ended takes nothing more`() {
    var chunks = ChunkedBody(bytesMax: 10)
    var place = 0
    Array("0\r\n\r\n0".utf8).withUnsafeBytes { bytes in
      #expect(chunks.next(bytes, at: &place) == .ended)
      #expect(chunks.next(bytes, at: &place) == .ended)
    }
    #expect(place == 5)
  }

  // MARK: - What is refused

  @Test(arguments: [
    "\r\n", "g\r\n", "-1\r\n", "+1\r\n", "0x5\r\nhello\r\n", " 5\r\nhello\r\n", "5 \r\nhello\r\n",
    "5\t\r\nhello\r\n", "5\nhello\r\n", "5\r5hello\r\n", "5 5\r\nhello\r\n", "5,\r\nhello\r\n", ";a\r\n",
    "5\r\nhelloo\r\n0\r\n\r\n", "5\r\nhell\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r0\r\n\r\n",
    "5\r\nhello0\r\n\r\n", "5;a\nhello\r\n", "5;a\rb\r\nhello\r\n", "5;\u{0}\r\nhello\r\n",
    "5;\u{7F}\r\nhello\r\n", "5;\u{1B}\r\nhello\r\n", "00000000000000005\r\nhello\r\n",
    "0\r\n\n", "0\r\n\rx", "0\n\r\n", "0\r\nX y: z\r\n\r\n", "0\r\n: z\r\n\r\n", "0\r\nX\r\n\r\n",
    "0\r\n folded\r\n\r\n",
    "0\r\nX : y\r\n\r\n", "0\r\nX: y\n\r\n", "0\r\nX: y\rz\r\n\r\n", "0\r\nX: \u{0}\r\n\r\n",
  ])
  func `A malformed body is 400`(text: String) {
    guard case .refused(let fault) = read(text).end else {
      Issue.record("\(text.debugDescription) was taken")
      return
    }
    #expect(fault == .malformed && fault.status == .badRequest)
  }

  @Test func `A body of the largest size is taken, and one byte more is refused before it comes`() {
    #expect(read("6\r\n012345\r\n4\r\n6789\r\n0\r\n\r\n", bytesMax: 10).body == "0123456789")
    #expect(read("a\r\n0123456789\r\n0\r\n\r\n", bytesMax: 10).end == .ended)
    #expect(read("b\r\n", bytesMax: 10).end == .refused(.tooLarge))
    #expect(
      read("6\r\n012345\r\n5", bytesMax: 10) == Outcome(body: "012345", end: .refused(.tooLarge), left: 1))
    #expect(read("0\r\n\r\n", bytesMax: 0).end == .ended)
    #expect(read("1", bytesMax: 0).end == .refused(.tooLarge))
    #expect(ChunkedBody.Fault.tooLarge.status == .contentTooLarge)
  }

  @Test(arguments: [
    "7fffffffffffffff", "8000000000000000", "ffffffffffffffff", "10000000000000000", "fffffffffffffffff",
    "100000000000000000000000000000005",
  ])
  func `A chunk size beyond all integers is too large`(size: String) {
    #expect(read(size + "\r\nhello\r\n", bytesMax: Int.max >> 6).end == .refused(.tooLarge))
    #expect(read(size + "\r\nhello\r\n").end == .refused(.tooLarge))
  }

  @Test func `may have 4096 bytes of extensions and 4096 of trailers, and no more`() {
    func chunk(extendedBy count: Int) -> String {
      "1;" + String(repeating: "a", count: count - 1) + "\r\nx\r\n"
    }
    let end = "0\r\n\r\n"
    #expect(read(chunk(extendedBy: 4096) + end).end == .ended)
    #expect(read(chunk(extendedBy: 4097) + end).end == .refused(.tooManyExtras))
    // All together: many small ones are as many bytes as one large.
    #expect(read(String(repeating: chunk(extendedBy: 64), count: 64) + end).end == .ended)
    #expect(
      read(String(repeating: chunk(extendedBy: 64), count: 64) + "0;\r\n\r\n").end == .refused(.tooManyExtras)
    )
    func trailer(_ count: Int) -> String { "X:" + String(repeating: "a", count: count - 2) + "\r\n" }
    #expect(read("0\r\n" + trailer(4096) + "\r\n").end == .ended)
    #expect(read("0\r\n" + trailer(4097) + "\r\n").end == .refused(.tooManyExtras))
    #expect(read(chunk(extendedBy: 2048) + "0\r\n" + trailer(2048) + "\r\n").end == .ended)
    #expect(read(chunk(extendedBy: 2048) + "0\r\n" + trailer(2049) + "\r\n").end == .refused(.tooManyExtras))
    // Without an end they are refused as soon as they are too many.
    #expect(read("1;" + String(repeating: " ", count: 4096)).end == .refused(.tooManyExtras))
    #expect(ChunkedBody.Fault.tooManyExtras.status == .headerTooLarge)
  }

  @Test func `A body that was refused is read no further`() {
    var chunks = ChunkedBody(bytesMax: 10)
    for text in ["x", "0\r\n\r\n"] {
      var place = 0
      Array(text.utf8).withUnsafeBytes { #expect(chunks.next($0, at: &place) == .refused(.malformed)) }
      #expect(place == 0)
    }
  }

  // MARK: - However it is cut

  static let inputs = [
    "5;a=b\r\nhello\r\nB\r\n0123456789a\r\n0;x\r\nX: y\r\n\r\nGET", "0\r\n\r\n",
    "3\r\nab\r\n\r\n0\r\n\r\nrest",
    "5\r\nhello\r\n0\r\nX y\r\n\r\n", "5\r\nhello\n", "20\r\n", "10\r\n0123456789abcdef\r\n11\r\n", "5;\u{0}",
    "2;\(String(repeating: "e", count: 70))\r\n",
  ]

  @Test(arguments: inputs) func `A chunked body reads the same however it is cut`(text: String) {
    let bytes = Array(text.utf8)
    let whole = read(bytes, cuts: [], bytesMax: 30, extrasMax: 64)
    #expect(whole.end != .needMore)
    #expect(read(bytes, cuts: Array(0...bytes.count), bytesMax: 30, extrasMax: 64) == whole)
    for cut in 0...bytes.count {
      #expect(read(bytes, cuts: [cut], bytesMax: 30, extrasMax: 64) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `comes to what was put in, however it was made and cut`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<25 {
      let body = (0..<Int.random(in: 0...300, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      var bytes = chunked(body, with: &dice)
      let length = bytes.count
      bytes += Array("GET / HTTP/1.1".utf8)
      let cuts = (0..<Int.random(in: 0...9, using: &dice)).map { _ in
        Int.random(in: 0...bytes.count, using: &dice)
      }
      let outcome = read(bytes, cuts: cuts, bytesMax: body.count)
      #expect(outcome == Outcome(bytes: body, end: .ended, left: bytes.count - length), "seed \(seed)")
      guard !body.isEmpty else { continue }
      #expect(read(bytes, cuts: cuts, bytesMax: body.count - 1).end == .refused(.tooLarge), "seed \(seed)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `A damaged body crashes nothing, and is read the same however it is cut`(seed: UInt64) {
    var dice = Dice(seed: seed)
    for _ in 0..<40 {
      var bytes = Array("5;a=b\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\nX: y\r\n\r\nrest".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      let whole = read(bytes, cuts: [], bytesMax: 64)
      #expect(whole.bytes.count <= 64)
      let cut = Int.random(in: 0...bytes.count, using: &dice)
      #expect(read(bytes, cuts: [cut], bytesMax: 64) == whole, "seed \(seed)")
    }
  }
}

// MARK: - Helpers

/// The result of some bytes: the body so far, how it ended, and how many bytes lie behind it.
private struct Outcome: Equatable {
  let bytes: [UInt8]
  let end: ChunkedBody.Step
  let left: Int

  init(bytes: [UInt8], end: ChunkedBody.Step, left: Int) {
    self.bytes = bytes
    self.end = end
    self.left = left
  }

  init(body: String, end: ChunkedBody.Step, left: Int) {
    self.init(bytes: Array(body.utf8), end: end, left: left)
  }

  var body: String { String(decoding: bytes, as: UTF8.self) }
}

private func read(_ text: String, bytesMax: Int = 1 << 20) -> Outcome {
  read(Array(text.utf8), cuts: [], bytesMax: bytesMax)
}

/// Gives the bytes in pieces that end at the cuts.
private func read(_ bytes: [UInt8], cuts: [Int], bytesMax: Int, extrasMax: Int = 4096) -> Outcome {
  var limits = HTTPLimits()
  limits.chunkExtrasBytesMax = extrasMax
  var chunks = ChunkedBody(bytesMax: bytesMax, limits: limits)
  var body: [UInt8] = []
  var start = 0
  for end in cuts.sorted() + [bytes.count] {
    let piece = Array(bytes[start..<end])
    var place = 0
    loop: while true {
      let step = piece.withUnsafeBytes { chunks.next($0, at: &place) }
      switch step {
      case .data(let part): body += piece[part]
      case .needMore:
        #expect(place == piece.count)
        break loop
      case .ended, .refused: return Outcome(bytes: body, end: step, left: bytes.count - start - place)
      }
    }
    start = end
  }
  return Outcome(bytes: body, end: .needMore, left: 0)
}

/// The body as somebody else might cut and decorate it.
private func chunked(_ body: [UInt8], with dice: inout Dice) -> [UInt8] {
  var out: [UInt8] = []
  var rest = body[...]
  while !rest.isEmpty {
    let part = rest.prefix(Int.random(in: 1...rest.count, using: &dice))
    rest = rest.dropFirst(part.count)
    let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &dice))
    let size = String(part.count, radix: 16, uppercase: Bool.random(using: &dice))
    let decoration = ["", ";", ";n", ";n=v", " ; n=\"v\"", ";a;b;c"].randomElement(using: &dice) ?? ""
    out += Array((zeros + size + decoration + "\r\n").utf8) + part + [0x0D, 0x0A]
  }
  let trailers = ["", "X: y\r\n", "A: 1\r\nB:\r\n"].randomElement(using: &dice) ?? ""
  return out + Array(("0\r\n" + trailers + "\r\n").utf8)
}
