/// Names for files. Promise: no separators of paths and nothing else that file systems refuse in a name,
/// no control characters and none that turn the direction of writing, no dots or spaces at the ends,
/// at most 120 bytes before the extension, never empty.
extension Text {
  func asFileName(extension suffix: Text?) -> Text {
    var name = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars where Self.isFit(scalar, first: name.isEmpty) {
      length += UTF8.width(scalar)
      if length > 120 { break }
      name.append(scalar)
    }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    let kept = name.isEmpty ? Text("item") : Text(String(name))
    guard let suffix, !kept.ends(with: suffix) else { return kept }
    return Text(bytes: kept.bytes + [46] + suffix.bytes)
  }

  /// Whether it is a name that has the extension already, in any case of ASCII letters.
  private func ends(with suffix: Text) -> Bool {
    let wanted = [46] + suffix.bytes
    guard bytes.count > wanted.count else { return false }
    return zip(bytes.suffix(wanted.count), wanted).allSatisfy { own, other in
      own == other || (own | 32 == other | 32 && 97...122 ~= own | 32)
    }
  }

  private static func isFit(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    switch scalar.value {
    case 0...31, 127...159: false  // control characters
    case 34, 42, 47, 58, 60, 62, 63, 92, 124: false  // " * / : < > ? \ |
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false  // breaks and directions
    case 46, 32: !first  // . and space
    default: true
    }
  }
}
