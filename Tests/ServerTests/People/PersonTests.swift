import Foundation
import HTTP
import TestFaults
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `A person` {
  let directory = TestDirectory()

  private func server(loops: Int = 2) throws -> TestServer {
    let tables = try SQLiteTables(directory: directory.path)
    return try TestServer(loops: loops, journal: Journal.faulty(on: tables), in: directory) {
      ($0.listsPerSecond, $0.listsBurst, $0.opensBurst) = (1_000, 1_000, 100)
    }
  }

  // MARK: - A handle

  @Test(arguments: [true, false]) func `is who claims a handle, and is told by it from then on`(
    isKept: Bool
  ) throws {
    let server = try isKept ? self.server() : TestServer(loops: 2) { $0.listsBurst = 1_000 }
    let ada = try server.client("Ada")
    let me = try PersonClient(port: server.port, of: ada)
    let before = try me.me()
    #expect(before.status == 200 && before.handle == nil && before.devices.count == 1 && before.bots == [])
    #expect(before.id == (ada.welcome?.json["you"] as? [String: Any])?["id"] as? String)
    let claimed = try me.claim("Ada")
    #expect(claimed.status == 200 && claimed.handle == "ada")
    #expect(try me.me().handle == "ada")
    let again = try server.client("Whatever", token: me.token)
    let you = try #require(again.welcome?.json["you"] as? [String: Any])
    #expect(
      you["name"] as? String == "@ada" && you["handle"] as? String == "ada"
        && you["kind"] as? String == "guest")
    #expect(you["id"] as? String == before.id)
    let (room, snap) = try again.openTable(seats: 2)
    #expect(snap.line.contains(#""name":"@ada""#))
    // Others cannot have its sign.
    let eve = try server.client("@ada")
    _ = try eve.join(room, as: "play")
    let crowd = try again.hear("the crowd") { $0["t"] == "crowd" && $0.line.contains(#""n":1,"id""#) }
    #expect(crowd.line.contains(#""name":"ada""#) && !(eve.welcome?.line.contains("handle") ?? true))
  }

  @Test func `claims a handle once, which nobody else has, nor one that looks like it`() throws {
    let server = try self.server()
    let (ada, eve) = (
      PersonClient(port: server.port, device: 1), PersonClient(port: server.port, device: 2)
    )
    #expect(try ada.claim("Modern").status == 200)
    for taken in ["modern", "m0dern", "mod-ern", "modem", "@Modern"] {
      let refused = try eve.claim(taken)
      #expect(refused.status == 409 && refused.error == "taken", "\(taken)")
      usleep(1_000)
    }
  }

  @Test(arguments: [
    (#"{"handle":"ab"}"#, 400, "handle"), (#"{"handle":"<i>ada"}"#, 400, "handle"),
    (#"{"handle":"admin"}"#, 400, "handle"), (#"{"handle":"ad\u202ea"}"#, 400, "handle"),
    (#"{"handle":7}"#, 400, "json"),
    (#"{"name":"ada"}"#, 400, "json"), ("[]", 400, "json"), ("ada", 400, "json"),
    (#"{"handle":"ada"} x"#, 400, "json"),
  ])
  func `is told why a handle is refused`(body: String, status: Int, error: String) throws {
    let server = try self.server(loops: 1)
    let answer = try PersonClient(port: server.port, device: 1).change("PATCH", "", body)
    #expect(
      answer.status == status && answer.error == error, "\(String(decoding: answer.body, as: UTF8.self))")
    #expect((answer.json["message"] as? String)?.hasSuffix(".") ?? false)
  }

  @Test func `wins or loses a handle that several claim at once, and one wins`() async throws {
    let server = KeptServer(try self.server())
    let clients = (0..<8).map { PersonClient(port: server.port, device: $0) }
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for (number, client) in clients.enumerated() {
        group.addTask { try client.claim(number.isMultiple(of: 2) ? "bob" : "b0-b").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 409 } == 7, "\(statuses)")
  }

  @Test func `cannot claim a second handle, and too many are refused`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 1)
    #expect(try ada.claim("ada").status == 200)
    #expect(try ada.claim("ada-b").error == "claimed")
    for _ in 0..<3 { _ = try ada.claim("x") }
    let refused = try ada.claim("ada-c")
    #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
  }

  // MARK: - Devices

  @Test func `is the same on a second device, which a code makes theirs`() throws {
    let server = try self.server()
    let ada = try server.client("Ada")
    let first = try PersonClient(port: server.port, of: ada)
    #expect(try first.claim("ada").status == 200)
    let (room, _) = try ada.openTable()
    let phone = PersonClient(port: server.port, device: 1)
    let paired = try first.pair(phone, name: "Phone\u{202E}")
    #expect(paired.status == 200 && paired.handle == "ada")
    #expect(try paired.id == first.me().id)
    let devices = try phone.me().devices
    #expect(devices.map { $0["n"] as? Int } == [0, 1] && devices[1]["name"] as? String == "Phone")
    #expect(devices[0]["this"] == nil && devices[1]["this"] as? Bool == true)
    // Both are one guest: the seat is theirs on the phone as well, and so are the tables.
    let onPhone = try server.client("Whatever", token: phone.token)
    #expect((onPhone.welcome?.json["you"] as? [String: Any])?["name"] as? String == "@ada")
    let snap = try onPhone.join(room, as: "play")
    #expect(snap.line.contains(#""name":"@ada""#) && snap.line.contains(#""n":0,"id""#), "\(snap)")
    #expect(try phone.get("/tables").line.contains(room))
  }

  @Test(arguments: [true, false]) func `is signed out on a device, whose connections end`(
    byNumber: Bool
  ) throws {
    let server = try self.server()
    let ada = try server.client("Ada")
    let first = try PersonClient(port: server.port, of: ada)
    let (phone, tablet) = (
      PersonClient(port: server.port, device: 1), PersonClient(port: server.port, device: 2)
    )
    #expect(try first.pair(phone).status == 200)
    #expect(try first.pair(tablet).status == 200)
    let (onPhone, onTablet) = (
      try server.client("A", token: phone.token), try server.client("A", token: tablet.token)
    )
    let left = try byNumber ? first.change("DELETE", "/keys/1") : tablet.change("DELETE", "/keys")
    #expect(left.status == 200 && left.devices.count == (byNumber ? 2 : 1))
    #expect(onPhone.closeCode() == 4402)
    #expect(try phone.me().status == 401)
    let back = try server.stranger()
    try back.say(#"{"t":"hello","tok":"\#(phone.token)","name":"A","role":"player","app":"test","want":[]}"#)
    #expect(back.closeCode() == 4402)
    // The others go on.
    try onTablet.say(#"{"t":"hb"}"#)
    #expect(try onTablet.hear("hb")["t"] == "hb")
    #expect((ada.closeCode(within: 0.1) == 4402) == !byNumber)
    #expect(try (byNumber ? first : tablet).me().status == 200)
  }

  @Test func `stays who they are when their first device is signed out, over a restart`() throws {
    let phone: PersonClient
    let id: String?
    let token: String
    do {
      let server = try self.server()
      let first = try PersonClient(port: server.port, of: server.client("Ada"))
      #expect(try first.claim("ada").status == 200)
      phone = PersonClient(port: server.port, device: 1)
      id = try first.pair(phone).id
      #expect(try phone.change("DELETE", "/keys/0").devices.count == 1)
      #expect(try first.me().status == 401)
      token = first.token
    }
    let server = try self.server()
    let later = PersonClient(port: server.port, token: phone.token)
    #expect(try later.me().id == id && later.me().handle == "ada")
    #expect(try PersonClient(port: server.port, token: token).me().status == 401)
    #expect(try later.change("DELETE", "/keys/1").error == "last")
    #expect(try later.change("DELETE", "/keys").devices.count == 1)
    for number in ["/keys/7", "/keys/x", "/keys/01"] {
      #expect(try later.change("DELETE", number).status == 404, "\(number)")
    }
  }

  @Test func `pairs with a code once, and only the newest`() throws {
    let server = try self.server()
    let first = PersonClient(port: server.port, device: 0)
    let (old, code) = (try first.code(), try first.code())
    #expect(code.count == 10 && old != code)
    func pair(_ number: Int, _ code: String) throws -> TestClient.Answer {
      try PersonClient(port: server.port, device: number).change(
        "POST", "/keys", #"{"code":"\#(code)","name":"P"}"#)
    }
    #expect(try pair(1, old).error == "code")
    #expect(try pair(1, code.prefix(5).lowercased() + "-" + code.suffix(5)).status == 200)
    #expect(try pair(2, code).error == "code", "a second time")
    // Who is somebody already, or has a device that is, does not become another.
    #expect(try pair(1, first.code()).error == "already")
    let eve = PersonClient(port: server.port, device: 3)
    #expect(try eve.claim("eve").status == 200)
    #expect(try pair(3, first.code()).error == "already")
    #expect(try pair(4, "").status == 404)
    #expect(try PersonClient(port: server.port, device: 4).change("POST", "/keys", "{}").error == "json")
  }

  @Test func `pairs with a code once, also where many devices send it at the same moment`() async throws {
    let journal = Journal()
    Thread.detachNewThread { journal.run() }
    defer { journal.end() }
    let people = People(PeopleRows(), journal: journal, signOut: { _ in }, eraseLater: {})
    func somebody(_ number: Int) throws -> Identity {
      try #require(people.identity(of: "g1.device-" + String(1_000_000_000_000_000_000 + number) + "0"))
    }
    for round in 0..<300 {
      let person = try somebody(10 * round)
      let code = try #require(people.makeCode(for: person, now: 0))
      let devices = try (1...6).map { try somebody(10 * round + $0) }
      let paired = await withTaskGroup(of: Bool.self) { group in
        for device in devices {
          group.addTask {
            await withCheckedContinuation { done in
              people.pair(code, as: "P", for: device, now: 0) {
                done.resume(returning: (try? $0.get()) != nil)
              }
            }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(paired == 1, "round \(round)")
    }
  }

  @Test func `is slow to be guessed at`() throws {
    let server = try self.server()
    let first = PersonClient(port: server.port, device: 0)
    let code = try first.code()
    var statuses: [Int] = []
    for number in 1...14 {
      statuses.append(
        try PersonClient(port: server.port, device: number)
          .change("POST", "/keys", #"{"code":"ABCDEFGH2\#(number % 8 + 2)"}"#).status)
    }
    #expect(statuses.prefix(10).allSatisfy { $0 == 404 } && statuses.contains(429), "\(statuses)")
    // The right one is not looked at either, and holds on.
    #expect(
      try PersonClient(port: server.port, device: 20).change("POST", "/keys", #"{"code":"\#(code)"}"#).status
        == 429)
    usleep(1_200_000)
    #expect(
      try PersonClient(port: server.port, device: 20).change("POST", "/keys", #"{"code":"\#(code)"}"#).status
        == 200)
  }

  @Test func `cannot be guessed at faster by beginning many requests first`() throws {
    let server = try self.server()
    let begun = try (1...20).map { number in
      let client = try TestClient(port: server.port)
      let token = PersonClient(port: server.port, device: number).token
      client.send(
        "POST /api/me/keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
          + "Content-Length: 21\r\n\r\n")
      return client
    }
    var statuses: [Int] = []
    for client in begun {
      client.send(#"{"code":"ABCDEFGH23"}"#)
      statuses.append(try client.response().status)
    }
    #expect(statuses.prefix(10).allSatisfy { $0 == 404 } && statuses.suffix(5).contains(429), "\(statuses)")
  }

  @Test func `keeps a code while something else of theirs is being changed`() async throws {
    let server = try self.server()
    let first = PersonClient(port: server.port, device: 0)
    #expect(try first.claim("ada").status == 200)
    for round in 1...8 {
      let (code, other) = (try first.code(), PersonClient(port: server.port, device: round))
      async let bot = first.bot("brio\(round)").status
      var status = try other.change("POST", "/keys", #"{"code":"\#(code)"}"#).status
      for _ in 0..<50 where status == 503 {
        status = try other.change("POST", "/keys", #"{"code":"\#(code)"}"#).status
      }
      #expect(status == 200)
      _ = try await bot
    }
  }

  @Test func `cannot say one thing twice`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.change("PATCH", "", #"{"handle":"ada","handle":"eve"}"#).error == "json")
    #expect(try ada.me().handle == nil)
  }

  @Test func `keeps a code that nothing came of`() throws {
    let server = try self.server()
    let first = PersonClient(port: server.port, device: 0)
    for number in 1..<People.devicesMax {
      #expect(try first.pair(PersonClient(port: server.port, device: number)).status == 200)
    }
    let (code, late) = (try first.code(), PersonClient(port: server.port, device: 99))
    #expect(try late.change("POST", "/keys", #"{"code":"\#(code)"}"#).error == "full")
    #expect(try first.change("DELETE", "/keys/3").status == 200)
    #expect(try late.change("POST", "/keys", #"{"code":"\#(code)"}"#).status == 200)
  }

  @Test func `has so many devices and no more`() throws {
    let server = try self.server()
    let first = PersonClient(port: server.port, device: 0)
    for number in 1..<People.devicesMax {
      #expect(try first.pair(PersonClient(port: server.port, device: number)).status == 200)
    }
    #expect(try first.pair(PersonClient(port: server.port, device: 99)).error == "full")
  }

  // MARK: - Programs

  @Test func `has programs, which are told as theirs`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.bot("brio").error == "handle", "a handle comes first")
    #expect(try ada.claim("ada").status == 200)
    let made = try ada.bot("brio")
    #expect(made.status == 201 && made.json["name"] as? String == "@ada/brio")
    let token = try #require(made.json["token"] as? String)
    #expect(try token.hasPrefix("b1.") && !ada.me().line.contains(token))
    #expect(try ada.me().bots == ["brio"])
    let brio = try server.client("Ada", token: token)
    let you = try #require(brio.welcome?.json["you"] as? [String: Any])
    #expect(you["name"] as? String == "@ada/brio" && you["kind"] as? String == "bot" && you["handle"] == nil)
    #expect(try brio.openTable().snap.line.contains("@ada/brio"))
    // It cannot become anybody, nor change who somebody is.
    let program = PersonClient(port: server.port, token: token)
    #expect(try program.claim("brio").status == 403 && program.change("DELETE").status == 403)
    #expect(try program.change("DELETE", "/keys").status == 403 && program.bot("b").status == 403)
    #expect(try program.me().status == 200)
    for (name, error) in [("brio", "taken"), ("Brio", "name"), ("x", "name"), ("a b c", "name")] {
      #expect(try ada.bot(name).error == error, "\(name)")
      usleep(1_000)
    }
    #expect(try PersonClient(port: server.port, device: 5).bot("brio", "[]").error == "scopes")
    #expect(try PersonClient(port: server.port, device: 6).bot("brio", #"["undo"]"#).error == "scopes")
  }

  @Test func `takes a program's key back within a second`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.claim("ada").status == 200)
    let token = try #require(ada.bot("brio").json["token"] as? String)
    let brio = try server.client("x", token: token)
    #expect(try ada.change("DELETE", "/bots/brio").bots == [])
    #expect(brio.closeCode(within: 1) == 4402)
    #expect(try PersonClient(port: server.port, token: token).me().status == 401)
    #expect(try ada.change("DELETE", "/bots/brio").status == 404)
    #expect(try ada.bot("brio").status == 201, "the name is free again")
  }

  @Test func `lets a program watch only, if it has no more`() throws {
    let server = try self.server()
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.claim("ada").status == 200)
    let token = try #require(ada.bot("eyes", #"["watch"]"#).json["token"] as? String)
    let (room, _) = try server.client("Ben").openTable(seats: 2)
    let eyes = try server.client("x", token: token)
    _ = try eyes.join(room, as: "watch")
    for asked in [
      #""t":"host","r":"\#(room)","do":"lock""#, #""t":"say","r":"\#(room)","text":"gg""#,
      #""t":"cmd","r":"\#(room)","op":"undo""#,
      #""t":"sub","room":"\#(room)","as":"play""#, #""t":"open","game":"klondike1","deal":{"kind":"sealed"}"#,
    ] {
      let answer = try eyes.answer(to: eyes.ask(asked))
      #expect(answer["code"] == "role" && answer["why"] == "scope", "\(answer)")
    }
    let posted = try TestClient(port: server.port).put(
      Array("{}".utf8), "Authorization: Bearer \(token)\r\n", method: "POST", path: "/api/games")
    #expect(posted.status == 403 && posted.error == "scope")
  }

  @Test(arguments: ["g1.short", "b1.0123456789abcdef0123456789abcdef", "x1.0123456789abcdef0123"])
  func `is nobody with a token that opens nothing`(token: String) throws {
    let server = try self.server(loops: 1)
    #expect(try PersonClient(port: server.port, token: token).me().status == 401)
    #expect(try TestClient(port: server.port).get("/api/me").status == 401)
    if token.hasPrefix("b1.") {
      let stranger = try server.stranger()
      try stranger.say(#"{"t":"hello","tok":"\#(token)","name":"A","role":"bot","app":"test","want":[]}"#)
      #expect(stranger.closeCode() == 4402)
    }
  }

  @Test func `is told which methods an address has`() throws {
    let server = try self.server(loops: 1)
    let me = PersonClient(port: server.port, device: 0)
    for (method, path, allowed) in [
      ("PUT", "", "GET, HEAD, PATCH, DELETE"), ("GET", "/codes", "POST"), ("PATCH", "/keys", "POST, DELETE"),
      ("POST", "/keys/1", "DELETE"), ("POST", "/export", "GET, HEAD"),
    ] {
      let answer = try me.change(method, path)
      #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(method) \(path)")
    }
    #expect(try me.get("/nothing").status == 404 && me.get("/export?after=x").error == "after")
  }

  // MARK: - Limits

  @Test func `has one allowance for opening tables, on all devices and programs together`() throws {
    let tables = try SQLiteTables(directory: directory.path)
    let server = try TestServer(loops: 2, journal: Journal.faulty(on: tables), in: directory) {
      $0.opensBurst = 3
    }
    let ada = PersonClient(port: server.port, device: 0)
    #expect(try ada.claim("ada").status == 200)
    let phone = PersonClient(port: server.port, device: 1)
    #expect(try ada.pair(phone).status == 200)
    let bot = try #require(ada.bot("brio").json["token"] as? String)
    var refused = 0
    for token in [ada.token, phone.token, bot, ada.token, phone.token, bot] {
      let client = try server.client("x", token: token)
      let answer = try client.answer(
        to: client.ask(#""t":"open","game":"klondike1","deal":{"kind":"sealed"}"#))
      if answer["code"] == "rate" { refused += 1 }
    }
    #expect(refused >= 2)
    let other = try server.client("Ben")
    #expect(
      try other.answer(to: other.ask(#""t":"open","game":"klondike1","deal":{"kind":"sealed"}"#))["t"] == "ok"
    )
  }

  @Test func `is what the disk has taken, and nothing else`() throws {
    let tables = FailingTables(try SQLiteTables(directory: directory.path))
    let server = try TestServer(loops: 1, journal: Journal.faulty(on: tables), in: directory)
    let ada = PersonClient(port: server.port, device: 0)
    tables.fails.store(true, ordering: .relaxed)
    #expect(try ada.claim("ada").status == 507)
    #expect(try ada.me().handle == nil)
    tables.fails.store(false, ordering: .relaxed)
    // Until the journal has tried the disk again; claimed a second time it is refused otherwise.
    try waits { try ada.claim("ada").status != 507 }
    #expect(try ada.me().handle == "ada")
  }
}

extension TestClient.Answer {
  fileprivate var line: String { String(decoding: body, as: UTF8.self) }
}
