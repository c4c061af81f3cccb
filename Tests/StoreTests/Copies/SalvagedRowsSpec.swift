import Foundation
import SQLite
import Testing

@testable import Store

@Suite struct `What is salvaged of people` {
  let folder = TemporaryFolder()
  let other = TemporaryFolder()

  private static let pageBytes = 4_096
  /// The first byte of a page of rows, in a table that is sorted by its key.
  private static let leaf: UInt8 = 10

  private func person(_ number: Int) -> PersonRow {
    let text = String(format: "%05d", number)
    return PersonRow(id: "g_\(text)", handle: "handle\(text)", skeleton: nil, madeAt: 1)
  }

  /// Makes the page of rows that has this text unreadable.
  private func damage(_ text: String, in path: String) throws {
    let url = URL(filePath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    let page = try #require(
      bytes.ranges(of: Array(text.utf8)).map { $0.lowerBound / Self.pageBytes }
        .first { bytes[$0 * Self.pageBytes] == Self.leaf })
    bytes[page * Self.pageBytes] = 0x77
    try Data(bytes).write(to: url)
  }

  @Test func `is all but what lies on a page that cannot be read, and it is said what is cut`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    let persons = (0..<2_000).map(person)
    let hashes = (0..<2_000).map { ErasedHash(of: "g_x\($0)") }
    try tables.carryOut(
      .people(persons.map { .person($0) } + hashes.map { .reserved($0, at: 5) }))
    try tables.finish()
    try damage("handle01000", in: folder.path + "/tables.db")
    let salvaged = try Salvage(folder.path).copy(to: other.path) { _ in nil }
    #expect(salvaged.listsCut == ["persons"])
    let people = try SQLiteTables(directory: other.path).people()
    #expect(people.persons.first == persons.first && people.persons.last == persons.last)
    #expect((1_850..<2_000).contains(people.persons.count) && Set(people.erased) == Set(hashes))
  }

  @Test func `leads from a device to its person, whose own row is lost`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    try tables.commit(Batch(records: [record("rA", 1)]))
    let phone = KeyRow(guest: "g_2", person: "g_00001", number: 1, name: "Phone", madeAt: 8)
    try tables.carryOut(.people([.person(person(1)), .key(phone)]))
    try tables.finish()
    try damage("handle00001", in: folder.path + "/tables.db")
    _ = try Salvage(folder.path).copy(to: other.path) { _ in nil }
    let people = try SQLiteTables(directory: other.path).people()
    #expect(people.keys == [phone] && people.persons.map(\.id) == ["g_00001"])
    #expect(people.persons[0].handle == nil)
  }

  /// A person in the file, who is erased in the log, and something behind that.
  ///
  /// - Returns: the frames of the erasure.
  private func leaveErased() throws -> ClosedRange<Int> {
    let begun = TemporaryFolder()
    let path = begun.path + "/tables.db"
    let tables = try SQLiteTables(directory: begun.path)
    try tables.commit(Batch(records: [record("rA", 1, guest: "g_00001")]))
    let phone = KeyRow(guest: "g_2", person: "g_00001", number: 1, name: "Phone", madeAt: 8)
    try tables.carryOut(.people([.person(person(1)), .key(phone)]))
    try tables.carryOutAlone(.settle)
    let reader = try HeldRead(of: path)
    defer { try? reader.close() }
    let before = try LogFile(beside: path).scan()?.end ?? 0
    try tables.carryOut(.people([.erasing(guest: "g_00001", at: 5)]))
    let after = try #require(try LogFile(beside: path).scan()).end
    for sequence in 1...4 { try tables.commit(Batch(records: [record("rB", sequence)])) }
    for name in ["tables.db", "tables.db-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(begun.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    return before + 1...after
  }

  @Test func `has nobody who was erased, though an older source has them`() throws {
    let log = URL(filePath: folder.path + "/tables.db-wal")
    let frames = try leaveErased()
    let sound = try Data(contentsOf: log)
    var known = 0
    for frame in frames {
      var bytes = sound
      bytes[32 + (frame - 1) * 4_120 + 2_000] ^= 4
      try bytes.write(to: log)
      let salvaged = other.path + "/\(frame)"
      _ = try Salvage(folder.path).copy(to: salvaged) { _ in nil }
      let people = try SQLiteTables(directory: salvaged).people()
      // What was on the page that is damaged is lost: with it, that somebody was erased.
      guard people.erased.contains(ErasedHash(of: "g_00001")) else { continue }
      known += 1
      #expect(people.persons.isEmpty && people.keys.isEmpty && people.erasing == ["g_00001"], "\(frame)")
    }
    #expect(known > 1)
  }

  @Test func `has no ban that was lifted since`() throws {
    let tables = try SQLiteTables(directory: folder.path)
    let until: Int64 = 9_999_999_999_999
    let bans = [1, 2].map { Ban(id: $0, kind: .guest, key: "g_\($0)", name: "", until: until, madeAt: 1) }
    try tables.carryOut(.moderation(bans.map(Moderation.ban)))
    try tables.finish()
    let older = try DatabaseQueue(path: folder.path + "/tables.db", isReadOnly: true)
    let now = try SQLiteTables(directory: other.path)
    try now.carryOut(.moderation([.ban(bans[0])]))
    try now.finish()
    let newer = try DatabaseQueue(path: other.path + "/tables.db", isReadOnly: true)
    let target = TemporaryFolder()
    let queue = try TableDatabase.open(target.path + "/tables.db", syncs: false)
    try TableDatabase.begin(queue)
    #expect(try queue.write { try SalvagedRows.copy(from: [newer, older], to: $0) } == [])
    #expect(try queue.read(Reports.bans) == [bans[0]])
  }
}
