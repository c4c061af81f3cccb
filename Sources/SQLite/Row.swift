/// A row that was read: a copy, which stays when its statement goes on.
package struct Row: Sendable {
  package let values: [DatabaseValue]

  init(_ values: [DatabaseValue]) { self.values = values }

  /// - Throws: `Mistyped` for a value of another kind.
  package func decode<Value: DatabaseConvertible>(
    _ type: Value.Type = Value.self, atIndex index: Int
  ) throws(Mistyped) -> Value {
    guard let value = Value(values[index]) else { throw Mistyped() }
    return value
  }
}

/// Rows one after the other, as they are asked for.
package struct RowCursor {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// nil behind the last one.
  package func next() throws(SQLiteError) -> Row? { try statement.step() }
}

extension Row {
  package static func fetchCursor(
    _ db: Database, sql: String, arguments: [any DatabaseConvertible] = []
  ) throws(SQLiteError) -> RowCursor {
    let statement = try db.statement(sql)
    try statement.bind(arguments)
    return RowCursor(statement)
  }

  package static func fetchAll(
    _ db: Database, sql: String, arguments: [any DatabaseConvertible] = []
  ) throws(SQLiteError) -> [Row] {
    let cursor = try fetchCursor(db, sql: sql, arguments: arguments)
    var rows: [Row] = []
    while let row = try cursor.next() { rows.append(row) }
    return rows
  }

  package static func fetchOne(
    _ db: Database, sql: String, arguments: [any DatabaseConvertible] = []
  ) throws(SQLiteError) -> Row? {
    try fetchOne(db.statement(sql), arguments: arguments)
  }

  package static func fetchOne(
    _ statement: Statement, arguments: [any DatabaseConvertible] = []
  ) throws(SQLiteError) -> Row? {
    try statement.bind(arguments)
    defer { statement.end() }
    return try statement.step()
  }
}

extension DatabaseConvertible {
  /// The first column of the first row; nil where there is no row, or it is NULL.
  package static func fetchOne(
    _ db: Database, sql: String, arguments: [any DatabaseConvertible] = []
  ) throws -> Self? {
    try Row.fetchOne(db, sql: sql, arguments: arguments).flatMap { try $0.decode(Self?.self, atIndex: 0) }
  }

  /// The first column of all rows.
  package static func fetchAll(
    _ db: Database, sql: String, arguments: [any DatabaseConvertible] = []
  ) throws -> [Self] {
    try Row.fetchAll(db, sql: sql, arguments: arguments).map { try $0.decode(atIndex: 0) }
  }
}
