import Dispatch

/// A connection to a file that many threads use, one after the other.
package final class DatabaseQueue: Sendable {
  // Used on the queue alone.
  private nonisolated(unsafe) let database: Database
  private let queue = DispatchQueue(label: "sqlite")

  /// - Parameters:
  ///   - isReadOnly: false: a file that is not there is made.
  ///   - preparation: statements to carry out before anything is read, once.
  /// - Throws: also for a file that is no database.
  package init(path: String, isReadOnly: Bool = false, preparation: String = "") throws(SQLiteError) {
    database = try Database(path, isReadOnly: isReadOnly, preparation: preparation)
  }

  /// Reads in one transaction. It throws also when the transaction cannot be ended, though the body ran.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.sync { try database.inTransaction(.deferred, body) }
  }

  /// Changes in one transaction: all of it holds, or nothing.
  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.sync { try database.inTransaction(.immediate, body) }
  }

  package func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    try queue.sync { try body(database) }
  }

  /// Returns at once; the body runs on a thread of the queue's.
  package func asyncWriteWithoutTransaction(_ body: @escaping @Sendable (Database) -> Void) {
    queue.async { body(self.database) }
  }

  /// Copies all of it into another file, which it may be read from meanwhile.
  package func backup(to other: DatabaseQueue) throws {
    try queue.sync { try other.queue.sync { try database.backUp(to: other.database) } }
  }

  /// Waits for what was begun. The connection is not to be used after it.
  package func close() throws {
    try queue.sync { try database.close() }
  }
}
