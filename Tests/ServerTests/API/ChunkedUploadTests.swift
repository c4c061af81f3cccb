import Foundation
import HTTP
import Testing

@testable import Server

@Suite(.serialized) struct `Uploads in chunks` {
  @Test(arguments: [1, 2]) func `are kept like any other, and the next request follows`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    let bytes = picture(byteCount: 200_000)
    let answer = try client.putChunks(bytes, each: 7_001)
    #expect(answer.status == 201)
    #expect(answer.json["bytes"] as? Int == bytes.count)
    #expect(try client.get("/api/blobs/\(answer.blob ?? "")").body == bytes)
    // The same bytes with a length: the same blob.
    #expect(try client.put(bytes).blob == answer.blob)
    waits { server.server.uploadBytesInFlight == 0 }
  }

  @Test func `come in pieces, however they are cut, with requests right behind`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let other = try TestClient(port: server.port)
    let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let request = TestClient.chunked(Array("cut anywhere".utf8), each: 5, trailers: "X: y\r\n") + health
    for cut in stride(from: 1, to: request.count, by: 3) {
      client.send(Array(request[..<cut]))
      try waitsUntilRead(asking: other)
      client.send(Array(request[cut...]))
      #expect(try client.response().status == (cut == 1 ? 201 : 200), "cut at \(cut)")
      #expect(try client.response().status == 200, "cut at \(cut)")
    }
    for byte in request { client.send([byte]) }
    #expect(try client.response().status == 200)
    #expect(try client.response().body == Array("ok\n".utf8))
  }

  @Test func `uploads in chunks, uploads with a length and other requests are answered in order`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    client.send(
      (0..<10).flatMap {
        TestClient.chunked(Array("text \($0)".utf8), each: 2) + health
          + client.request(body: Array("TEXT \($0)".utf8))
      })
    client.finishSending()
    for _ in 0..<10 {
      #expect(try client.response().status == 201)
      #expect(try client.response().body == Array("ok\n".utf8))
      #expect(try client.response().status == 201)
    }
    #expect(client.endsWithin())
  }

  @Test func `wait for the go-ahead when they ask for it`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let request = TestClient.chunked(
      Array("abc".utf8), each: 3, headers: "Expect: 100-continue\r\n" + TestClient.bearer)
    let bodyStart = request.count - "3\r\nabc\r\n0\r\n\r\n".utf8.count
    client.send(Array(request[..<bodyStart]))
    #expect(try client.response(bodyless: true).status == 100)
    client.send(Array(request[bodyStart...]))
    #expect(try client.response().status == 201)
    let stranger = try TestClient(port: server.port)
    stranger.send(Array(TestClient.chunked([1], each: 1, headers: "Expect: 100-continue\r\n").dropLast(6)))
    #expect(try stranger.response().status == 401, "and not 100")
  }

  @Test func `An upload of the largest size is taken, and one byte more is refused`() throws {
    let server = try TestServer(loops: 1) { $0.blobs.blobBytesMax = 10_000 }
    let fits = try TestClient(port: server.port).putChunks(picture(byteCount: 10_000), each: 999)
    #expect(fits.status == 201)
    let client = try TestClient(port: server.port)
    let answer = try client.putChunks(picture(byteCount: 10_001), each: 999)
    #expect(answer.status == 413)
    #expect(answer.error == "tooLarge")
    #expect(client.endsWithin())
    let early = try TestClient(port: server.port)
    early.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Transfer-Encoding: chunked\r\n\r\n2711\r\n")
    #expect(try early.response().status == 413, "by the size, before a byte of the chunk came")
    waits { server.server.uploadBytesInFlight == 0 }
  }

  @Test func `open boards too`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      TestClient.chunked(Array("{}".utf8), each: 1, method: "POST", path: "/api/boards"))
    let answer = try client.response()
    #expect(answer.status == 400)
    #expect(answer.error == "description")
    let large = try TestClient(port: server.port)
    large.send(
      TestClient.chunked(
        Array(repeating: 0x20, count: 64 * 1024 + 1), each: 32 * 1024, method: "POST", path: "/api/boards"))
    #expect(try large.response().status == 413)
  }

  // MARK: - What is refused

  struct Bad: CustomTestStringConvertible {
    let name: String
    var fields = "Transfer-Encoding: chunked\r\n"
    var version = "1.1"
    var body = ""
    let status: Int
    var error = "request"
    var testDescription: String { "\(name) is \(status)" }
  }

  static let bad: [Bad] = [
    Bad(name: "nothing in them", body: "0\r\n\r\n", status: 400, error: "empty"),
    Bad(name: "no size", body: ";a\r\nabc\r\n", status: 400),
    Bad(name: "no number", body: "xyz\r\n", status: 400),
    Bad(name: "a bare line break", body: "3\nabc\n0\n\n", status: 400),
    Bad(name: "a chunk that is longer than its size", body: "3\r\nabcd\r\n0\r\n\r\n", status: 400),
    Bad(name: "a size beyond numbers", body: "ffffffffffffffff\r\n", status: 413, error: "tooLarge"),
    Bad(name: "extensions without end", body: "1;" + String(repeating: "a", count: 5000), status: 431),
    Bad(
      name: "trailers without end", body: "1\r\na\r\n0\r\n" + String(repeating: "X: y\r\n", count: 1100),
      status: 431),
    Bad(name: "a trailer that is none", body: "1\r\na\r\n0\r\nX y\r\n\r\n", status: 400),
    Bad(name: "no end", body: "3\r\nabc\r\n", status: 400, error: "short"),
    Bad(name: "no end of a chunk", body: "9\r\nabc", status: 400, error: "short"),
    Bad(
      name: "a length too", fields: "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", body: "abc",
      status: 400),
    Bad(name: "another coding", fields: "Transfer-Encoding: gzip\r\n", body: "abc", status: 501),
    Bad(
      name: "a coding below", fields: "Transfer-Encoding: gzip, chunked\r\n", body: "0\r\n\r\n", status: 501),
    Bad(name: "chunks twice", fields: "Transfer-Encoding: chunked, chunked\r\n", status: 400),
    Bad(name: "chunks in HTTP/1.0", version: "1.0", body: "0\r\n\r\n", status: 400),
  ]

  @Test(arguments: bad) func `Malformed chunks are refused, and the connection closes`(bad: Bad) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "PUT /api/blobs HTTP/\(bad.version)\r\nHost: a\r\n\(TestClient.bearer)\(bad.fields)\r\n\(bad.body)")
    client.finishSending()
    let answer = try client.response()
    #expect(answer.status == bad.status)
    #expect(answer.error == bad.error)
    #expect(client.endsWithin())
    #expect(server.server.blobs.used == (0, 0))
    waits { server.server.uploadBytesInFlight == 0 }
  }

  @Test func `are not taken where no body is`() throws {
    let server = try TestServer(loops: 1)
    for request in ["GET /", "GET /ws", "POST /healthz", "GET /api/blobs/abc", "GET /metrics"] {
      let client = try TestClient(port: server.port)
      client.send(
        "\(request) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
          + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 413, "\(request)")
      // What follows the refused head is no request.
      #expect(client.endsWithin() && client.raw.isEmpty, "\(request)")
    }
  }

  @Test func `An upload of chunk extensions without data is given up`() throws {
    let server = try TestServer(loops: 1) { $0.bodyPaceMilliseconds = 400 }
    let client = try TestClient(port: server.port)
    client.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Transfer-Encoding: chunked\r\n\r\n1;")
    for _ in 0..<200 where !client.endsWithin(0.05) { client.send("a") }
    #expect(try client.response().status == 408)
    waits { server.server.uploadBytesInFlight == 0 }
  }
}

extension TestClient {
  /// A request whose body is cut into chunks of so many bytes.
  static func chunked(
    _ body: [UInt8], each: Int, headers: String = TestClient.bearer, trailers: String = "",
    method: String = "PUT", path: String = "/api/blobs"
  ) -> [UInt8] {
    var bytes = Array(
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Transfer-Encoding: chunked\r\n\r\n".utf8)
    for start in stride(from: 0, to: body.count, by: each) {
      let part = body[start..<min(body.count, start + each)]
      bytes += Array((String(part.count, radix: 16) + "\r\n").utf8) + part + [0x0D, 0x0A]
    }
    return bytes + Array("0\r\n\(trailers)\r\n".utf8)
  }

  fileprivate func putChunks(_ body: [UInt8], each: Int) throws -> Answer {
    send(TestClient.chunked(body, each: each))
    return try response()
  }
}
