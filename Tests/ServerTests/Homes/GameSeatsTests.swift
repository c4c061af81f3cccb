import Boards
import Descriptions
import Foundation
import HTTP
import Patience
import Store
import Testing
import Wire

@testable import Server

private let nertz =
  #"{"game":"nertz","title":"Nertz","seats":[2,4],"stock":{"draw":3,"owner":"seat"},"waste":{"owner":"seat"},"#
  + #""foundation":{},"tableau":{"count":4,"up":1,"build":"down","suit":"alternateColour","take":"run","#
  + #""owner":"seat"},"reserve":{"down":12,"up":1,"owner":"seat"},"goal":{"empty":"reserve"}}"#

private func shelf(_ texts: String...) throws -> GameShelf {
  GameShelf(try texts.map { try GameDescription.read(Array($0.utf8)) })
}

private func open(_ game: String, _ seats: Int?, by client: TestClient) throws -> Heard {
  let told = seats.map { #","seats":\#($0)"# } ?? ""
  let deal = BoardCatalogue.kind(named: game) == nil ? #","deal":{"kind":"open","n":7}"# : ""
  return try client.answer(to: client.ask(#""t":"open","game":"\#(game)"\#(deal)\#(told)"#))
}

@Suite struct `The id of a game` {
  /// By ids, what is wrong with them.
  @Test(arguments: [
    ("freecell:cells=9", #""cells" of freecell must be 1 to 8, not "9""#),
    ("freecell:cells", #""cells" of freecell must be 1 to 8, not """#),
    ("klondike1:passes=4", #""passes" of klondike1 must be any, 1, 2 or 3, not "4""#),
    ("klondike1:back=no,passes=zz", #""passes" of klondike1 must be any, 1, 2 or 3, not "zz""#),
    ("eightoff:empty=none", #""empty" of eightoff must be any or king, not "none""#),
    ("klondike1:shift=1", #""shift" of klondike1 must be 0 or 3, not "1""#),
    ("freecell:draw=3", #"freecell has no option "draw"; it has cells"#),
    ("freecell:", #"freecell has no option ""; it has cells"#),
    ("freecell:cells=3,cells=4", #""cells" of freecell is given twice"#),
  ])
  func `A known game with an unknown choice is refused with those that it has`(
    id: String, told: String
  ) throws {
    #expect(GameShelf().find(id) == nil)
    #expect(GameShelf().mistake(in: id) == told)
    let server = try TestServer(loops: 1)
    let answer = try open(id, nil, by: server.client("Ada"))
    #expect(answer["code"] == "bad" && answer["why"] == told)
  }

  @Test(arguments: [
    "freecell", "freecell:cells=3", "klondike1:back=no,passes=3", "chess", "chess:cells=9", "", ":",
  ])
  func `A right id, or one of an unknown game, has no mistake in its choices`(id: String) {
    #expect(GameShelf().mistake(in: id) == nil)
  }
}

@Suite(.serialized) struct `The seats of a game` {
  @Test func `are as many as it says`() throws {
    let games = try shelf(nertz)
    let server = try TestServer(loops: 2) {
      $0.games = games
      $0.opensBurst = 100
    }
    let ada = try server.client("Ada")
    for seats in [2, 3, 4] { #expect(try open("nertz", seats, by: ada)["t"] == "ok", "\(seats)") }
    for seats in [nil, 1, 5, 8] {
      let answer = try open("nertz", seats, by: ada)
      #expect(answer["t"] == "no" && answer["code"] == "bad")
      #expect(answer["why"] == "nertz is for 2 to 4 players, not \(seats ?? 1)")
    }
  }

  @Test func `are anybody's where a game says nothing, for then all play with the same piles`() throws {
    let server = try TestServer(loops: 1)
    let ada = try server.client("Ada")
    for seats in [nil, 1, 8] { #expect(try open("klondike1", seats, by: ada)["t"] == "ok") }
    #expect(try open("klondike1", 9, by: ada)["code"] == "bad")
  }

  @Test func `are named with a description, or are as few as can be`() throws {
    let server = try TestServer(loops: 1) { $0.opensBurst = 100 }
    for (query, seats) in [("", 2), ("?", 2), ("?seats=2", 2), ("?seats=4", 4)] {
      let answer = try TestClient(port: server.port).post(nertz, to: "/api/games\(query)")
      #expect(answer.status == 201, "\(query): \(answer.json)")
      let room = try #require(answer.json["room"] as? String)
      let snap = try server.client("Ada").join(room, as: "watch")
      #expect((snap.json["seats"] as? [Any])?.count == seats, "\(snap.line)")
    }
    for query in ["?seats=1", "?seats=5", "?seats=8"] {
      let answer = try TestClient(port: server.port).post(nertz, to: "/api/games\(query)")
      #expect(answer.status == 400 && answer.error == "bad")
      #expect(
        (answer.json["message"] as? String)?.hasPrefix("Nertz is for 2 to 4 players, not ") == true)
    }
  }

  @Test(arguments: [
    "?access=all", "?seats=2&access=", "?access=link&access=link", "?seats=", "?seats=0", "?seats=9",
    "?seats=two", "?seats=+2", "?seats=02", "?seat=2", "?seats=2&seats=3",
  ])
  func `are refused from the head where the query does not say how many`(query: String) throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    client.send(
      "POST /api/games\(query) HTTP/1.1\r\nHost: a\r\n\(TestClient.bearer)Content-Length: 9\r\n\r\n")
    let answer = try client.response()
    #expect(answer.status == 400 && answer.error == "seats")
  }
}

@Suite(.serialized) struct `What can be opened by name` {
  /// What a list says of the seats of each.
  private func told(_ key: String, by server: borrowing TestServer) throws -> [(id: String, seats: [Int])] {
    let list = try #require(
      try TestClient(port: server.port).get("/api/\(key)").json[key] as? [[String: Any]])
    return try list.map { (try #require($0["id"] as? String), try #require($0["seats"] as? [Int])) }
  }

  @Test(arguments: ["games", "boards"]) func `is for as many as its list says`(key: String) throws {
    let games = try shelf(nertz)
    let server = try TestServer(loops: 2) {
      $0.games = games
      ($0.opensBurst, $0.commandsBurst) = (1_000, 1_000)
    }
    let all = try told(key, by: server)
    #expect(all.count == (key == "games" ? Catalogue.games.count + 1 : BoardCatalogue.kinds.count))
    for (id, seats) in all {
      let ada = try server.client("Ada")
      let right = try (1...8).filter { try open(id, $0, by: ada)["t"] == "ok" }
      #expect(right == Array(try #require(seats.first)...(try #require(seats.last))), "\(id)")
      #expect(seats.count == 2)
    }
  }

  @Test func `Boards are listed too, and other methods are refused`() throws {
    let server = try TestServer(loops: 1)
    let client = try TestClient(port: server.port)
    let answer = try client.get("/api/boards")
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    let boards = try #require(answer.json["boards"] as? [[String: Any]])
    #expect(boards.map { $0["id"] as? String } == BoardCatalogue.kinds.map(\.name))
    #expect(boards.map { $0["name"] as? String } == BoardCatalogue.kinds.map(\.title))
    #expect(try client.get("/api/boards", method: "HEAD").status == 200)
    for path in ["/api/boards", "/api/games"] {
      let refused = try TestClient(port: server.port).get(path, method: "PUT")
      #expect(refused.status == 405 && refused.error == "method")
      #expect(refused.headers["allow"] == "GET, HEAD, POST")
    }
    #expect(try TestClient(port: server.port).get("/api/boards", "Content-Length: 1\r\n").status == 413)
  }
}

@Suite(.serialized) struct `A table that is not opened` {
  @Test func `A table that is not opened over HTTP is refused in the words of the wire`() throws {
    let directory = TestDirectory()
    var limits = SQLiteTables.Limits()
    limits.tablesPerGuestMax = 1
    let tables = try SQLiteTables(directory: directory.path, limits: limits)
    let server = try TestServer(loops: 1, journal: Journal(tables), in: directory)
    #expect(try TestClient(port: server.port).post(nertz, to: "/api/games").status == 201)
    let second = try TestClient(port: server.port).post(nertz, to: "/api/games")
    #expect(second.status == 429 && second.error == "full")
    #expect(
      second.json["message"] as? String == "One guest may have 1 tables, and you have that many.")
    #expect(second.headers["retry-after"] == nil)
  }

  @Test func `A deal in the opening of a board is ignored, and a game cannot be opened without one`() throws {
    let server = try TestServer(loops: 1) { $0.opensBurst = 100 }
    let ada = try server.client("Ada")
    for deal in [#"{"kind":"open","n":7}"#, #"{"kind":"sealed"}"#] {
      for kind in BoardCatalogue.kinds {
        let c = try ada.ask(#""t":"open","game":"\#(kind.name)","deal":\#(deal)"#)
        let answer = try ada.answer(to: c)
        #expect(answer["t"] == "ok", "\(kind.name)")
      }
      #expect(try ada.answer(to: ada.ask(#""t":"open","game":"golf","deal":\#(deal)"#))["t"] == "ok")
    }
    #expect(try ada.answer(to: ada.ask(#""t":"open","game":"fruits""#))["t"] == "ok")
    let without = try ada.answer(to: ada.ask(#""t":"open","game":"golf""#))
    #expect(without["code"] == "bad" && without["why"]?.hasPrefix("golf needs a \"deal\"") == true)
  }

  @Test func `An unknown game is refused with a list of all that are known here`() throws {
    let games = try shelf(nertz)
    let server = try TestServer(loops: 1) { $0.games = games }
    let ada = try server.client("Ada")
    let answer = try open("chess", 1, by: ada)
    let why = try #require(answer["why"])
    #expect(answer["code"] == "bad" && why.hasPrefix("there is no game \"chess\"; there are klondike1, "))
    for known in ["nertz", "accordion", "fruits"] { #expect(why.contains(", \(known)"), "\(known)") }
    let otherwise = try open("nertz:draw=1", 2, by: ada)
    #expect(otherwise["why"] == #"nertz has no option "draw"; it has none"#)
  }
}

@Suite(.serialized) struct `The longest name of a game` {
  private let name = String(repeating: "n", count: GameDescription.Limits.nameMax)

  @Test func `The longest name with all that can be chosen fits into what is read`() {
    let choices = Parameter.allCases.map { parameter in
      parameter.name.description.utf8.count + 1
        + (UInt8.min...UInt8.max).reduce(0) { max($0, parameter.name(of: $1).count) }
    }
    // A colon or a comma in front of each.
    let all = GameDescription.Limits.nameMax + choices.reduce(0) { $0 + 1 + $1 }
    #expect(all <= WireLimits.gameBytesMax && all > WireLimits.identifierBytesMax)
  }

  @Test func `opens a table, and is dealt there`() throws {
    let text =
      #"{"game":"\#(name)","title":"Long","stock":{},"waste":{},"foundation":{},"#
      + #""tableau":{"count":7,"up":4,"build":"down","take":"run"},"options":{"unit":"freeing","filler":"waste"}}"#
    let games = try shelf(text)
    let server = try TestServer(loops: 1) { $0.games = games }
    let ada = try server.client("Ada")
    let id = name + ":unit=freeing,filler=waste"
    #expect(id.utf8.count > WireLimits.identifierBytesMax)
    let (room, snap) = try ada.openTable(game: id)
    #expect(snap.line.contains(#""id":"\#(id)""#))
    let c = try ada.ask(#""t":"cmd","r":"\#(room)","op":"deal","deal":{"kind":"open","n":3},"game":"\#(id)""#)
    #expect(try ada.answer(to: c)["t"] == "ok")
    let long = String(repeating: "n", count: WireLimits.gameBytesMax + 1)
    #expect(try open(long, 1, by: ada)["why"] == "\"game\" is longer than 255 bytes")
  }
}

extension TestClient {
  func post(_ text: String, to path: String) throws -> Answer {
    try put(Array(text.utf8), method: "POST", path: path)
  }
}
