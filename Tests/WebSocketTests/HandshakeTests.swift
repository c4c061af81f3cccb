import Bytes
import HTTP
import TestChecks
import TestDice
import Testing

@testable import WebSocket

@Suite struct `A handshake (RFC 6455 §4)` {
  /// The client's side of the example in §1.3, one field a line, so that a test can take one away
  /// or add one.
  static let fields = [
    "Host: server.example.com",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: chat, superchat",
    "Sec-WebSocket-Version: 13",
  ]

  static func request(
    without name: String? = nil, adding more: [String] = [], line: String = "GET /chat HTTP/1.1"
  ) -> RequestHead? {
    head([line] + fields.filter { name == nil || !$0.hasPrefix("\(name ?? ""):") } + more)
  }

  @Suite struct `Server, §4.2` {
    @Test func `§1.3 the example is answered`() throws {
      let accepted = try accept(try #require(request()), subprotocols: ["superchat", "chat"]).get()
      #expect(
        String(decoding: accepted.responseBytes, as: UTF8.self)
          == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: chat\r\n\r\n")
      #expect(accepted.subprotocol == "chat")
    }

    @Test func `4.2.2 no subprotocol is named where none is common`() throws {
      let accepted = try accept(try #require(request()), subprotocols: ["Chat"]).get()
      #expect(accepted.subprotocol == nil)
      #expect(!String(decoding: accepted.responseBytes, as: UTF8.self).contains("Protocol:"))
    }

    @Test func `names and tokens match in any case, among others`() throws {
      let loose = head(
        "GET / HTTP/1.1", "hOsT: a", "upgrade: foo, WebSocket", "CONNECTION: keep-alive, uPGRADE",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", "SEC-WEBSOCKET-VERSION: 13",
        "Sec-WebSocket-Extensions: permessage-deflate")
      let accepted = try accept(try #require(loose)).get()
      #expect(!String(decoding: accepted.responseBytes, as: UTF8.self).contains("Extensions"))
    }

    @Test(
      arguments: [
        ("GET /chat HTTP/1.0", nil, [], .versionNotHTTP11),
        ("POST /chat HTTP/1.1", nil, [], .methodNotGet),
        ("HEAD /chat HTTP/1.1", nil, [], .methodNotGet),
        ("GET /chat HTTP/1.1", nil, ["Content-Length: 1"], .bodyPresent),
        ("GET /chat HTTP/1.1", "Upgrade", [], .notAnUpgrade),
        ("GET /chat HTTP/1.1", "Upgrade", ["Upgrade: websockets"], .notAnUpgrade),
        ("GET /chat HTTP/1.1", "Connection", [], .notAnUpgrade),
        ("GET /chat HTTP/1.1", "Connection", ["Connection: close"], .notAnUpgrade),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Key", [], .badKey),
        ("GET /chat HTTP/1.1", nil, ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="], .badKey),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ"], .badKey),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=*"], .badKey),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZSE="], .badKey),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j"], .badKey),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Version", [], .webSocketVersion),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Version", ["Sec-WebSocket-Version: 8"], .webSocketVersion),
        ("GET /chat HTTP/1.1", "Sec-WebSocket-Version", ["Sec-WebSocket-Version: 13, 8"], .webSocketVersion),
        ("GET /chat HTTP/1.1", nil, ["Sec-WebSocket-Version: 8"], .webSocketVersion),
        ("GET /chat HTTP/1.1", nil, ["Origin: https://evil.example"], .originForbidden),
      ] as [(String, String?, [String], HandshakeRefusal)])
    func `4.2.1 what is missing or wrong is refused`(
      line: String, without: String?, adding: [String], expected: HandshakeRefusal
    ) throws {
      let head = try #require(request(without: without, adding: adding, line: line))
      #expect(accept(head) == .failure(expected))
    }

    @Test(
      arguments: [
        (.methodNotGet, "405", ["allow": "GET"]), (.originForbidden, "403", [:]), (.badKey, "400", [:]),
        (.webSocketVersion, "426", ["sec-websocket-version": "13", "upgrade": "websocket"]),
        (.notAnUpgrade, "426", ["upgrade": "websocket"]), (.versionNotHTTP11, "400", [:]),
      ] as [(HandshakeRefusal, String, [String: String])])
    func `4.2.2 a refusal is an HTTP answer, after which the connection closes`(
      refusal: HandshakeRefusal, status: String, fields: [String: String]
    ) {
      let response = refusal.response(to: request(), date: "now")
      var parser = ResponseParser()
      guard case .head(let head, _) = parser.parse(response.encoded()) else {
        Issue.record("no HTTP")
        return
      }
      #expect(String(head.status.rawValue) == status)
      #expect(head.headers["connection"] == "close")
      for (name, value) in fields { #expect(head.headers[name] == value) }
    }
  }

