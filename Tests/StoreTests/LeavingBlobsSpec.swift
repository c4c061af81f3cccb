import Foundation
import Testing

@testable import Store

@Suite struct `Blobs that no table uses` {
  let directory = TestDirectory()
  /// After all that is brought here.
  let later = Int64.max

  @Test func `are told to nobody from one round on, and are gone with the next, with what was paid`() throws {
    let desk = try RunningBlobs(in: directory)
    let (unused, used) = (try desk.kept("nobody's"), try desk.kept("a table's"))
    #expect(desk.blobs.letLeave(broughtBefore: later) { $0.contains(used) ? [used] : [] } == 0)
    #expect(desk.blobs.facts(unused) == nil && desk.load(unused) == nil)
    #expect(desk.blobs.used.count == 2, "it is there still")
    #expect(desk.blobs.letLeave(broughtBefore: later) { $0.contains(used) ? [used] : [] } == 1)
    #expect(desk.keep("a table's") == .kept(used, Blobs.Facts(type: .text, byteCount: 9), isNew: false))
    #expect(directory.files.count == 1)
    #expect(desk.blobs.used == (9, 1) && desk.blobs.used(by: "ann") == (9, 1))
    desk.blobs.checkInvariants()
    #expect(desk.load(used) == Array("a table's".utf8))
  }

  @Test func `stay for as long as whoever brought them may take to put them somewhere`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try desk.kept("fresh")
    for _ in 0..<3 {
      #expect(
        desk.blobs.letLeave(broughtBefore: Int64(Date().timeIntervalSince1970 - 60) * 1000) { _ in [] } == 0)
    }
    #expect(desk.blobs.facts(id) != nil)
  }

  @Test func `stay when they are brought again in time, or are used after all`() throws {
    let desk = try RunningBlobs(in: directory)
    let (brought, named) = (try desk.kept("brought again"), try desk.kept("named just before"))
    _ = desk.blobs.letLeave(broughtBefore: later) { _ in [] }
    #expect(desk.blobs.facts(brought) == nil && desk.blobs.facts(named) == nil)
    #expect(
      desk.keep("brought again") == .kept(brought, Blobs.Facts(type: .text, byteCount: 13), isNew: false))
    #expect(desk.blobs.letLeave(broughtBefore: 0) { $0.contains(named) ? [named] : [] } == 0)
    #expect(desk.load(brought) != nil && desk.load(named) != nil)
    desk.blobs.checkInvariants()
  }

  @Test func `can be brought anew once they are gone`() throws {
    let desk = try RunningBlobs(in: directory) { $0.countPerOwnerMax = 1 }
    let id = try desk.kept("once")
    for _ in 0..<2 { desk.blobs.letLeave(broughtBefore: later) { _ in [] } }
    #expect(desk.keep("once", owner: "bob") == .kept(id, Blobs.Facts(type: .text, byteCount: 4), isNew: true))
    #expect(desk.keep("room again") != .refused(.ownerCount(1)), "and nobody pays for what is gone")
  }

  @Test func `stay where it cannot be known whether a table uses them`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try desk.kept("whose?")
    for _ in 0..<3 {
      #expect(throws: StorageFault.self) {
        try desk.blobs.letLeave(broughtBefore: later) { (_) throws(StorageFault) in throw .disk("busy") }
      }
    }
    #expect(desk.blobs.facts(id) != nil)
    let unknown = UnreadableTables(why: "damaged")
    #expect(throws: StorageFault.self) { try unknown.used(among: [id]) }
    #expect(MemoryTables().used(among: [id]) == [id])
  }

  @Test func `are as old at the next start as they were, and no older than when they came again`() throws {
    let old = Date(timeIntervalSinceNow: -100_000)
    let ids: [BlobID]
    do {
      let desk = try RunningBlobs(in: directory)
      ids = [try desk.kept("old"), try desk.kept("old, and brought again")]
      for file in directory.files {
        try FileManager.default.setAttributes(
          [.modificationDate: old], ofItemAtPath: directory.path + "/" + file)
      }
      _ = try desk.kept("old, and brought again")
    }
    let desk = try RunningBlobs(in: directory)
    _ = desk.blobs.letLeave(broughtBefore: Int64(Date().timeIntervalSince1970 - 3_600) * 1000) { _ in [] }
    #expect(ids.map { desk.blobs.facts($0) != nil } == [false, true])
  }
}

extension RunningBlobs {
  func kept(_ text: String) throws -> BlobID {
    guard case .kept(let id, _, _) = keep(text) else { throw NotKept() }
    return id
  }

  private struct NotKept: Error {}
}
