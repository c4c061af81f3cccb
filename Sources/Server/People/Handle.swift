/// A name that is one person's, shown as `@ada`. Two that could be taken for each other have one skeleton.
struct Handle: Sendable, Equatable {
  enum Mistake: Error, Equatable {
    case length, characters, start
    /// It looks like a word of the server itself.
    case reserved

    /// A sentence with the mend.
    var why: String {
      switch self {
      case .length: "A handle has 3 to 20 characters."
      case .characters: "A handle is made of the letters a to z, digits, - and _."
      case .start: "A handle begins with a letter."
      case .reserved: "That handle is the server's own; choose another one."
      }
    }
  }

  static let lengths = 3...20
  /// Names that people would take for somebody who runs the place, or for nobody.
  private static let reserved: Set<String> = Set(
    [
      "admin", "administrator", "anonymous", "baize", "bot", "everybody", "guest", "help", "host", "mod",
      "moderator", "nobody", "official", "operator", "owner", "root", "server", "somebody", "staff",
      "support",
      "system",
    ].map(skeleton))

  /// Without its `@`, in small letters.
  let text: String

  /// - Parameter text: as it was typed; an `@` in front and large letters do no harm.
  init(_ text: String) throws(Mistake) {
    let small = (text.hasPrefix("@") ? text.dropFirst() : text[...]).utf8.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    guard Self.lengths.contains(small.count) else { throw .length }
    guard small.allSatisfy(Self.isAllowed) else { throw .characters }
    guard let first = small.first, Self.isLetter(first) else { throw .start }
    self.text = String(decoding: small, as: UTF8.self)
    guard !Self.reserved.contains(skeleton) else { throw .reserved }
  }

  var shown: String { "@" + text }

  /// The same for all handles that look alike: letters and digits of one shape are one, and signs count for nothing.
  var skeleton: String { Self.skeleton(of: text) }

  private static func skeleton(of text: String) -> String {
    var folded = ""
    for character in text {
      switch character {
      case "-", "_": break
      case "0": folded.append("o")
      case "1", "i": folded.append("l")
      case "5": folded.append("s")
      case "2": folded.append("z")
      default: folded.append(character)
      }
    }
    return folded.replacing("rn", with: "m").replacing("vv", with: "w")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}
