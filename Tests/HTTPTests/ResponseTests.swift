import HTTP
import Testing

@Suite("A response") struct ResponseTests {
  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test func `is written with date, length, connection and the security headers`() throws {
    let get = try #require(parsed("GET / HTTP/1.1", "Host: a", ""))
    let sent = Sent(Response.text(.ok, "hello", to: get, date: Self.date))
    #expect(sent.line == "HTTP/1.1 200 OK")
    #expect(sent.headers["date"] == Self.date)
    #expect(sent.headers["content-length"] == "6")
    #expect(sent.headers["connection"] == "keep-alive")
    #expect(sent.headers["x-content-type-options"] == "nosniff")
    #expect(sent.headers["x-frame-options"] == "DENY")
    #expect(sent.headers["referrer-policy"] == "no-referrer")
    #expect(sent.headers["cross-origin-opener-policy"] == "same-origin")
    #expect(sent.headers["permissions-policy"] != nil)
    #expect(
      sent.headers["content-security-policy"]
        == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
        + "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'")
    #expect(sent.body == Array("hello\n".utf8))
  }

  @Test func `RFC 9110 §9.3.2 a response to HEAD has the same head and no body`() throws {
    let get = try #require(parsed("GET / HTTP/1.1", "Host: a", ""))
    let head = try #require(parsed("HEAD / HTTP/1.1", "Host: a", ""))
    let long = Response.text(.ok, "hello", to: get, date: Self.date)
    let short = Response.text(.ok, "hello", to: head, date: Self.date)
    #expect(short.encoded() == long.encodedHead())
    #expect(long.encoded() == long.encodedHead() + Array("hello\n".utf8))
  }

  @Test func `closes when the request says so, when there was no request, and when told to`() throws {
    let closing = try #require(parsed("GET / HTTP/1.0", ""))
    let staying = try #require(parsed("GET / HTTP/1.1", "Host: a", ""))
    #expect(!Response(.ok, to: closing, date: Self.date).keepAlive)
    #expect(Sent(Response(.ok, to: nil, date: Self.date)).headers["connection"] == "close")
    var response = Response(.ok, to: staying, date: Self.date)
    #expect(response.keepAlive)
    response.close()
    #expect(Sent(response).headers["connection"] == "close")
  }

  @Test func `A response with a stranger's content is sealed: one policy, and nothing runs`() throws {
    let get = try #require(parsed("GET / HTTP/1.1", "Host: a", ""))
    var response = Response.text(.ok, "hello", to: get, date: Self.date)
    response.seal()
    let sent = Sent(response)
    #expect(sent.headers.values("content-security-policy") == ["sandbox; default-src 'none'"])
    #expect(sent.headers["x-content-type-options"] == "nosniff")
  }

  @Test func `A response whose body is sent from elsewhere states its length all the same`() throws {
    let get = try #require(parsed("GET / HTTP/1.1", "Host: a", ""))
    let response = Response(.ok, bodyLength: 7, to: get, date: Self.date)
    #expect(response.sendsBody)
    #expect(Sent(response).headers["content-length"] == "7")
    #expect(response.encodedHead() == response.encoded())
  }

  @Test(arguments: [Status.noContent, .notModified])
  func `RFC 9110 §8.6 a response without content has neither body nor length`(status: Status) {
    let sent = Sent(Response(status, body: [1, 2, 3], to: nil, date: Self.date))
    #expect(sent.headers["content-length"] == nil)
    #expect(sent.body == [])
  }

  @Test func `RFC 9110 §10.2.1 a response to another method says which are allowed`() {
    let all: [(MethodsAllowed, String, String)] = [
      (.reading, "GET, HEAD", "The method must be GET or HEAD.\n"),
      (MethodsAllowed(.put), "PUT", "The method must be PUT.\n"),
      (MethodsAllowed(.get, .head, .post), "GET, HEAD, POST", "The method must be GET, HEAD or POST.\n"),
    ]
    for (allowed, list, text) in all {
      let sent = Sent(.refusal(allowed, to: nil, date: Self.date))
      #expect(sent.line == "HTTP/1.1 405 Method Not Allowed")
      #expect(sent.headers["allow"] == list && String(decoding: sent.body, as: UTF8.self) == text)
      #expect(sent.headers["connection"] == "close")
    }
    #expect(Sent(.refusal(.badRequest, "no", date: Self.date)).headers["allow"] == nil)
  }
}

/// Response bytes taken apart again by our own client role.
struct Sent {
  let line: String
  let headers: Headers
  let body: [UInt8]

  init(_ response: Response) {
    let bytes = response.encoded()
    line = String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
    var parser = ResponseParser()
    if case .head(let head, let consumed) = parser.parse(bytes) {
      headers = head.headers
      body = Array(bytes[consumed...])
    } else {
      headers = Headers()
      body = []
      Issue.record("the response is no HTTP")
    }
  }
}
