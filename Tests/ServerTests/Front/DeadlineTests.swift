import Foundation
import Testing

@testable import Server

/// Peers that send a little now and then: what they have to say must be there in time all the same.
@Suite(.serialized) struct `Deadlines that bytes do not move` {
  @Test func `a first head that drips is cut off`() throws {
    let server = try TestServer(loops: 1) { $0.headMillisecondsMax = 300 }
    let client = try TestClient(port: server.port)
    #expect(try drips(client, begin: "GET / HTTP/1.1\r\n", "X: y\r\n"))
  }

  @Test func `a connection that says nothing at all is cut off`() throws {
    let server = try TestServer(loops: 1) { $0.headMillisecondsMax = 300 }
    #expect(try TestClient(port: server.port).endsWithin())
  }

  @Test func `a later head that drips is cut off too, long before an idle connection would be`() throws {
    let server = try TestServer(loops: 1) {
      $0.headMillisecondsMax = 300
      $0.keepAliveMillisecondsMax = 600_000
    }
    let client = try TestClient(port: server.port)
    let idle = try TestClient(port: server.port)
    for each in [client, idle] { #expect(try each.get("/healthz").status == 200) }
    #expect(try drips(client, begin: "GET / HTTP/1.1\r\n", "X: y\r\n"))
    // Right behind a request too.
    let second = try TestClient(port: server.port)
    second.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nG")
    #expect(try second.response().status == 200)
    #expect(second.endsWithin())
    #expect(try idle.get("/healthz").status == 200)
  }

  @Test func `Empty lines before a head do not move its deadline`() throws {
    let server = try TestServer(loops: 1) { $0.headMillisecondsMax = 300 }
    let client = try TestClient(port: server.port)
    #expect(try drips(client, begin: "\r\n", "\r\n"))
  }

  @Test func `a hello that drips is cut off, whatever else is said`() throws {
    let server = try TestServer(loops: 1) { $0.helloMillisecondsMax = 300 }
    // A frame that does not end, and pings that are answered.
    let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
    for (begin, drop) in [([0x81, 0xFE, 0x01, 0x00, 0, 0, 0, 0], [0x20]), (ping, ping)]
      as [([UInt8], [UInt8])]
    {
      let client = try server.stranger()
      client.send(begin)
      for _ in 0..<200 where !client.hasEnded {
        client.send(drop)
        client.pump(milliseconds: 50)
      }
      #expect(client.hasEnded)
      #expect(client.closeCode() == 4401)
    }
  }

  @Test func `a visit that said hello in time stays`() throws {
    let server = try TestServer(loops: 1) {
      $0.helloMillisecondsMax = 300
      $0.headMillisecondsMax = 300
      $0.keepAliveMillisecondsMax = 300
    }
    let client = try server.client()
    #expect(!client.endsWithin(1.6))
  }

  @Test func `a connection that falls silent is pinged, and given up when nothing answers`() throws {
    let server = try TestServer(loops: 1) {
      $0.heartbeatMilliseconds = 300
      $0.silenceMillisecondsMax = 4_000  // Long enough for this process to be kept waiting on a busy machine.
    }
    let alive = try server.client()
    let dead = try server.client()
    let deadline = Date().addingTimeInterval(patience)
    // One reads, and so answers pings; the other's host might as well be gone.
    while !dead.hasEnded, Date() < deadline {
      alive.pump(milliseconds: 100)
      dead.readWithoutAnswering(milliseconds: 10)
    }
    #expect(dead.hasEnded && !alive.hasEnded)
    try alive.say(#"{"t":"hb"}"#)
    #expect(try alive.hear("hb")["t"] == "hb")
  }

  /// Sends a piece of something again and again; whether that was cut off.
  private func drips(_ client: TestClient, begin: String, _ drop: String) throws -> Bool {
    client.send(begin)
    for _ in 0..<200 where !client.endsWithin(0.05) { client.send(drop) }
    return client.hasEnded
  }
}
