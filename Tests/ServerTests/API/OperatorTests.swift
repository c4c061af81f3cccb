import Bytes
import Foundation
import HTTP
import Logging
import TestFaults
import Testing

@testable import Server
@testable import Store

private let secret = "an-operators-token-of-36-characters."

@Suite struct `An operator's token` {
  @Test func `is long, and of what can stand in a header`() {
    #expect(OperatorToken(String(repeating: "a", count: OperatorToken.charactersMin)) != nil)
    for wrong in [
      "", String(repeating: "a", count: OperatorToken.charactersMin - 1), String(repeating: "a b", count: 20),
      String(repeating: "ä", count: 40), String(repeating: "a\n", count: 40),
    ] {
      #expect(OperatorToken(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `opens to itself alone, and is shown to nobody`() throws {
    let token = try #require(OperatorToken(secret))
    #expect(token.opens(to: secret))
    for wrong in ["", String(secret.dropLast()), secret + "x", secret.uppercased(), "…"] {
      #expect(!token.opens(to: wrong), "\(wrong)")
    }
    #expect("\(token)" == "…")
    var settings = Server.Configuration()
    settings.operatorToken = token
    #expect(!"\(settings)".contains(secret))
  }

  @Test func `comes as Bearer or as the password of Basic`() {
    func tried(_ values: String...) -> String? {
      OperatorToken.tried(in: Headers(values.map { Header("Authorization", $0) }))
    }
    #expect(tried("Bearer abc") == "abc")
    #expect(tried("bearer abc") == "abc")
    #expect(tried("Basic " + Base64.encode(Array("anybody:abc".utf8))) == "abc")
    #expect(tried("Basic " + Base64.encode(Array(":a:c".utf8))) == "a:c")
    for wrong in [
      "", "abc", "Bearer", "Bearer a b", "Digest abc", "Basic !!!!", "Basic YWJj", "Basic /w==",
    ] {
      #expect(tried(wrong) == nil, "\(wrong)")
    }
    #expect(tried() == nil)
    #expect(tried("Bearer abc", "Bearer abc") == nil)
  }
}

@Suite struct `The operator's page` {
  private static func server(
    loops: Int = 1, log: Logger? = nil, _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer(loops: loops, log: log) {
      $0.operatorToken = OperatorToken(secret)
      change(&$0)
    }
  }

  private static let bearer = "Authorization: Bearer \(secret)\r\n"

  @Test(arguments: [
    "/operator", "/operator/full", "/operator/state.json", "/operator/full.json", "/operator/reports.json",
  ])
  func `is not there without a token, and asks for it otherwise`(path: String) throws {
    let without = try TestServer(loops: 1)
    #expect(try TestClient(port: without.port).get(path, Self.bearer).status == 404)
    let server = try Self.server()
    let client = try TestClient(port: server.port)
    for wrong in ["", "Authorization: Bearer \(secret)x\r\n", "Authorization: Basic \(secret)\r\n"] {
      let answer = try client.get(path, wrong)
      #expect(answer.status == 401)
      #expect(answer.headers["www-authenticate"]?.hasPrefix("Basic realm=") == true)
    }
    let answer = try client.get(path, Self.bearer)
    #expect(answer.status == 200)
    #expect(answer.headers["cache-control"] == (path.hasSuffix(".json") ? "no-store" : "no-cache"))
    #expect(try client.get(path, Self.bearer, method: "HEAD").status == 200)
    #expect(try TestClient(port: server.port).get(path, Self.bearer, method: "PUT").status == 405)
    let password = Base64.encode(Array("me:\(secret)".utf8))
    #expect(try client.get(path, "Authorization: Basic \(password)\r\n").status == 200)
    for other in ["/operator/", "/operator/x", "/operators", "/operator.html"] {
      #expect(try client.get(other, Self.bearer).status == 404)
    }
  }

  @Test func `does not listen to an address that tried too often, and logs no try`() throws {
    let lines = LogLines()
    let server = try Self.server(log: lines.sink().logger()) { $0.proxies = believing("127.0.0.1") }
    let client = try TestClient(port: server.port)
    func status(_ token: String, from address: String) throws -> Int {
      try client.get("/operator", "X-Forwarded-For: \(address)\r\nAuthorization: Bearer \(token)\r\n").status
    }
    var told: [Int] = []
    for _ in 0..<15 { told.append(try status("a-wrong-guess", from: "203.0.113.9")) }
    #expect(told.first == 401 && told.last == 429)
    #expect(try status(secret, from: "203.0.113.9") == 429, "tries tell nothing any more")
    #expect(try status(secret, from: "203.0.113.10") == 200, "others are not in their way")
    #expect(lines.all.contains { $0.contains("a wrong operator's token") })
    #expect(!lines.all.contains { $0.contains("a-wrong-guess") || $0.contains(secret) })
  }

