import CZlib
import HTTP
import Testing

@Suite struct `Static files` {
  static let script = Array(String(repeating: "export const suits = '♣♦♥♠'\n", count: 40).utf8)
  static let files = {
    var files = StaticFiles()
    files.add(path: "/index.html", bytes: Array("<!doctype html><title>Baize</title>".utf8))
    files.add(path: "/app.js", bytes: script)
    files.add(path: "/card.svg", bytes: script)
    files.add(path: "/deep/index.html", bytes: Array("deep".utf8))
    files.add(path: "/empty.css", bytes: [])
    files.add(path: "/content/1f/card.svg", bytes: script, isForEver: true)
    return files
  }()

  @Test(arguments: [
    ("/x.html", "text/html; charset=utf-8"), ("/x.js", "text/javascript; charset=utf-8"),
    ("/x.mjs", "text/javascript; charset=utf-8"),
    ("/x.css", "text/css; charset=utf-8"), ("/x.svg", "image/svg+xml"), ("/x.png", "image/png"),
    ("/x.ico", "image/x-icon"),
    ("/x.json", "application/json"), ("/x.webmanifest", "application/manifest+json"),
    ("/x.wasm", "application/wasm"),
    ("/x.txt", "text/plain; charset=utf-8"), ("/x.woff2", "font/woff2"), ("/x.tar.PNG", "image/png"),
    ("/x.exe", "application/octet-stream"), ("/html", "application/octet-stream"),
    ("/js.d/x", "application/octet-stream"),
  ])
  func `know their type by their ending`(path: String, type: String) {
    #expect(ContentType(path: path).name == type)
  }

  @Test func `are served whole`() throws {
    let sent = try get("/app.js")
    #expect(sent.line == "HTTP/1.1 200 OK")
    #expect(sent.headers["content-type"] == "text/javascript; charset=utf-8")
    #expect(sent.headers["content-length"] == String(Self.script.count))
    #expect(sent.headers["cache-control"] == "no-cache")
    #expect(sent.headers["vary"] == "Accept-Encoding")
    #expect(sent.headers["content-encoding"] == nil)
    #expect(sent.body == Self.script)
    #expect(try get("/card.svg").headers["cache-control"] == "public, max-age=3600")
    #expect(try get("/empty.css").headers["content-length"] == "0")
    let named = try get("/content/1f/card.svg")
    #expect(named.headers["cache-control"] == "public, max-age=31536000, immutable")
    #expect(named.headers["etag"] == (try get("/card.svg").headers["etag"]))
  }

  @Test func `have index.html at the end of a slash, and wherever the caller wants it`() throws {
    #expect(String(decoding: try get("/").body, as: UTF8.self).contains("Baize"))
    #expect(try get("/deep/").body == Array("deep".utf8))
    let head = try #require(parsed("GET /t/7 HTTP/1.1", "Host: a", ""))
    let response = Self.files.response(to: head, path: "/index.html", date: ResponseTests.date)
    #expect(Sent(response).headers["content-type"] == "text/html; charset=utf-8")
  }

  @Test func `A page about an address at which there is nothing is sent whole, whatever is held of it`()
    throws
  {
    let tag = try #require(try get("/").headers["etag"])
    let head = try #require(parsed("GET /nothing HTTP/1.1", "Host: a", "If-None-Match: \(tag)", ""))
    let sent = Sent(
      Self.files.response(to: head, path: "/index.html", status: .notFound, date: ResponseTests.date))
    #expect(sent.line == "HTTP/1.1 404 Not Found")
    #expect(String(decoding: sent.body, as: UTF8.self).contains("Baize"))
  }

  @Test(arguments: ["/nothing", "/deep", "/app.js/", "//app.js", "/APP.JS"])
  func `A file that does not exist is 404`(path: String) throws {
    #expect(try get(path).line == "HTTP/1.1 404 Not Found")
  }

  @Test func `cannot be written to`() throws {
    let sent = try ask("POST", "/app.js")
    #expect(sent.line == "HTTP/1.1 405 Method Not Allowed")
    #expect(sent.headers["allow"] == "GET, HEAD")
  }

