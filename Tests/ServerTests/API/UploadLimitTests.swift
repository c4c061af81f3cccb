import Foundation
import HTTP
import TestDice
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Uploads and their limits` {
  // MARK: - How much

  @Test func `fill a guest's share to the byte, over restarts, and only that guest's`() throws {
    let directory = TestDirectory()
    func limited() throws -> TestServer {
      try TestServer(loops: 1, in: directory) { $0.blobs.bytesPerOwnerMax = 10 }
    }
    do {
      let server = try limited()
      let client = try TestClient(port: server.port)
      #expect(try client.put("0123456").status == 201)
      #expect(try client.put("abcd").status == 429)
      #expect(try client.put("abc").status == 201)
      let full = try client.put("d")
      #expect(full.status == 429)
      #expect(full.error == "quota")
      #expect((full.json["message"] as? String)?.contains("10 bytes") == true)
      // What is there already is answered, and costs nothing.
      #expect(try client.put("abc").status == 200)
    }
    let server = try limited()
    let client = try TestClient(port: server.port)
    #expect(try client.put("d").status == 429)
    let known = try client.put("0123456")
    #expect(known.status == 200)
    #expect(try client.get("/api/blobs/\(known.blob ?? "")").body == Array("0123456".utf8))
    #expect(try client.put("d", as: "g1.another-guest-altogether").status == 201)
  }

  @Test func `fill a network's share, no matter which of its guests uploads, and only that network's`() throws
  {
    let server = try TestServer(loops: 1) {
      $0.blobs.bytesPerNetworkMax = 10
      $0.proxies = believing("127.0.0.1")
    }
    let client = try TestClient(port: server.port)
    func put(_ text: String, guest: Int, from address: String?) throws -> TestClient.Answer {
      let origin = address.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
      return try client.put(
        Array(text.utf8), "Authorization: Bearer g1.0123456789abcdef-\(guest)\r\n\(origin)")
    }
    #expect(try put("01234", guest: 1, from: "203.0.113.9").status == 201)
    #expect(try put("56789", guest: 2, from: "203.0.113.9").status == 201)
    let full = try put("a", guest: 3, from: "203.0.113.9")
    #expect(full.status == 429)
    #expect(full.error == "quota")
    #expect((full.json["message"] as? String)?.contains("10 bytes") == true)
    #expect(try put("56789", guest: 3, from: "203.0.113.9").status == 200, "it is there already")
    #expect(try put("a", guest: 3, from: "203.0.113.10").status == 201)
    #expect(try put("more than ten bytes", guest: 3, from: nil).status == 201, "from this machine")
  }

  @Test func `A picture with too many pixels is refused as such, and another of its length is kept`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    var picture = picture(byteCount: 100)
    #expect(try client.put(picture).status == 201)
    // 65535 × 65535: width and height are the bytes 16…23.
    picture.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    let refused = try client.put(picture)
    #expect(refused.status == 413)
    #expect(refused.error == "pixels")
    #expect((refused.json["message"] as? String)?.contains("50000000") == true)
    #expect(server.server.blobs.used == (100, 1))
  }

  @Test(arguments: [1, 2]) func `One of several uploads that race for the last byte is kept`(
    loops: Int
  ) throws {
    let server = try TestServer(loops: loops) { $0.blobs.bytesMax = 1000 }
    let clients = try (0..<6).map { _ in try TestClient(port: server.port) }
    // All but the last byte of each, then the last of all at once.
    let requests = clients.enumerated().map { index, client in
      client.request(body: Array("\(index)".utf8) + [UInt8](repeating: 0x61, count: 599))
    }
    for (client, request) in zip(clients, requests) { client.send(Array(request.dropLast())) }
    for (client, request) in zip(clients, requests) { client.send(Array(request.suffix(1))) }
    let answers = try clients.map { try $0.response() }
    #expect(answers.map(\.status).sorted() == [201, 429, 429, 429, 429, 429])
    #expect(server.server.blobs.used == (600, 1))
  }

  @Test func `take a limited amount of memory together`() throws {
    let server = try TestServer(loops: 2) { $0.uploadBytesInFlightMax = 1000 }
    let head = "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 500\r\n"
    let waiting = try (0..<2).map { _ in
      let client = try TestClient(port: server.port)
      client.send(head + "Expect: 100-continue\r\n\r\n")
      #expect(try client.response(bodyless: true).status == 100)
      return client
    }
    // Who promises and sends nothing stands in nobody's way.
    #expect(try TestClient(port: server.port).put(String(repeating: "b", count: 1000)).status == 201)
    // Its memory is given back when the writer has let go of it too, which may be after the answer.
    waits { server.server.uploadBytesInFlight == 0 }
    for client in waiting { client.send([UInt8](repeating: 0x61, count: 499)) }
    waits { server.server.uploadBytesInFlight == 998 }
    let third = try TestClient(port: server.port)
    third.send(head + "\r\n")
    let refused = try third.response()
    #expect(refused.status == 503)
    #expect(refused.error == "busy")
    #expect(refused.headers["retry-after"] == "2")
    waiting[0].send([0x61])
    #expect(try waiting[0].response().status == 201)
    waiting[1].finishSending()
    #expect(try waiting[1].response().error == "short")
    waits { server.server.uploadBytesInFlight == 0 }
    #expect(try TestClient(port: server.port).put("abc").status == 201)
  }

  @Test func `come no faster than a guest may, however many connections`() throws {
    let server = try TestServer(loops: 2) {
      $0.uploadsBurst = 3
      $0.uploadsPerSecond = 1
    }
    let answers = try (0..<6).map { try TestClient(port: server.port).put("text \($0)") }
    #expect(answers.prefix(3).allSatisfy { $0.status == 201 })
    let refused = try #require(answers.first { $0.status == 429 })
    #expect(refused.error == "rate")
    #expect(refused.headers["retry-after"] == "1")
    #expect(try TestClient(port: server.port).put("text", as: "g1.another-guest-altogether").status == 201)
  }

  // MARK: - Peers that are slow or gone

  @Test func `An upload that stops is given up`() throws {
    let server = try TestServer(loops: 1) { $0.bodyPaceMilliseconds = 300 }
    let client = try TestClient(port: server.port)
    client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 100\r\n\r\nabc")
    let answer = try client.response()
    #expect(answer.status == 408)
    #expect(answer.error == "slow")
    waits { server.server.uploadBytesInFlight == 0 }
  }

  @Test func `An upload that trickles is given up, however steadily`() throws {
    let server = try TestServer(loops: 1) { $0.bodyPaceMilliseconds = 600 }
    let client = try TestClient(port: server.port)
    client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 100000\r\n\r\n")
    for _ in 0..<200 where !client.endsWithin(0.1) { client.send("a") }
    #expect(client.hasEnded)
    #expect(try client.response().status == 408)
    #expect(server.server.uploadBytesInFlight == 0)
  }

  /// What came before buys no time: it is memory that others lack meanwhile.
  @Test func `An upload that trickles after a fast beginning is given up just as soon`() throws {
    let server = try TestServer(loops: 1) {
      $0.bodyPaceMilliseconds = 600
      $0.bodyPaceBytes = 10_000
    }
    let client = try TestClient(port: server.port)
    client.send(
      "PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 4000000\r\n\r\n")
    client.send([UInt8](repeating: 0x61, count: 3_000_000))
    for _ in 0..<200 where !client.endsWithin(0.1) { client.send("a") }
    #expect(client.hasEnded)
    #expect(try client.response().status == 408)
    #expect(server.server.uploadBytesInFlight == 0)
  }

  @Test func `An upload that comes steadily is not given up, however long it takes`() throws {
    let server = try TestServer(loops: 1) {
      $0.bodyPaceMilliseconds = 1_500
      $0.bodyPaceBytes = 1_000
    }
    let client = try TestClient(port: server.port)
    client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 9000\r\n\r\n")
    for _ in 0..<9 {
      client.send([UInt8](repeating: 0x61, count: 1_000))
      #expect(!client.endsWithin(0.4))
    }
    #expect(try client.response().status == 201)
  }

  @Test(arguments: [0, 1, 50, 99]) func `An upload of a peer that goes away leaves nothing behind`(
    sent: Int
  ) async throws {
    let server = try TestServer(loops: 1)
    do {
      let client = try TestClient(port: server.port)
      client.send("PUT /api/blobs HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 100\r\n\r\n")
      client.send([UInt8](repeating: 0x61, count: sent))
      waits { server.server.uploadBytesInFlight == sent }
    }
    waits { server.server.uploadBytesInFlight == 0 }
    for _ in 0..<1000 where await server.server.counts().connections > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await server.server.counts().connections == 0)
    #expect(server.server.blobs.used == (0, 0))
  }

  @Test func `An upload of a peer that goes away before its answer is kept all the same`() async throws {
    let server = try TestServer(loops: 1)
    do {
      let client = try TestClient(port: server.port)
      client.send(client.request(body: picture(byteCount: 2_000_000)))
    }
    waits { server.server.blobs.used == (2_000_000, 1) }
    waits { server.server.uploadBytesInFlight == 0 }
    for _ in 0..<1000 where await server.server.counts().connections > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await server.server.counts().connections == 0)
  }

  // MARK: - The disk

  @Test func `An upload that the disk refuses is 507, and the server goes on`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let folder = server.directory.path + "/blobs"
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    let answer = try client.put("abc")
    #expect(answer.status == 507)
    #expect(answer.error == "disk")
    #expect(server.server.blobs.used == (0, 0))
    #expect(try client.get("/healthz").status == 200)
    try FileManager.default.moveItem(atPath: folder + "-away", toPath: folder)
    #expect(try client.put("abc").status == 201)
  }

  @Test func `Random heads and bodies never stop the server, and leave nothing behind`() throws {
    let server = try TestServer(loops: 1) { $0.bodyPaceMilliseconds = 300 }
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var dice = Dice(seed: seed)
    for _ in 0..<80 {
      let client = try TestClient(port: server.port)
      var request = client.request(body: Array("some text".utf8))
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        request[Int.random(in: 0..<request.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      client.send(Array(request[..<Int.random(in: 0...request.count, using: &dice)]))
    }
    #expect(try TestClient(port: server.port).get("/healthz").status == 200, "seed \(seed)")
    waits { server.server.uploadBytesInFlight == 0 }
  }
}
