/// One member of `Sec-WebSocket-Extensions` (RFC 6455 §9.1): an extension that is offered or chosen.
///
///     permessage-deflate; client_max_window_bits; server_max_window_bits="12", permessage-deflate
///     ╰── name ────────╯  ╰── parameter ───────╯  ╰── parameter, quoted ───╯   ╰── next clause ─╯
struct ExtensionClause: Sendable, Equatable {
  struct Parameter: Sendable, Equatable {
    let name: String
    /// Without its quotes; nil when the name stands alone.
    let value: String?
  }

  let name: String
  let parameters: [Parameter]

  /// Reads the lines of the header, each of which is a list.
  ///
  /// - Returns: nil when a line is no list of extensions, after which RFC 6455 §9.1 wants the connection
  ///   failed. Empty members of a list count as nothing, as in every list of HTTP.
  static func read(_ lines: [String]) -> [ExtensionClause]? {
    var clauses: [ExtensionClause] = []
    for line in lines {
      var reader = ExtensionReader(line)
      guard reader.readList(into: &clauses) else { return nil }
    }
    return clauses
  }
}

/// A position in one line. Invariant: 0 ≤ at ≤ bytes.count, and it only grows, so a line costs time linear in
/// its length.
private struct ExtensionReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ line: String) { bytes = Array(line.utf8) }

  mutating func readList(into clauses: inout [ExtensionClause]) -> Bool {
    repeat {
      skipSpace()
      if isAtEnd || bytes[at] == UInt8(ascii: ",") { continue }
      guard let clause = readClause() else { return false }
      clauses.append(clause)
    } while skip(",")
    return isAtEnd
  }

  private mutating func readClause() -> ExtensionClause? {
    guard let name = readToken() else { return nil }
    var parameters: [ExtensionClause.Parameter] = []
    while skip(";") {
      guard let name = readToken() else { return nil }
      var value: String?
      if skip("=") {
        value = !isAtEnd && bytes[at] == UInt8(ascii: "\"") ? readQuoted() : readToken()
        guard value != nil else { return nil }
      }
      parameters.append(ExtensionClause.Parameter(name: name, value: value))
    }
    return ExtensionClause(name: name, parameters: parameters)
  }

  private mutating func readToken() -> String? {
    let start = at
    while !isAtEnd, ExtensionReader.isToken(bytes[at]) { at += 1 }
    guard at > start else { return nil }
    defer { skipSpace() }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// What is quoted is a token all the same, once its backslashes are taken away (RFC 6455 §9.1).
  private mutating func readQuoted() -> String? {
    at += 1
    var value: [UInt8] = []
    while !isAtEnd, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { at += 1 }
      guard !isAtEnd, ExtensionReader.isToken(bytes[at]) else { return nil }
      value.append(bytes[at])
      at += 1
    }
    guard !isAtEnd, !value.isEmpty else { return nil }
    at += 1
    skipSpace()
    return String(decoding: value, as: UTF8.self)
  }

  private var isAtEnd: Bool { at == bytes.count }

  /// The sign, if it is next, and the space after it.
  private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[at] == UInt8(ascii: sign) else { return false }
    at += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while !isAtEnd, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
  }

  /// A byte that is neither a control nor a separator (RFC 2616 §2.2, which RFC 6455 refers to).
  private static func isToken(_ byte: UInt8) -> Bool {
    guard byte > 0x20, byte < 0x7F else { return false }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\\"), UInt8(ascii: "\""),
      UInt8(ascii: "/"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "?"), UInt8(ascii: "="),
      UInt8(ascii: "{"), UInt8(ascii: "}"):
      return false
    default: return true
    }
  }
}