  @Suite struct `Origin, §10.2` {
    @Test(
      arguments: [
        ("a.example", nil), ("a.example", "http://a.example"),
        ("A.Example:80", "http://a.example"), ("a.example", "http://a.example:80"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("[::1]:8080", "http://[::1]:8080"),
        ("inside", "https://play.example"), ("inside", "https://PLAY.example:443"),
        ("inside", "http://other.example:81"),
      ] as [(String, String?)])
    func `pages of the host itself, listed pages, and programs may enter`(
      host: String, origin: String?
    ) throws {
      #expect(try admits(host: host, origins: origin.map { [$0] } ?? []))
    }

    @Test(arguments: [
      ("a.example", "https://a.example"), ("a.example:443", "https://A.example"),
      ("a.example", "https://a.example:443"), ("a.example:8443", "https://a.example:8443"),
      ("[2001:db8::1]", "https://[2001:db8::1]"), ("inside", "https://play.example"),
      ("inside", "http://other.example:81"),
    ])
    func `pages of the host itself that came over TLS may enter over TLS, and in no other way`(
      host: String, origin: String
    ) throws {
      #expect(try admits(host: host, origins: [origin], isSecure: true))
      #expect(try admits(host: host, origins: [origin], isSecure: false) == (host == "inside"))
    }

    @Test(arguments: [
      ("a.example", "http://a.example"), ("a.example:80", "http://a.example"),
      ("a.example", "http://a.example:443"), ("a.example:443", "http://a.example"),
      ("a.example:80", "https://a.example"), ("inside", "http://play.example:443"),
    ])
    func `a plain page of the same name may not, where its own come over TLS`(
      host: String, origin: String
    ) throws {
      #expect(try !admits(host: host, origins: [origin], isSecure: true))
    }

    @Test(arguments: [
      ("a.example", ["null"]), ("a.example", [""]), ("a.example", ["a.example"]),
      ("a.example", ["http://b.example"]),
      ("a.example", ["http://a.example.evil"]), ("a.example", ["http://evil-a.example"]),
      ("a.example", ["http://a.example:81"]),
      ("a.example:8080", ["http://a.example"]), ("a.example", ["http://x@a.example"]),
      ("a.example", ["http://a.example/"]),
      ("a.example:443", ["http://a.example"]), ("inside", ["http://play.example"]),
      ("inside", ["https://play.example:444"]),
      ("a.example", ["http://a.example", "http://a.example"]), ("inside", ["http://other.example"]),
      ("inside", ["https://other.example:81"]), ("a.example", ["ws://a.example"]),
    ])
    func `a page of another origin is refused`(host: String, origins: [String]) throws {
      #expect(try !admits(host: host, origins: origins))
    }

    @Test func `a policy of any origin admits every page`() throws {
      let head = try #require(request(adding: ["Origin: null"]))
      #expect(accept(head) == .failure(.originForbidden))
      #expect((try? accept(head, policy: .any).get()) != nil)
    }

    private func admits(host: String, origins: [String], isSecure: Bool = false) throws -> Bool {
      let head = try #require(
        request(without: "Host", adding: ["Host: \(host)"] + origins.map { "Origin: \($0)" }))
      let policy = OriginPolicy.sameOrigin(
        isSecure: isSecure, allowed: ["https://play.example", "http://other.example:81", "a.example"])
      switch accept(head, policy: policy) {
      case .success: return true
      case .failure(let refusal):
        #expect(refusal == .originForbidden)
        return false
      }
    }
  }

