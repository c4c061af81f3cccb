/// A short name as UTF-8 bytes: written as a literal in code, read from the wire at run time,
/// compared byte by byte.
public struct ByteName: Hashable, Sendable, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  public init(stringLiteral literal: StaticString) {
    bytes = literal.withUTF8Buffer { Array($0) }
  }

  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
