import Foundation
import SQLite
import TestChecks
import TestDice
import Testing

@testable import Store

@Suite struct `The log as SQLite writes it` {
  /// Pages of 512 bytes, so that all of it can be tried.
  private static let pageBytes = 512
  private static let frameBytes = 24 + pageBytes

  /// What a log held after some commits.
  private struct Written {
    var bytes: [UInt8]
    /// Frames up to the end of each commit.
    var ends: [Int] = []
  }

  /// Commits of one frame and of many.
  ///
  /// - Parameter earlier: so many went before, were moved into the file, and lie behind or below those of now.
  private func written(commits: Int, earlier: Int = 0) throws -> Written {
    let folder = TemporaryFolder()
    let queue = try DatabaseQueue(
      path: folder.path + "/tables.db",
      preparation: "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try queue.write { try $0.execute(sql: "CREATE TABLE t (n INTEGER PRIMARY KEY, body BLOB)") }
    func commit(_ number: Int) throws {
      try queue.write {
        try $0.execute(
          sql: "INSERT INTO t (body) VALUES (?)",
          arguments: [[UInt8](repeating: 0, count: 90 + number % 3 * 900)])
      }
    }
    func checkpoint(_ kind: String) throws -> Int {
      let row = try queue.writeWithoutTransaction {
        try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(\(kind))")
      }
      return try #require(row).decode(atIndex: 1)
    }
    for number in 0..<earlier { try commit(number) }
    if earlier > 0 { _ = try checkpoint("RESTART") }
    // A reader holds on to what the file is, so that nothing is moved all the way and the log is not begun anew.
    let reader = try HeldRead(of: folder.path + "/tables.db")
    defer { try? reader.close() }
    var written = Written(bytes: [])
    for number in 0..<commits {
      try commit(number)
      written.ends.append(try checkpoint("PASSIVE"))
    }
    written.bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/tables.db-wal")))
    return written
  }

  private func scan(_ bytes: [UInt8]) -> LogScan? {
    bytes.withUnsafeBytes { bytes in
      var scan = LogScan(bytes)
      var offset = LogHeader.byteCount
      while let frameBytes = scan?.header.frameBytes, offset + frameBytes <= bytes.count {
        scan?.read(LogFrame(bytes: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + frameBytes])))
        offset += frameBytes
      }
      return scan
    }
  }

  /// All of the heads, and one byte in so many of the pages.
  private func isTried(_ place: Int) -> Bool { (place - 32) % Self.frameBytes < 24 || place % 13 == 0 }
  private func offset(_ frame: Int) -> Int { 32 + (frame - 1) * Self.frameBytes }

  @Test func `is read to its end`() throws {
    let log = try written(commits: 6)
    let found = try #require(scan(log.bytes))
    #expect(found.end == log.ends.last && found.damage == nil && !found.hasRemains)
    #expect(log.ends.count == 6 && log.ends[0] >= 1 && found.end > 8)
  }

  @Test func `is damaged where one bit is flipped and a later commit lies behind it`() throws {
    let log = try written(commits: 5)
    let last = log.ends[3]
    for place in 0..<offset(last + 1) where isTried(place) {
      for bit in 0..<8 {
        var bytes = log.bytes
        bytes[place] ^= 1 << bit
        let found = try #require(scan(bytes))
        if place < 32 {
          #expect(found.damage == .header, "byte \(place), bit \(bit)")
        } else {
          let frame = (place - 32) / Self.frameBytes + 1
          #expect(found.damage == .frame(frame), "byte \(place), bit \(bit)")
          #expect(found.end < frame)
        }
      }
    }
  }

  @Test func `has lost no acknowledged record where one bit of its last commit is flipped`() throws {
    let log = try written(commits: 6)
    let last = log.ends[4]
    #expect(log.ends[5] - last > 2)
    for place in offset(last + 1)..<offset(log.ends[5] + 1) where isTried(place) {
      for bit in 0..<8 {
        var bytes = log.bytes
        bytes[place] ^= 1 << bit
        let found = try #require(scan(bytes))
        #expect(
          found.damage == nil && found.end == last && found.hasRemains,
          "\(found.damage as Any), \(found.end) of \(log.ends), byte \(place), bit \(bit)")
      }
    }
  }

  @Test func `may end anywhere`() throws {
    let log = try written(commits: 5)
    for size in 0...log.bytes.count where size < 60 || isTried(size) {
      let found = scan(Array(log.bytes[..<size]))
      #expect(found?.damage == nil)
      let whole = log.ends.last { offset($0 + 1) <= size } ?? 0
      // Before the first that is listed lies the one that made the table.
      #expect(found?.end ?? 0 == whole || whole == 0 && found?.end ?? 0 < log.ends[0])
    }
  }

  /// Sectors of a commit that power cut off are new or as they were: of the log of before, or nothing.
  @Test(arguments: [0, 3, 9, 20]) func `may lack any sectors of its last commit`(earlier: Int) throws {
    var dice = Dice(seed: UInt64(earlier + 1))
    let log = try written(commits: 6, earlier: earlier)
    let old = try written(commits: 12)  // other salts, the same shape
    let (first, end) = (offset(log.ends[4] + 1), offset(log.ends[5] + 1))
    for round in 0..<2_000 {
      var bytes = log.bytes
      let late = Double.random(in: 0...1, using: &dice)
      for sector in stride(from: first / 512 * 512, to: end, by: 512)
      where Double.random(in: 0...1, using: &dice) < late {
        for place in max(first, sector)..<min(end, sector + 512) {
          bytes[place] = round % 2 == 0 && place < old.bytes.count ? old.bytes[place] : 0
        }
      }
      let found = try #require(scan(bytes))
      #expect(found.damage == nil && found.end >= log.ends[4], "round \(round)")
    }
  }

  @Test func `may hold anything where its last commit should lie`() throws {
    var dice = Dice(seed: 7)
    let log = try written(commits: 6)
    for _ in 0..<2_000 {
      var bytes = log.bytes
      for frame in log.ends[4] + 1...log.ends[5] where Bool.random(using: &dice) {
        for place in offset(frame)..<offset(frame + 1) { bytes[place] = .random(in: 0...255, using: &dice) }
      }
      #expect(scan(bytes)?.damage == nil)
    }
  }

  @Test func `may be begun anew over a longer one`() throws {
    let log = try written(commits: 3, earlier: 25)
    let found = try #require(scan(log.bytes))
    #expect(log.bytes.count > offset(log.ends[2] + 1) + 10 * Self.frameBytes)
    #expect(found.end == log.ends[2] && found.damage == nil && !found.hasRemains)
    // And what lies of the one before may be anything, too.
    for place in stride(from: offset(log.ends[2] + 1), to: log.bytes.count, by: 97) {
      var bytes = log.bytes
      bytes[place] ^= 1
      #expect(scan(bytes)?.damage == nil)
    }
  }

  /// Whole pages, not bits: a frame that is anything, with a whole commit behind the one that it is part of.
  @Test func `is damaged where a frame is anything, and whole commits lie behind it`() throws {
    var dice = Dice(seed: 3)
    let log = try written(commits: 8)
    for frame in 1...log.ends[5] {
      var bytes = log.bytes
      for place in offset(frame)..<offset(frame + 1) { bytes[place] = .random(in: 0...255, using: &dice) }
      #expect(scan(bytes)?.damage == .frame(frame))
      for place in offset(frame)..<offset(frame + 1) { bytes[place] = 0 }
      #expect(scan(bytes)?.damage == .frame(frame))
    }
    var bytes = log.bytes
    for place in 0..<32 { bytes[place] = 0 }
    // Pages of this test are not of the usual size, which is what is taken for them where the header is lost.
    #expect(scan(bytes)?.damage == nil)
  }

  @Test func `tells which bit of it is another`() {
    var dice = Dice(seed: 5)
    let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &dice) }
    for isBigEndian in [false, true] {
      for offset in bytes.indices {
        for bit in 0..<8 {
          var flipped = bytes
          flipped[offset] ^= 1 << bit
          bytes.withUnsafeBytes { whole in
            flipped.withUnsafeBytes { other in
              let end = LogChecksum().adding(whole, isBigEndian: isBigEndian)
              let pieces = [
                UnsafeRawBufferPointer(rebasing: other[..<8]), UnsafeRawBufferPointer(rebasing: other[8...]),
              ]
              let found = LogChecksum.flipped(
                in: pieces, from: LogChecksum(), to: end, isBigEndian: isBigEndian)
              #expect(found.contains(Bit(offset: offset, mask: 1 << bit)))
            }
          }
        }
      }
    }
  }

  @Test func `The invariants find that SQLite reads further than frames are whole`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let begun = [UInt8](repeating: 0, count: LogHeader.byteCount + LogFrame.headBytes)
      guard var scan = begun.withUnsafeBytes({ LogScan($0) }) else { return }
      scan.checkInvariants()
      scan.end = 1
      scan.checkInvariants()
    }
    expectFailedCheck("what SQLite reads is whole", of: end)
  }
}
