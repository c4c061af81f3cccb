import Foundation
import HTTP
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Blobs over HTTP` {
  @Test(arguments: [1, 2]) func `come with their type, sealed, and to be cached for ever`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let client = try TestClient(port: server.port)
    let bytes = picture(byteCount: 300_000)
    let blob = try #require(try client.put(bytes).blob)
    let answer = try client.get("/api/blobs/\(blob)")
    #expect(answer.status == 200)
    #expect(answer.body == bytes)
    #expect(answer.headers["content-type"] == "image/png")
    #expect(answer.headers["content-disposition"] == nil)
    #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(answer.headers["etag"] == "\"\(blob)\"")
    #expect(answer.headers["x-content-type-options"] == "nosniff")
    // One policy, and it is not the page's.
    #expect(answer.headers.values("content-security-policy") == ["sandbox; default-src 'none'"])
    let same = try client.get("/api/blobs/\(blob)", "If-None-Match: \"\(blob)\"\r\n")
    #expect(same.status == 304)
    #expect(same.headers.values("content-security-policy") == ["sandbox; default-src 'none'"])
    let head = try client.get("/api/blobs/\(blob)", method: "HEAD")
    #expect(head.status == 200 && head.headers["content-length"] == "300000")
    #expect(try client.get("/api/blobs/\(blob)", "If-None-Match: \"other\"\r\n").body == bytes)
  }

  @Test(arguments: [
    ("plain", "text/plain; charset=utf-8"),
    ("BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n", "text/vcard; charset=utf-8"),
  ])
  func `A blob that is not a picture is saved, not shown`(text: String, type: String) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let blob = try #require(try client.put(text).blob)
    let answer = try client.get("/api/blobs/\(blob)")
    #expect(answer.headers["content-type"] == type)
    #expect(answer.headers["content-disposition"] == "attachment")
    #expect(answer.body == Array(text.utf8))
  }

  @Test func `A blob that is not there is 404, and no path leads to anything else`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let blob = try #require(try client.put("abc").blob)
    let names = [
      blob.uppercased(), String(blob.dropLast()), blob + "0", blob + "/", "", "x",
      String(repeating: "0", count: 64), String(blob.dropFirst(2)), blob.prefix(2) + "/" + blob.dropFirst(2),
      blob + ".text", "incoming",
    ]
    for name in names {
      let answer = try client.get("/api/blobs/\(name)")
      #expect(answer.status == 404, "\(name)")
      #expect(answer.error == "notFound", "\(name)")
    }
    for name in ["../x", "..%2fx", "%2e%2e/x", "../../blobs/\(blob)", "%00", "a\\b"] {
      #expect(try TestClient(port: server.port).get("/api/blobs/\(name)").status == 400, "\(name)")
    }
    #expect(try client.get("/api/blobs/\(blob)?download").status == 200)
    #expect(try client.get("/api/blobs/\(blob)", "Content-Length: 3\r\n").status == 413)
  }

  @Test func `Blobs asked for in a row, with other requests between them, come in order`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let bytes = picture(byteCount: 400_000)
    let blob = try #require(try client.put(bytes).blob)
    let pair = "GET /api/blobs/\(blob) HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send(String(repeating: pair, count: 10))
    client.finishSending()
    for _ in 0..<10 {
      #expect(try client.response().body == bytes)
      #expect(try client.response().body == Array("ok\n".utf8))
    }
    #expect(client.endsWithin())
  }

  @Test(arguments: [1, 2])
  func `A blob on its way to a slow reader keeps nobody waiting, and takes little memory`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops)
    let bytes = picture(byteCount: 5 * 1024 * 1024)
    let uploader = try TestClient(port: server.port)
    let blob = try #require(try uploader.put(bytes).blob)
    let player = try server.client()
    let (room, _) = try player.openTable()
    let slow = try (0..<8).map { _ in
      let client = try TestClient(port: server.port)
      client.send("GET /api/blobs/\(blob) HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    for _ in 0..<10 {
      let asked = Date()
      let c = try player.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try player.answer(to: c)["t"] == "ok")
      #expect(Date().timeIntervalSince(asked) < 2)
    }
    // A client that reads at last gets all of it.
    for client in slow { #expect(try client.response().body == bytes) }
  }

  @Test func `A connection that never reads its blobs is closed`() async throws {
    let server = try TestServer(loops: 1) { $0.slowReaderMillisecondsMax = 300 }
    let bytes = picture(byteCount: 5 * 1024 * 1024)
    let client = try TestClient(port: server.port)
    let blob = try #require(try client.put(bytes).blob)
    // More than the kernel holds for one connection.
    client.send(String(repeating: "GET /api/blobs/\(blob) HTTP/1.1\r\nHost: a\r\n\r\n", count: 10))
    for _ in 0..<2000 where await server.server.counts().connections > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await server.server.counts().connections == 0)
  }

  @Test func `A reader who goes away in the middle of a blob leaves nothing behind`() async throws {
    let server = try TestServer(loops: 1)
    let bytes = picture(byteCount: 5 * 1024 * 1024)
    do {
      let client = try TestClient(port: server.port)
      let blob = try #require(try client.put(bytes).blob)
      client.send("GET /api/blobs/\(blob) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    for _ in 0..<2000 where await server.server.counts().connections > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await server.server.counts().connections == 0)
  }

  @Test func `A blob that the disk has lost is 503, and the server goes on`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let blob = try #require(try client.put("abc").blob)
    try FileManager.default.removeItem(atPath: server.directory.path + "/blobs/" + blob.prefix(2))
    let answer = try client.get("/api/blobs/\(blob)")
    #expect(answer.status == 503)
    #expect(answer.error == "disk")
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
  }
}
