import Foundation
import HTTP
import Rooms
import Testing

@testable import Server
@testable import Store

@Suite struct `Settings that change while a server runs` {
  @Test(arguments: [1, 2]) func `hold in all loops, and for those who are here`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let clients = try (0..<4).map { _ in try server.client() }
    var wanted = Server.Configuration()
    wanted.solverNice = 1
    wanted.port = 0
    wanted.loops = loops
    wanted.lab = true
    wanted.commandsPerSecond = 1
    wanted.commandsBurst = 2
    #expect(server.server.change(wanted).isEmpty)
    for client in clients {
      // Newcomers are told the limits; who is here meets them.
      for _ in 0..<6 { _ = try client.ask(#""t":"lobby","on":true"#) }
      _ = try client.hear(where: { $0["code"] == "rate" })
    }
    let newcomer = try server.client("New")
    let limits = try #require(newcomer.welcome?.json["lim"] as? [String: Any])
    #expect(limits["cmd"] as? [Int] == [1, 2])
  }

  @Test func `let in more connections, or fewer, and send nobody away`() throws {
    let server = try TestServer(loops: 1) { $0.connectionsMax = 2 }
    let first = try server.client()
    let second = try server.client()
    #expect(try TestClient(port: server.port).get("/healthz").status == 503)
    var wanted = Server.Configuration()
    wanted.solverNice = 1
    wanted.port = 0
    wanted.lab = true
    wanted.connectionsMax = 3
    #expect(server.server.change(wanted).isEmpty)
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
    wanted.connectionsMax = 1
    #expect(server.server.change(wanted).isEmpty)
    waits { (try? TestClient(port: server.port).get("/healthz").status) == 503 }
    for client in [first, second] {
      #expect(try client.answer(to: client.ask(#""t":"lobby","on":false"#))["t"] == "ok")
    }
  }

  @Test func `are taken on, all that serve has as limits`() {
    var wanted = Server.Configuration()
    wanted.proxies = Proxies(trusting: ["unix"]) ?? wanted.proxies
    wanted.originsAllowed = ["https://elsewhere.example"]
    wanted.operatorToken = OperatorToken(String(repeating: "t", count: 40))
    (wanted.connectionsMax, wanted.connectionsPerAddressMax, wanted.roomsMax) = (1, 2, 3)
    (wanted.commandsPerSecond, wanted.commandsBurst) = (4, 5)
    (wanted.hoversPerSecond, wanted.hoversBurst) = (6, 7)
    (wanted.messagesPerSecond, wanted.messagesBurst) = (8, 9)
    (wanted.uploadsPerSecond, wanted.uploadsBurst, wanted.opensBurst) = (10, 11, 12)
    wanted.keepDays = 13
    wanted.drainMilliseconds = 14
    wanted.blobs.bytesMax = 15
    var settings = Server.Configuration()
    #expect(String(reflecting: settings) != String(reflecting: wanted))
    #expect(settings.change(to: wanted).isEmpty)
    #expect(String(reflecting: settings) == String(reflecting: wanted))
  }

  @Test func `Settings that take effect only at the next start are named`() throws {
    let server = try TestServer(loops: 1) { $0.port = 0 }
    var wanted = Server.Configuration()
    wanted.solverNice = 1
    wanted.loops = 3
    wanted.host = "::1"
    wanted.port = 0
    wanted.compression = .off
    wanted.unixPath = "/nowhere"
    wanted.unixMode = 0o600
    #expect(
      server.server.change(wanted) == ["host", "listen", "listen-mode", "loops", "compression", "lab"])
    #expect(try TestClient(port: server.port).get("/healthz").status == 200)
    // What was fixed still is as it was.
    _ = try server.client().openTable()
  }

  @Test func `take from rates what they gave`() {
    let rates = GuestRates(perSecond: 1, burst: 1)
    let guest = GuestID(digest: 0..<16)
    #expect(rates.take(guest, of: nil, now: 1000) == nil)
    #expect(rates.take(guest, of: nil, now: 1000) != nil)
    rates.change(perSecond: 10, burst: 20)
    for _ in 0..<10 { #expect(rates.take(guest, of: nil, now: 1000) == nil) }
    rates.change(perSecond: 1, burst: 1)
    #expect(rates.take(guest, of: nil, now: 1000) != nil)
  }

  @Test func `are counted per address anew`() throws {
    let addresses = Addresses(openMax: 10, perKeyMax: 1, secret: [])
    try addresses.enter(7)
    #expect(throws: Addresses.Refusal.tooManyOfOne) { try addresses.enter(7) }
    addresses.change(openMax: 10, perKeyMax: 2)
    try addresses.enter(7)
    addresses.change(openMax: 1, perKeyMax: 2)
    #expect(throws: Addresses.Refusal.full) { try addresses.enter(8) }
    addresses.leave(7)
    addresses.leave(7)
    try addresses.enter(8)
  }
}
