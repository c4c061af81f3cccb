import Descriptions
import Foundation
import HTTP
import Patience
import Testing

@testable import Server

private let tiny =
  #"{"game":"tiny","title":"Tiny","stock":{},"waste":{},"foundation":{},"#
  + #""tableau":{"count":4,"up":2,"build":"down"},"options":{"draw":3}}"#

@Suite(.serialized) struct `Games over HTTP` {
  @Test func `are listed with their families and choices`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.get("/api/games")
    #expect(answer.status == 200)
    let games = try #require(answer.json["games"] as? [[String: Any]])
    #expect(games.compactMap { $0["id"] as? String } == Catalogue.rulesets.map(\.id.text))
    #expect(games.allSatisfy { ($0["family"] as? String)?.isEmpty == false })
    let timed = games.filter { $0["timed"] as? Bool == true }.compactMap { $0["id"] as? String }
    #expect(timed.contains("klondike1") && !timed.contains("freecell") && !timed.contains("vegas1"))
    #expect(games.allSatisfy { $0["timed"] is Bool })
    #expect(try client.get("/api/games", method: "HEAD").status == 200)
  }

  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `are explained, each`(game: String) throws {
    let server = try TestServer(loops: 1)
    let answer = try TestClient(port: server.port).get("/api/games/\(game)")
    #expect(answer.status == 200 && answer.json["id"] as? String == game)
    let say = try #require(answer.json["say"] as? [Any])
    #expect(say.count >= 5)
  }

  @Test func `are explained as they are chosen, and unknown choices are not found`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let own = try client.get("/api/games/freecell")
    let fewer = try client.get("/api/games/freecell:cells=3")
    #expect(fewer.status == 200 && fewer.body != own.body)
    for nothing in ["freecell:cells=9", "freecell:draw=3", "chess", "", "freecell/", "FREECELL"] {
      let answer = try client.get("/api/games/\(nothing)")
      #expect(answer.status == 404 && answer.error == "notFound", "\(nothing)")
    }
  }

  @Test(arguments: [
    ("golf:kings=zz", #""kings" of golf must be stop, queen or wrap, not "zz"."#),
    ("freecell:cells=9", #""cells" of freecell must be 1 to 8, not "9"."#),
    ("freecell:draw=3", #"freecell has no option "draw"; it has cells."#),
    ("chess", #"There is no game "chess"; GET /api/games lists all."#),
    ("%22%C3%A9", #"There is no game ""é"; GET /api/games lists all."#),
    ("", #"There is no game ""; GET /api/games lists all."#),
  ])
  func `A game that is not offered is not found, and the answer says what is`(id: String, told: String) throws
  {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.get("/api/games/\(id)")
    #expect(answer.status == 404 && answer.error == "notFound")
    #expect(answer.json["message"] as? String == told)
    #expect(try client.get("/api/games/\(id)", method: "HEAD").status == 404)
    #expect(try client.get("/api/games/golf").status == 200)
  }

  @Test func `are only read, and posted to one address`() throws {
    let server = try TestServer(loops: 1)
    for (method, path) in [("PUT", "/api/games"), ("DELETE", "/api/games"), ("POST", "/api/games/golf")] {
      let answer = try TestClient(port: server.port).get(path, method: method)
      #expect(answer.status == 405, "\(method) \(path)")
    }
  }

  /// What the client itself shows there.
  @Test func `have pages, which the client shows`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let index = try client.get("/").body
    for page in ["/rules", "/rules/freecell", "/rules/freecell:cells=3", "/rules/t/rAbCdEfGh"] {
      let answer = try client.get(page)
      #expect(answer.status == 200 && answer.body == index, "\(page)")
    }
    for nowhere in ["/rule", "/rulesets", "/api/rules"] {
      #expect(try client.get(nowhere).status == 404, "\(nowhere)")
    }
  }
}

@Suite(.serialized) struct `A game's description, posted` {
  @Test(arguments: ["{", "[]", "nonsense", #"{"game":"g"}"#, tiny.replacing("down", with: "sideways")])
  func `a malformed description is answered with each problem and its line`(text: String) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.postGame(text)
    #expect(answer.status == 400 && answer.error == "description")
    let problems = try #require(answer.json["problems"] as? [[String: Any]])
    #expect(!problems.isEmpty)
    for problem in problems {
      #expect((problem["line"] as? Int ?? 0) >= 1 && (problem["column"] as? Int ?? 0) >= 1)
      #expect((problem["message"] as? String)?.isEmpty == false)
      #expect((problem["mend"] as? String)?.isEmpty == false)
    }
    #expect(try client.get("/healthz").status == 200)
  }

  @Test func `A description of the largest size is read, and one byte more is refused`() throws {
    let server = try TestServer(loops: 1)
    let room = String(repeating: " ", count: 64 * 1024 - tiny.utf8.count)
    #expect(try TestClient(port: server.port).postGame(tiny + room).status == 201)
    let client = try TestClient(port: server.port)
    client.send("POST /api/games HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 65537\r\n\r\n")
    let refused = try client.response()
    #expect(refused.status == 413 && refused.error == "tooLarge")
  }

  @Test func `is only checked, and opens no table, where the query asks for that`() throws {
    let server = try TestServer(loops: 2) { $0.opensBurst = 100 }
    func check(_ text: String, _ query: String = "?check") throws -> TestClient.Answer {
      try TestClient(port: server.port).post(text, to: "/api/games\(query)")
    }
    let answer = try check(tiny)
    #expect(answer.status == 200 && answer.json["game"] as? String == "tiny")
    #expect(answer.json["title"] as? String == "Tiny" && answer.json["room"] == nil)
    let refused = try check("{}")
    #expect(refused.status == 400 && refused.error == "description")
    for query in ["?check=1", "?check&seats=1", "?checks"] {
      #expect(try check(tiny, query).error == "seats", "\(query)")
    }
    #expect(try TestClient(port: server.port).get("/api/games?check", method: "POST").status == 401)
  }

  @Test func `has no name under which the host offers a game already`() throws {
    let games = GameShelf([try GameDescription.read(Array(tiny.utf8))])
    let server = try TestServer(loops: 1) {
      $0.games = games
      $0.opensBurst = 100
    }
    for path in ["/api/games", "/api/games?check"] {
      let answer = try TestClient(port: server.port).post(tiny, to: path)
      let problem = try #require((answer.json["problems"] as? [[String: Any]])?.first)
      #expect(answer.status == 400 && problem["at"] as? String == "game", "\(answer.json)")
      #expect(problem["message"] as? String == #""tiny" is a game that this server offers."#)
      let other = tiny.replacing(#""game":"tiny""#, with: #""game":"tinier""#)
      #expect(try TestClient(port: server.port).post(other, to: path).status / 100 == 2)
    }
  }

  @Test func `needs a token and a page of ours, and comes no oftener than tables are opened`() throws {
    let server = try TestServer(loops: 1) { $0.opensBurst = 2 }
    #expect(try TestClient(port: server.port).postGame(tiny, "").status == 401)
    let foreign = "Origin: http://evil.example\r\n" + TestClient.bearer
    #expect(try TestClient(port: server.port).postGame(tiny, foreign).status == 403)
    let statuses = try (0..<4).map { _ in try TestClient(port: server.port).postGame(tiny).status }
    #expect(statuses.prefix(2) == [201, 201] && statuses.contains(429))
  }

  @Test(arguments: [1, 2]) func `opens a table that is played by it`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let answer = try TestClient(port: server.port).postGame(tiny)
    #expect(answer.status == 201, "\(answer.json)")
    let room = try #require(answer.json["room"] as? String)
    let client = try TestClient(port: server.port)
    try client.upgrade()
    try client.say(#"{"t":"hello","tok":"\#(TestClient.token)","want":["dests"]}"#)
    let snap = try client.join(room, as: "play")
    #expect(snap.line.contains(#""id":"tiny""#) && snap.line.contains(#""name":"Tiny""#))
    let c = try client.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
    #expect(try client.answer(to: c)["t"] == "ok")
    // Another choice of it can be dealt at the same table, and what is built in as well.
    for (game, deals) in [("tiny:draw=3", true), ("golf", true), ("tiny:draw=2", false), ("tall", false)] {
      let c = try client.ask(
        #""t":"cmd","r":"\#(room)","op":"deal","deal":{"kind":"open","n":3},"game":"\#(game)""#)
      if deals { #expect(try client.hear("snap").line.contains(#""id":"\#(game)""#)) }
      #expect(try client.answer(to: c)["t"] == (deals ? "ok" : "no"), "\(game)")
    }
  }

  @Test(arguments: [1, 2]) func `is explained by its table, as it is played there`(loops: Int) throws {
    let server = try TestServer(loops: loops)
    let room = try #require(try TestClient(port: server.port).postGame(tiny).json["room"] as? String)
    let reader = try TestClient(port: server.port)
    let own = try reader.get("/api/rooms/\(room)/game", TestClient.bearer)
    #expect(own.status == 200 && own.json["id"] as? String == "tiny" && own.json["name"] as? String == "Tiny")
    #expect((own.json["say"] as? [Any])?.count ?? 0 > 5 && (own.json["zones"] as? [Any])?.count == 4)
    #expect((own.json["options"] as? [[String: Any]])?.first?["name"] as? String == "draw")
    #expect(try reader.get("/api/rooms/\(room)/game", TestClient.bearer, method: "HEAD").status == 200)
    // Nobody finds it by its name.
    #expect(try reader.get("/api/games/tiny").status == 404)
    let player = try TestClient(port: server.port)
    try player.upgrade()
    try player.say(#"{"t":"hello","tok":"\#(TestClient.token)"}"#)
    _ = try player.join(room, as: "play")
    for game in ["tiny:draw=3", "golf"] {
      let c = try player.ask(
        #""t":"cmd","r":"\#(room)","op":"deal","deal":{"kind":"open","n":3},"game":"\#(game)""#)
      #expect(try player.answer(to: c)["t"] == "ok")
      let told = try reader.get("/api/rooms/\(room)/game", TestClient.bearer)
      #expect(told.json["id"] as? String == game)
    }
  }

  @Test func `is explained at a private table to those who may come to it`() throws {
    let server = try TestServer(loops: 2)
    let opened = try TestClient(port: server.port).postGame(tiny).json
    let room = try #require(opened["room"] as? String)
    let keys = try #require(opened["keys"] as? [String: String])
    let reader = try TestClient(port: server.port)
    func status(_ headers: String = "") throws -> Int {
      try reader.get("/api/rooms/\(room)/game", headers).status
    }
    let stranger = "Authorization: Bearer g1.stranger0123456789\r\n"
    #expect(try status() == 404)
    #expect(try status(stranger) == 404)
    for role in ["watch", "play", "host"] {
      let key = "Table-Key: \(try #require(keys[role]))\r\n"
      #expect(try status(key) == 200, "\(role)")
      #expect(try status(stranger + key) == 200, "\(role)")
    }
    // Wrong keys are slowed, and then right ones as well.
    let tried = try (0..<40).map { _ in try status("Table-Key: Ab3dE9xQ\r\n") }
    #expect(tried.first == 404 && tried.last == 429)
    #expect(try status("Table-Key: \(try #require(keys["watch"]))\r\n") == 429)
    #expect(try status(TestClient.bearer) == 200)
  }

  @Test func `An address that is not a game's table is 404, and other methods are 405`() throws {
    let server = try TestServer(loops: 2)
    let client = try server.client("Ada")
    let board = try client.openTable(game: "fruits").room
    let game = try client.openTable(game: "golf").room
    let reader = try TestClient(port: server.port)
    #expect(try reader.get("/api/rooms/\(game)/game").status == 200)
    for nothing in [
      "rAbCdEfGh/game", "\(board)/game", "golf/game", "/game", "game", "\(game)", "\(game)/games",
    ] {
      let answer = try reader.get("/api/rooms/\(nothing)")
      #expect(answer.status == 404 && answer.error == "notFound", "\(nothing)")
    }
    for method in ["PUT", "DELETE", "POST"] {
      #expect(try TestClient(port: server.port).get("/api/rooms/\(game)/game", method: method).status == 405)
    }
  }

  @Test func `A game of the host's shelf is opened by its name, as a built-in one is`() throws {
    let description = try GameDescription.read(Array(tiny.utf8))
    let server = try TestServer(loops: 2) { $0.games = GameShelf([description]) }
    let client = try server.client("Ada")
    #expect(try client.openTable(game: "tiny").snap.line.contains(#""id":"tiny""#))
    #expect(try client.openTable(game: "tiny:draw=3").snap.line.contains(#""id":"tiny:draw=3""#))
    let other = try TestServer(loops: 2)
    let eve = try other.client("Eve")
    let c = try eve.ask(#""t":"open","game":"tiny","deal":{"kind":"open","n":7}"#)
    #expect(try eve.answer(to: c)["code"] == "bad")
    let listed = try TestClient(port: server.port).get("/api/games").json["games"] as? [[String: Any]]
    #expect(listed?.last?["id"] as? String == "tiny" && listed?.count == Catalogue.games.count + 1)
  }
}

extension TestClient {
  func postGame(_ text: String, _ headers: String = TestClient.bearer) throws -> Answer {
    try put(Array(text.utf8), headers, method: "POST", path: "/api/games")
  }
}
