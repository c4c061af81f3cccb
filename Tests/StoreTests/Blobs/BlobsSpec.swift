import Foundation
import Synchronization
import Testing

@testable import Store

@Suite struct `Blobs in a folder` {
  let directory = TestDirectory()

  // MARK: - Kept and read

  @Test func `are kept under the hash of their bytes, and read again`() throws {
    let desk = try RunningBlobs(in: directory)
    // FIPS 180-4, the digest of "abc".
    let id = try #require(BlobID("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(desk.keep("abc") == .kept(id, Blobs.Facts(type: .text, byteCount: 3), isNew: true))
    #expect(desk.blobs.facts(id) == Blobs.Facts(type: .text, byteCount: 3))
    #expect(desk.load(id) == Array("abc".utf8))
    #expect(
      directory.files == ["blobs/ba/7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.text.ann"])
  }

  @Test func `A blob that comes twice is one file, paid by the first owner`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try kept(desk.keep(Pictures.png))
    let facts = Blobs.Facts(type: .png, byteCount: Pictures.png.count)
    #expect(desk.keep(Pictures.png) == .kept(id, facts, isNew: false))
    #expect(desk.keep(Pictures.png, owner: "bob") == .kept(id, facts, isNew: false))
    #expect(directory.files.count == 1)
    #expect(desk.blobs.used(by: "ann") == (Pictures.png.count, 1))
    #expect(desk.blobs.used(by: "bob") == (0, 0))
    #expect(desk.blobs.used == (Pictures.png.count, 1))
  }

  @Test func `are read in parts, each whole or not at all`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try kept(desk.keep("0123456789"))
    #expect(desk.read(id, from: 0, count: 4) == Array("0123".utf8))
    #expect(desk.read(id, from: 8, count: 2) == Array("89".utf8))
    #expect(desk.read(id, from: 10, count: 0) == [])
    for (offset, count) in [(8, 3), (-1, 2), (0, -1), (11, 0), (0, 11)] {
      #expect(desk.read(id, from: offset, count: count) == nil, "\(offset), \(count)")
    }
  }

  @Test func `are loaded only when they are no larger than wanted`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try kept(desk.keep("0123456789"))
    #expect(desk.load(id, bytesMax: 10) != nil)
    #expect(desk.load(id, bytesMax: 9) == nil)
  }

  @Test func `A blob that does not exist is nil`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try #require(BlobID(String(repeating: "0", count: 64)))
    #expect(desk.blobs.facts(id) == nil)
    #expect(desk.load(id) == nil)
  }

  @Test func `A blob that is neither picture nor text is refused, and leaves nothing`() throws {
    let desk = try RunningBlobs(in: directory)
    #expect(desk.keep("<svg/>") == .refused(.unknownType))
    #expect(directory.files.isEmpty)
    #expect(desk.blobs.used == (0, 0))
  }

  // MARK: - Limits

  @Test func `A blob of the largest size fits, and one byte more is refused`() throws {
    let desk = try RunningBlobs(in: directory) { $0.blobBytesMax = 10 }
    _ = try kept(desk.keep("0123456789"))
    #expect(desk.keep("0123456789a") == .refused(.tooLarge(10)))
  }

  @Test func `fill one owner's share to the byte, and another's is not touched by it`() throws {
    let desk = try RunningBlobs(in: directory) { $0.bytesPerOwnerMax = 10 }
    _ = try kept(desk.keep("0123456"))
    #expect(desk.keep("abcd") == .refused(.ownerBytes(10)))
    _ = try kept(desk.keep("abc"))
    #expect(desk.keep("d") == .refused(.ownerBytes(10)))
    #expect(desk.blobs.used(by: "ann") == (10, 2))
    _ = try kept(desk.keep("d", owner: "bob"))
    // A blob that is kept already costs nothing, also for another owner.
    _ = try kept(desk.keep("d"))
  }

  @Test func `fill one owner's number`() throws {
    let desk = try RunningBlobs(in: directory) { $0.countPerOwnerMax = 2 }
    for text in ["a", "b"] { _ = try kept(desk.keep(text)) }
    #expect(desk.keep("c") == .refused(.ownerCount(2)))
    _ = try kept(desk.keep("c", owner: "bob"))
  }

  @Test func `fill everybody's share to the byte, and their number`() throws {
    let desk = try RunningBlobs(in: directory) { $0.bytesMax = 10 }
    _ = try kept(desk.keep("0123456"))
    #expect(desk.keep("abcd", owner: "bob") == .refused(.full))
    _ = try kept(desk.keep("abc", owner: "bob"))
    #expect(desk.keep("d", owner: "cid") == .refused(.full))
    let other = TestDirectory()
    let few = try RunningBlobs(in: other) { $0.countMax = 1 }
    _ = try kept(few.keep("a"))
    #expect(few.keep("b", owner: "bob") == .refused(.full))
  }

  @Test func `Only as many blobs are kept as fit when several race for the last byte`() throws {
    let desk = try RunningBlobs(in: directory) { $0.bytesPerOwnerMax = 64 }
    let outcomes = Mutex<[Blobs.Outcome]>([])
    let news = DispatchSemaphore(value: 0)
    for writer in 0..<8 {
      Foundation.Thread.detachNewThread {
        for number in 0..<4 {
          desk.blobs.keep(Array("w\(writer)n\(number)....".utf8), owner: "ann", network: nil) { outcome in
            outcomes.withLock { $0.append(outcome) }
            news.signal()
          }
        }
      }
    }
    for _ in 0..<32 { news.wait() }
    let all = outcomes.withLock { $0 }
    #expect(all.count { $0 == .refused(.ownerBytes(64)) } == 24)
    #expect(desk.blobs.used(by: "ann") == (64, 8))
    #expect(directory.files.count == 8)
    desk.blobs.checkInvariants()
  }

  @Test func `may wait, but not without end`() throws {
    // Nobody works at this desk until it is closed.
    var limits = Blobs.Limits()
    (limits.writesWaitingMax, limits.readsWaitingMax) = (2, 0)
    let id = try kept(RunningBlobs(in: directory).keep("a"))
    let blobs = try Blobs(directory: directory.path, limits: limits)
    let outcomes = Mutex<[Blobs.Outcome]>([])
    for text in ["b", "c", "d", "e"] {
      blobs.keep(Array(text.utf8), owner: "ann", network: nil) { outcome in
        outcomes.withLock { $0.append(outcome) }
      }
    }
    #expect(outcomes.withLock { $0 } == [.refused(.busy), .refused(.busy)])
    let told = Mutex<[[UInt8]?]>([])
    blobs.load(id, bytesMax: 10) { bytes in told.withLock { $0.append(bytes) } }
    #expect(told.withLock { $0 } == [nil])
    blobs.end()
    blobs.runWriting()
    #expect(outcomes.withLock { $0.count } == 4)
    #expect(blobs.used == (3, 3), "what waited was kept")
  }

  // MARK: - The disk

  @Test func `survive a restart, with their owners`() throws {
    let id = try kept(RunningBlobs(in: directory).keep(Pictures.gif))
    _ = try kept(RunningBlobs(in: directory).keep("abc", owner: "g_0123"))
    let desk = try RunningBlobs(in: directory) { $0.bytesPerOwnerMax = Pictures.gif.count + 1 }
    #expect(desk.blobs.facts(id) == Blobs.Facts(type: .gif, byteCount: Pictures.gif.count))
    #expect(desk.load(id) == Pictures.gif)
    #expect(desk.blobs.used(by: "ann") == (Pictures.gif.count, 1))
    #expect(desk.blobs.used(by: "g_0123") == (3, 1))
    #expect(desk.keep("ab") == .refused(.ownerBytes(Pictures.gif.count + 1)))
    _ = try kept(desk.keep("a"))
    desk.blobs.checkInvariants()
  }

  @Test func `A half-written blob is gone at the next start, and other files are not`() throws {
    _ = try kept(RunningBlobs(in: directory).keep("abc"))
    let manager = FileManager.default
    let half = directory.path + "/blobs/incoming/7-1"
    #expect(manager.createFile(atPath: half, contents: Data("ab".utf8)))
    let strangers = [
      "blobs/README", "blobs/ba/notes", "blobs/zz", "blobs/ba/\(String(repeating: "0", count: 62)).exe.a",
    ]
    for name in strangers {
      #expect(manager.createFile(atPath: directory.path + "/" + name, contents: Data("?".utf8)))
    }
    let desk = try RunningBlobs(in: directory)
    #expect(desk.blobs.used == (3, 1))
    #expect(!manager.fileExists(atPath: half))
    for name in strangers { #expect(manager.fileExists(atPath: directory.path + "/" + name)) }
  }

  @Test func `A blob that the disk refuses costs nothing, and the next is kept again`() throws {
    let desk = try RunningBlobs(in: directory)
    let blocked = directory.path + "/blobs/ba"  // "abc" belongs into this folder
    #expect(FileManager.default.createFile(atPath: blocked, contents: nil))
    guard case .refused(.disk(let fault)) = desk.keep("abc") else {
      Issue.record("the disk took it")
      return
    }
    #expect(!fault.isEmpty)
    #expect(desk.blobs.used == (0, 0))
    #expect(directory.files == ["blobs/ba"])
    _ = try kept(desk.keep("abcd"))
    try FileManager.default.removeItem(atPath: blocked)
    let id = try kept(desk.keep("abc"))
    #expect(desk.load(id) == Array("abc".utf8))
    desk.blobs.checkInvariants()
  }

  @Test func `A blob whose file is gone or cut is not loaded`() throws {
    let desk = try RunningBlobs(in: directory)
    let id = try kept(desk.keep("abc"))
    let file = directory.path + "/" + (directory.files.first ?? "")
    try Data("ab".utf8).write(to: URL(fileURLWithPath: file))
    #expect(desk.load(id) == nil)
    #expect(desk.read(id, from: 0, count: 2) == Array("ab".utf8))
    try FileManager.default.removeItem(atPath: file)
    #expect(desk.load(id) == nil)
  }

  @Test func `need a folder, and say so with the mend`() {
    #expect {
      _ = try Blobs(directory: directory.path + "/nothing/here")
    } throws: { error in
      "\(error)".contains("--data") && "\(error)".contains("/nothing/here")
    }
  }

  @Test(arguments: ["g_0a", "A9", String(repeating: "x", count: 80)])
  func `have owners whose names are plain`(name: String) {
    #expect(Blobs.isOwner(name))
  }

  @Test(arguments: ["", "a.b", "../a", "a/b", "a b", "é", "a\0", String(repeating: "x", count: 81)])
  func `have no owners with other names`(name: String) {
    #expect(!Blobs.isOwner(name))
  }

  private func kept(_ outcome: Blobs.Outcome) throws -> BlobID {
    guard case .kept(let id, _, _) = outcome else { throw NotKept(outcome: outcome) }
    return id
  }

  private struct NotKept: Error {
    let outcome: Blobs.Outcome
  }
}
