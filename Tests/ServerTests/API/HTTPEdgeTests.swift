import Glibc
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct `HTTP at the edge` {
  @Test(arguments: [1, 2]) func `files come with type, tag and security headers`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    for path in ["/", "/index.html", "/t/rAAAAAAAA", "/watch/rAAAAAAAA"] {
      let page = try client.get(path)
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["etag"] != nil)
    }
    let script = try client.get("/js/main.js")
    #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
    #expect(script.body == Array("export {};".utf8))
  }

  @Test(arguments: ["/", "/nothing", "/healthz", "/a/%2e%2e/b"])
  func `every response forbids frames, sniffing and inline script`(path: String) throws {
    let server = try TestServer(loops: 1)
    let response = try TestClient(port: server.port).get(path)
    let policy = response.headers["content-security-policy"] ?? ""
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe-inline"))
    #expect(response.headers["x-content-type-options"] == "nosniff")
    #expect(response.headers["x-frame-options"] == "DENY")
  }

  @Test(arguments: [1, 2]) func `an unchanged file is 304, HEAD has no body, gzip only when asked`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    let plain = try client.get("/")
    let tag = try #require(plain.headers["etag"])
    #expect(plain.headers["content-encoding"] == nil)

    let same = try client.get("/", "If-None-Match: \(tag)\r\n")
    #expect(same.status == 304)
    let head = try client.get("/", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.headers["content-length"] == String(plain.body.count))
    let packed = try client.get("/", "Accept-Encoding: gzip\r\n")
    #expect(packed.headers["content-encoding"] == "gzip")
    #expect(packed.body.count < plain.body.count)
    #expect(packed.body.starts(with: [0x1F, 0x8B]))
  }

  @Test func `requests on one connection are answered in order, also when they come at once`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n"
        + "Connection: close\r\n\r\n")
    #expect(try client.response().status == 200)
    #expect(try client.response().status == 404)
    #expect(try client.response().status == 200)
    #expect(client.endsWithin())
  }

  @Test func `more requests at once than are kept unread are all answered`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let padding = String(repeating: "a", count: 2000)
    let request = "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(padding)\r\n\r\n"
    client.send(String(repeating: request, count: 60))
    for _ in 0..<60 { #expect(try client.response().status == 200) }
  }

  @Test func `a client that asks for much and reads late gets all of it, in order`() throws {
    let server = try TestServer(loops: 1) { $0.unreadBytesMax = 4096 }
    let client = try TestClient(port: server.port)
    let paths = (0..<2000).map { $0 % 3 == 0 ? "/nothing" : "/healthz" }
    client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    client.finishSending()
    let answers = try paths.map { _ in try client.response().status }
    #expect(answers == paths.map { $0 == "/nothing" ? 404 : 200 })
    #expect(client.endsWithin())
  }

  @Test func `a head that comes byte by byte is understood`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    for byte in "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8 { client.send([byte]) }
    #expect(try client.response().status == 200)
  }

  @Test func `requests in a row may be cut anywhere`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let other = try TestClient(port: server.port)
    let requests = Array(
      "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n\r\nHEAD / HTTP/1.1\r\nHost: b\r\n\r\nGET /x HTTP/1.1\r\nHost:c\r\n\r\n"
        .utf8)
    for cut in 1..<requests.count {
      client.send(Array(requests[..<cut]))
      try waitsUntilRead(asking: other)
      client.send(Array(requests[cut...]))
      #expect(try client.response().status == 200, "cut at \(cut)")
      #expect(try client.response(bodyless: true).status == 200, "cut at \(cut)")
      #expect(try client.response().status == 404, "cut at \(cut)")
    }
  }

  @Test func `Requests behind a refused one are not answered`() throws {
    let server = try TestServer(loops: 1)
    let health = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    for asked in Self.bad where asked.status == 400 || asked.status > 404 {
      guard asked.name != "posting to a file" else { continue }  // which was understood
      let client = try TestClient(port: server.port)
      client.send(health + asked.request + health)
      #expect(try client.response().status == 200)
      #expect(try client.response().status == asked.status)
      #expect(client.endsWithin() && client.raw.isEmpty, "\(asked)")
    }
  }

  @Test func `only 100-continue may be expected, and HTTP 1.0 expects nothing`() throws {
    let server = try TestServer(loops: 1)
    for path in ["/", "/ws", "/api/blobs", "/nothing"] {
      let client = try TestClient(port: server.port)
      let answer = try client.get(path, "Expect: 200-maybe\r\n")
      #expect(answer.status == 417 && answer.headers["connection"] == "close", "\(path)")
      #expect(client.endsWithin())
    }
    let client = try TestClient(port: server.port)
    #expect(try client.get("/", "Expect: 100-continue\r\n").status == 200, "nothing is to be continued")
    client.send("GET /healthz HTTP/1.0\r\nExpect: 200-maybe\r\n\r\n")
    #expect(try client.response().status == 200)
  }

  /// A request with the status that it gets; printed by its name, since some are long.
  struct Asked: CustomTestStringConvertible {
    let name: String
    let request: String
    let status: Int
    var testDescription: String { "\(name) is \(status)" }
  }

  static let bad: [Asked] = [
    Asked(name: "climbing out", request: "GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", status: 400),
    Asked(
      name: "climbing out, encoded", request: "GET /%2e%2e/passwd HTTP/1.1\r\nHost: a\r\n\r\n", status: 400),
    Asked(name: "NUL in the path", request: "GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n", status: 400),
    Asked(name: "no host", request: "GET / HTTP/1.1\r\n\r\n", status: 400),
    Asked(name: "two hosts", request: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", status: 400),
    Asked(name: "garbage", request: "GARBAGE\r\n\r\n", status: 400),
    Asked(name: "unknown method", request: "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", status: 405),
    Asked(
      name: "posting to a file", request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
      status: 405),
    Asked(
      name: "a body", request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", status: 413),
    Asked(name: "version 2", request: "GET / HTTP/2.0\r\nHost: a\r\n\r\n", status: 505),
    Asked(
      name: "a long target",
      request: "GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
      status: 414),
    Asked(
      name: "a long header",
      request: "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 9000) + "\r\n\r\n",
      status: 431),
    Asked(
      name: "too many headers",
      request: "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 100) + "\r\n",
      status: 431),
    Asked(
      name: "a long head",
      request: "GET / HTTP/1.1\r\nHost: a\r\n"
        + (0..<3).map { "X\($0): " + String(repeating: "a", count: 6000) + "\r\n" }.joined() + "\r\n",
      status: 431),
    Asked(name: "a bare line break", request: "GET / HTTP/1.1\nHost: a\n\n", status: 400),
    Asked(
      name: "chunks", request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      status: 413),
    Asked(
      name: "another coding", request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
      status: 501),
    Asked(name: "nothing there", request: "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", status: 404),
    Asked(name: "no upgrade", request: "GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", status: 426),
  ]

  @Test func `A person who follows a link to nothing is shown a page with the status 404`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let browser = "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\n"
    let page = try client.get("/nope", browser)
    #expect(page.status == 404 && String(decoding: page.body, as: UTF8.self).hasPrefix("<!doctype html>"))
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    for (path, headers) in [("/nope", ""), ("/nope", "Accept: */*\r\n"), ("/js/nope.js", browser)] {
      let answer = try client.get(path, headers)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.body == Array("There is nothing at this address.\n".utf8), "\(path) \(headers)")
    }
  }

  @Test(arguments: [
    ("/", "GET, HEAD", "The method must be GET or HEAD.\n"),
    ("/nothing", "GET, HEAD", "The method must be GET or HEAD.\n"),
    ("*", "GET, HEAD", "The method must be GET or HEAD.\n"), ("/ws", "GET", "The method must be GET.\n"),
    ("/api/blobs", "PUT", "The method must be PUT."),
    ("/api/games", "GET, HEAD, POST", "The method must be GET, HEAD or POST."),
    ("/api/games/golf", "GET, HEAD", "The method must be GET or HEAD."),
  ])
  func `A method that is not known is told what may be done at its address`(
    path: String, allowed: String, text: String
  ) throws {
    let server = try TestServer(loops: 1)
    for method in ["TRACE", "BREW"] {
      let answer = try TestClient(port: server.port).get(path, method: method)
      #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(path)")
      let isAPI = path.hasPrefix("/api/")
      let told = isAPI ? answer.json["message"] as? String : String(decoding: answer.body, as: UTF8.self)
      #expect(told == text)
      if isAPI { #expect(answer.error == "method") }
    }
  }

  @Test func `Refusals of requests are whole sentences`() throws {
    let server = try TestServer(loops: 1)
    for (request, text) in [
      ("GET / HTTP/1.1\r\n\r\n", "A request must have exactly one Host.\n"),
      ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", "The method must be GET or HEAD.\n"),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
        "A request to this address must not have a body.\n"
      ),
      ("GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n", "Expect must be 100-continue.\n"),
      (
        "GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", "A request to this address must be an upgrade to WebSocket.\n"
      ),
    ] {
      let client = try TestClient(port: server.port)
      client.send(request)
      #expect(String(decoding: try client.response().body, as: UTF8.self) == text)
    }
  }

  @Test(arguments: bad) func `bad requests get the right status`(asked: Asked) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(asked.request)
    #expect(try client.response().status == asked.status)
  }

  @Test(arguments: [
    ("Origin: http://evil.example\r\n", "13", "baize.v1", 403),
    ("Origin: null\r\n", "13", "baize.v1", 403),
    ("", "8", "baize.v1", 426),
    ("", "13", "other", 400),
    ("Origin: http://localhost\r\n", "13", "baize.v1", 101),
    ("", "13", "baize.v1", 101),
  ])
  func `a handshake is checked`(extra: String, version: String, subprotocol: String, status: Int) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(extra)"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: \(version)\r\n"
        + "Sec-WebSocket-Protocol: \(subprotocol)\r\n\r\n")
    let answer = try client.response()
    #expect(answer.status == status)
    if status == 101 { #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") }
    if status == 426 { #expect(answer.headers["sec-websocket-version"] == "13") }
  }

  /// The scheme of the host's own pages is what a trusted proxy says, and plain HTTP otherwise.
  @Test(
    arguments: [
      ("127.0.0.1", "https", "https://play.example", 101), ("127.0.0.1", "https", "http://play.example", 403),
      ("127.0.0.1", "http", "http://play.example", 101), ("127.0.0.1", "http", "https://play.example", 403),
      ("127.0.0.1", nil, "http://play.example", 101), ("127.0.0.1", nil, "https://play.example", 403),
      ("192.0.2.1", "https", "https://play.example", 403), ("192.0.2.1", "https", "http://play.example", 101),
    ] as [(String, String?, String, Int)])
  func `a page is of this server where its scheme is too`(
    trusted: String, scheme: String?, origin: String, status: Int
  ) throws {
    let server = try TestServer(loops: 1) { $0.proxies = believing(trusted) }
    let forwarded = scheme.map { "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: \($0)\r\n" } ?? ""
    let headers = "Host: play.example\r\nOrigin: \(origin)\r\n\(forwarded)"
    let client = try TestClient(port: server.port)
    client.send(
      "GET /ws HTTP/1.1\r\n\(headers)Upgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Protocol: baize.v1\r\n\r\n")
    #expect(try client.response().status == status)
    // What is sent over HTTP is judged alike.
    let other = try TestClient(port: server.port)
    other.send("PUT /api/blobs HTTP/1.1\r\n\(headers)\(TestClient.bearer)Content-Length: 3\r\n\r\nabc")
    #expect(try other.response().status == (status == 101 ? 201 : 403))
  }

  @Test func `an origin that is allowed by name may connect`() throws {
    let server = try TestServer(loops: 1) { $0.originsAllowed = ["https://play.example"] }
    let client = try TestClient(port: server.port)
    client.send(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Origin: https://play.example\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: baize.v1\r\n\r\n")
    #expect(try client.response().status == 101)
  }

  @Test func `a head that does not end is cut off, however slowly it drips`() throws {
    let server = try TestServer(loops: 1) { $0.headMillisecondsMax = 300 }
    let client = try TestClient(port: server.port)
    client.send("GET / HTTP/1.1\r\n")
    for _ in 0..<12 where !client.endsWithin(0.2) { client.send("X: 1\r\n") }
    #expect(client.hasEnded)
  }

  @Test func `Connections beyond the limit get 503 and Retry-After`() throws {
    let server = try TestServer(loops: 1) { $0.connectionsMax = 2 }
    let first = try server.client()
    let second = try server.client()
    let third = try TestClient(port: server.port)
    let answer = try third.response()
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == "5")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a taken port is an error with the mend`() throws {
    let server = try TestServer(loops: 2)
    let port = server.port
    #expect {
      _ = try TestServer(loops: 1) { $0.port = port }
    } throws: { error in
      "\(error)".contains("\(port)") && "\(error)".contains("--port")
    }
    #expect(try TestClient(port: port).get("/healthz").status == 200)
  }
}
