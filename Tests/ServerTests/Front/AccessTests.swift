import Foundation
import Testing

@testable import Server

/// Keys and hosts over real sockets; who may do what is Rooms' to test.
@Suite final class `Access over the wire` {
  private let server: TestServer
  private let ada: TestClient
  private let room: String
  private let keys: [String: String]

  init() throws {
    server = try TestServer(loops: 2)
    ada = try server.client("Ada")
    (room, keys) = try Self.open(ada, #""game":"fruits","seats":3,"access":"link""#)
    _ = try ada.join(room, as: "play")
  }

  private static func open(_ client: TestClient, _ table: String) throws -> (String, [String: String]) {
    let answer = try client.answer(to: client.ask(#""t":"open",\#(table)"#))
    return (try #require(answer["room"]), try #require(answer.json["keys"] as? [String: String]))
  }

  private func come(_ client: TestClient, _ presence: String, _ key: String?) throws -> Heard {
    let key = key.map { #","key":"\#($0)""# } ?? ""
    return try client.answer(to: client.ask(#""t":"sub","room":"\#(room)","as":"\#(presence)"\#(key)"#))
  }

  private func host(_ client: TestClient, _ command: String) throws -> Heard {
    try client.answer(to: client.ask(#""t":"host","r":"\#(room)",\#(command)"#))
  }

  /// The tables that the lobby lists now.
  private func listed() throws -> [String] {
    let guest = try server.client("Lob")
    _ = try guest.ask(#""t":"lobby","on":true"#)
    let list = try guest.hear("tables").json["list"] as? [[String: Any]] ?? []
    return list.compactMap { $0["id"] as? String }
  }

  @Test func `A stranger without a key finds no table that is behind a link`() throws {
    let (other, _) = try Self.open(ada, #""game":"fruits","seats":2,"access":"public""#)
    _ = try ada.join(other, as: "play")
    try waits { try listed().contains(other) }
    #expect(try !listed().contains(room))
    let eve = try server.client("Eve")
    for presence in ["play", "watch", "mini"] {
      let answer = try come(eve, presence, nil)
      #expect(answer["code"] == "role" && answer["why"] == "key")
    }
    #expect(try eve.join(other, as: "watch").int("v") == 1)
  }

  @Test func `Who does not say it opens a table for one behind a link, and one for several to everybody`()
    throws
  {
    let (own, _) = try Self.open(ada, #""game":"klondike1","deal":{"kind":"open","n":7}"#)
    let (shared, _) = try Self.open(ada, #""game":"fruits","seats":2"#)
    _ = try ada.join(shared, as: "play")
    let eve = try server.client("Eve")
    #expect(try eve.answer(to: eve.ask(#""t":"sub","room":"\#(own)","as":"watch""#))["why"] == "key")
    #expect(try eve.join(shared, as: "play").int("v") == 1)
  }

  @Test func `A description may say who comes, and is answered with the keys`() throws {
    let nertz = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Public/games/example.json"), encoding: .utf8)
    let posted = try TestClient(port: server.port).post(nertz, to: "/api/games?access=link")
    let room = try #require(posted.json["room"] as? String)
    let keys = try #require(posted.json["keys"] as? [String: String])
    let eve = try server.client("Eve")
    #expect(try eve.answer(to: eve.ask(#""t":"sub","room":"\#(room)","as":"watch""#))["why"] == "key")
    #expect(try eve.join(room, as: "watch", key: keys["watch"]).int("v") == 1)
  }

  @Test func `The watch link does not sit down, the play link neither sends away nor deals over`() throws {
    let (eve, ben) = (try server.client("Eve"), try server.client("Ben"))
    #expect(try come(eve, "play", keys["watch"])["why"] == "key")
    #expect(try come(eve, "watch", keys["watch"]).int("seat") == -1)
    #expect(try come(ben, "play", keys["play"]).int("seat") == 1)
    #expect(try host(ben, #""do":"kick","seat":0"#)["why"] == "host")
    #expect(try host(eve, #""do":"lock""#)["why"] == "host")
    #expect(try host(ada, #""do":"kick","seat":1"#)["t"] == "ok")
    #expect(try ben.hear("gone")["why"] == "kicked")
  }

  @Test func `Who was banned, or sent away from a table behind a link, finds it in no list`() throws {
    let ben = try server.client("Ben")
    func listed() throws -> Int {
      let token = try #require(ben.welcome?["tok"])
      let list = try TestClient(port: server.port).get(
        "/api/me/tables", "Authorization: Bearer \(token)\r\n")
      return (list.json["tables"] as? [Any])?.count ?? -1
    }
    #expect(try come(ben, "play", keys["play"]).int("seat") == 1)
    #expect(try listed() == 1)
    #expect(try host(ada, #""do":"kick","seat":1"#)["t"] == "ok")
    #expect(try listed() == 0)
    #expect(try come(ben, "play", keys["play"]).int("seat") == 1)
    #expect(try listed() == 1)
    #expect(try host(ada, #""do":"ban","seat":1"#)["t"] == "ok")
    #expect(try listed() == 0)
  }

  @Test func `The host's link makes a host, until its links are void`() throws {
    let hal = try server.client("Hal")
    #expect(try come(hal, "watch", keys["host"])["t"] == "ok")
    #expect(try hal.hear("rights").json["host"] as? Bool == true)
    #expect(try host(hal, #""do":"lock""#)["t"] == "ok")
    let renewed = try ada.ask(#""t":"host","r":"\#(room)","do":"keys""#)
    let told = try ada.hear { $0["t"] == "rights" && !$0.line.contains(keys["play"] ?? "") }
    let fresh = told.json["keys"] as? [String: String] ?? [:]
    #expect(Set(fresh.keys) == ["play", "watch", "host"] && Set(fresh.values).isDisjoint(with: keys.values))
    #expect(try ada.answer(to: renewed)["t"] == "ok")
    #expect(try host(hal, #""do":"unlock""#)["why"] == "host")
    let eve = try server.client("Eve")
    #expect(try come(eve, "watch", keys["watch"])["why"] == "key")
    #expect(try come(eve, "watch", fresh["watch"])["t"] == "ok")
  }

  @Test func `Wrong keys are counted, and slowed, also of a table that is there`() throws {
    let eve = try server.client("Eve")
    var answers: [String] = []
    for number in 0..<14 {
      let answer = try come(eve, "watch", "wrong\(100 + number)")
      answers.append(answer["why"] ?? answer["code"] ?? "")
    }
    #expect(answers.prefix(10).allSatisfy { $0 == "key" })
    #expect(answers.last == "rate")
    // The right one waits as well, or tries would tell it.
    let late = try come(eve, "watch", keys["watch"])
    #expect(late["code"] == "rate" && late.int("reset") == 1000)
    try waits {
      usleep(250_000)
      return try come(eve, "watch", keys["watch"])["t"] == "ok"
    }
  }

  @Test func `What no host could mean is answered with what is wrong`() throws {
    for (command, why) in [
      (#""do":"dance""#, #"a host cannot do "dance""#), (#""do":"kick""#, #""seat" must be a whole number"#),
      (#""do":"kick","seat":64"#, #""seat" must be 0 to 63"#),
      (#""do":"access","access":"all""#, #""access" must be "public", "link" or "knock""#),
    ] {
      let answer = try host(ada, command)
      #expect(answer["code"] == "bad" && answer["why"] == why)
    }
    let stranger = try ada.answer(to: ada.ask(#""t":"host","r":"rNowhere1","do":"lock""#))
    #expect(stranger["code"] == "gone")
  }

  @Test func `The others are asked for a new deal or a new start, and say so`() throws {
    let (room, keys) = try Self.open(
      ada, #""game":"klondike1","seats":2,"access":"link","deal":{"kind":"open","n":7}"#)
    _ = try ada.join(room, as: "play")
    let ben = try server.client("Ben")
    _ = try ben.join(room, as: "play", key: keys["play"])
    let played = try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)).int("v")
    for operation in [#""op":"restart""#, #""op":"deal","deal":{"kind":"open","n":9}"#] {
      let asked = try ben.answer(to: ben.ask(#""t":"cmd","r":"\#(room)",\#(operation)"#))
      let question = try #require(asked.int("asked"))
      #expect(asked.int("v") == played, "nothing has changed")
      let answer = try ada.ask(#""t":"answer","r":"\#(room)","n":\#(question),"yes":false"#)
      #expect(try ada.answer(to: answer)["t"] == "ok")
    }
    let deal = #""t":"cmd","r":"\#(room)","op":"deal","deal":{"kind":"open","n":9}"#
    let asked = try ben.answer(to: ben.ask(deal)).int("asked")
    let question = try #require(asked)
    #expect(try ada.hear { $0["t"] == "question" && $0.int("n") == question }.json["deal"] != nil)
    #expect(
      try ada.answer(to: ada.ask(#""t":"answer","r":"\#(room)","n":\#(question),"yes":true"#))["t"] == "ok")
    #expect(try ben.hear { $0["t"] == "snap" && $0["why"] == "deal" }.int("v") == 3)
  }

  @Test func `A mini is told what it lacks twice a second, and is not counted`() throws {
    let (room, keys) = try Self.open(ada, #""game":"klondike1","deal":{"kind":"open","n":7}"#)
    _ = try ada.join(room, as: "play")
    let eve = try server.client("Eve")
    let snap = try eve.join(room, as: "mini", key: keys["watch"])
    #expect(snap.int("watching") == 0 && (snap.json["game"] as? [String: Any])?["rules"] == nil)
    // Events come faster than a mini is told of them.
    let began = ContinuousClock.now
    var (version, tellings, others) = (1, 0, false)
    for _ in 0..<12 {
      #expect(try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))["t"] == "ok")
      usleep(125_000)
      let told = eve.drain()
      others = others || told.contains { $0["t"] == "crowd" || $0["t"] == "drag" }
      guard let last = told.compactMap({ $0["t"] == "ev" ? $0.int("v") : nil }).last else { continue }
      (version, tellings) = (last, tellings + 1)
    }
    let halfSeconds = Int((ContinuousClock.now - began) / .milliseconds(500))
    #expect(tellings <= halfSeconds + 1)
    while version < 13 { version = try #require(try eve.hear("ev").int("v")) }
    #expect(!others)
    #expect(!eve.drain().contains { $0["t"] == "crowd" || $0["t"] == "drag" })
    let end = try ada.answer(to: ada.ask(#""t":"unsub","r":"\#(room)","room":"\#(room)""#))
    #expect(end["t"] == "ok")
  }
}
