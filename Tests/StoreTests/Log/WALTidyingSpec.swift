import Foundation
import Testing

@testable import Store

@Suite struct `The log of a server that died` {
  let folder = TemporaryFolder()

  /// Everything is in the log, as after `kill -9`, and next to nothing in the file.
  private func leaveLog() throws {
    let other = TemporaryFolder()
    let queue = try TableDatabase.open(other.path + "/" + TableDatabase.fileName, syncs: true)
    try TableDatabase.begin(queue)
    for name in [TableDatabase.fileName, TableDatabase.fileName + "-wal"] {
      try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: folder.path + "/" + name)
    }
    try queue.close()
  }

  private func fileBytes() throws -> Int {
    let path = folder.path + "/" + TableDatabase.fileName
    return try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test func `is moved into the file by the next one, before that commits anything`() throws {
    try leaveLog()
    let before = try fileBytes()
    let tables = try SQLiteTables(directory: folder.path)
    for _ in 0..<20_000 where try fileBytes() == before { usleep(1000) }
    #expect(try fileBytes() > before)
    #expect(try tables.figures().tables == 0)
  }

  @Test(arguments: [true, false]) func `outlives a file that is empty or gone: nobody opens it`(
    isThere: Bool
  ) throws {
    try leaveLog()
    let (file, log) = (folder.path + "/tables.db", folder.path + "/tables.db-wal")
    let before = try Data(contentsOf: URL(filePath: log))
    #expect(!before.isEmpty)
    if isThere { truncate(file, 0) } else { unlink(file) }
    let served = try SQLiteTables.served(directory: folder.path, syncs: true, limits: .init()) { _ in }
    #expect(try #require(served.corruption).contains("tables.db-wal"))
    #expect(throws: SQLiteTables.Unusable.self) { try DirectoryCheck(folder.path) }
    #expect(throws: SQLiteTables.Unusable.self) { try Salvage(folder.path) }
    #expect(throws: SQLiteTables.Unusable.self) {
      try DirectoryCopy.backUp(folder.path, to: folder.path + "/copy")
    }
    #expect(try Data(contentsOf: URL(filePath: log)) == before)
    #expect(FileManager.default.fileExists(atPath: file) == isThere)
  }
}