  @Suite struct `Client, §4.1` {
    static let key = HandshakeKey(bytes: text("the sample nonce"))
    static let answer = [
      Header("Upgrade", "WebSocket"), Header("Connection", "upgrade"),
      Header("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
    ]

    @Test func `asks as §1.3 does, and our server agrees`() throws {
      let bytes = Handshake.request(
        host: "a.example:81", path: "/ws", key: Self.key, subprotocols: ["baize.v1", "x"])
      var parser = RequestParser()
      guard case .head(let head, bytes.count) = parser.parse(bytes) else {
        Issue.record("no head")
        return
      }
      #expect(head.headers["sec-websocket-key"] == "dGhlIHNhbXBsZSBub25jZQ==")
      let accepted = try accept(head, subprotocols: ["x", "baize.v1"]).get()
      var answers = ResponseParser()
      guard case .head(let answer, accepted.responseBytes.count) = answers.parse(accepted.responseBytes)
      else {
        Issue.record("no answer")
        return
      }
      let verified = try Handshake.verify(answer, key: Self.key, subprotocols: ["baize.v1", "x"])
      #expect(verified == Handshake.Answer(subprotocol: "baize.v1", deflate: nil))
    }

    @Test func `takes an answer that keeps its promises`() throws {
      #expect(try verify(Self.answer) == nil)
      #expect(try verify(Self.answer + [Header("Sec-WebSocket-Protocol", "baize.v1")]) == "baize.v1")
    }

    @Test(
      arguments: [
        ([0], [], .answerNotAnUpgrade), ([1], [], .answerNotAnUpgrade), ([2], [], .wrongAccept),
        ([0], [Header("Upgrade", "h2c")], .answerNotAnUpgrade),
        ([1], [Header("Connection", "close")], .answerNotAnUpgrade),
        ([2], [Header("Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo=")], .wrongAccept),
        ([], [Header("Sec-WebSocket-Extensions", "permessage-deflate")], .extensionNotOffered),
        ([], [Header("Sec-WebSocket-Protocol", "chat")], .subprotocolNotOffered),
        (
          [], [Header("Sec-WebSocket-Protocol", "baize.v1"), Header("Sec-WebSocket-Protocol", "baize.v1")],
          .subprotocolNotOffered
        ),
      ] as [([Int], [Header], HandshakeRefusal)])
    func `refuses one that breaks a promise`(without: [Int], adding: [Header], expected: HandshakeRefusal) {
      let kept = Self.answer.indices.filter { !without.contains($0) }.map { Self.answer[$0] }
      #expect(throws: expected) { try verify(kept + adding) }
    }

    @Test func `tells any other status`() {
      #expect(throws: HandshakeRefusal.status(.forbidden)) {
        try Handshake.verify(ResponseHead(status: .forbidden, headers: Headers(Self.answer)), key: Self.key)
      }
      #expect(HandshakeRefusal.status(.forbidden).reason == "The server answered 403 Forbidden.")
    }

    @Test func `cannot be made to write another header`() async {
      let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let key = HandshakeKey(bytes: [UInt8](repeating: 0, count: 16))
        _ = Handshake.request(host: "a\r\nX: y", path: "/", key: key)
      }
      expectFailedCheck("a line break would begin another header", of: end)
    }

    private func verify(_ headers: [Header]) throws(HandshakeRefusal) -> String? {
      try Handshake.verify(
        ResponseHead(status: .switchingProtocols, headers: Headers(headers)), key: Self.key,
        subprotocols: ["baize.v1"]
      ).subprotocol
    }
  }

  @Suite struct `Key and base64` {
    @Test(arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
    func `RFC 4648 §10 test vectors`(plain: String, encoded: String) {
      #expect(Base64.encode(text(plain)) == encoded)
      #expect(Base64.decode(encoded) == text(plain))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "====", "Zh==", "Zm9=", "Zm 9", "Zm9-", "=Zm9", "Zg==Zg=="])
    func `malformed base64 is refused`(encoded: String) {
      #expect(Base64.decode(encoded) == nil)
    }

    @Test func `every key is read back`() {
      var random = Dice(seed: 11)
      for _ in 0..<200 {
        let key = HandshakeKey(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
        #expect(HandshakeKey(text: key.text) == key)
      }
    }
  }
}

private func request(
  without name: String? = nil, adding more: [String] = [], line: String = "GET /chat HTTP/1.1"
) -> RequestHead? {
  `A handshake (RFC 6455 §4)`.request(without: name, adding: more, line: line)
}

private func accept(
  _ head: RequestHead, policy: OriginPolicy = .sameOrigin(isSecure: false, allowed: []),
  subprotocols: [String] = []
) -> Result<Handshake.Accepted, HandshakeRefusal> {
  Handshake.accept(head, policy: policy, subprotocols: subprotocols, deflate: .off)
}
