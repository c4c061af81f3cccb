/// A value as SQLite keeps it. Text is kept as its bytes, which need not be UTF-8 in a file that is damaged.
package enum DatabaseValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// A type whose values are written to a column, and read from it.
package protocol DatabaseConvertible {
  var databaseValue: DatabaseValue { get }

  /// nil for a value of another kind.
  init?(_ value: DatabaseValue)
}

extension DatabaseValue: DatabaseConvertible {
  package var databaseValue: DatabaseValue { self }

  package init?(_ value: DatabaseValue) { self = value }
}

extension Int64: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .integer(self) }

  package init?(_ value: DatabaseValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .integer(Int64(self)) }

  package init?(_ value: DatabaseValue) {
    guard let number = Int64(value) else { return nil }
    self = Int(number)
  }
}

extension Bool: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

  package init?(_ value: DatabaseValue) {
    guard let number = Int64(value) else { return nil }
    self = number != 0
  }
}

extension String: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .text(Array(utf8)) }

  /// Bytes that are not UTF-8 are replaced, so that what is damaged can be named.
  package init?(_ value: DatabaseValue) {
    guard case .text(let bytes) = value else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8]: DatabaseConvertible {
  package var databaseValue: DatabaseValue { .blob(self) }

  package init?(_ value: DatabaseValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension Optional: DatabaseConvertible where Wrapped: DatabaseConvertible {
  package var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

  package init?(_ value: DatabaseValue) {
    if value == .null {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = .some(wrapped)
    }
  }
}
