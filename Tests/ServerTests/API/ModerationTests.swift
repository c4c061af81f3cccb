import Foundation
import Reactor
import Rooms
import TestFaults
import Testing

@testable import Server
@testable import Store

private let token = TestServer.operatorToken
private let bearer = "Authorization: Bearer \(token)\r\n"
private let again = "Operator-Token: \(token)\r\n"

/// What an operator sees of reports, and does about people.
@Suite(.serialized) final class `The operator's desk` {
  private let server: TestServer
  private let lines = LogLines()
  private let ada: TestClient
  private let ben: TestClient
  private let room: String

  init() throws {
    server = try TestServer(loops: 2, log: lines.sink(.debug).logger()) { Self.settings(&$0) }
    ada = try server.client("Ada")
    ben = try server.client("Ben")
    let opened = try ada.answer(to: ada.ask(#""t":"open","game":"fruits","seats":3,"access":"link""#))
    room = try #require(opened["room"])
    _ = try ada.join(room, as: "play")
    _ = try ben.join(room, as: "play", key: (opened.json["keys"] as? [String: String])?["play"])
    #expect(try ben.answer(to: ben.ask(#""t":"say","r":"\#(room)","text":"you \"loser\"""#))["t"] == "ok")
  }

  private static func settings(_ settings: inout Server.Configuration) {
    settings.operatorToken = OperatorToken(token)
  }

  private func guest(_ client: TestClient) throws -> String {
    try #require((client.welcome?.json["you"] as? [String: Any])?["id"] as? String)
  }

  private func report(_ line: Int = 1) throws {
    let c = try ada.ask(#""t":"report","r":"\#(room)","line":\#(line),"why":"insult""#)
    #expect(try ada.answer(to: c)["t"] == "ok")
  }

  private func shown() throws -> [String: Any] {
    let answer = try TestClient(port: server.port).get("/operator/reports.json", bearer)
    #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
    return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  private func reports() throws -> [[String: Any]] {
    try #require(try shown()["reports"] as? [[String: Any]])
  }
  private func bans() throws -> [[String: Any]] { try #require(try shown()["bans"] as? [[String: Any]]) }

  @discardableResult
  private func post(
    _ path: String, _ body: String, _ headers: String = bearer + again, on other: TestClient? = nil
  ) throws -> (status: Int, json: [String: Any]) {
    let client = try other ?? TestClient(port: server.port)
    client.send(
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    let answer = try client.response()
    let json = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return (answer.status, json ?? [:])
  }

  // MARK: - Reports

  @Test func `shows a report with its lines, until it is closed`() throws {
    try report()
    try waits { try reports().count == 1 }
    let report = try #require(try reports().first)
    let (by, about) = (try guest(ada), try guest(ben))
    #expect(report["by"] as? String == by && report["about"] as? String == about)
    #expect(report["why"] as? String == "insult" && report["line"] as? Int == 1)
    #expect(report["name"] as? String == "Ben" && report["room"] as? String == room.prefix(4) + "…")
    let lines = try #require(report["lines"] as? [[Any]])
    #expect(lines.count == 1 && lines[0][4] as? String == #"you "loser""#)
    #expect(lines[0][2] as? String == about)
    let id = try #require(report["id"] as? Int)
    #expect(try post("/operator/reports/\(id + 1)", #"{"do":"close"}"#).status == 404)
    #expect(try post("/operator/reports/\(id)", #"{"do":"close"}"#).status == 200)
    #expect(try reports().isEmpty)
    #expect(try post("/operator/reports/\(id)", #"{"do":"close"}"#).status == 404)
  }

  @Test func `keeps reports and bans over a restart`() throws {
    let directory = TestDirectory()
    for isFirst in [true, false] {
      let journal = Journal(try SQLiteTables(directory: directory.path))
      let server = try TestServer(loops: 1, journal: journal, in: directory) { Self.settings(&$0) }
      let client = try TestClient(port: server.port)
      if isFirst {
        let report = Report(
          room: "rA", by: "g", about: "g", network: nil, why: "spam", line: 1, lines: "[]", at: 1)
        journal.change(.moderation([.report(report)]))
        let id = try guest(try server.client("Eve", token: "g1." + String(repeating: "e", count: 32)))
        let body = #"{"guest":"\#(id)","hours":1}"#
        #expect(try post("/operator/bans", body, on: client).status == 200)
      } else {
        let answer = try client.get("/operator/reports.json", bearer)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""kind":"guest""#))
        let eve = try server.stranger()
        try eve.say(#"{"t":"hello","name":"Eve","tok":"g1.\#(String(repeating: "e", count: 32))"}"#)
        #expect(eve.closeCode() == 4403)
      }
    }
  }

  // MARK: - Bans

  @Test func `bans a guest, whose connections end, and who does not come again before it ends`() throws {
    let other = try server.client("Ben", token: ben.welcome?["tok"])
    let answer = try post("/operator/bans", #"{"guest":"\#(try guest(ben))","hours":720}"#)
    #expect(answer.status == 200 && (answer.json["bans"] as? [Any])?.count == 1)
    for client in [ben, other] {
      let end = client.ending()
      #expect(end?.code == 4403 && end?.reason.contains("banned you until 20") == true)
    }
    let tok = try #require(ben.welcome?["tok"])
    let back = try server.stranger()
    try back.say(#"{"t":"hello","name":"Ben","tok":"\#(tok)"}"#)
    #expect(back.closeCode() == 4403)
    // Nor do they send anything, and nobody else is in the way of it.
    let sent = try TestClient(port: server.port).put("x", as: tok)
    #expect(sent.status == 403)
    #expect(try ada.answer(to: ada.ask(#""t":"lobby","on":true"#))["t"] == "ok")
    let ban = try #require(try bans().first)
    let id = try #require(ban["id"] as? Int)
    let banned = try guest(ben)
    #expect(ban["guest"] as? String == banned && ban["name"] as? String == "Ben")
    #expect(ban["kind"] as? String == "guest")
    let hours = ((ban["until"] as? Int ?? 0) - (ban["madeAt"] as? Int ?? 0)) / 3_600_000
    #expect(hours == 720)
    // Lifted, they come.
    #expect(try post("/operator/bans", #"{"do":"lift","id":\#(id)}"#).status == 200)
    #expect(try post("/operator/bans", #"{"do":"lift","id":\#(id)}"#).status == 404)
    #expect(try bans().isEmpty)
    _ = try server.client("Ben", token: tok)
  }

  @Test func `bans a network by the guest, also once they have gone, and never this machine`() throws {
    let far = try TestServer(loops: 1) {
      Self.settings(&$0)
      $0.proxies = believing("127.0.0.1")
    }
    func come(_ address: String, token: String? = nil) throws -> TestClient {
      let client = try TestClient(port: far.port)
      try client.upgrade("X-Forwarded-For: \(address)\r\n")
      try client.say(#"{"t":"hello","name":"Eve"\#(token.map { #","tok":"\#($0)""# } ?? "")}"#)
      return client
    }
    let eve = try come("203.0.113.9")
    eve.welcome = try eve.hear("welcome")
    let fay = try come("203.0.113.9")
    let far2 = try come("203.0.113.10")
    _ = try fay.hear("welcome")
    _ = try far2.hear("welcome")
    let operators = try TestClient(port: far.port)
    let body = #"{"guest":"\#(try guest(eve))","network":true,"hours":1}"#
    let answer = try post("/operator/bans", body, on: operators)
    #expect((answer.json["bans"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["guest", "network"])
    #expect(eve.closeCode() == 4403 && fay.closeCode() == 4403)
    #expect(try come("203.0.113.9").closeCode() == 4403)
    #expect(try come("203.0.113.11").hear("welcome")["t"] == "welcome")
    try far2.say(#"{"t":"hb"}"#)
    _ = try far2.hear("hb")
    // A guest of this machine has no network that others share.
    let here = try post("/operator/bans", #"{"guest":"\#(try guest(ben))","network":true,"hours":1}"#)
    #expect((here.json["bans"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["guest"])
    _ = try server.client("Cleo")
  }

  @Test func `bans a program with its owner, and all that is theirs`() throws {
    let owner = PersonClient(port: server.port, token: try #require(ben.welcome?["tok"]))
    #expect(try owner.claim("ben").status == 200)
    let token = try #require(owner.bot("brio").json["token"] as? String)
    let brio = try server.client("x", token: token)
    let answer = try post("/operator/bans", #"{"guest":"\#(try guest(brio))","hours":1}"#)
    let bans = try #require(answer.json["bans"] as? [[String: Any]])
    let banned = try guest(ben)
    #expect(bans.map { $0["guest"] as? String } == [banned] && bans[0]["name"] as? String == "@ben")
    #expect(brio.closeCode() == 4403 && ben.closeCode() == 4403)
    for token in [token, try #require(ben.welcome?["tok"])] {
      let back = try TestClient(port: server.port)
      try back.upgrade()
      try back.say(#"{"t":"hello","name":"x","tok":"\#(token)"}"#)
      #expect(back.closeCode() == 4403)
    }
  }

  @Test func `keeps no name of somebody with the network that was banned for their sake`() throws {
    let guest = GuestID(digest: Array(repeating: 9, count: 32))
    let kept = Report(
      room: "rA", by: "g", about: guest.text, network: 78, why: "spam", line: 3,
      lines: #"[[3,0,"\#(guest.text)","Eve Secretly","x"]]"#, at: Instant.wallMilliseconds())
    server.server.shared.store.journal.change(.moderation([.report(kept)]))
    try waits { try reports().contains { $0["name"] as? String == "Eve Secretly" } }
    try post("/operator/bans", #"{"guest":"\#(guest.text)","network":true,"hours":1}"#)
    let made = try bans()
    #expect(made.map { $0["name"] as? String } == ["Eve Secretly", "Eve Secretly"])
    let own = try #require(made.first { $0["kind"] as? String == "guest" }?["id"] as? Int)
    #expect(try post("/operator/bans", #"{"do":"lift","id":\#(own)}"#).status == 200)
    #expect(try bans().map { $0["name"] as? String } == [""])
    #expect(try bans().map { $0["guest"] as? String } == [guest.text])
    server.server.shared.accounts.bans.forget([guest])
    #expect(try bans().map { $0["guest"] as? String } == [nil])
  }

  @Test func `finds the network of who has gone in what was reported of them`() throws {
    let guest = GuestID(digest: Array(repeating: 7, count: 32))
    let kept = Report(
      room: "rA", by: "g", about: guest.text, network: 77, why: "spam", line: 3,
      lines: #"[[3,0,"\#(guest.text)","Zoe","x"]]"#, at: Instant.wallMilliseconds())
    server.server.shared.store.journal.change(.moderation([.report(kept)]))
    try waits { try reports().contains { $0["name"] as? String == "Zoe" } }
    let answer = try post("/operator/bans", #"{"guest":"\#(guest.text)","network":true,"hours":1}"#)
    let bans = try #require(answer.json["bans"] as? [[String: Any]])
    #expect(bans.map { $0["name"] as? String } == ["Zoe", "Zoe"])
    let other = GuestID(digest: Array(repeating: 8, count: 32))
    #expect(server.server.shared.accounts.bans.end(of: other, from: 77, now: 0) != nil)
  }

  // MARK: - Who may

  @Test func `asks for the token again at each change, and takes none from another page`() throws {
    try report()
    let body = #"{"guest":"\#(try guest(ben))","hours":1}"#
    for path in ["/operator/bans", "/operator/reports/1"] {
      for (headers, status) in [
        ("", 401), (again, 401), ("Authorization: Bearer \(token)x\r\n" + again, 401), (bearer, 403),
        (bearer + "Operator-Token: \(token)x\r\n", 403), (bearer + again + again, 403),
        (bearer + again + "Origin: https://evil.example\r\n", 403),
        (bearer + again + "Origin: null\r\n", 403),
      ] {
        let answer = try post(path, body, headers)
        #expect(answer.status == status, "\(headers)")
        #expect(answer.json["error"] != nil)
      }
      #expect(try TestClient(port: server.port).get(path, bearer + again).status == 405)
    }
    #expect(try bans().isEmpty)
    #expect(try reports().count == 1)
    let own = bearer + again + "Origin: http://localhost\r\n"
    #expect(try post("/operator/bans", body, own).status == 200)
    let without = try TestServer(loops: 1)
    let answer = try post("/operator/bans", body, on: TestClient(port: without.port))
    #expect(answer.status == 405 || answer.status == 404 || answer.status == 413)
  }

  @Test func `does not listen to an address that tried too often`() throws {
    let far = try TestServer(loops: 1) {
      Self.settings(&$0)
      $0.proxies = believing("127.0.0.1")
    }
    var told: [Int] = []
    for _ in 0..<15 {
      let headers = "X-Forwarded-For: 203.0.113.9\r\n\(bearer)Operator-Token: wrong\r\n"
      told.append(try post("/operator/bans", "{}", headers, on: TestClient(port: far.port)).status)
    }
    #expect(told.first == 403 && told.last == 429)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"do":"ban"}"#, #"{"guest":"g_1","hours":1}"#, #"{"guest":"GUEST"}"#,
    #"{"guest":"GUEST","hours":0}"#, #"{"guest":"GUEST","hours":721}"#, #"{"guest":"GUEST","hours":"1"}"#,
    #"{"guest":"GUEST","hours":1,"more":2}"#, #"{"guest":"GUEST","hours":1,"network":1}"#,
    #"{"guest":"GUEST","hours":1,"hours":2}"#, #"{"guest":"GUEST","hours":1,"id":1}"#, #"{"do":"lift"}"#,
    #"{"do":"lift","id":1,"hours":2}"#, #"{"do":"unban","id":1}"#, #"{"do":"close"}"#,
    #"{"guest":"GUEST","hours":1}x"#,
  ])
  func `refuses a ban that is not understood`(body: String) throws {
    let body = body.replacing("GUEST", with: try guest(ben))
    let answer = try post("/operator/bans", body)
    #expect((400...411).contains(answer.status) && answer.json["message"] != nil, "\(answer)")
    #expect(try bans().isEmpty)
  }

  @Test(arguments: ["{}", #"{"do":"open"}"#, #"{"do":"close","id":1}"#, "close"])
  func `refuses what is no closing of a report`(body: String) throws {
    #expect(try post("/operator/reports/1", body).status == 400)
  }

  @Test func `takes four kilobytes at most`() throws {
    let ban = #"{"guest":"\#(try guest(ben))","hours":1}"#
    let filled = ban + String(repeating: " ", count: 4_096 - ban.utf8.count)
    #expect(try post("/operator/bans", filled + " ").status == 413)
    #expect(try bans().isEmpty)
    #expect(try post("/operator/bans", filled).status == 200)
  }

  @Test func `logs each change, and no token`() throws {
    try report()
    try waits { try reports().count == 1 }
    let id = try #require(try reports().first?["id"] as? Int)
    try post("/operator/reports/\(id)", #"{"do":"close"}"#)
    try post("/operator/bans", #"{"guest":"\#(try guest(ben))","hours":2}"#)
    let ban = try #require(try bans().first?["id"] as? Int)
    try post("/operator/bans", #"{"do":"lift","id":\#(ban)}"#)
    for what in ["closed a report", "banned a guest", "lifted a ban"] {
      let line = try #require(lines.all.first { $0.contains("the operator \(what)") })
      #expect(line.contains("level=notice") && line.contains("this machine"))
      #expect(line.contains(try guest(ben)))
    }
    #expect(!lines.all.contains { $0.contains(token) })
  }

  @Test func `tells when what was done could not be written`() throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: 1, journal: journal) { Self.settings(&$0) }
    let eve = try server.client("Eve")
    let body = #"{"guest":"\#(try guest(eve))","hours":1}"#
    journal.change { $0.failingCommits = 1 }
    let answer = try post("/operator/bans", body, on: TestClient(port: server.port))
    #expect(answer.status == 507 && eve.closeCode() == 4403)
  }
}

@Suite struct `The bans in force` {
  private let guest = GuestID(digest: Array(repeating: 1, count: 32))

  @Test func `end by themselves`() throws {
    let bans = Bans()
    let made = try #require(bans.add(.guest(guest), name: "Ben", until: 100, now: 10))
    #expect(bans.end(of: guest, from: nil, now: 99) == 100 && bans.end(of: guest, from: 3, now: 100) == nil)
    #expect(bans.all(now: 99) == [made] && bans.all(now: 100).isEmpty)
  }

  @Test func `hold for the longer of a guest's and their network's, and for one of each`() throws {
    let bans = Bans()
    let first = try #require(bans.add(.guest(guest), name: "", until: 100, now: 10))
    _ = bans.add(.network(3), name: "", until: 200, now: 11)
    #expect(bans.end(of: guest, from: 3, now: 50) == 200 && bans.end(of: guest, from: nil, now: 50) == 100)
    let again = try #require(bans.add(.guest(guest), name: "", until: 300, now: 12))
    #expect(again.id == first.id && bans.all(now: 12).count == 2)
    #expect(bans.lift(first.id) == again && bans.lift(first.id) == nil)
    #expect(bans.end(of: guest, from: nil, now: 50) == nil)
  }

  @Test func `are read at the start, and counted on from there`() throws {
    let kept = Ban(id: 7, kind: .guest, key: guest.text, name: "Ben", until: 100, madeAt: 1)
    let wrong = Ban(id: 9, kind: .network, key: "nowhere", name: "", until: 100, madeAt: 1)
    let bans = Bans([kept, wrong])
    #expect(bans.all(now: 2) == [kept] && bans.end(of: guest, from: nil, now: 2) == 100)
    #expect(bans.add(.network(1), name: "", until: 9, now: 2)?.id == 10)
  }

  @Test func `are a limited number`() {
    let bans = Bans()
    for number in 0..<UInt32(Bans.countMax) {
      #expect(bans.add(.network(number), name: "", until: 100, now: 1) != nil)
    }
    #expect(bans.add(.guest(guest), name: "", until: 100, now: 1) == nil)
    #expect(bans.add(.network(5), name: "", until: 200, now: 1) != nil)
    #expect(bans.add(.guest(guest), name: "", until: 300, now: 100) != nil, "those that have ended make room")
  }
}
