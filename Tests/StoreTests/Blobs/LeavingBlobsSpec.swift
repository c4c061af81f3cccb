import Foundation
import Testing

@testable import Store

@Suite struct `Blobs that no table names` {
  let directory = TestDirectory()
  /// After all that is brought here.
  let later = Int64.max

  @Test func `are gone with what was paid for them, and can be brought anew`() throws {
    let desk = try RunningBlobs(in: directory) { $0.countPerOwnerMax = 2 }
    let (gone, stays) = (try desk.kept("nobody's"), try desk.kept("a table's"))
    #expect(desk.blobs.resting(since: later) == [gone, stays])
    #expect(desk.delete([gone], since: later) == Deleted(count: 1, fault: nil))
    #expect(desk.blobs.facts(gone) == nil && desk.load(gone) == nil)
    #expect(desk.load(stays) == Array("a table's".utf8))
    #expect(directory.files.count == 1)
    #expect(desk.blobs.used == (9, 1) && desk.blobs.used(by: "ann") == (9, 1))
    desk.blobs.checkInvariants()
    #expect(desk.keep("nobody's") == .kept(gone, Blobs.Facts(type: .text, byteCount: 8), isNew: true))
    #expect(desk.delete([BlobID(digest: [UInt8](repeating: 0, count: 32))], since: later).count == 0)
  }

  @Test func `stay for as long as a guest may take to put them on a table`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try desk.kept("fresh")
    #expect(desk.blobs.resting(since: minutesAgo(1)).isEmpty)
    #expect(desk.delete([id], since: minutesAgo(1)).count == 0)
    #expect(desk.load(id) != nil)
  }

  @Test(arguments: [true, false])
  func `stay when they are brought again or put on a table while they are looked for`(isBrought: Bool) throws
  {
    let id = try RunningBlobs(in: directory).kept("old")
    directory.age(by: 100_000)
    let desk = try RunningBlobs(in: directory)
    let since = minutesAgo(60)
    #expect(desk.blobs.resting(since: since) == [id])
    if isBrought { _ = desk.keep("old") } else { _ = desk.blobs.name(id) }
    #expect(desk.delete([id], since: since).count == 0)
    #expect(desk.load(id) != nil)
  }

  @Test func `stay, and are counted, when the disk does not let go of them`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try desk.kept("kept by the disk")
    let path = try #require(directory.files.first)
    // A directory, since unlink refuses directories even to root.
    try FileManager.default.removeItem(atPath: directory.path + "/" + path)
    try FileManager.default.createDirectory(
      atPath: directory.path + "/" + path, withIntermediateDirectories: false)
    #expect(try #require(desk.delete([id], since: later).fault).contains("unlink"))
    #expect(desk.blobs.used == (16, 1) && desk.blobs.facts(id) != nil)
    desk.blobs.checkInvariants()
  }

  @Test func `are as old at the next start as they were, and no older than when they came again`() throws {
    let ids: [BlobID]
    do {
      let desk = try RunningBlobs(in: directory)
      ids = [try desk.kept("old"), try desk.kept("old, and brought again")]
      directory.age(by: 100_000)
      _ = desk.keep("old, and brought again")
    }
    #expect(try RunningBlobs(in: directory).blobs.resting(since: minutesAgo(60)) == [ids[0]])
  }

  @Test(arguments: [-100_000_000_000_000, -9_000_000_000, 9_000_000_000, 9_000_000_000_000_000] as [Double])
  func `are as new as the start where the time of their file cannot be`(seconds: Double) throws {
    let id = try RunningBlobs(in: directory).kept("timeless")
    directory.age(by: seconds)
    let desk = try RunningBlobs(in: directory)
    #expect(desk.blobs.facts(id) != nil)
    #expect(desk.blobs.resting(since: minutesAgo(60)).isEmpty == !(seconds > 0 && seconds < 1_000_000_000))
  }

  @Test func `are written again when they are brought and the disk has lost them`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try desk.kept("lost and found")
    let path = directory.path + "/" + (try #require(directory.files.first))
    try Data("lost".utf8).write(to: URL(fileURLWithPath: path))
    #expect(desk.load(id) == nil)
    let facts = Blobs.Facts(type: .text, byteCount: 14)
    #expect(desk.keep("lost and found", owner: "bob") == .kept(id, facts, isNew: false))
    #expect(desk.load(id) == Array("lost and found".utf8))
    try FileManager.default.removeItem(atPath: path)
    #expect(desk.keep("lost and found") == .kept(id, facts, isNew: false))
    #expect(desk.load(id) == Array("lost and found".utf8))
    #expect(directory.files.count == 1 && desk.blobs.used == (14, 1))
  }

  private func minutesAgo(_ minutes: Double) -> Int64 {
    Int64((Date().timeIntervalSince1970 - minutes * 60) * 1000)
  }
}

struct Deleted: Equatable, Sendable {
  let count: Int
  let fault: String?
}

extension RunningBlobs {
  func kept(_ text: String) throws -> BlobID {
    guard case .kept(let id, _, _) = keep(text) else { throw NotKept() }
    return id
  }

  private struct NotKept: Error {}
}

extension TestDirectory {
  /// As if so much time had gone by.
  fileprivate func age(by seconds: Double) {
    for file in files {
      var times = [timespec](repeating: timespec(tv_sec: time(nil) - Int(seconds), tv_nsec: 0), count: 2)
      _ = utimensat(AT_FDCWD, path + "/" + file, &times, 0)
    }
  }
}
