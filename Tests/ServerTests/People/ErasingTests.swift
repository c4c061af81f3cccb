import Foundation
import SQLite
import TestFaults
import Testing

@testable import Rooms
@testable import Server
@testable import Store

@Suite(.serialized) struct `A person who is erased` {
  let directory = TestDirectory()

  private func server(loops: Int = 2) throws -> TestServer {
    let tables = try SQLiteTables(directory: directory.path)
    return try TestServer(loops: loops, journal: Journal.faulty(on: tables), in: directory) {
      ($0.listsPerSecond, $0.listsBurst, $0.opensBurst) = (1_000, 1_000, 100)
      ($0.uploadsPerSecond, $0.uploadsBurst) = (100, 100)
    }
  }

  /// Files of the directory whose name or content has a text.
  private func files(with text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    let all = FileManager.default.enumerator(atPath: directory.path)?.allObjects as? [String] ?? []
    return all.filter { name in
      if name.contains(text) { return true }
      let content = (try? Data(contentsOf: URL(filePath: directory.path + "/" + name))).map(Array.init) ?? []
      return !content.ranges(of: bytes).isEmpty
    }
  }

  private func id(of client: TestClient) throws -> String {
    try #require((client.welcome?.json["you"] as? [String: Any])?["id"] as? String)
  }