  @Test(arguments: [1, 2]) func `shows tables, people and the log of all loops`(loops: Int) throws {
    let lines = LogLines()
    let server = try Self.server(loops: loops, log: lines.sink(.debug).logger())
    let ann = try server.client("Ann")
    let eve = try server.client("<script>Eve's&")
    let (room, _) = try ann.openTable()
    _ = try ann.answer(to: ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
    let (other, _) = try eve.openTable()
    _ = try eve.join(room, as: "watch")
    let client = try TestClient(port: server.port)
    func page(_ path: String) throws -> String {
      String(decoding: try client.get(path, Self.bearer).body, as: UTF8.self)
    }
    for (path, showsRooms) in [("/operator/state.json", false), ("/operator/full.json", true)] {
      let text = try page(path)
      for each in [room, other] {
        #expect(text.contains(each) == showsRooms, "\(path)")
        #expect(text.contains(each.prefix(4) + "…") == !showsRooms, "\(path)")
      }
      for each in [ann, eve] {
        let welcome = try #require(each.welcome)
        let guest = try #require((welcome.json["you"] as? [String: Any])?["id"] as? String)
        #expect(text.contains(guest))
        for secret in [welcome["tok"], welcome["sid"]] { #expect(!text.contains(try #require(secret))) }
      }
      #expect(text.contains("klondike1") && text.contains("hello"))
      #expect(!text.contains("127.0.0.1") && text.contains("this machine"), "no whole address")
    }
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(page("/operator/full.json").utf8)) as? [String: Any])
    let tables = try #require(json["tables"] as? [[String: Any]])
    let table = try #require(tables.first { $0["id"] as? String == room })
    #expect(table["version"] as? Int == 2 && table["players"] as? Int == 1 && table["watching"] as? Int == 1)
    #expect(table["seats"] as? Int == 1 && table["game"] as? String == "klondike1")
    let people = try #require(json["people"] as? [[String: Any]])
    #expect(people.count == 2 && json["personCount"] as? Int == 2 && json["state"] as? String == "ready")
    #expect(people.contains { ($0["tables"] as? [String])?.sorted() == [room, other].sorted() })
    #expect((json["log"] as? [[String: Any]])?.contains { $0["msg"] as? String == "hello" } == true)
  }

  @Test func `shows nothing that a crash could undo`() throws {
    let journal = Journal.faulty()
    let server = try TestServer(loops: 1, journal: journal) { $0.operatorToken = OperatorToken(secret) }
    let ann = try server.client()
    let (room, _) = try ann.openTable()
    journal.change { $0.stalled = true }
    let c = try ann.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    try waits { try figures(of: server).value("baize_gate_waiting") > 0 }
    let client = try TestClient(port: server.port)
    func version() throws -> Int? {
      let body = try client.get("/operator/state.json", Self.bearer).body
      let json = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
      return (json?["tables"] as? [[String: Any]])?.first?["version"] as? Int
    }
    #expect(try version() == 1)
    journal.change { $0.stalled = false }
    _ = try ann.answer(to: c)
    #expect(try version() == 2)
  }

  @Test func `shows a limited number of each, counts all, and has a figure for each bar`() throws {
    var part = Survey.Part()
    part.tableCount = 500
    for number in 0..<Survey.shownMax {
      part.tables.append(
        Survey.Table(
          id: "r0000000\(number % 10)", game: "fruits", seats: 2, players: 1, watching: 0, version: 1,
          idleSeconds: 100_000, waiting: 0))
    }
    let view = try #require(OperatorView(path: "/operator/state.json"))
    let state = OperatorState(
      view: view, part: part, figures: Figures(), log: [], upSeconds: 3_700, connectionsMax: 10,
      tablesMax: 11,
      tableMemoryMax: 1 << 20)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(state.json)) as? [String: Any])
    #expect((json["tables"] as? [Any])?.count == Survey.shownMax && json["tableCount"] as? Int == 500)
    let figures = try #require(json["figures"] as? [String: Any])
    #expect(figures["tablesMax"] as? Int == 11 && figures["tableBytesMax"] as? Int == 1 << 20)
    #expect(figures["answerMicroseconds"] is NSNull)
  }

  @Test func `names networks, never hosts`() {
    guard let view = OperatorView(path: "/operator") else { return }
    for (address, network) in [
      ("203.0.113.9", "203.0.113.0/24"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
      ("127.0.0.1", "this machine"),
      ("::1", "this machine"), ("unix", "unix"),
    ] {
      #expect(view.field("peer", address) == network)
    }
    #expect(view.field("guest", "203.0.113.9") == "203.0.113.9", "only what is an address by its name")
  }
}

@Suite struct `Wrong tries` {
  @Test func `are counted for a limited number of addresses`() {
    let tries = WrongTries()
    for key in 1...Addresses.Key(WrongTries.addressesMax) {
      for _ in 0..<10 { tries.note(key, now: 1000) }
      #expect(!tries.admits(key, now: 1000))
    }
    #expect(tries.admits(99_999, now: 1000))
    tries.note(99_999, now: 1000)
    #expect(tries.admits(99_999, now: 1000))
    #expect(tries.admits(1, now: 12_000), "after a while all are there again")
  }
}
