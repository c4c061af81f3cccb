import HTTP
import TestDice
import Testing

@Suite struct `A request parser (RFC 9112)` {
  @Suite struct `What it understands` {
    @Test func `§2.1 a request line and headers`() throws {
      let head = try #require(
        parsed("GET /t/7?seat=2 HTTP/1.1", "Host: a.example:8080", "X-Y:  some value\t", ""))
      #expect(head.method == .get)
      #expect(head.path == "/t/7")
      #expect(head.version == .http11)
      #expect(head.headers["HOST"] == "a.example:8080")
      #expect(head.headers["x-y"] == "some value")
      #expect(head.body == .none)
    }

    @Test func `§2.2 empty lines before the request line are skipped`() throws {
      #expect(try #require(parsed("", "", "GET / HTTP/1.1", "Host: a", "")).path == "/")
    }

    @Test func `§6.3 where the body ends`() throws {
      #expect(
        try #require(parsed("POST / HTTP/1.1", "Host: a", "Content-Length: 12", "")).body == .length(12))
      #expect(try #require(parsed("GET / HTTP/1.1", "Host: a", "Content-Length: 0", "")).body == .length(0))
      for coding in ["chunked", "Chunked", "CHUNKED \t"] {
        let head = try #require(parsed("PUT / HTTP/1.1", "Host: a", "Transfer-Encoding: \(coding)", ""))
        #expect(head.body == .chunks && head.hasBody)
      }
    }

    @Test(
      arguments: [
        ("HTTP/1.1", nil, true), ("HTTP/1.1", "close", false), ("HTTP/1.1", "x, Close", false),
        ("HTTP/1.0", nil, false), ("HTTP/1.0", "Keep-Alive", true), ("HTTP/1.0", "keep-alive, close", false),
      ] as [(String, String?, Bool)])
    func `§9.3 whether the connection stays`(version: String, connection: String?, stays: Bool) throws {
      let fields = connection.map { ["Connection: \($0)"] } ?? []
      let head = try #require(parsed(["GET / \(version)", "Host: a"] + fields + [""]))
      #expect(head.keepAlive == stays)
    }

    @Test func `RFC 9110 §2.5 a later HTTP 1 is taken as 1.1, and 1.0 needs no Host`() throws {
      #expect(try #require(parsed("GET / HTTP/1.9", "Host: a", "")).version == .http11)
      #expect(try #require(parsed("HEAD / HTTP/1.0", "")).version == .http10)
    }

