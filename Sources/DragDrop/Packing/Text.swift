/// Text as UTF-8 bytes: written as a literal in code, read from the wire at run time, compared byte
/// by byte. Promise: no Unicode tables are needed for it, so it works in a module for the browser.
///
///     let label: Text = "Basket, drop zone, \(3) fruits"
public struct Text: Hashable, Sendable {
  /// In UTF-8. The caller answers for their being well formed.
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Bytes from outside; `nil` unless they are UTF-8.
  public init?(validating bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    self.bytes = bytes
  }

  public init(_ string: String) {
    bytes = Array(string.utf8)
  }

  public init(_ literal: StaticString) {
    bytes = literal.withUTF8Buffer { Array($0) }
  }

  public var isEmpty: Bool { bytes.isEmpty }

  /// For logs and tests; broken UTF-8 is repaired.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Text: ExpressibleByStringInterpolation {
  public init(stringLiteral literal: StaticString) {
    self.init(literal)
  }

  public init(stringInterpolation parts: StringInterpolation) {
    bytes = parts.bytes
  }

  /// Takes other texts, strings and whole numbers between the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    public mutating func appendInterpolation(_ text: Text) {
      bytes.append(contentsOf: text.bytes)
    }

    public mutating func appendInterpolation(_ text: String) {
      bytes.append(contentsOf: text.utf8)
    }

    /// In decimal digits.
    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      var digits: [UInt8] = []
      var left = number.magnitude
      repeat {
        digits.append(48 + UInt8(truncatingIfNeeded: left % 10))
        left /= 10
      } while left > 0
      if number < 0 { digits.append(45) }
      bytes.append(contentsOf: digits.reversed())
    }
  }
}
