/// How a connection can be told what a room tells to many (docs/PROTOCOL.md, "Compression").
package enum Encoding: UInt8, Sendable, CaseIterable {
  /// As it is.
  case plain
  /// Compressed, each message by itself.
  case alone
  /// Compressed, each message against those before it, which all who are told so have.
  case shared
}
