import HTTP
import Testing

@testable import WebSocket

@Suite struct `Agreeing on compression (RFC 7692 §5, §7.1)` {
  /// Offers as they stand in the header, and what each policy answers; nil declines. The name of the
  /// extension and `client_no_context_takeover`, which is always demanded, are left out of the answers.
  static let rows: [(offer: String, shared: String?, noContext: String?, lab: String?)] = [
    // What clients send: Chromium, WebKitGTK, ws, Python's websockets and aiohttp; Firefox and nhooyr;
    // gorilla and nhooyr without context; nobody who has compression off sends anything.
    ("permessage-deflate; client_max_window_bits", "", alone, ""),
    ("permessage-deflate", "", alone, ""),
    ("permessage-deflate; server_no_context_takeover; client_no_context_takeover", alone, alone, alone),
    ("", nil, nil, nil),
    // ws and websockets when they are told a window.
    ("permessage-deflate; server_max_window_bits=12; client_max_window_bits", w12, alone + w12, w12),
    ("permessage-deflate; server_max_window_bits=13", w12, alone + w12, "; server_max_window_bits=13"),
    ("permessage-deflate; server_max_window_bits=15", w12, alone + w12, "; server_max_window_bits=15"),
    ("permessage-deflate; server_max_window_bits=11", nil, nil, "; server_max_window_bits=11"),
    ("permessage-deflate; server_max_window_bits=9", nil, nil, "; server_max_window_bits=9"),
    ("permessage-deflate; server_max_window_bits=8", nil, nil, nil),
    // The client's own window.
    ("permessage-deflate; client_max_window_bits=10", "", alone, "; client_max_window_bits=10"),
    ("permessage-deflate; client_max_window_bits=8", "", alone, "; client_max_window_bits=8"),
    (
      "permessage-deflate; client_no_context_takeover; server_no_context_takeover;"
        + " client_max_window_bits=9; server_max_window_bits=14",
      alone + w12, alone + w12, alone + "; server_max_window_bits=14; client_max_window_bits=9"
    ),
    // Several offers: the first that can be kept.
    (
      "permessage-deflate; server_max_window_bits=10, permessage-deflate", "", alone,
      "; server_max_window_bits=10"
    ),
    ("permessage-deflate; x, permessage-deflate; server_max_window_bits=12", w12, alone + w12, w12),
    ("x-webkit-deflate-frame, permessage-deflate", "", alone, ""),
    ("bbf-usp-protocol; a=1; b=\"2\", permessage-deflate;client_max_window_bits", "", alone, ""),
    ("permessage-deflate; server_max_window_bits=8, permessage-deflate; y", nil, nil, nil),
    // Spelling.
    ("permessage-deflate; server_max_window_bits=\"12\"", w12, alone + w12, w12),
    ("permessage-deflate; server_max_window_bits=\"1\\2\"", w12, alone + w12, w12),
    ("  permessage-deflate\t;\tserver_max_window_bits = 12 ,, ", w12, alone + w12, w12),
    ("Permessage-Deflate", nil, nil, nil),
    ("permessage-deflate2", nil, nil, nil),
  ]

  private static let alone = "; server_no_context_takeover"
  private static let w12 = "; server_max_window_bits=12"

  @Test(arguments: rows) func `each policy answers the first offer it can keep`(
    offer: String, shared: String?, noContext: String?, lab: String?
  ) throws {
    for (policy, expected) in [
      (DeflatePolicy.shared, shared), (.noContext, noContext), (.lab, lab), (.off, nil),
    ] {
      let accepted = try accept([offer], policy)
      #expect(accepted.text == expected.map(whole), "\(policy)")
      #expect(accepted.agreement == agreement(accepted.text), "\(policy)")
    }
  }

