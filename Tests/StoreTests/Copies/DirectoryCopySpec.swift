import Foundation
import Testing

@testable import Store

@Suite struct `A copy of a data directory` {
  let source = TemporaryFolder()
  let target = TemporaryFolder()

  private func fill() throws {
    let tables = try SQLiteTables(directory: source.path)
    for room in 0..<60 { try tables.commit(Batch(records: (1...40).map { record("r\(room)", $0) })) }
    try tables.finish()
  }

  private func damage() throws {
    let url = URL(filePath: source.path + "/tables.db")
    var bytes = try Data(contentsOf: url)
    for at in bytes.count / 2..<bytes.count / 2 + 4 * 4096 { bytes[at] = 0xA5 }
    try bytes.write(to: url)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `holds what was acknowledged`() throws {
    try fill()
    #expect(try DirectoryCopy.backUp(source.path, to: target.path).tables == 60)
    #expect(try SQLiteTables(directory: target.path).table("r7")?.records.count == 39)
  }

  @Test func `is not made where anything lies, hidden files included`() throws {
    try fill()
    let own = target.path + "/.profile"
    #expect(FileManager.default.createFile(atPath: own, contents: Data("mine".utf8)))
    let fault = #expect(throws: SQLiteTables.Unusable.self) {
      try DirectoryCopy.backUp(source.path, to: target.path)
    }
    #expect(fault?.description.contains("not empty") == true)
    #expect(try names(in: target.path) == [".profile"])
  }

  @Test func `There is nothing to copy or check without a directory, and without tables in it`() throws {
    let file = source.path + "/file"
    #expect(FileManager.default.createFile(atPath: file, contents: Data("mine".utf8)))
    for (from, sentence) in [
      (source.path + "/none", "there is no directory \(source.path)/none"),
      (file, "there is no directory \(file)"), (source.path, "there are no tables in \(source.path)"),
    ] {
      let new = target.path + "/new"
      let copy = #expect(throws: SQLiteTables.Unusable.self) { try DirectoryCopy.backUp(from, to: new) }
      let restored = #expect(throws: SQLiteTables.Unusable.self) {
        try DirectoryCopy.restore(from, to: new, without: ErasedList())
      }
      let check = #expect(throws: SQLiteTables.Unusable.self) { try DirectoryCheck(from) }
      #expect([copy, restored, check].map { $0?.description } == [sentence, sentence, sentence])
    }
    #expect(try names(in: target.path).isEmpty)
  }

  @Test func `A copy that fails takes away what it made, and not the folder that was there`() throws {
    try fill()
    try damage()
    #expect(throws: SQLiteTables.Unusable.self) { try DirectoryCopy.backUp(source.path, to: target.path) }
    #expect(try names(in: target.path).isEmpty)
    let new = target.path + "/new"
    #expect(throws: SQLiteTables.Unusable.self) { try DirectoryCopy.backUp(source.path, to: new) }
    #expect(try names(in: target.path).isEmpty)
  }
}
