import Foundation
import Testing

@testable import Rooms
@testable import Server
@testable import Store

/// Data directories as programs of each format have written them. They always open, and every table in them is played
/// through to the view that it had.
@Suite struct `Tables of every format that there was` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/tables")
  static let formats = (1...1).map { "format-\($0)" }

  let directory = TestDirectory()

  private func tables(_ format: String) throws -> SQLiteTables {
    let kept = Self.folder.appending(path: format).appending(path: "tables.db")
    try FileManager.default.copyItem(atPath: kept.path, toPath: directory.path + "/tables.db")
    return try SQLiteTables(directory: directory.path)
  }

  /// In the album of the corpus somebody put two pictures.
  @Test(arguments: formats)
  func `name the blobs that they show`(format: String) throws {
    let names = [
      "6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0",
      "ef1955ae757c8b966c83248350331bd3a30f658ced11f387f8ebf05ab3368629",
    ]
    let tables = try tables(format)
    var blobs: Set<BlobID> = []
    var last: Int64? = 0
    while let after = last {
      let named = try tables.namedBlobs(after: after)
      blobs.formUnion(named.blobs)
      last = named.last
    }
    #expect(blobs.map(\.text).sorted() == names)
  }

  @Test(arguments: formats, [true, false])
  func `open, and are what they were`(format: String, usesBase: Bool) throws {
    let tables = try tables(format)
    let kept = Self.folder.appending(path: format)
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
      let room = Room(id: id, reopening: reopening, generation: tables.generation, secret: [], now: 0) { [] }
      #expect(room.version == Int(view[1]) && String(room.shown.hash) == view[2], "\(view)")
    }
    #expect((bases > 0) == usesBase)
  }
}