  @Test func `tell HEAD all but the bytes`() throws {
    let sent = try ask("HEAD", "/app.js")
    #expect(sent.headers["content-length"] == String(Self.script.count))
    #expect(sent.body == [])
  }

  @Test(arguments: [
    "gzip", "gzip, deflate, br", "GZIP", "x-gzip", "*", "gzip;q=0.001", "br;q=1.0, gzip; q=0.8",
    "gzip;q=1.000, identity;q=0.5",
    "deflate, *;q=0.5", "identity;q=0, gzip",
  ])
  func `RFC 9110 §12.5.3 are smaller where gzip is taken`(accepted: String) throws {
    let sent = try get("/app.js", "Accept-Encoding: \(accepted)")
    #expect(sent.headers["content-encoding"] == "gzip")
    #expect(sent.headers["vary"] == "Accept-Encoding")
    #expect(sent.body.count < Self.script.count)
    #expect(sent.headers["content-length"] == String(sent.body.count))
    #expect(inflated(sent.body) == Self.script)
  }

  @Test(arguments: [
    "", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "identity, gzip;q=0.5", "gzip;q=2", "gzip;q=x",
    "gzipped", "identity",
  ])
  func `RFC 9110 §12.5.3 are plain where it is not`(accepted: String) throws {
    let sent = try get("/app.js", "Accept-Encoding: \(accepted)")
    #expect(sent.headers["content-encoding"] == nil)
    #expect(sent.body == Self.script)
  }

  @Test func `are plain for everyone where gzip would be longer`() throws {
    let sent = try get("/deep/", "Accept-Encoding: gzip")
    #expect(sent.headers["content-encoding"] == nil)
    #expect(sent.headers["vary"] == nil)
  }

  @Test func `RFC 9110 §13.1.2 are 304 for a client that has them`() throws {
    let plain = try #require(try get("/app.js").headers["etag"])
    let gzipped = try #require(try get("/app.js", "Accept-Encoding: gzip").headers["etag"])
    #expect(plain != gzipped)
    for condition in [plain, "W/\(plain)", "\"x\", \(plain)", "W/\"y\",\(plain),\"z\"", "*"] {
      let sent = try get("/app.js", "If-None-Match: \(condition)")
      #expect(sent.line == "HTTP/1.1 304 Not Modified")
      #expect(sent.headers["etag"] == plain)
      #expect(sent.headers["cache-control"] == "no-cache")
      #expect(sent.headers["vary"] == "Accept-Encoding")
      #expect(sent.body == [])
    }
    #expect(try get("/app.js", "Accept-Encoding: gzip", "If-None-Match: \(gzipped)").line.contains("304"))
    #expect(try ask("HEAD", "/app.js", "If-None-Match: \(plain)").line.contains("304"))
    for condition in [gzipped, "\"other\"", "", String(plain.dropFirst().dropLast())] {
      #expect(try get("/app.js", "If-None-Match: \(condition)").line.contains("200"))
    }
  }

  @Test func `have tags that differ when a byte differs, and agree when none does`() {
    let file = StaticFile(path: "/a.js", bytes: Self.script)
    #expect(StaticFile(path: "/b.js", bytes: Self.script).plain.etag == file.plain.etag)
    var changed = Self.script
    for i in [0, 100, changed.count - 1] {
      changed[i] ^= 1
      #expect(StaticFile(path: "/a.js", bytes: changed).plain.etag != file.plain.etag)
      changed[i] ^= 1
    }
  }

  private func get(_ path: String, _ fields: String...) throws -> Sent { try ask("GET", path, fields) }

  private func ask(_ method: String, _ path: String, _ fields: String...) throws -> Sent {
    try ask(method, path, fields)
  }

  private func ask(_ method: String, _ path: String, _ fields: [String]) throws -> Sent {
    let head = try #require(parsed(["\(method) \(path) HTTP/1.1", "Host: a"] + fields + [""]))
    return Sent(Self.files.response(to: head, date: ResponseTests.date))
  }

  /// What zlib makes of gzip bytes.
  private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: 1 << 16)
    let ended = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { space in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = space.baseAddress
        stream.avail_out = UInt32(space.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    return ended == Z_STREAM_END ? Array(output[..<Int(stream.total_out)]) : nil
  }
}
