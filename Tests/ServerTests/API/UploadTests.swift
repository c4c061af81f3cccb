import Foundation
import HTTP
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Uploads` {
  // MARK: - What is taken

  @Test(arguments: [1, 2]) func `are kept, named by their content, and shown to everybody`(loops: Int) throws
  {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    let bytes = picture(byteCount: 1000)
    let answer = try client.put(bytes)
    #expect(answer.status == 201)
    #expect(answer.headers["content-type"] == "application/json")
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.json["type"] as? String == "image/png")
    #expect(answer.json["bytes"] as? Int == 1000)
    let blob = try #require(answer.blob)
    #expect(try TestClient(port: server.port).get("/api/blobs/\(blob)").body == bytes)
    // The same bytes again, from anybody: one file, and no new one.
    let again = try client.put(bytes, "Authorization: bearer g1.somebody-else-entirely\r\n")
    #expect(again.status == 200)
    #expect(again.blob == blob)
    #expect(server.server.blobs.used == (1000, 1))
  }

  @Test func `come in pieces, however they are cut`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let other = try TestClient(port: server.port)
    let request =
      client.request(body: Array("cut anywhere".utf8))
      + Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for cut in stride(from: 1, to: request.count, by: 3) {
      client.send(Array(request[..<cut]))
      try waitsUntilRead(asking: other)
      client.send(Array(request[cut...]))
      #expect(try client.response().status == (cut == 1 ? 201 : 200), "cut at \(cut)")
      #expect(try client.response().status == 200, "cut at \(cut)")
    }
    for byte in request { client.send([byte]) }
    #expect(try client.response().status == 200)
    #expect(try client.response().status == 200)
  }

  @Test func `uploads and other requests on one connection are answered in order`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let texts = (0..<20).map { Array("text \($0)".utf8) }
    let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    client.send(texts.flatMap { client.request(body: $0) + health })
    client.finishSending()
    for _ in texts {
      #expect(try client.response().status == 201)
      #expect(try client.response().body == Array("ok\n".utf8))
    }
    #expect(client.endsWithin())
  }

  @Test func `An upload of the largest size is taken, and one byte more is refused unsent`() throws {
    let server = try TestServer(loops: 1)
    let bytes = picture(byteCount: 5 * 1024 * 1024)
    let client = try TestClient(port: server.port)
    let answer = try client.put(bytes)
    #expect(answer.status == 201)
    #expect(try client.get("/api/blobs/\(answer.blob ?? "")").body == bytes)
    client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 5242881\r\n\r\n")
    let refused = try client.response()
    #expect(refused.status == 413)
    #expect(refused.error == "tooLarge")
    #expect(refused.headers["connection"] == "close")
  }

  @Test func `wait for the go-ahead when they ask for it`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let head = "PUT /api/blobs HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n"
    client.send(head + TestClient.bearer + "\r\n")
    #expect(try client.response(bodyless: true).status == 100)
    client.send("abc")
    #expect(try client.response().status == 201)
    // A client that will be refused is told at once instead.
    client.send(head + "\r\n")
    #expect(try client.response().status == 401)
    let impatient = try TestClient(port: server.port)
    impatient.send(head + TestClient.bearer + "\r\nabc")
    #expect(try impatient.response().status == 200)
    let strange = try TestClient(port: server.port)
    #expect(
      try strange.put(Array("abc".utf8), "Expect: the unexpected\r\n" + TestClient.bearer).status == 417)
  }

  // MARK: - Who may

  @Test(arguments: [
    "", "Authorization: Bearer\r\n", "Authorization: Bearer g1.\r\n",
    "Authorization: Bearer g1.0123456789abcdef\r\n",
    "Authorization: Basic g1.0123456789abcdef01\r\n", "Authorization: g1.0123456789abcdef01\r\n",
    "Authorization: Bearer x1.0123456789abcdef01\r\n", "Authorization: Bearer g1.0123456789abcdef01 more\r\n",
    TestClient.bearer + TestClient.bearer,
  ])
  func `An upload without one guest's token is refused`(headers: String) throws {
    let server = try TestServer(loops: 1)
    let answer = try TestClient(port: server.port).put(Array("abc".utf8), headers)
    #expect(answer.status == 401)
    #expect(answer.error == "token")
    #expect(answer.headers["www-authenticate"] == "Bearer")
    #expect(server.server.blobs.used == (0, 0))
  }

  @Test(arguments: [
    "http://evil.example", "null", "http://localhost:1", "http://localhost\r\nOrigin: http://localhost",
  ])
  func `An upload from a page of a foreign origin is refused`(origin: String) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.put(Array("abc".utf8), "Origin: \(origin)\r\n" + TestClient.bearer)
    #expect(answer.status == 403)
    #expect(answer.error == "origin")
  }

  @Test func `Uploads from our own pages, and from origins allowed by name, are taken`() throws {
    let server = try TestServer(loops: 1) { $0.originsAllowed = ["https://play.example"] }
    let client = try TestClient(port: server.port)
    for origin in ["http://localhost", "https://play.example"] {
      #expect(try client.put(Array("abc".utf8), "Origin: \(origin)\r\n" + TestClient.bearer).status < 300)
    }
  }

  // MARK: - Lengths that lie

  /// What stands where the length belongs, what follows, and the answer.
  struct Lie: CustomTestStringConvertible {
    let name: String
    var fields = ""
    var body = ""
    let status: Int
    var error: String?
    var testDescription: String { "\(name) is \(status)" }
  }

  static let lies: [Lie] = [
    Lie(name: "none", status: 411, error: "length"),
    Lie(name: "zero", fields: "Content-Length: 0\r\n", status: 400, error: "empty"),
    Lie(
      name: "two", fields: "Content-Length: 3\r\nContent-Length: 3\r\n", body: "abc", status: 400,
      error: "request"),
    Lie(name: "two in one", fields: "Content-Length: 3, 4\r\n", body: "abc", status: 400, error: "request"),
    Lie(
      name: "both", fields: "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", body: "abc", status: 400,
      error: "request"),
    Lie(name: "negative", fields: "Content-Length: -3\r\n", body: "abc", status: 400, error: "request"),
    Lie(name: "no number", fields: "Content-Length: three\r\n", body: "abc", status: 400, error: "request"),
    Lie(name: "huge", fields: "Content-Length: 9223372036854775807\r\n", status: 413, error: "tooLarge"),
    Lie(
      name: "beyond numbers", fields: "Content-Length: 99999999999999999999\r\n", status: 413,
      error: "tooLarge"),
    Lie(name: "shorter than told", fields: "Content-Length: 9\r\n", body: "abc", status: 400, error: "short"),
  ]

  @Test(arguments: lies) func `An upload whose length lies is refused`(lie: Lie) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: localhost\r\n\(TestClient.bearer)\(lie.fields)\r\n\(lie.body)")
    client.finishSending()
    let answer = try client.response()
    #expect(answer.status == lie.status)
    #expect(answer.error == lie.error)
    #expect(client.endsWithin())
    #expect(server.server.blobs.used == (0, 0))
    #expect(server.server.uploadBytesInFlight == 0)
  }

  @Test func `An upload longer than its Content-Length ends there, and the rest is another request`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 3\r\n\r\nabcdef\r\n\r\n")
    let first = try client.response()
    #expect(first.json["bytes"] as? Int == 3)
    #expect(try client.response().status == 400)
    #expect(client.endsWithin())
  }

  @Test func `are asked for with the right method at the right address`() throws {
    let server = try TestServer(loops: 1)
    let body = Array("abc".utf8)
    for (method, path, allowed) in [
      ("POST", "/api/blobs", "PUT"), ("PUT", "/api/boards", "GET, HEAD, POST"),
      ("PUT", "/api/blobs/abc", "GET, HEAD"),
      ("POST", "/api/blobs/abc", "GET, HEAD"),
    ] {
      let answer = try TestClient(port: server.port).put(body, method: method, path: path)
      #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(path)")
    }
    #expect(try TestClient(port: server.port).get("/api/blobs").status == 405)
    #expect(try TestClient(port: server.port).get("/api/nothing").status == 404)
    #expect(try TestClient(port: server.port).put(body, method: "POST", path: "/api/nothing").status == 404)
    // Nowhere else is anything written.
    for path in ["/", "/healthz", "/t/rAAAAAAAA", "/blobs"] {
      for method in ["PUT", "POST"] {
        #expect(try TestClient(port: server.port).put(body, method: method, path: path).status == 413)
        #expect(try TestClient(port: server.port).put([], method: method, path: path).status == 405)
      }
    }
  }

  // MARK: - What it is

  @Test(arguments: [
    "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "<!DOCTYPE html><script>alert(1)</script>",
    "<?xml version='1.0'?><svg/>", "GIF89a/*<svg/onload=alert(1)>*/", "%PDF-1.7", "PK\u{03}\u{04}", "\u{00}",
  ])
  func `An upload that a browser would run is refused, whatever it is called`(text: String) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.put(Array(text.utf8), "Content-Type: image/png\r\n" + TestClient.bearer)
    #expect(answer.status == 415)
    #expect(answer.error == "type")
    #expect(server.server.blobs.used == (0, 0))
    // The body was read, so the connection goes on.
    #expect(try client.get("/healthz").status == 200)
  }

  @Test func `are what their bytes are, whatever they are called`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let lying = "Content-Type: text/html\r\n" + TestClient.bearer
    let image = try client.put(picture(byteCount: 100), lying)
    #expect(image.json["type"] as? String == "image/png")
    #expect(try client.get("/api/blobs/\(image.blob ?? "")").headers["content-type"] == "image/png")
    let card = try client.put(Array("BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n".utf8), lying)
    #expect(card.json["type"] as? String == "text/vcard")
  }
}
