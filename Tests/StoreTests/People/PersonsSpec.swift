import Foundation
import SQLite
import Testing

@testable import Store

private let ada = PersonRow(id: "g_1", handle: "ada", skeleton: "ada", madeAt: 7)
private let phone = KeyRow(guest: "g_2", person: "g_1", number: 1, name: "Phone", madeAt: 8)
private let brio = KeyRow(guest: "g_3", person: "g_1", number: 2, name: "brio", scopes: 3, madeAt: 9)

@Suite struct `Persons` {
  let folder = TemporaryFolder()

  @Test func `are there after a restart, with what became of them`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    #expect(try tables.people().persons.isEmpty)
    try tables.carryOut(.people([.person(ada), .key(phone), .key(brio)]))
    var revoked = phone
    revoked.isRevoked = true
    try tables.carryOut(.people([.key(revoked)]))
    try tables.finish()
    let people = try SQLiteTables(directory: folder.path).people()
    #expect(people.persons == [ada] && people.keys == [revoked, brio])
  }

  @Test func `are all changed or none`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.carryOut(.people([.person(ada)]))
    // No two have one skeleton, but for the same person.
    let other = PersonRow(id: "g_9", handle: "a-da", skeleton: "ada", madeAt: 7)
    #expect(throws: StorageFault.self) { try tables.carryOut(.people([.key(brio), .person(other)])) }
    let people = try tables.people()
    #expect(people.persons == [ada] && people.keys == [])
  }

  @Test func `who are being erased have no row any more, and are known again by a hash`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.carryOut(.people([.person(ada), .key(phone)]))
    try tables.carryOut(.people([.erasing(guest: "g_1", at: 5)]))
    var people = try tables.people()
    #expect(people.persons.isEmpty && people.keys.isEmpty && people.erasing == ["g_1"])
    #expect(people.erased == [ErasedHash(of: "g_1")] && !people.isUnsettled)
    try tables.carryOut(.people([.erased(guest: "g_1")]))
    people = try tables.people()
    #expect(people.erasing.isEmpty && people.erased.count == 1 && people.isUnsettled)
    try tables.carryOutAlone(.settle)
    #expect(try !tables.people().isUnsettled)
  }

  @Test func `are in a backup and in a salvage`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    try tables.carryOut(.people([.person(ada), .key(phone), .reserved(ErasedHash(of: "g_7"), at: 5)]))
    _ = try DirectoryCopy.backUp(folder.path, to: folder.path + "/copy")
    try tables.finish()
    _ = try Salvage(folder.path).copy(to: folder.path + "/salvaged") { _ in nil }
    for name in ["copy", "salvaged"] {
      let people = try SQLiteTables(directory: folder.path + "/" + name).people()
      #expect(
        people.persons == [ada] && people.keys == [phone] && people.erased == [ErasedHash(of: "g_7")],
        "\(name)")
    }
  }

  @Test func `are checked: a device belongs to somebody`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.carryOut(.people([.key(phone)]))
    try tables.finish()
    #expect(
      try DirectoryCheck(folder.path).report { _ in nil }.problems
        == ["1 devices or programs belong to nobody who is there"])
  }

  @Test(arguments: [
    ("persons", "persons", "(x'ff00', NULL, NULL, 1)"),
    ("keys", "devices and programs", "(x'ff00', 'g_1', 1, 'P', NULL, 1, 0)"),
    ("erasures", "people who are to be erased", "(x'ff00', 1)"),
    ("erased", "people who were erased", "('short', 1)"),
  ])
  func `are checked, and salvaged without what is not as it was written`(
    table: String, name: String, row: String
  ) throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    try tables.carryOut(
      .people([
        .person(ada), .key(phone), .erasing(guest: "g_7", at: 5), .reserved(ErasedHash(of: "g_8"), at: 5),
      ]))
    try tables.finish()
    let queue = try DatabaseQueue(path: folder.path + "/tables.db")
    try queue.write { try $0.execute(sql: "INSERT INTO \(table) VALUES \(row)") }
    try queue.close()
    #expect(
      try DirectoryCheck(folder.path).report { _ in nil }.problems
        == ["1 \(name) are not as they were written; a salvage leaves them out"])
    _ = try Salvage(folder.path).copy(to: folder.path + "/salvaged") { _ in nil }
    for name in ["", "/salvaged"] {
      let people = try SQLiteTables(directory: folder.path + name).people()
      #expect(people.persons == [ada] && people.keys == [phone] && people.erasing == ["g_7"], "\(name)")
      #expect(Set(people.erased) == [ErasedHash(of: "g_7"), ErasedHash(of: "g_8")], "\(name)")
    }
    #expect(try DirectoryCheck(folder.path + "/salvaged").report { _ in nil }.problems == [])
  }

  @Test func `are there in a file of before there were any`() throws {
    let kept = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/tables/format-1/tables.db")
    try FileManager.default.copyItem(atPath: kept.path, toPath: folder.path + "/tables.db")
    let tables = try SQLiteTables(directory: folder.path)
    try tables.carryOut(.people([.person(ada)]))
    #expect(try tables.people().persons == [ada] && tables.figures().tables == 15)
  }
}

