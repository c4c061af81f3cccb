import Foundation
import GRDB

/// Looks through everything that a data directory holds of tables, and changes nothing.
package struct DirectoryCheck {
  package struct Report: Sendable {
    package var tables = 0
    package var records = 0
    package var bases = 0
    /// What is wrong, one sentence each; pages first, then tables.
    package var problems: [String] = []
    /// Tables whose records are not to be trusted.
    package var damaged: [String] = []
    /// Tables whose records are whole and lead there, and whose base does not.
    package var withoutBase: [String] = []
  }

  package let directory: String
  private let queue: DatabaseQueue

  /// - Throws: a sentence with the mend.
  package init(_ directory: String) throws(SQLiteTables.Unusable) {
    self.directory = directory
    do {
      let path = directory + "/" + TableDatabase.fileName
      guard FileManager.default.fileExists(atPath: path) else {
        throw TableDatabase.Unusable(description: "there are no tables in \(directory)")
      }
      queue = try TableDatabase.openToRead(path)
    } catch {
      throw SQLiteTables.Unusable(error, directory, to: .read)
    }
  }

  /// - Parameter each: shown every table that is whole; what it answers is wrong with it all the same.
  package func report(_ each: (StoredTable) -> String?) -> Report {
    var report = Report()
    report.problems += pages()
    for (room, id) in rooms(&report) {
      report.tables += 1
      do {
        try queue.read { db in
          var reading = RecordReading(of: room, id: id, in: db)
          while try reading.next() != nil { report.records += 1 }
          guard let stored = try StoredTable(room, answeredMax: 0, in: db) else { return }
          let has = "SELECT EXISTS (SELECT 1 FROM bases WHERE tableID = ?)"
          let hasBase = try Bool.fetchOne(db, sql: has, arguments: [id]) ?? false
          if hasBase { report.bases += 1 }
          let why = each(stored)
          if let why, !hasBase || stored.base == nil { throw StorageFault.damaged("\(room): \(why)") }
          guard why != nil || hasBase && stored.base == nil else { return }
          // The records alone are what a server falls back to.
          if let whole = try StoredTable(room, usesBase: false, answeredMax: 0, in: db), let why = each(whole)
          {
            throw StorageFault.damaged("\(room): \(why)")
          }
          report.withoutBase.append(room)
          report.problems.append(
            "\(room)'s base cannot be used; its records are whole, and a server plays it through from the first"
          )
        }
      } catch {
        report.damaged.append(room)
        report.problems.append("\(StorageFault(error))")
      }
    }
    return report
  }

  /// What SQLite itself finds, at most twenty sentences.
  private func pages() -> [String] {
    do {
      let found = try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }
      return found == ["ok"] ? [] : found
    } catch {
      return ["\(StorageFault(error))"]
    }
  }

  private func rooms(_ report: inout Report) -> [(String, Int64)] {
    do {
      let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT room, id FROM tables ORDER BY id") }
      return try rows.compactMap { row in
        let id = try row.decode(Int64.self, atIndex: 1)
        if let room = try? row.decode(String.self, atIndex: 0) { return (room, id) }
        report.problems.append("the name of table \(id) is not as it was written")
        return nil
      }
    } catch {
      report.problems.append("\(StorageFault(error))")
      return []
    }
  }

  // MARK: - Salvage

  package struct Salvaged: Sendable {
    package var tables = 0
    package var records = 0
    /// Tables of which not everything could be read, and up to which record they were.
    package var cut: [(room: String, records: Int)] = []
  }

  /// Copies what is readable into another directory: of each table all records up to the first that cannot be trusted.
  ///
  /// - Throws: a sentence; the other directory must hold no tables.
  package func salvage(to other: String) throws(SQLiteTables.Unusable) -> Salvaged {
    var salvaged = Salvaged()
    do {
      try CopiedFiles.makeFolders(other)
      guard !FileManager.default.fileExists(atPath: other + "/" + TableDatabase.fileName) else {
        throw TableDatabase.Unusable(
          description: "there are tables in \(other) already; name an empty directory")
      }
      var nothing = SQLiteTables.Limits()
      (nothing.tablesMax, nothing.bytesMax) = (.max, .max)
      let copy = try SQLiteTables(directory: other, limits: nothing)
      for (room, id, network) in try tablesThatCanBeRead() {
        var batch = Batch()
        do {
          try queue.read { db in
            var reading = RecordReading(of: room, id: id, in: db)
            while var record = try reading.next() {
              record.network = record.sequence == 1 ? network.map { UInt64(bitPattern: $0) } : nil
              batch.records.append(record)
            }
          }
        } catch {
          salvaged.cut.append((room, batch.records.count))
        }
        guard !batch.isEmpty else { continue }
        try copy.commit(batch)
        salvaged.tables += 1
        salvaged.records += batch.records.count
      }
      try copy.finish()
    } catch {
      throw SQLiteTables.Unusable(error, other, to: .copy)
    }
    return salvaged
  }

  /// By identifier, one after the other, so that a page that cannot be read costs only its own.
  private func tablesThatCanBeRead() throws -> [(String, Int64, Int64?)] {
    var found: [(String, Int64, Int64?)] = []
    let (first, last) = try queue.read { db in
      (
        try Int64.fetchOne(db, sql: "SELECT min(id) FROM tables") ?? 0,
        try Int64.fetchOne(db, sql: "SELECT max(id) FROM tables") ?? -1
      )
    }
    guard first <= last else { return [] }
    for id in first...last {
      let row = try? queue.read { db in
        try Row.fetchOne(db, sql: "SELECT room, network FROM tables WHERE id = ?", arguments: [id])
      }
      if let row, let room = try? row.decode(String.self, atIndex: 0) {
        found.append((room, id, try? row.decode(atIndex: 1)))
      }
    }
    return found
  }
}
