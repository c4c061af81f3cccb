import Foundation
import Hashes
import Testing

@testable import Store

@Suite struct `A check of blobs` {
  let directory = TestDirectory()
  private var root: String { directory.path + "/blobs" }

  /// Blobs of these texts, and a table that names some.
  private func fill(_ texts: [String], naming names: [BlobID] = []) throws -> [BlobID] {
    // Tables are begun before anybody brings a blob.
    try SQLiteTables(directory: directory.path).finish()
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let folder = try BlobFolder(root: root)
    let kept = try texts.enumerated().map { serial, text in
      let id = name(of: text)
      let entry = BlobLedger.Entry(type: .text, byteCount: text.utf8.count, owner: "g_1")
      try folder.write(Array(text.utf8), as: id, entry, serial: serial)
      return id
    }
    try keep(naming: kept + names)
    return kept
  }

  private func keep(naming names: [BlobID]) throws {
    let tables = try SQLiteTables(directory: directory.path)
    var records = [record("rA", 1)]
    for name in names {
      let sequence = UInt64(records.count + 1)
      records.append(
        Record(
          room: "rA", sequence: sequence, version: sequence,
          bytes: Array(#"{"things":[["image/png",{"blob":"\#(name)"}]]}"#.utf8)))
    }
    try tables.commit(Batch(records: records))
    try tables.finish()
  }

  private func report() throws -> DirectoryCheck.Report {
    try DirectoryCheck(directory.path).report { _ in nil }
  }

  private func path(of id: BlobID) -> String {
    "\(root)/\(id.text.prefix(2))/\(id.text.dropFirst(2)).text.g_1"
  }

  @Test func `finds those sound that are, however large, and counts them`() throws {
    _ = try fill(["", "a", String(repeating: "b", count: 700_000)])
    let found = try report()
    #expect(found.blobs == 3 && found.problems.isEmpty && found.blobsWrong == 0)
  }

  @Test func `finds no blobs without a folder, and reports the missing ones that records name`() throws {
    try keep(naming: [])
    #expect(try report().blobs == 0)
    #expect(try report().problems.isEmpty)
    let other = TestDirectory()
    let tables = try SQLiteTables(directory: other.path)
    let name = name(of: "a")
    let bytes = Array(#"{"blob":"\#(name)"}"#.utf8)
    try tables.commit(Batch(records: [Record(room: "rA", sequence: 1, version: 1, bytes: bytes)]))
    let found = try DirectoryCheck(other.path).report { _ in nil }
    #expect(found.blobsLacking == 1 && found.damaged.isEmpty)
    #expect(found.problems == ["rA names the blob \(name), which is not in \(other.path)/blobs"])
  }

  @Test func `names those that are not what their names say, and changes nothing`() throws {
    let ids = try fill(["one", "two", "three"])
    try Data("tw0".utf8).write(to: URL(fileURLWithPath: path(of: ids[1])))
    try FileManager.default.removeItem(atPath: path(of: ids[2]))
    let files = directory.files.filter { $0.hasPrefix("blobs") }
    let found = try report()
    #expect(found.blobs == 2 && found.blobsWrong == 1 && found.blobsLacking == 1)
    #expect(found.problems.first == "\(path(of: ids[1])) is not what its name says")
    #expect(found.problems.last?.contains("rA names the blob \(ids[2])") == true && found.problems.count == 2)
    #expect(directory.files.filter { $0.hasPrefix("blobs") } == files)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path(of: ids[1]))) == Data("tw0".utf8))
  }

  @Test func `leaves files alone that have other names`() throws {
    let ids = try fill(["one"])
    let folder = root + "/\(ids[0].text.prefix(2))"
    for name in ["notes", "\(ids[0].text.dropFirst(2)).exe.g_1", "\(ids[0].text.dropFirst(2)).text.a-b"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/incoming/17"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/ab"))
    let found = try report()
    #expect(found.blobs == 1 && found.problems.isEmpty)
  }

  @Test(arguments: [20, 21, 45]) func `tells twenty one by one, and then how many more`(count: Int) throws {
    _ = try fill([], naming: (0..<count).map { name(of: "\($0)") })
    let found = try report()
    #expect(found.blobsLacking == count && found.problems.count == min(count, 21))
    if count > 20 {
      #expect(found.problems.last == "\(count - 20) more blobs that tables name are not there")
    }
  }
}

private func name(of text: String) -> BlobID {
  BlobID(digest: SHA256.digest(of: Array(text.utf8)))
}