@Suite struct `A backup of before somebody was erased` {
  let folder = TemporaryFolder()
  private let adaID = "g_" + String(repeating: "a", count: 32)
  private let benID = "g_" + String(repeating: "b", count: 32)

  private func named(_ room: String, _ sequence: Int, by guest: String, _ text: String = "") -> Record {
    Record(
      room: room, sequence: UInt64(sequence), version: UInt64(sequence),
      author: Record.Author(guest: guest, visit: nil, c: nil), bytes: Array(text.utf8))
  }

  @Test func `brings nobody back whom a list names, wherever they stand in it`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let (sitter, named) = ("g_" + String(repeating: "c", count: 32), "g_" + String(repeating: "d", count: 32))
    try tables.commit(
      Batch(records: [
        self.named("rA", 1, by: adaID), self.named("rB", 1, by: benID, "{\"ban\":\"\(named)\"}"),
        self.named("rB", 2, by: sitter),
      ]))
    try tables.carryOut(.people([.person(PersonRow(id: adaID, handle: "ada", skeleton: "ada", madeAt: 1))]))
    let uploader = "g_" + String(repeating: "e", count: 32)
    let digits = String(repeating: "0", count: 62)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/blobs/ab", withIntermediateDirectories: true)
    try "hi".write(
      toFile: folder.path + "/blobs/ab/\(digits).text.\(uploader)", atomically: true, encoding: .utf8)
    _ = try DirectoryCopy.backUp(folder.path, to: folder.path + "/copy")
    for guest in [adaID, sitter, named, uploader] {
      try tables.carryOut(.people([.erasing(guest: guest, at: 5)]))
    }
    let list = try ErasedList(of: folder.path)
    #expect(try ErasedList(list.text, from: "file") == list && list.hashes.count == 4)
    #expect(!list.text.contains(adaID) && ErasedList().text == "# people who were erased\n")
    let made = try DirectoryCopy.restore(folder.path + "/copy", to: folder.path + "/new", without: list)
    #expect(made.erased == 4)
    let people = try SQLiteTables(directory: folder.path + "/new").people()
    #expect(people.persons.isEmpty && Set(people.erasing) == [adaID, sitter, named, uploader])
    #expect(Set(people.erased) == list.hashes)
    // Without anybody in the list the copy is as it was.
    _ = try DirectoryCopy.restore(folder.path + "/copy", to: folder.path + "/old", without: ErasedList())
    #expect(try SQLiteTables(directory: folder.path + "/old").people().persons.count == 1)
  }

  @Test(arguments: [
    "5f1d", "not a hash", String(repeating: "g", count: 32), String(repeating: "a", count: 33),
  ])
  func `is not restored with a file that is not a list`(line: String) throws {
    let said = #expect(throws: SQLiteTables.Unusable.self) {
      try ErasedList("# people\n\n\(line)\n", from: "/a/list")
    }
    #expect(
      said?.description.hasPrefix("line 3 of /a/list is no hash") ?? false, "\(said?.description ?? "")")
    #expect(throws: SQLiteTables.Unusable.self) { try ErasedList(of: folder.path + "/nothing") }
  }
}
