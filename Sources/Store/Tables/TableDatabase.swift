import Glibc
import SQLite

/// The file in which tables are kept, `DIRECTORY/tables.db`: how it is opened, and what lies in it.
///
/// Promise: a connection that may write syncs every commit, which is read back and not assumed; a file of an older
/// format is brought forward, one of a newer format is refused.
enum TableDatabase {
  static let fileName = "tables.db"
  /// What opening takes of the disk at least, in kB: SQLite's index of its log, and a page or two.
  static let roomToStart = 64

  /// Why the file cannot be used, in a sentence with the mend.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter syncs: false loses what was told when power is lost; for measuring what that costs.
  static func open(_ path: String, syncs: Bool) throws -> DatabaseQueue {
    try checkLog(of: path)
    makePrivate(path)
    let queue = try DatabaseQueue(path: path, preparation: "PRAGMA journal_mode = WAL")
    try queue.writeWithoutTransaction { db in
      // Checkpoints are made when nothing waits.
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
      try db.execute(sql: "PRAGMA synchronous = \(syncs ? "FULL" : "OFF")")
      // What is deleted is overwritten: somebody may want nothing of theirs to be left.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode")
      let level = try Int.fetchOne(db, sql: "PRAGMA synchronous")
      guard mode == "wal", level == (syncs ? 2 : 0) else {
        throw Unusable(
          description:
            "\(path) does not sync as it must (journal_mode \(mode ?? "?"), synchronous \(level ?? -1)); "
            + "name a directory on another file system")
      }
    }
    return queue
  }

  /// Refuses a log beside an empty file. SQLite would take it for the log of a deleted file and delete it, even for a
  /// reader; and it may hold everything that was acknowledged.
  ///
  /// - Throws: `StorageFault.corrupt`; nothing was touched.
  static func checkLog(of path: String) throws(StorageFault) {
    guard bytes(of: path) == 0, bytes(of: path + "-wal") > 0 else { return }
    throw .corrupt("\(fileName) is missing or empty, although \(fileName)-wal exists")
  }

  /// 0 where there is no file.
  static func bytes(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Nobody but its owner reads it, whatever the umask is: SQLite gives the files beside it the same permissions.
  private static func makePrivate(_ path: String) {
    // Only one that is not there yet: closing a file of SQLite's would take its locks from this whole process.
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { Glibc.close(file) }
    // For files that older versions made. A process that does not own them leaves them as they are.
    for name in [path, path + "-wal", path + "-shm"] { chmod(name, 0o600) }
  }

  /// A connection for a reader, while another process may write.
  static func openToRead(_ path: String) throws -> DatabaseQueue {
    try checkLog(of: path)
    return try DatabaseQueue(path: path, isReadOnly: true)
  }

  /// The same for a file that is damaged: SQLite then reads also what is shorter than its first page says, or has a
  /// description that it does not understand in full. Nothing can be written all the same.
  static func openDamaged(_ path: String) throws -> DatabaseQueue {
    try DatabaseQueue(path: path, isReadOnly: true, preparation: "PRAGMA writable_schema = ON")
  }

  // MARK: - Formats

  /// Brings the file to the format of this program, all of the way or not at all.
  ///
  /// - Parameter damage: looks whether a file that is to be brought forward is sound.
  /// - Returns: what is wrong with it: then it stays in the format in which it was found.
  static func migrate(_ queue: DatabaseQueue, unless damage: (Database) throws -> String?) throws -> String? {
    try checkFormat(queue)
    let found = try queue.read(formats)
    guard found.count < steps.count else { return nil }
    do {
      if !found.isEmpty, let damage = try queue.read(damage) { return damage }
      try queue.writeWithoutTransaction { try $0.execute(sql: formats) }
      try queue.write { db in
        for (format, sql) in steps where !found.contains(format) {
          try db.execute(sql: sql)
          try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('\(format)')")
        }
      }
      return nil
    } catch {
      guard !found.isEmpty, case .corrupt(let what) = StorageFault(error) else { throw error }
      return what
    }
  }

  /// The same for a file in which nothing lies yet.
  static func begin(_ queue: DatabaseQueue) throws { _ = try migrate(queue) { _ in nil } }

  /// - Throws: a sentence with the mend, when a newer program has written the file.
  static func checkFormat(_ queue: DatabaseQueue) throws {
    guard try queue.read(formats).allSatisfy({ found in steps.contains { $0.format == found } }) else {
      throw Unusable(
        description:
          "the tables were written by a newer baize; start that one, or restore a backup of before")
    }
  }

  /// Every format that the file was brought to; none in a file in which nothing lies yet.
  private static func formats(of db: Database) throws -> [String] {
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations')"
    )
    return isThere ?? false ? try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations") : []
  }

  /// Where formats are noted, under a name that the first programs gave it.
  private static let formats =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
  /// A format that was released never changes. A next one comes behind it.
  private static let steps = [
    (format: "tables-1", sql: first), (format: "tables-2", sql: Sitters.format),
    (format: "tables-3", sql: Persons.format + Reports.format),
    // Records of races and of games that were given up: an older program would take their tables for damaged.
    (format: "tables-4", sql: "PRAGMA user_version = 4"),
    // The same of games that were given up and taken up again.
    (format: "tables-5", sql: "PRAGMA user_version = 5"),
  ]
  private static let first = """
    CREATE TABLE about (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
      id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, network INTEGER,
      openedAt INTEGER NOT NULL, usedAt INTEGER NOT NULL
    );
    CREATE INDEX tablesByOwner ON tables (owner);
    CREATE INDEX tablesByNetwork ON tables (network) WHERE network IS NOT NULL;
    CREATE INDEX tablesByUse ON tables (usedAt);
    CREATE TABLE records (
      tableID INTEGER NOT NULL, sequence INTEGER NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL,
      guest TEXT, visit TEXT, c INTEGER, body BLOB NOT NULL, chain BLOB NOT NULL,
      PRIMARY KEY (tableID, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE bases (
      tableID INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, version INTEGER NOT NULL,
      body BLOB NOT NULL, chain BLOB NOT NULL, checksum BLOB NOT NULL
    );
    INSERT INTO about VALUES ('generation', randomblob(4)), ('secret', randomblob(16));
    """
}

extension StorageFault {
  var isCorrupt: Bool { if case .corrupt = self { true } else { false } }

  /// What SQLite said, sorted by what can be done about it.
  init(_ error: any Error) {
    switch error {
    case let fault as StorageFault: self = fault
    case let error as SQLiteError:
      switch error.code {
      case .corrupt, .notADatabase: self = .corrupt(error.message)
      default: self = .disk(error.message)
      }
    case is Mistyped: self = .damaged("a value is not of the kind that was written")
    default: self = .disk("\(error)")
    }
  }
}