  @Test(arguments: [1, 2]) func `is in no byte of the directory within a minute`(loops: Int) throws {
    let server = try self.server(loops: loops)
    let (ada, ben) = (try server.client("Ada Lovelace"), try server.client("Ben"))
    let me = try PersonClient(port: server.port, of: ada)
    let id = try id(of: ada)
    let uploaded = try TestClient(port: server.port)
      .put(picture(byteCount: 500), "Authorization: Bearer \(me.token)\r\n")
    #expect(uploaded.status == 201)
    // A table of her own, one that Ben sits at too, and one of Ben's.
    let (own, _) = try ada.openTable()
    let (shared, _) = try ada.openTable(deal: 3, seats: 2)
    _ = try ben.join(shared, as: "play")
    let (bens, _) = try ben.openTable(deal: 5, seats: 2)
    _ = try ada.join(bens, as: "play")
    for room in [own, shared, bens] {
      _ = try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
    }
    #expect(try me.claim("ada_lovelace").status == 200)
    let phone = PersonClient(port: server.port, device: 1)
    #expect(try me.pair(phone, name: "Phone of Ada Lovelace").status == 200)
    let bot = try #require(me.bot("brio").json["token"] as? String)
    let brio = try server.client("x", token: bot)
    let botID = try self.id(of: brio)
    _ = try brio.openTable(deal: 8)
    // With a card in hand.
    let item =
      try #require(ada.drain().last { $0["t"] == "dests" }?.json["d"] as? [[Any]]).first?.first as? Int ?? 0
    try ada.say(#"{"t":"lift","c":9001,"r":"\#(bens)","item":\#(item)}"#)
    #expect(try files(with: id).contains("tables.db") || files(with: id).contains("tables.db-wal"))

    #expect(try me.change("DELETE").status == 202)
    #expect(ada.closeCode() == 4402 && brio.closeCode() == 4402)
    #expect(try me.me().status == 401 && phone.me().status == 401)
    for text in [id, botID, "Ada Lovelace", "ada_lovelace", GuestToken.guest(of: phone.token).text] {
      try waits { try files(with: text).isEmpty }
    }
    // Tables of others are whole; her own are no more.
    let kept = try server.client("Ben", token: ben.welcome?["tok"])
    #expect(try kept.join(bens, as: "play").line.contains(#""n":1}"#))
    #expect(try kept.join(shared, as: "play").line.contains(#""name":"Ben""#))
    let gone = try kept.answer(to: kept.ask(#""t":"sub","room":"\#(own)","as":"watch""#))
    #expect(gone["code"] == "gone")
    // The token is nobody's: with it one is somebody else.
    let back = try server.client("Eve", token: me.token)
    #expect(try self.id(of: back) != id && back.welcome?["tok"] != me.token)
    // Nobody gets her handle.
    #expect(try PersonClient(port: server.port, of: back).claim("ada-lovelace").error == "taken")
  }

  @Test func `leaves tables that a check finds whole, asleep and after a restart`() throws {
    let (rooms, token): ([String], String)
    do {
      let server = try self.server()
      let (ada, ben) = (try server.client("Ada"), try server.client("Ben"))
      token = try #require(ada.welcome?["tok"])
      rooms = try (0..<6).map { number in
        let (room, _) = try (number % 2 == 0 ? ada : ben).openTable(deal: UInt64(number), seats: 2)
        _ = try (number % 2 == 0 ? ben : ada).join(room, as: "play")
        for client in [ada, ben, ada] {
          _ = try client.answer(to: client.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
        }
        return room
      }
    }
    do {
      let server = try self.server()
      #expect(try PersonClient(port: server.port, token: token).change("DELETE").status == 202)
      try waits { try files(with: GuestToken.guest(of: token).text).isEmpty }
      let eve = try server.client("Eve")
      for room in rooms { _ = try eve.join(room, as: "watch") }
    }
    let report = try DirectoryCheck(directory.path).report { stored in
      do throws(Reopening.Fault) {
        _ = try Reopening(stored, now: 0)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(report.problems == [] && report.tables == 6)
  }

  @Test func `is erased after a crash that came first`() throws {
    let token = "g1.crashed-0123456789abcdef"
    let guest = GuestToken.guest(of: token).text
    do {
      let server = try self.server()
      let ada = try server.client("Ada", token: token)
      _ = try ada.openTable()
    }
    do {
      let tables = try SQLiteTables(directory: directory.path)
      try tables.carryOut(.people([.erasing(guest: guest, at: 5)]))
      try tables.finish()
    }
    #expect(try !files(with: guest).isEmpty)
    let server = try self.server()
    try waits { try files(with: guest).isEmpty }
    #expect(try id(of: server.client("Ada", token: token)) != guest)
  }

  @Test func `may also be a guest who never claimed anything`() throws {
    let server = try self.server()
    let ada = try server.client("Ada")
    let me = try PersonClient(port: server.port, of: ada)
    _ = try ada.openTable()
    #expect(try me.change("DELETE").status == 202)
    try waits { try files(with: id(of: ada)).isEmpty }
    #expect(try me.change("DELETE").status == 401)
  }

  @Test func `is erased where nothing is kept on a disk, too`() throws {
    let server = try TestServer(loops: 2) { $0.listsBurst = 100 }
    let (ada, ben) = (try server.client("Ada"), try server.client("Ben"))
    let (room, _) = try ada.openTable(seats: 2)
    _ = try ben.join(room, as: "play")
    let me = try PersonClient(port: server.port, of: ada)
    #expect(try me.change("DELETE").status == 202)
    let crowd = try ben.hear("the crowd") { $0["t"] == "crowd" && !$0.line.contains("Ada") }
    #expect(crowd.line.contains("Ben"))
  }

  @Test func `is asked for by their own token alone, and not by a program's`() throws {
    let server = try self.server()
    #expect(try TestClient(port: server.port).get("/api/me", method: "DELETE").status == 401)
  }

  // MARK: - What is said meanwhile

  @Test(arguments: [
    ("PATCH", "/api/me", #"{"handle":"late"}"#),
    ("POST", "/api/me/bots", #"{"name":"late","scopes":["play"]}"#),
    ("PUT", "/api/blobs", "some text"),
  ])
  func `does nothing with a body that comes after that`(method: String, path: String, body: String) throws {
    let server = try self.server()
    let ada = try server.client("Ada")
    let me = try PersonClient(port: server.port, of: ada)
    if path.hasSuffix("bots") { #expect(try me.claim("ada").status == 200) }
    let slow = try TestClient(port: server.port)
    let request = slow.request(method, path, "Authorization: Bearer \(me.token)\r\n", body: Array(body.utf8))
    slow.send(Array(request.dropLast(3)))
    usleep(50_000)
    #expect(try me.change("DELETE").status == 202)
    try waits { try files(with: id(of: ada)).isEmpty }
    slow.send(Array(request.suffix(3)))
    #expect(try slow.response().status == 401)
    #expect(try files(with: id(of: ada)).isEmpty && files(with: "late").isEmpty)
  }

  @Test func `is not paired with by a code that was made meanwhile`() throws {
    let server = try self.server()
    let me = PersonClient(port: server.port, device: 0)
    let code = try me.code()
    #expect(try me.change("DELETE").status == 202)
    let other = PersonClient(port: server.port, device: 1)
    #expect(try other.change("POST", "/keys", #"{"code":"\#(code)"}"#).error == "code")
    #expect(try me.change("POST", "/codes").status == 401)
  }

  @Test func `leaves nothing of a device that was a guest before`() throws {
    let server = try self.server()
    let before = try server.client("Old")
    let device = try PersonClient(port: server.port, of: before)
    let (room, _) = try before.openTable()
    let me = PersonClient(port: server.port, device: 0)
    #expect(try me.pair(device).status == 200)
    #expect(before.closeCode() == 4402, "it is somebody else from now on")
    let export = String(decoding: try me.get("/export?after=1.0").body, as: UTF8.self)
    #expect(export.contains(room), "what it was before is the person's now")
    #expect(try me.change("DELETE").status == 202)
    try waits { try files(with: id(of: before)).isEmpty }
  }

  @Test func `does not wait for somebody of whom a record is damaged, and goes from that as well`() throws {
    let (ada, ben): (String, String)
    let (adaToken, benToken): (String, String)
    do {
      let server = try self.server()
      let clients = (try server.client("Ada"), try server.client("Ben"))
      (ada, ben) = (try id(of: clients.0), try id(of: clients.1))
      adaToken = try #require(clients.0.welcome?["tok"])
      benToken = try #require(clients.1.welcome?["tok"])
      for client in [clients.0, clients.1] {
        let (room, _) = try client.openTable(seats: 2)
        _ = try (client === clients.0 ? clients.1 : clients.0).join(room, as: "play")
        _ = try client.answer(to: client.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
      }
    }
    let tables = try DatabaseQueue(path: directory.path + "/tables.db")
    try tables.write {
      try $0.execute(sql: "UPDATE records SET version = 'x' WHERE sequence = 2 AND tableID = 1")
    }
    try tables.close()
    let server = try self.server()
    for (token, guest) in [(benToken, ben), (adaToken, ada)] {
      #expect(try PersonClient(port: server.port, token: token).change("DELETE").status == 202)
      try waits { try files(with: guest).isEmpty }
    }
  }

  // MARK: - What is kept

  @Test func `can take all with them before that`() throws {
    let server = try self.server()
    let (ada, ben) = (try server.client("Ada"), try server.client("Ben"))
    let me = try PersonClient(port: server.port, of: ada)
    var rooms: Set<String> = []
    for number in 0..<11 {
      let (room, _) = try ada.openTable(deal: UInt64(number))
      rooms.insert(room)
    }
    let c = try ada.ask(#""t":"open","game":"klondike1","deal":{"kind":"sealed"},"access":"public""#)
    rooms.insert(try #require(ada.answer(to: c)["room"]))
    let (bens, _) = try ben.openTable(seats: 2)
    _ = try ada.join(bens, as: "play")
    _ = try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(bens)","op":"tap","in":"stock""#))
    _ = try ben.answer(to: ben.ask(#""t":"cmd","r":"\#(bens)","op":"tap","in":"stock""#))
    var pages: [TestClient.Answer] = []
    var more: String?
    repeat {
      let page = try me.get("/export" + (more.map { "?after=\($0)" } ?? ""))
      #expect(page.status == 200)
      pages.append(page)
      more = page.json["more"] as? String
    } while more != nil && pages.count < 9
    #expect(pages.count == 3 && pages[0].json["me"] != nil && pages[1].json["me"] == nil)
    let tables = pages.flatMap { $0.json["tables"] as? [[String: Any]] ?? [] }
    #expect(Set(tables.compactMap { $0["room"] as? String }) == rooms.union([bens]))
    #expect(tables.count { $0["opened"] as? Bool == true } == 12)
    let all = pages.map { String(decoding: $0.body, as: UTF8.self) }.joined()
    // What a deal under way is made of is not told, and nothing of Ben but that he sits there.
    #expect(!all.contains(#""seed""#) && !all.contains(#""salt""#) && all.contains(#""op":"tap""#))
    let shared = try #require(tables.first { $0["room"] as? String == bens })
    let records = try #require(shared["records"] as? [[String: Any]])
    #expect(records.count { (($0["record"] as? [String: Any])?["k"] as? String) == "cmd" } == 1, "\(records)")
    #expect(try PersonClient(port: server.port, device: 8).get("/export").json["tables"] as? [String] == [])
  }

  @Test func `is not told of others whom a host banned, nor of their visits`() throws {
    let server = try self.server()
    let (ada, ben) = (try server.client("Ada"), try server.client("Ben"))
    let eve = try server.client("Eve Secretly")
    let evesID = try id(of: eve)
    let (room, _) = try ada.openTable(seats: 3)
    _ = try eve.join(room, as: "play")
    let banned = try ada.ask(#""t":"host","r":"\#(room)","do":"ban","seat":1"#)
    #expect(try ada.answer(to: banned)["t"] == "ok")
    _ = try ben.join(room, as: "play")
    _ = try ben.answer(to: ben.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
    let told = String(
      decoding: try PersonClient(port: server.port, of: ben).get("/export").body, as: UTF8.self)
    #expect(
      told.contains(room) && !told.contains("Eve Secretly") && !told.contains(evesID), "\(told)")
    let visits = try [ada, ben, eve].map { try #require($0.welcome?["sid"]) }
    #expect(!told.contains(visits[0]) && told.contains(visits[1]) && !told.contains(visits[2]), "\(told)")
    // To the host it is their own doing, and to her it is about herself.
    let hers = String(
      decoding: try PersonClient(port: server.port, of: eve).get("/export").body, as: UTF8.self)
    #expect(hers.contains(#""bans":[["\#(evesID)""#), "\(hers)")
  }

  @Test func `can also take what programs did whose keys were taken back`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.claim("ada").status == 200)
    let token = try #require(ada.bot("brio").json["token"] as? String)
    let (room, _) = try server.client("x", token: token).openTable()
    #expect(try ada.change("DELETE", "/bots/brio").bots == [])
    let told = String(decoding: try ada.get("/export?after=1.0").body, as: UTF8.self)
    #expect(told.contains(room) && told.contains("@ada/brio"), "\(told)")
  }
}
