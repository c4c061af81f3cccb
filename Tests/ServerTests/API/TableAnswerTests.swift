import Foundation
import HTTP
import Logging
import Reactor
import SQLite
import TestFaults
import Testing

@testable import Server
@testable import Store

extension TestClient {
  /// The header with which a guest asks for what is theirs.
  fileprivate func bearer() throws -> String {
    "Authorization: Bearer \(try #require(welcome?["tok"]))\r\n"
  }
}

extension TestClient.Answer {
  fileprivate var rows: [[String: Any]] { json["tables"] as? [[String: Any]] ?? [] }
  fileprivate var rooms: [String] { rows.compactMap { $0["id"] as? String } }
  fileprivate var more: String? { json["more"] as? String }
}

@Suite(.serialized) struct `A guest's tables` {
  let directory = TestDirectory()

  private func server(
    loops: Int = 2, log: Logger? = nil, _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws -> TestServer {
    let tables = try SQLiteTables(directory: directory.path)
    return try TestServer(
      loops: loops, journal: Journal.faulty(on: tables), in: directory, log: log,
      {
        $0.opensBurst = 100
        change(&$0)
      })
  }

  private func list(
    _ server: borrowing TestServer, _ bearer: String, _ query: String = ""
  ) throws -> TestClient.Answer {
    try TestClient(port: server.port).get("/api/me/tables\(query)", bearer)
  }

  // MARK: - What is listed

  @Test(arguments: [1, 2], [true, false])
  func `are those that they opened or sat down at, as they stand now`(loops: Int, isKept: Bool) throws {
    let server = try isKept ? self.server(loops: loops) : TestServer(loops: loops)
    let (ada, ben, eve) = (try server.client("Ada"), try server.client("Ben"), try server.client("Eve"))
    let (klondike, _) = try ada.openTable(deal: 7)
    usleep(2_000)
    let (spider, _) = try ada.openTable(game: "spider1", deal: 3, seats: 2)
    let (other, _) = try ben.openTable(deal: 9)
    _ = try ben.join(spider, as: "play")
    _ = try eve.join(spider, as: "watch")
    _ = try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(spider)","op":"tap","in":"stock""#))
    let answer = try list(server, ada.bearer())
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.rooms == [spider, klondike] && answer.more == nil)
    let row = try #require(answer.rows.first)
    #expect(row["game"] as? String == "spider1" && row["who"] as? [String] == ["Ada", "Ben"])
    #expect(row["seats"] as? Int == 2 && row["watching"] as? Int == 1 && row["moves"] as? Int == 1)
    #expect(row["status"] as? String == "playing" && row["here"] as? [String] == ["Ada", "Ben"])
    let at = try #require(row["at"] as? Int)
    #expect(abs(Int(Instant.wallMilliseconds()) - at) < 60_000)
    // Ben's have the one at which he only sat, and not Ada's other one; Eve has watched.
    #expect(Set(try list(server, ben.bearer()).rooms) == [spider, other])
    #expect(try list(server, eve.bearer()).rooms.isEmpty)
    #expect(try list(server, TestClient.bearer).rooms.isEmpty, "a token that nobody had until now")
  }

  @Test func `have a race in place of one's table in it, awake and asleep`() throws {
    let (ada, race): (TestClient, String)
    do {
      let server = try self.server()
      ada = try server.client("Ada")
      let ben = try server.client("Ben")
      let opening = #""t":"open","game":"klondike1","access":"public","race":{"entrants":[2,2]}"#
      race = try #require(try ada.answer(to: ada.ask(opening))["room"])
      let commit = String(repeating: "0", count: 64)
      for client in [ada, ben] {
        _ = try client.join(race, as: "play")
        let ready = #""t":"cmd","r":"\#(race)","op":"ready","on":true,"commit":"\#(commit)""#
        #expect(try client.answer(to: client.ask(ready))["t"] == "ok")
      }
      let starting = try ada.hear { $0["op"] == "starting" }
      let told = starting.json["race"] as? [String: Any]
      let rows = told?["entrants"] as? [[String: Any]] ?? []
      let table = try #require(rows.first?["room"] as? String)
      _ = try ada.join(table, as: "play")
      #expect(try list(server, ada.bearer()).rooms == [race])
    }
    let server = try self.server()
    #expect(try list(server, ada.bearer()).rooms == [race])
  }