    @Test func `RFC 9110 §5.3 lists may span lines`() throws {
      let head = try #require(
        parsed(
          "GET / HTTP/1.1", "Host: a", "Connection: keep-alive,, Upgrade", "connection: x",
          "Upgrade: WebSocket", ""))
      #expect(head.headers.list("Connection") == ["keep-alive", "Upgrade", "x"])
      #expect(head.isUpgrade)
      #expect(!(try #require(parsed("GET / HTTP/1.1", "Host: a", "Upgrade: websocket", "")).isUpgrade))
      #expect(
        !(try #require(parsed("GET / HTTP/1.1", "Host: a", "Connection: upgrade", "Upgrade: h2c", ""))
          .isUpgrade))
    }

    @Test func `§6.3 whether there is a body at all`() throws {
      let put = try #require(parsed("PUT /api/blobs HTTP/1.1", "Host: a", "Content-Length: 12", ""))
      #expect(put.method == .put && put.body == .length(12) && put.hasBody)
      let zero = try #require(parsed("PUT / HTTP/1.1", "Host: a", "Content-Length: 0", ""))
      #expect(zero.body == .length(0) && !zero.hasBody)
      let none = try #require(parsed("PUT / HTTP/1.1", "Host: a", ""))
      #expect(none.body == .none && !none.hasBody)
    }

    @Test(arguments: [
      ([], RequestHead.Expectation.nothing), (["Expect: 100-continue"], .goAhead),
      (["EXPECT: 100-Continue"], .goAhead),
      (["Expect: 100-continue", "Expect: 100-continue"], .goAhead), (["Expect:"], .nothing),
      (["Expect: 200-ok"], .unknown), (["Expect: 100-continue, more"], .unknown),
    ])
    func `RFC 9110 §10.1.1 what is expected before the body`(
      fields: [String], expectation: RequestHead.Expectation
    ) throws {
      #expect(try #require(parsed(["PUT / HTTP/1.1", "Host: a"] + fields + [""])).expectation == expectation)
      // HTTP/1.0 has no expectations.
      #expect(try #require(parsed(["PUT / HTTP/1.0", "Host: a"] + fields + [""])).expectation == .nothing)
    }

    @Test func `The target of a refused request is known once its first line is understood`() {
      var parser = RequestParser()
      #expect(parser.target == nil)
      guard
        case .refused(.notImplemented, _) = parser.parse(
          bytes(["PUT /api/blobs HTTP/1.1", "Host: a", "Transfer-Encoding: gzip", ""]))
      else {
        Issue.record("not refused")
        return
      }
      #expect(parser.target?.path == "/api/blobs")
    }

    @Test func `requests in a row, each with its own length`() throws {
      let first = bytes(["GET /1 HTTP/1.1", "Host: a", ""])
      let second = bytes(["GET /22 HTTP/1.1", "Host: a", ""])
      var parser = RequestParser()
      guard case .head(let one, let consumed) = parser.parse(first + second) else {
        Issue.record("no head")
        return
      }
      #expect(one.path == "/1")
      #expect(consumed == first.count)
      guard case .head(let two, second.count) = parser.parse(second) else {
        Issue.record("no second head")
        return
      }
      #expect(two.path == "/22")
    }
  }

  @Suite struct `What it refuses` {
    @Test(arguments: [
      ["GET /"], ["GET / HTTP/1.1 x"], ["GET  / HTTP/1.1"], [" GET / HTTP/1.1"], ["GET / HTTP/1.1 "],
      ["GET\t/ HTTP/1.1"],
      ["GET / http/1.1"], ["GET / HTTP/11"], ["GET / HTTP/1.1x"], ["G(T / HTTP/1.1"], ["GET / FTP/1.1"],
      ["GET http://a/ HTTP/1.1"], ["GET * HTTP/1.1"], ["GET a:80 HTTP/1.1"], ["GET /../x HTTP/1.1"],
      ["GET /ü HTTP/1.1"],
    ])
    func `§3 a malformed request line is 400`(lines: [String]) {
      #expect(refusal(lines + ["Host: a", ""]) == .badRequest)
    }

    @Test(arguments: [
      "Host : a", "Host", ": a", "X Y: a", "X\u{0B}: a", " folded", "\tfolded", "X: a\u{00}b", "X: a\rb",
      "X: \u{7F}", "X(: y",
    ])
    func `§5 a malformed header is 400`(line: String) {
      #expect(refusal(["GET / HTTP/1.1", "Host: a", line, ""]) == .badRequest)
    }

    @Test(arguments: [
      [], ["Host: a", "Host: a"], ["Host: a", "hOST: b"], ["Host:"], ["Host: a/b"], ["Host: u@a"],
      ["Host: a, b"],
    ])
    func `§3.2 anything but one Host is 400`(hosts: [String]) {
      #expect(refusal(["GET / HTTP/1.1"] + hosts + [""]) == .badRequest)
    }

    @Test(arguments: [
      (["Content-Length: 3", "Transfer-Encoding: chunked"], 400),
      (["Transfer-Encoding: chunked", "Content-Length: 0"], 400),
      (["Content-Length: 3", "Content-Length: 3"], 400), (["Content-Length: 3, 3"], 400),
      (["Content-Length: -1"], 400),
      (["Content-Length: +1"], 400), (["Content-Length:"], 400), (["Content-Length: 0x1"], 400),
      (["Content-Length: 99999999999999999999"], 413),
    ])
    func `§6 a length that is not one plain number is refused`(fields: [String], status: Int) {
      #expect(refusal(["POST / HTTP/1.1", "Host: a"] + fields + [""]) == Status(rawValue: status))
    }

    @Test(arguments: [
      (["gzip"], 501), (["identity"], 501), (["xchunked"], 501), (["gzip, chunked"], 501),
      (["gzip", "chunked"], 501), (["\"chunked\""], 501), (["x;y=z"], 501),
      ([""], 400), ([","], 400), ([", chunked"], 400), (["chunked,"], 400), (["", "chunked"], 400),
      (["chunked, chunked"], 400), (["chunked", "Chunked"], 400), (["chunked, gzip"], 400),
      (["chunked, identity"], 400), (["chunked;x=y"], 400), (["chunked ;x"], 400), (["chunkedd"], 400),
      (["; chunked"], 400),
    ])
    func `§6.1 a coding that is not plainly chunked is refused`(values: [String], status: Int) {
      let fields = values.map { "Transfer-Encoding: \($0)" }
      #expect(refusal(["POST / HTTP/1.1", "Host: a"] + fields + [""]) == Status(rawValue: status))
    }

    @Test func `§6.1 HTTP 1.0 has no chunks`() {
      #expect(refusal(["POST / HTTP/1.0", "Transfer-Encoding: chunked", ""]) == .badRequest)
      #expect(refusal(["POST / HTTP/1.0", "Transfer-Encoding: gzip", ""]) == .badRequest)
    }

    @Test(arguments: ["OPTIONS", "CONNECT", "TRACE", "Delete", "get", "PRI"])
    func `RFC 9110 §15.5.6 another method is 405`(method: String) {
      #expect(refusal(["\(method) / HTTP/1.1", "Host: a", ""]) == .methodNotAllowed)
    }

    /// Requests, and what is said of each: what must be, in a sentence.
    @Test(
      arguments: [
        (["GET /"], "The request line must be METHOD TARGET VERSION."),
        (["GET * HTTP/1.1"], "The target must be a plain path."),
        (["GET / HTTX/1.1"], "The version must be HTTP/1.1 or HTTP/1.0."),
        (["GET / HTTP/2.0"], "The version must be HTTP/1.1 or HTTP/1.0."),
        (["BREW / HTTP/1.1"], "The method must be GET, HEAD, POST, PUT, PATCH or DELETE."),
        (["BREW * HTTP/1.1"], "The method must be GET, HEAD, POST, PUT, PATCH or DELETE."),
        (["GET / HTTP/1.1", ""], "A request must have exactly one Host."),
        (["GET / HTTP/1.1", "Host: a", "Host: a", ""], "A request must have exactly one Host."),
        (["GET / HTTP/1.1", "Host: a/b", ""], "Host must be a host, with or without a port."),
        (["GET / HTTP/1.1", " folded"], "A header must stand on one line."),
        (["GET / HTTP/1.1", "Host"], "A header line must have a colon."),
        (
          ["GET / HTTP/1.1", "Host : a"],
          "A header name must be a token, with nothing between it and its colon."
        ),
        (["GET / HTTP/1.1", "X: \u{1}"], "The head must not have control characters."),
        (["GET / HTTP/1.1", "X: a\rb"], "Each line must end with CR LF, and neither may stand elsewhere."),
      ] as [([String], String)])
    func `A refusal says in a sentence what must be`(lines: [String], sentence: String) {
      #expect(reason(lines) == sentence)
    }

    @Test func `A refusal of what is too long says how long it may be`() {
      let line = String(repeating: "a", count: 8200)
      let part = String(repeating: "a", count: 6000)
      let first = "GET / HTTP/1.1"
      #expect(reason(["GET /\(line) HTTP/1.1"]) == "The request line must have at most 8192 bytes.")
      #expect(reason([first, "X: \(line)"]) == "A header line must have at most 8192 bytes.")
      #expect(
        reason([first, "X: \(part)", "Y: \(part)", "Z: \(part)"]) == "The head must have at most 16384 bytes."
      )
      let many = (0...100).map { "X\($0): y" }
      #expect(reason([first] + many) == "A request must have at most 100 headers.")
    }

    @Test(
      arguments: [
        (["Content-Length: x"], "Content-Length must be one number."),
        (["Content-Length: 1", "Content-Length: 1"], "Content-Length must be one number."),
        (["Content-Length: 9223372036854775808"], "Content-Length must be at most 9223372036854775807."),
        (
          ["Content-Length: 1", "Transfer-Encoding: chunked"],
          "A request must have Content-Length or Transfer-Encoding, not both."
        ),
        (["Transfer-Encoding: gzip"], "Transfer-Encoding must be chunked."),
        (
          ["Transfer-Encoding: chunked, gzip"],
          "Transfer-Encoding must say chunked once, last, and without parameters."
        ),
      ] as [([String], String)])
    func `A refusal of a body says in a sentence what must be`(fields: [String], sentence: String) {
      #expect(reason(["PUT / HTTP/1.1", "Host: a"] + fields + [""]) == sentence)
      #expect(
        reason(["PUT / HTTP/1.0", "Transfer-Encoding: chunked", ""])
          == "A request of HTTP/1.0 must not have Transfer-Encoding.")
    }

    @Test func `The target of an unknown method is known, as far as it is one`() {
      let targets: [(String, String?)] = [("/api/games?x", "/api/games"), ("*", nil), ("/../x", nil)]
      for (target, path) in targets {
        var parser = RequestParser()
        let outcome = parser.parse(bytes(["TRACE \(target) HTTP/1.1", "Host: a", ""]))
        guard case .refused(.methodNotAllowed, _) = outcome else {
          Issue.record("not refused as a method: \(outcome)")
          continue
        }
        #expect(parser.target?.path == path)
      }
    }

    @Test func `RFC 9110 §15.6.6 another version is 505`() {
      #expect(refusal(["GET / HTTP/2.0", "Host: a", ""]) == .versionNotSupported)
      #expect(refusal(["GET / HTTP/0.9", "Host: a", ""]) == .versionNotSupported)
      #expect(refusal(["PRI * HTTP/2.0", "", "SM", ""]) == .versionNotSupported)
    }

    @Test(arguments: [
      "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "\n",
      "GET / HTTP/1.1\r\nHost: a\r\n\n",
    ])
    func `§2.2 a bare line break is 400`(text: String) {
      #expect(refusal(of: Array(text.utf8)) == .badRequest)
    }

    @Test func `Nothing more is understood after a refusal`() {
      var parser = RequestParser()
      let first = parser.parse(bytes(["GET", ""]))
      #expect(first == parser.parse(bytes(["GET / HTTP/1.1", "Host: a", ""])))
    }
  }

  @Suite struct `Its limits` {
    @Test func `a request line of the limit fits, one byte more is 414`() throws {
      var limits = HTTPLimits()
      limits.lineBytesMax = 100
      let frame = "GET / HTTP/1.1\r\n".utf8.count
      func lines(_ extra: Int) -> [String] {
        ["GET /\(String(repeating: "a", count: extra)) HTTP/1.1", "Host: a", ""]
      }
      #expect(parsed(lines(100 - frame), limits: limits) != nil)
      #expect(refusal(lines(101 - frame), limits: limits) == .targetTooLong)
    }

    @Test func `a header line of the limit fits, one byte more is 431`() throws {
      var limits = HTTPLimits()
      limits.lineBytesMax = 100
      func lines(_ extra: Int) -> [String] {
        ["GET / HTTP/1.1", "Host: a", "X: " + String(repeating: "a", count: extra), ""]
      }
      #expect(parsed(lines(95), limits: limits) != nil)
      #expect(refusal(lines(96), limits: limits) == .headerTooLarge)
    }

    @Test func `a head of the limit fits, one byte more is 431`() throws {
      var limits = HTTPLimits()
      let rest = bytes(["GET / HTTP/1.1", "Host: a", "X: ", ""]).count
      limits.headBytesMax = rest + 10
      limits.lineBytesMax = limits.headBytesMax
      func lines(_ extra: Int) -> [String] {
        ["GET / HTTP/1.1", "Host: a", "X: " + String(repeating: "a", count: extra), ""]
      }
      #expect(parsed(lines(10), limits: limits) != nil)
      #expect(refusal(lines(11), limits: limits) == .headerTooLarge)
    }

    @Test func `a hundred headers fit, one more is 431`() {
      func lines(_ more: Int) -> [String] {
        ["GET / HTTP/1.1", "Host: a"] + (0..<more).map { "X\($0): y" } + [""]
      }
      #expect(parsed(lines(99)) != nil)
      #expect(refusal(lines(100)) == .headerTooLarge)
    }

    @Test func `a line without end is refused as soon as it is too long`() {
      let flood = Array(repeating: UInt8(ascii: "a"), count: 8 * 1024)
      #expect(refusal(of: Array(flood.dropLast())) == nil)
      #expect(refusal(of: flood) == .targetTooLong)
    }

    @Test func `empty lines without end are refused`() {
      let flood = Array(String(repeating: "\r\n", count: 8192).utf8)
      #expect(refusal(of: flood + [0x0D]) == .headerTooLarge)
    }
  }

  @Suite struct `However it is cut` {
    static let inputs: [[UInt8]] = [
      bytes(["GET /a%20b?c HTTP/1.1", "Host: a", "X:  y ", ""]) + Array("body".utf8),
      bytes(["", "POST / HTTP/1.0", "Content-Length: 4", ""]) + Array("body".utf8),
      bytes(["GET / HTTP/1.1", "Host : a", ""]), bytes(["GET / HTTP/1.1", ""]),
      bytes(["TRACE / HTTP/1.1", ""]),
      Array("GET / HTTP/1.1\r\nHost: a\n\r\n".utf8), bytes(["GET / HTTP/3.0", ""]),
      bytes(["GET /" + String(repeating: "a", count: 60) + " HTTP/1.1", "Host: a", ""]),
      bytes(["GET / HTTP/1.1", "Host: a"] + (0..<12).map { "X\($0): y" } + [""]),
    ]

    @Test(arguments: inputs) func `the outcome is the same`(input: [UInt8]) {
      var limits = HTTPLimits()
      (limits.lineBytesMax, limits.headBytesMax, limits.headersMax) = (64, 150, 10)
      let whole = outcome(of: input, ends: [input.count], limits: limits)
      #expect(whole != .needMore)
      #expect(outcome(of: input, ends: Array(0...input.count), limits: limits) == whole)
      for cut in 0...input.count {
        #expect(outcome(of: input, ends: [cut, input.count], limits: limits) == whole, "cut at \(cut)")
      }
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `damaged heads crash nothing and do not depend on the cut`(seed: UInt64) {
      var random = Dice(seed: seed)
      for _ in 0..<40 {
        var input = bytes(["GET /t/1?x HTTP/1.1", "Host: a", "Content-Length: 1", "Connection: Upgrade", ""])
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<input.count, using: &random)
          input[place] = UInt8.random(in: 0...255, using: &random)
        }
        let whole = outcome(of: input, ends: [input.count])
        let cut = Int.random(in: 0...input.count, using: &random)
        #expect(outcome(of: input, ends: [cut, input.count]) == whole, "seed \(seed)")
      }
    }
  }
}

