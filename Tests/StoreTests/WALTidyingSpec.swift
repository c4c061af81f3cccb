import Foundation
import Testing

@testable import Store

@Suite struct `The log of a server that died` {
  let folder = TemporaryFolder()

  /// Everything is in the log, as after `kill -9`, and next to nothing in the file.
  private func leaveLog() throws {
    let other = TemporaryFolder()
    let queue = try TableDatabase.open(other.path + "/" + TableDatabase.fileName, syncs: true)
    try TableDatabase.migrate(queue)
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
}
