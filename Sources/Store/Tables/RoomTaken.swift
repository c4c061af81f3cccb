import SQLite

/// What the tables take of the room that they are given, measured now and then: after so many commits or bytes. Between
/// two measurements they may grow by a few hundredths.
struct RoomTaken: Sendable {
  /// In the file.
  private let fileBytes: Int
  /// What counts of the log beside it.
  private let logBytes: Int
  private var commits = 0
  private var bytesWritten = 0

  private static let commitsMax = 100
  /// What a record takes beside its body, at least.
  private static let recordBytes = 128

  var bytes: Int { fileBytes + logBytes }
  var countsLog: Bool { logBytes > 0 }

  /// No more tables are opened.
  func isFull(of bytesMax: Int) -> Bool { bytes >= bytesMax }
  /// Those that there are do not grow any more either: a tenth more than may be is theirs, so that play does not end
  /// with the last table that was opened.
  func isBeyond(_ bytesMax: Int) -> Bool { bytes - bytesMax > bytesMax / 10 }

  /// Called for each batch before it is committed.
  ///
  /// - Returns: whether it is time to measure.
  mutating func isDue(with batch: Batch, of bytesMax: Int) -> Bool {
    commits += 1
    for record in batch.records { bytesWritten += record.bytes.count + Self.recordBytes }
    for base in batch.bases { bytesWritten += base.bytes.count }
    return commits >= Self.commitsMax || bytesWritten >= bytesMax / 100 || !batch.deleted.isEmpty
  }

  /// - Parameter logBytes: what counts of the log; 0 at a start, which moves it into the file.
  init(of db: Database, logBytes: Int = 0) throws {
    // What is used of the file: pages that are free are filled before it grows.
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    fileBytes = (pages - free) * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    self.logBytes = logBytes
  }
}