@Suite struct `A response parser (RFC 9112 §4)` {
  static let answer =
    bytes(["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "X: y", ""]) + [0x81, 0x00]

  @Test func `understands status and headers, cut anywhere`() {
    for cut in 0...Self.answer.count {
      var parser = ResponseParser()
      var outcome = parser.parse(Array(Self.answer[..<cut]))
      if outcome == .needMore { outcome = parser.parse(Self.answer) }
      guard case .head(let head, let consumed) = outcome else {
        Issue.record("no head, cut at \(cut)")
        return
      }
      #expect(head.status == .switchingProtocols)
      #expect(head.headers["UPGRADE"] == "websocket")
      #expect(consumed == Self.answer.count - 2)
    }
  }

  @Test func `needs no phrase`() {
    var parser = ResponseParser()
    guard case .head(let head, _) = parser.parse(bytes(["HTTP/1.0 404", ""])) else {
      Issue.record("no head")
      return
    }
    #expect(head.status == .notFound)
  }

  @Test(arguments: [
    ["SSH-2.0-OpenSSH"], ["HTTP/2 200 OK"], ["HTTP/1.1 20 OK"], ["HTTP/1.1 2000"], ["HTTP/1.1 abc"],
    ["HTTP/1.1 099"],
    ["HTTP/1.1 200 OK", "bad header"], ["HTTP/1.1 200 OK", " folded: x"], ["", "HTTP/1.1 200 OK"],
  ])
  func `refuses what is not HTTP`(lines: [String]) {
    var parser = ResponseParser()
    guard case .refused = parser.parse(bytes(lines + [""])) else {
      Issue.record("\(lines) was understood")
      return
    }
  }
}

// MARK: Helpers

/// Lines with CR LF behind each.
func bytes(_ lines: [String]) -> [UInt8] {
  lines.flatMap { Array($0.utf8) + [0x0D, 0x0A] }
}

func parsed(_ lines: String...) -> RequestHead? { parsed(lines) }

func parsed(_ lines: [String], limits: HTTPLimits = HTTPLimits()) -> RequestHead? {
  var parser = RequestParser(limits: limits)
  if case .head(let head, _) = parser.parse(bytes(lines)) { return head }
  return nil
}

/// What is said of lines that are refused.
private func reason(_ lines: [String]) -> String? {
  var parser = RequestParser()
  if case .refused(_, let reason) = parser.parse(bytes(lines)) { return reason }
  return nil
}

private func refusal(_ lines: [String], limits: HTTPLimits = HTTPLimits()) -> Status? {
  refusal(of: bytes(lines), limits: limits)
}

private func refusal(of input: [UInt8], limits: HTTPLimits = HTTPLimits()) -> Status? {
  var parser = RequestParser(limits: limits)
  if case .refused(let status, _) = parser.parse(input) { return status }
  return nil
}

/// Shows the input as far as each end, until the parser has a result.
private func outcome(
  of input: [UInt8], ends: [Int], limits: HTTPLimits = HTTPLimits()
) -> RequestParser.Outcome {
  var parser = RequestParser(limits: limits)
  for end in ends {
    let outcome = parser.parse(Array(input[..<end]))
    if outcome != .needMore { return outcome }
  }
  return .needMore
}
