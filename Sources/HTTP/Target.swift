/// What a request asks for: a decoded path, and a query as it was written, which means something at few addresses.
/// Invariant: the path begins with "/", was percent-decoded exactly once, and has no ".", "..", "\"
/// or control in it.
///
///     Target("/t/my%20table?seat=2")      // path "/t/my table", query "seat=2"
///     Target("/a/%2e%2e/secret")          // nil
package struct Target: Sendable, Equatable {
  /// Both in one, since many thousands of connections have room for a request.
  private let text: String
  private let pathBytes: UInt32

  package var path: String {
    text.utf8.count == Int(pathBytes)
      ? text : String(decoding: text.utf8.prefix(Int(pathBytes)), as: UTF8.self)
  }

  /// What follows the first "?", not decoded; empty where there is nothing.
  package var query: String { String(decoding: text.utf8.dropFirst(Int(pathBytes)), as: UTF8.self) }

  /// Takes the origin-form alone (RFC 9112 §3.2.1): we are no proxy, so absolute-form,
  /// authority-form and "*" are refused, and so is whatever could name a file outside of where
  /// paths begin.
  package init?(_ raw: String) {
    let bytes = Array(raw.utf8)
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { return nil }

    let pathEnd = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    guard let decoded = Target.decode(bytes[..<pathEnd]),
      let path = String(validating: decoded, as: UTF8.self),
      !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { return nil }

    text = path + String(decoding: bytes[pathEnd...].dropFirst(), as: UTF8.self)
    pathBytes = UInt32(path.utf8.count)
  }

  /// Decodes once. A slash that was encoded would move the borders between segments, so it is
  /// refused, as are backslashes and controls in either spelling.
  private static func decode(_ path: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count)
    var i = path.startIndex
    while i < path.endIndex {
      var byte = path[i]
      i += 1
      if byte == UInt8(ascii: "%") {
        guard i + 2 <= path.endIndex, let high = hexDigit(path[i]), let low = hexDigit(path[i + 1]) else {
          return nil
        }
        byte = high << 4 | low
        i += 2
        guard byte != UInt8(ascii: "/") else { return nil }
      }
      guard byte >= 0x20, byte != 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      decoded.append(byte)
    }
    return decoded
  }
}