  @Test func `lines of the header are one list`() throws {
    #expect(
      try accept(["permessage-deflate; server_max_window_bits=9", "permessage-deflate"], .shared).text
        == whole(""))
    #expect(try accept(["foo, bar", "", "permessage-deflate"], .shared).text == whole(""))
  }

  @Test(arguments: [
    "server_max_window_bits", "server_max_window_bits=7", "server_max_window_bits=16",
    "server_max_window_bits=012",
    "server_max_window_bits=1", "server_max_window_bits=twelve", "server_max_window_bits=+12",
    "server_max_window_bits=12; server_max_window_bits=12", "client_max_window_bits=7",
    "client_max_window_bits=16",
    "client_max_window_bits=08", "client_max_window_bits; client_max_window_bits",
    "client_max_window_bits; client_max_window_bits=12", "client_max_window_bits=12; client_max_window_bits",
    "server_no_context_takeover=1", "server_no_context_takeover; server_no_context_takeover",
    "client_no_context_takeover=true", "client_no_context_takeover; client_no_context_takeover",
    "Server_No_Context_Takeover", "window=12", "x",
  ])
  func `§7.1 an offer that is wrong is declined, and the next one taken`(parameters: String) throws {
    for policy in [DeflatePolicy.shared, .noContext, .lab] {
      #expect(try accept(["permessage-deflate; \(parameters)"], policy).text == nil, "\(policy)")
      let next = try accept(["permessage-deflate; \(parameters), permessage-deflate"], policy)
      #expect(next.text == whole(policy == .noContext ? Self.alone : ""), "\(policy)")
    }
  }

  @Test(arguments: [
    "permessage-deflate;", "permessage-deflate; =1", "permessage-deflate; a=", "permessage-deflate; a=\"",
    "permessage-deflate; a=\"12", "permessage-deflate; a=\"\"", "permessage-deflate; a=\"1 2\"",
    "permessage-deflate; a=\"1\\", "permessage-deflate; a=\"1\"2",
    "permessage-deflate client_max_window_bits",
    "permessage-deflate; a b", "permessage-deflate; a=1=2", "permessage-deflate;; a", "; a", "=",
    "\"permessage-deflate\"",
    "permessage/deflate", "perméssage-deflate", "permessage-deflate, a;", "foo; a=(b)",
  ])
  func `RFC 6455 §9.1 a malformed list of extensions fails the handshake`(line: String) throws {
    for policy in [DeflatePolicy.off, .shared, .noContext, .lab] {
      #expect(throws: HandshakeRefusal.badExtensions) { try accept(["permessage-deflate", line], policy) }
    }
    #expect(HandshakeRefusal.badExtensions.status == .badRequest)
  }

  @Test func `a long list costs its length once`() throws {
    let offers = [String](repeating: "permessage-deflate; x=\"\\y\"", count: 200).joined(separator: ",")
    #expect(try accept([offers], .shared).text == nil)
  }

  @Suite struct `The client` {
    @Test(
      arguments: [
        ("permessage-deflate", DeflateAgreement()),
        ("permessage-deflate; client_no_context_takeover", DeflateAgreement(clientNoContextTakeover: true)),
        ("permessage-deflate; server_no_context_takeover", DeflateAgreement(serverNoContextTakeover: true)),
        // Unasked, and yet legal (§7.1.2.1).
        ("permessage-deflate; server_max_window_bits=12", DeflateAgreement(serverMaxWindowBits: 12)),
        ("permessage-deflate; server_max_window_bits=8", DeflateAgreement(serverMaxWindowBits: 8)),
        ("permessage-deflate; client_max_window_bits=\"8\"", DeflateAgreement(clientMaxWindowBits: 8)),
        ("", nil),
      ] as [(String, DeflateAgreement?)])
    func `takes an answer that fits its offer`(line: String, expected: DeflateAgreement?) throws {
      #expect(try verify([line]) == expected)
    }

    @Test(
      arguments: [
        (["permessage-deflate;"], .badExtensions),
        (["x-webkit-deflate-frame"], .extensionNotOffered),
        (["permessage-deflate, foo"], .extensionNotOffered),
        (["permessage-deflate", "permessage-deflate"], .extensionTwice),
        (["permessage-deflate; x"], .deflateParameterUnknown),
        (["permessage-deflate; x=12"], .deflateParameterUnknown),
        (
          ["permessage-deflate; server_no_context_takeover; server_no_context_takeover"],
          .deflateParameterTwice
        ),
        (["permessage-deflate; client_max_window_bits=9; client_max_window_bits=9"], .deflateParameterTwice),
        (["permessage-deflate; client_max_window_bits"], .deflateValueBad),
        (["permessage-deflate; client_max_window_bits=7"], .deflateValueBad),
        (["permessage-deflate; server_max_window_bits"], .deflateValueBad),
        (["permessage-deflate; server_max_window_bits=16"], .deflateValueBad),
        (["permessage-deflate; server_max_window_bits=09"], .deflateValueBad),
        (["permessage-deflate; server_no_context_takeover=yes"], .deflateValueBad),
      ] as [([String], HandshakeRefusal)])
    func `refuses one that does not`(lines: [String], expected: HandshakeRefusal) {
      #expect(throws: expected) { try verify(lines) }
      #expect(expected.reason.hasSuffix("."))
    }

    @Test func `A client that offered nothing takes nothing`() throws {
      #expect(throws: HandshakeRefusal.extensionNotOffered) {
        try verify(["permessage-deflate"], offersDeflate: false)
      }
      #expect(try verify([], offersDeflate: false) == nil)
    }

    @Test(arguments: [DeflatePolicy.off, .shared, .noContext, .lab])
    func `the client and the server agree under every policy`(policy: DeflatePolicy) throws {
      let bytes = Handshake.request(host: "a", path: "/", key: key, offersDeflate: true)
      var requests = RequestParser()
      guard case .head(let head, _) = requests.parse(bytes) else {
        Issue.record("no head")
        return
      }
      #expect(head.headers["sec-websocket-extensions"] == "permessage-deflate; client_max_window_bits")
      let accepted = try Handshake.accept(head, policy: .any, subprotocols: [], deflate: policy).get()
      var answers = ResponseParser()
      guard case .head(let answer, _) = answers.parse(accepted.responseBytes) else {
        Issue.record("no answer")
        return
      }
      #expect(try Handshake.verify(answer, key: key, offersDeflate: true).deflate == accepted.deflate)
      #expect((accepted.deflate == nil) == (policy == .off))
    }

    private func verify(_ lines: [String], offersDeflate: Bool = true) throws -> DeflateAgreement? {
      let headers =
        [
          Header("Upgrade", "websocket"), Header("Connection", "Upgrade"),
          Header("Sec-WebSocket-Accept", key.accept),
        ]
        + lines.map { Header("Sec-WebSocket-Extensions", $0) }
      let answer = ResponseHead(status: .switchingProtocols, headers: Headers(headers))
      return try Handshake.verify(answer, key: key, offersDeflate: offersDeflate).deflate
    }

    private let key = HandshakeKey(bytes: [UInt8](repeating: 7, count: 16))
  }

  private func whole(_ parameters: String) -> String {
    // In the answer the server's promise about context comes first, then the client's, then the windows.
    let isAlone = parameters.hasPrefix(Self.alone)
    let rest = isAlone ? String(parameters.dropFirst(Self.alone.count)) : parameters
    return "permessage-deflate" + (isAlone ? Self.alone : "") + "; client_no_context_takeover" + rest
  }

  /// What an answer says, read by its words.
  private func agreement(_ answer: String?) -> DeflateAgreement? {
    guard let answer else { return nil }
    func bits(_ name: String) -> Int {
      for bits in 8...15 where (answer + ";").contains("\(name)=\(bits);") { return bits }
      return 15
    }
    return DeflateAgreement(
      serverNoContextTakeover: answer.contains(Self.alone),
      clientNoContextTakeover: answer.contains("client_no_context_takeover"),
      serverMaxWindowBits: bits("server_max_window_bits"), clientMaxWindowBits: bits("client_max_window_bits")
    )
  }

  private func accept(
    _ lines: [String], _ policy: DeflatePolicy
  ) throws -> (text: String?, agreement: DeflateAgreement?) {
    let fields = `A handshake (RFC 6455 §4)`.fields.filter { !$0.hasPrefix("Sec-WebSocket-Protocol") }
    let request = try #require(
      head(["GET / HTTP/1.1"] + fields + lines.map { "Sec-WebSocket-Extensions: \($0)" }))
    let accepted = try Handshake.accept(request, policy: .any, subprotocols: [], deflate: policy).get()
    var answers = ResponseParser()
    guard case .head(let answer, accepted.responseBytes.count) = answers.parse(accepted.responseBytes) else {
      Issue.record("no answer")
      return (nil, nil)
    }
    return (answer.headers["sec-websocket-extensions"], accepted.deflate)
  }
}
