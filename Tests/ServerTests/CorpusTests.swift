import Foundation
import Testing

@testable import Rooms
@testable import Server
@testable import Store

/// Data directories as programs of each format have written them. They always open, and every table in them is played
/// through to the view that it had.
@Suite struct `Tables of every format that there was` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/tables")
  static let formats = (1...1).map { "format-\($0)" }

  @Test(arguments: formats, [true, false])
  func `open, and are what they were`(format: String, usesBase: Bool) throws {
    let directory = TestDirectory()
    let kept = Self.folder.appending(path: format)
    try FileManager.default.copyItem(
      atPath: kept.appending(path: "tables.db").path, toPath: directory.path + "/tables.db")
    let tables = try SQLiteTables(directory: directory.path)
    let views = try String(contentsOf: kept.appending(path: "views.txt"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(views.count >= 13)
    #expect(try tables.figures().tables == views.count)
    var bases = 0
    for view in views {
      let stored = try #require(try tables.table(view[0], usesBase: usesBase), "\(view)")
      bases += stored.base == nil ? 0 : 1
      let reopening = try Reopening(stored, now: 0)
      let id = try #require(RoomID(view[0]))
      let room = Room(id: id, reopening: reopening, generation: tables.generation, now: 0) { [] }
      #expect(room.version == Int(view[1]) && String(room.shown.hash) == view[2], "\(view)")
    }
    #expect((bases > 0) == usesBase)
  }
}