  @Test func `are listed after a restart without being woken, and three days later`() async throws {
    let (ada, rooms): (TestClient, [String])
    do {
      let server = try self.server()
      ada = try server.client("Ada")
      let (room, _) = try ada.openTable()
      _ = try ada.answer(to: ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
      let (board, _) = try ada.openTable(game: "fruits")
      rooms = [room, board]
      // Closed in the middle of the game.
    }
    let bearer = try ada.bearer()
    let before = try {
      let server = try self.server()
      let answer = try list(server, bearer)
      #expect(Set(answer.rooms) == Set(rooms))
      #expect(answer.rows.allSatisfy { $0["here"] == nil && $0["who"] as? [String] == ["Ada"] })
      return answer
    }()
    let age: Int64 = 3 * 86_400_000
    try moveBack(by: age)
    let server = try self.server()
    for _ in 0..<2 {
      let answer = try list(server, bearer)
      #expect(answer.rooms == before.rooms)
      for (row, old) in zip(answer.rows, before.rows) {
        #expect((row["at"] as? Int ?? 0) + Int(age) == old["at"] as? Int)
        #expect(row["moves"] as? Int == old["moves"] as? Int && row["status"] as? String == "playing")
      }
    }
    #expect(await server.server.counts().rooms == 0)
    let klondike = try #require(before.rows.first { $0["game"] as? String == "klondike1" })
    #expect(klondike["moves"] as? Int == 1 && klondike["of"] == nil)
    // She sits down where she sat, and plays on.
    let room = try #require(klondike["id"] as? String)
    let back = try server.client("Ada", token: try #require(ada.welcome?["tok"]))
    #expect(try back.join(room, as: "play").line.contains(#""moves":1"#))
    let tapped = try back.answer(to: back.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#))
    #expect(tapped["t"] == "ok")
  }

  @Test func `have the table at which somebody has sat since before there was a list`() throws {
    let (ben, room): (TestClient, String)
    do {
      let server = try self.server()
      let ada = try server.client("Ada")
      ben = try server.client("Ben")
      room = try ada.openTable(game: "fruits", seats: 3).room
      _ = try ben.join(room, as: "play")
      #expect(try list(server, ben.bearer()).rooms == [room])
    }
    let token = try #require(ben.welcome?["tok"])
    try DatabaseQueue(path: directory.path + "/tables.db").write {
      try $0.execute(sql: "DELETE FROM sitters WHERE guest <> (SELECT owner FROM tables)")
    }
    let server = try self.server { $0.listsBurst = 10_000 }
    #expect(try list(server, ben.bearer()).rooms == [])
    _ = try server.client("Ben", token: token).join(room, as: "play")
    waits { (try? list(server, ben.bearer()).rooms) == [room] }
  }

  /// As if all that happened had happened so long ago: the tables are written anew, record by record.
  private func moveBack(by milliseconds: Int64) throws {
    let tables = try SQLiteTables(directory: directory.path)
    var batch = Batch()
    for room in try DatabaseQueue(path: directory.path + "/tables.db").read({
      try String.fetchAll($0, sql: "SELECT room FROM tables ORDER BY id")
    }) {
      let stored = try #require(try tables.table(room, usesBase: false))
      batch.deleted.append(room)
      batch.records += ([stored.opening] + stored.records).map { record in
        Record(
          room: room, sequence: record.sequence, version: record.version, at: record.at - milliseconds,
          author: record.author, bytes: record.bytes)
      }
    }
    try tables.commit(batch)
    try tables.finish()
  }

  @Test func `vanish when they are deleted`() throws {
    let (ada, kept, gone): (TestClient, String, String)
    do {
      let server = try self.server()
      ada = try server.client("Ada")
      (kept, gone) = (try ada.openTable(deal: 1).room, try ada.openTable(deal: 2).room)
    }
    let server = try self.server { $0.listsBurst = 10_000 }
    let bearer = try ada.bearer()
    #expect(Set(try list(server, bearer).rooms) == [kept, gone])
    server.server.journal.delete(gone)
    waits { (try? list(server, bearer).rooms) == [kept] }
  }

  @Test func `are told to be damaged where they cannot be read, and the others are as they are`() throws {
    let (ada, good, bad): (TestClient, String, String)
    do {
      let server = try self.server()
      ada = try server.client("Ada")
      (good, bad) = (try ada.openTable(deal: 1).room, try ada.openTable(deal: 2).room)
    }
    try DatabaseQueue(path: directory.path + "/tables.db").write { db in
      try db.execute(
        sql: """
          UPDATE records SET body = x'7B7D' WHERE sequence = 2
          AND tableID = (SELECT id FROM tables WHERE room = ?)
          """,
        arguments: [bad])
    }
    let server = try self.server()
    for _ in 0..<2 {
      let answer = try list(server, ada.bearer())
      #expect(Set(answer.rooms) == [good, bad])
      let row = try #require(answer.rows.first { $0["id"] as? String == bad })
      #expect(row["status"] as? String == "damaged" && Set(row.keys) == ["id", "status", "at"])
      #expect(answer.rows.contains { $0["status"] as? String == "playing" })
    }
  }

  @Test func `have rows as the documentation of the protocol shows them`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/PROTOCOL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let example = try #require(text.components(separatedBy: "```json http\n").dropFirst().first)
    let line = try #require(example.split(separator: "\n").first)
    let shown = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(Set(shown.keys) == ["tables", "more"])
    let rows = try #require(shown["tables"] as? [[String: Any]])
    let server = try self.server()
    let ada = try server.client("Ada")
    _ = try ada.openTable(seats: 2)
    let row = try #require(try list(server, ada.bearer()).rows.first)
    #expect(rows.count == 2 && Set(rows[0].keys) == Set(row.keys), "\(row)")
    #expect(Set(rows[1].keys) == ["id", "status", "at"])
    #expect(TablePlace(query: "before=\(try #require(shown["more"] as? String))") != nil)
  }

  // MARK: - Part by part

  @Test(arguments: [true, false]) func `come in parts, each once, also those of one moment`(
    isOneMoment: Bool
  )
    throws
  {
    let tables = try SQLiteTables(directory: directory.path)
    let (token, count) = ("g1.0123456789abcdef02", 60)
    let guest = GuestToken.guest(of: token).text
    var batch = Batch()
    for number in 0..<count {
      let author = Record.Author(guest: guest, visit: nil, c: nil)
      batch.records.append(
        Record(
          room: "rAbCdEf\(10 + number)", sequence: 1, version: 1,
          at: isOneMoment ? 1_790_001_234_567 : 1_790_001_234_567 + Int64(number), author: author, bytes: []))
    }
    try tables.commit(batch)
    let server = try TestServer(loops: 2, journal: Journal.faulty(on: tables), in: directory)
    let bearer = "Authorization: Bearer \(token)\r\n"
    var (rooms, query, sizes): ([String], String, [Int]) = ([], "", [])
    while true {
      let answer = try list(server, bearer, query)
      rooms += answer.rooms
      sizes.append(answer.rooms.count)
      guard let more = answer.more else { break }
      query = "?before=\(more)"
    }
    #expect(sizes == [24, 24, 12] && Set(rooms).count == count)
    #expect(rooms == (0..<count).reversed().map { "rAbCdEf\(10 + $0)" })
    #expect(try list(server, bearer, "?before=1").rooms.isEmpty)
  }

  @Test(arguments: [
    "?before", "?before=", "?before=abc", "?before=-1", "?before=01", "?before=1.0", "?before=1.",
    "?before=1.10000", "?before=1.2.3", "?before=99999999999999999", "?before=1&before=2", "?after=1",
    "?before=+1",
    "?before=1%30",
  ])
  func `are not sought by what is no place in the list`(query: String) throws {
    let server = try TestServer(loops: 1)
    let answer = try list(server, TestClient.bearer, query)
    #expect(answer.status == 400 && answer.error == "before", "\(query)")
  }

  // MARK: - Refusals

  @Test(arguments: [
    "", "Authorization: Bearer\r\n", "Authorization: Bearer g1.short\r\n", "Authorization: Basic abc\r\n",
    TestClient.bearer + TestClient.bearer, "Cookie: tok=\(TestClient.token)\r\n",
  ])
  func `are told to nobody without a token`(headers: String) throws {
    let server = try TestServer(loops: 1)
    let answer = try list(server, headers)
    #expect(answer.status == 401 && answer.error == "token")
    #expect(answer.headers["www-authenticate"] == "Bearer")
    // Not in an address either, which others see.
    #expect(try list(server, headers, "?tok=\(TestClient.token)").status == 401)
  }

  @Test func `can be read and nothing else`() throws {
    let server = try self.server()
    let ada = try server.client("Ada")
    _ = try ada.openTable()
    let bearer = try ada.bearer()
    let client = try TestClient(port: server.port)
    let full = try client.get("/api/me/tables", bearer)
    let head = try client.get("/api/me/tables", bearer, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.headers["content-length"] == full.headers["content-length"])
    for method in ["POST", "PUT", "DELETE"] {
      let refused = try TestClient(port: server.port).get("/api/me/tables", bearer, method: method)
      #expect(refused.status == 405 && refused.headers["allow"] == "GET, HEAD", "\(method)")
    }
    let withBody = try TestClient(port: server.port).get("/api/me/tables", bearer + "Content-Length: 1\r\n")
    #expect(withBody.status == 413)
    for path in ["/api/me/", "/api/me/tables/"] {
      #expect(try client.get(path, bearer).status == 404, "\(path)")
    }
  }

  @Test func `are listed so often, for each guest`() throws {
    let server = try self.server { ($0.listsPerSecond, $0.listsBurst) = (1, 2) }
    for _ in 0..<2 { #expect(try list(server, TestClient.bearer).status == 200) }
    let refused = try list(server, TestClient.bearer)
    #expect(refused.status == 429 && refused.error == "rate" && refused.headers["retry-after"] == "1")
    #expect(try list(server, "Authorization: Bearer g1.somebody-else-entirely\r\n").status == 200)
  }

  @Test func `cannot be read while the disk does not give them, and can again`() throws {
    let disk = try FailingTables(SQLiteTables(directory: directory.path))
    let server = try TestServer(loops: 1, journal: Journal.faulty(on: disk), in: directory)
    disk.fails.store(true, ordering: .relaxed)
    let refused = try list(server, TestClient.bearer)
    #expect(refused.status == 503 && refused.error == "disk" && refused.headers["retry-after"] == "2")
    disk.fails.store(false, ordering: .relaxed)
    #expect(try list(server, TestClient.bearer).status == 200)
    let damaged = try TestServer(loops: 1, journal: Journal.faulty(on: UnreadableTables(why: "damaged")))
    #expect(try list(damaged, TestClient.bearer).error == "disk")
  }

  @Test func `leave no token in the log`() throws {
    let lines = LogLines()
    let log = Logger(label: "test") { _ in ServerLog(sink: lines.sink()) }
    do {
      let server = try self.server(loops: 1, log: log)
      _ = try list(server, TestClient.bearer)
      _ = try list(server, TestClient.bearer, "?before=no")
      _ = try list(server, "", "?before=\(TestClient.token)")
    }
    #expect(!lines.all.isEmpty && lines.all.allSatisfy { !$0.contains("0123456789abcdef01") })
  }
}

@Suite struct `A place in the list of tables` {
  @Test func `is written as it is read`() throws {
    for text in ["0", "1790001230000", "1790001230000.1", "5.9999"] {
      #expect(try #require(TablePlace(query: "before=\(text)")).text == text)
    }
    #expect(TablePlace(query: "") == .start)
  }
}
