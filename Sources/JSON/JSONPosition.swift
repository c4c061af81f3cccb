/// A place in JSON text as an editor shows it. Both count from 1.
package struct JSONPosition: Hashable, Sendable {
  package let line: Int
  /// In characters: Unicode scalars, a tab as one.
  package let column: Int

  /// - Parameter offset: in bytes, from the start of the text or beyond its end.
  /// - Complexity: O(offset).
  package init(of offset: Int, in text: [UInt8]) {
    var line = 1
    var column = 1
    let before = text[..<min(max(offset, 0), text.count)]
    for (index, byte) in before.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // The carriage return of a pair ends no line of its own.
        let isPair =
          byte == UInt8(ascii: "\r") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
        if isPair { continue }
        line += 1
        column = 1
      // What follows the first byte of a character.
      case 0x80...0xBF: break
      default: column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
