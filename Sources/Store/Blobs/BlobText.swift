import Bytes

/// Tells text from everything else: valid UTF-8 without controls, and not the beginning of a document that some
/// program would run.
enum BlobText {
  static func type(of bytes: UnsafeRawBufferPointer) -> BlobType? {
    guard UTF8Validator.isValid(bytes), !hasControls(bytes) else { return nil }
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while let first = text.first, isSpace(first) { text.removeFirst() }
    guard !text.isEmpty, !isMarkup(text), !text.starts(with: "%PDF-".utf8), !text.starts(with: "%!PS".utf8),
      !text.starts(with: "{\\rtf".utf8)
    else { return nil }
    return isVCard(text) ? .vcard : .text
  }

  /// C0 but tab and line ends, DEL, and C1, which UTF-8 writes as C2 80…C2 9F.
  private static func hasControls(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var before: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D { return true }
      if byte == 0x7F || before == 0xC2 && byte < 0xA0 { return true }
      before = byte
    }
    return false
  }

  /// "<" before a letter, "!", "?" or "/" begins HTML, XML or SVG, whichever follows; "<3" is a heart.
  private static func isMarkup(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    switch next {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "!"),
      UInt8(ascii: "?"), UInt8(ascii: "/"):
      return true
    default: return false
    }
  }

  /// BEGIN:VCARD on a line of its own at the start, END:VCARD as the last line (RFC 6350 §6.1), in any case.
  private static func isVCard(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = text
    guard skip("begin:vcard", from: &rest), let next = rest.first, next == 0x0A || next == 0x0D else {
      return false
    }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    var end = rest.suffix(10)
    return skip("\nend:vcard", from: &end) || skip("\rend:vcard", from: &end)
  }

  private static func skip(_ word: StaticString, from text: inout Slice<UnsafeRawBufferPointer>) -> Bool {
    let length = word.utf8CodeUnitCount
    guard text.count >= length else { return false }
    let isThere = word.withUTF8Buffer { word in
      zip(text, word).allSatisfy { $0 == $1 || isUpper($0) && $0 | 0x20 == $1 }
    }
    if isThere { text.removeFirst(length) }
    return isThere
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
