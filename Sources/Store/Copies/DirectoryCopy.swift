import Foundation
import SQLite

/// Copies of a data directory, taken while a server writes to it, and the way back.
///
/// Promise: a copy is the directory as it was at one moment; what was told before that moment is in it. Blobs are
/// copied after the tables, so whatever the tables name is there. A copy that was told as made is there after a loss of
/// power, and nobody but its owner reads it.
package enum DirectoryCopy {
  package struct Made: Sendable {
    package var tables = 0
    package var bytes = 0
    package var blobs = 0
    /// People in it who were erased since, and will be again.
    package var erased = 0
  }

  private static let blobs = "blobs"

  /// - Parameter other: a directory that is not there yet, or is empty.
  /// - Throws: a sentence with the mend; what was begun is taken away again.
  package static func backUp(_ directory: String, to other: String) throws(SQLiteTables.Unusable) -> Made {
    try copy(directory, to: other)
  }

  /// Restores a copy: it becomes a data directory of its own, and clients that return to it learn that time was lost.
  ///
  /// - Parameter erased: everybody who was erased since the copy was made.
  package static func restore(
    _ copied: String, to directory: String, without erased: ErasedList
  ) throws(SQLiteTables.Unusable) -> Made {
    try copy(copied, to: directory, restoringWithout: erased)
  }

  private static func copy(
    _ from: String, to other: String, restoringWithout erased: ErasedList? = nil
  ) throws(SQLiteTables.Unusable) -> Made {
    let files = FileManager.default
    let wasThere = files.fileExists(atPath: other)
    var isBegun = false
    do {
      let source = from + "/" + TableDatabase.fileName
      let look = try LogLook.atTables(in: from)
      try CopiedFiles.makeFolders(other)
      // Hidden files are somebody's as well; what is no folder is told as `CopiedFiles` tells it.
      guard try CopiedFiles.names(in: other).isEmpty, try files.contentsOfDirectory(atPath: other).isEmpty
      else {
        throw TableDatabase.Unusable(
          description: "\(other) is not empty; name a directory that is not there yet")
      }
      if let damage = look.damage { throw StorageFault.corrupt(damage) }
      isBegun = true
      var made = Made()
      try copyTables(source, to: other + "/" + TableDatabase.fileName, without: erased, &made)
      made.blobs = try copyBlobs(from + "/" + blobs, to: other + "/" + blobs)
      try BlobFolder.sync(folder: other)
      try BlobFolder.sync(folder: other + "/..")
      return made
    } catch {
      if isBegun { takeAway(other, wasThere: wasThere) }
      throw unusable(error, from, other)
    }
  }

  /// What this run has made, and nothing else.
  private static func takeAway(_ other: String, wasThere: Bool) {
    let tables = ["", "-wal", "-shm", "-journal"].map { TableDatabase.fileName + $0 }
    for name in tables + [blobs] { try? FileManager.default.removeItem(atPath: other + "/" + name) }
    // Only a folder that is empty goes.
    if !wasThere { rmdir(other) }
  }

  /// Damage is in what is copied, all else in where it is copied to.
  private static func unusable(_ error: any Error, _ from: String, _ other: String) -> SQLiteTables.Unusable {
    let fault = SQLiteTables.Unusable(error, from, to: .copy)
    return fault.isDamage ? fault : SQLiteTables.Unusable(error, other, to: .copy)
  }

  private static func copyTables(
    _ source: String, to target: String, without erased: ErasedList?, _ made: inout Made
  ) throws {
    let reader = try TableDatabase.openToRead(source)
    let writer = try TableDatabase.open(target, syncs: true)
    try reader.backup(to: writer)
    if let erased, !erased.hashes.isEmpty {
      try TableDatabase.begin(writer)
      made.erased = try writer.write { db in
        try Persons.mark(
          erased, at: Int64(Date().timeIntervalSince1970 * 1000), beside: owners(ofBlobsBeside: source),
          in: db)
      }
    }
    let counts = try writer.writeWithoutTransaction { db in
      let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
      guard found == "ok" else { throw StorageFault.corrupt(found ?? "no answer") }
      if erased != nil {
        try db.execute(sql: "UPDATE about SET value = randomblob(4) WHERE key = 'generation'")
      }
      _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM tables") ?? 0,
        (try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0)
          * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
      )
    }
    try writer.close()
    try CopiedFiles.sync(target)
    made.tables = counts.0
    made.bytes = counts.1
  }

  private static func owners(ofBlobsBeside tables: String) throws -> Set<String> {
    let root = tables.dropLast(TableDatabase.fileName.utf8.count) + blobs
    guard FileManager.default.fileExists(atPath: String(root)) else { return [] }
    var owners: Set<String> = []
    for folder in try CopiedFiles.names(in: String(root)) where folder.utf8.count == 2 {
      for name in try CopiedFiles.names(in: "\(root)/\(folder)") {
        if let file = BlobFileName(name, in: folder) { owners.insert(file.entry(byteCount: 0).owner) }
      }
    }
    return owners
  }

  /// Blobs never change, and a file under its final name is whole.
  private static func copyBlobs(_ from: String, to other: String) throws -> Int {
    var count = 0
    guard FileManager.default.fileExists(atPath: from) else { return 0 }
    try CopiedFiles.makeFolders(other)
    for folder in try CopiedFiles.names(in: from) where folder.utf8.count == 2 {
      try BlobFolder.makeFolder(other + "/" + folder)
      for name in try CopiedFiles.names(in: from + "/" + folder) {
        do throws(BlobFolder.Fault) {
          try CopiedFiles.copy("\(from)/\(folder)/\(name)", to: "\(other)/\(folder)/\(name)")
          count += 1
        } catch {
          // Nobody used it any more, and the server took it away.
          guard error.code == ENOENT else { throw error }
        }
      }
      try BlobFolder.sync(folder: other + "/" + folder)
    }
    try BlobFolder.sync(folder: other)
    return count
  }
}
