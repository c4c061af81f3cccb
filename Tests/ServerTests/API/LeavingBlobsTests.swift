import Foundation
import SQLite
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Blobs on a server that runs for long` {
  let directory = TestDirectory()

  private func server(
    _ change: (inout Server.Configuration) -> Void = { _ in }
  ) throws -> KeptServer {
    let tables = try SQLiteTables(directory: directory.path)
    return KeptServer(try TestServer(loops: 2, journal: Journal(tables), in: directory, change))
  }

  private func photo(_ byteCount: Int, on server: KeptServer) throws -> String {
    try #require(try TestClient(port: server.port).put(picture(byteCount: byteCount)).blob)
  }

  /// Files that blobs are kept in.
  private var files: Int {
    let names = FileManager.default.enumerator(atPath: directory.path + "/blobs")?.compactMap {
      $0 as? String
    }
    return names?.count { $0.contains(".png.") } ?? 0
  }

  private func status(of blob: String, on server: KeptServer) throws -> Int {
    try TestClient(port: server.port).get("/api/blobs/\(blob)").status
  }

  @Test func `stay while a table shows them, and leave with the last one`() throws {
    var first: KeptServer? = try server()
    let (shown, unused): (String, String)
    do {
      let server = try #require(first)
      (shown, unused) = (try photo(3000, on: server), try photo(4000, on: server))
      let ada = try server.client("Ada")
      let c = try ada.ask(#""t":"open","game":"photos""#)
      let room = try #require(try ada.answer(to: c)["room"])
      _ = try ada.join(room, as: "play")
      let things = #"[[["image/png",{"blob":"\#(shown)"},"cat.png"]]]"#
      let put = try ada.ask(#""t":"cmd","r":"\#(room)","op":"put","in":"album","things":\#(things)"#)
      #expect(try ada.answer(to: put)["t"] == "ok")
    }
    first = nil
    #expect(files == 2)

    var second: KeptServer? = try server {
      $0.firstBlobRoundMilliseconds = 200
      $0.blobRoundMilliseconds = 200
      $0.blobGraceMilliseconds = 0
    }
    waits { files == 1 }
    #expect(try status(of: unused, on: #require(second)) == 404)
    #expect(try status(of: shown, on: #require(second)) == 200)
    second = nil

    try DatabaseQueue(path: directory.path + "/tables.db").write { db in
      try db.execute(sql: "UPDATE tables SET usedAt = 1000")
    }
    let third = try server {
      $0.keepDays = 1
      $0.retentionMilliseconds = 200
      $0.firstBlobRoundMilliseconds = 200
      $0.blobRoundMilliseconds = 200
      $0.blobGraceMilliseconds = 0
    }
    waits { files == 0 }
    #expect(try status(of: shown, on: third) == 404)
  }
}
