import Boards
import JSON

/// Reads JSON text and notes what is wrong instead of stopping at it: a value of the wrong kind is passed over, and
/// reading goes on behind it. Promise: what it throws is that the text is no JSON, and nothing else.
struct DescriptionReader {
  /// Something with the place where it is written.
  struct Located<Value> {
    let value: Value
    let offset: Int
    let path: String
  }

  private var json: JSONReader
  var complaints = Complaints()
  /// Of the value that is read now.
  private(set) var path = ""

  init(_ text: [UInt8]) {
    // Some editors put a byte order mark in front.
    let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
    json = JSONReader(text, range: (isMarked ? 3 : 0)..<text.count)
  }

  var offset: Int { json.offset }

  /// What kind of value stands next; then `offset` is where it begins.
  mutating func nextKind() throws(JSONError) -> JSONKind { try json.peek() }

  mutating func complain(_ message: @autoclosure () -> String, mend: @autoclosure () -> String) {
    complaints.add(at: json.offset, path, message(), mend: mend())
  }

  mutating func finish() throws(JSONError) { try json.finish() }

  // MARK: containers

  /// An object, field by field. Fields that it does not have, that are written twice, or that are missing are
  /// mistakes; one that is missing because it was misspelt is one mistake.
  /// - Parameter what: what it is, with its article.
  /// - Returns: Where it stands; `nil` if it is something else.
  mutating func readObject(
    _ what: String, fields: [String], needing needed: [String] = [],
    _ read: (inout Self, String) throws(JSONError) -> Void
  ) throws(JSONError) -> Int? {
    guard try isNext(.object, "\(what), between { and }") else { return nil }
    let start = json.offset
    var met: Set<String> = []
    var meant: Set<String> = []
    try json.beginObject()
    let outer = path
    func place(_ key: String) -> String { outer.isEmpty ? key : "\(outer).\(key)" }
    while let key = try json.nextKey() {
      if !fields.contains(key) {
        if !complaints.isFull, let field = Spelling.nearest(to: key, among: needed) { meant.insert(field) }
        complaints.add(
          at: json.keyOffset, place(Self.quotable(key)),
          "\(Self.capitalised(what)) has no field \(Self.quoted(key)).",
          mend: Self.mend(key, among: fields, elsewise: "Its fields are \(Self.listed(fields))."))
        try json.skipValue()
      } else if !met.insert(key).inserted {
        complaints.add(
          at: json.keyOffset, place(key), "\"\(key)\" is written twice.", mend: "Take one of them out.")
        try json.skipValue()
      } else {
        try at(place(key)) { reader throws(JSONError) in try read(&reader, key) }
      }
    }
    for field in needed where !met.contains(field) && !meant.contains(field) {
      complaints.add(
        at: start, path, "\(Self.capitalised(what)) needs \(Self.quoted(field)).",
        mend: "Add \"\(field)\": … to it.")
    }
    return start
  }

  /// An object with keys of the writer's own, which are handed over with their places.
  mutating func readPairs(
    _ what: String, _ read: (inout Self, Located<String>) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try isNext(.object, "\(what), between { and }") else { return }
    try json.beginObject()
    while let key = try json.nextKey() {
      let place = "\(path).\(Self.quotable(key))"
      let located = Located(value: key, offset: json.keyOffset, path: place)
      try at(place) { reader throws(JSONError) in try read(&reader, located) }
    }
  }

  /// A list. One that is too long is one mistake, whatever is in it: those beyond the limit are only counted.
  mutating func readList(
    _ what: String, max: Int, _ read: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try isNext(.array, "a list of \(what), between [ and ]") else { return }
    let start = json.offset
    let list = path
    let before = complaints
    var count = 0
    try json.beginArray()
    while try json.nextElement() {
      if count < max {
        // To stand at the element, and not at the comma in front of it.
        _ = try json.peek()
        try at("\(list)[\(count)]") { reader throws(JSONError) in try read(&reader) }
      } else {
        try json.skipValue()
      }
      count += 1
    }
    if count > max {
      complaints = before
      complaints.add(
        at: start, list,
        "There are \(count) \(what) here; at most \(max) \(max == 1 ? "is" : "are") allowed.",
        mend: "Leave out \(count - max) of them.")
    }
  }

  /// A list, or one thing that stands for a list of one. An empty list is a mistake.
  mutating func readOneOrMore(
    _ what: String, max: Int, elsewise mend: String, _ read: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try json.peek() == .array else { return try read(&self) }
    let start = json.offset
    let list = path
    var isEmpty = true
    try readList(what, max: max) { reader throws(JSONError) in
      isEmpty = false
      try read(&reader)
    }
    if isEmpty { complaints.add(at: start, list, "The list is empty.", mend: mend) }
  }

  private mutating func at(
    _ place: String, _ read: (inout Self) throws(JSONError) -> Void
  ) throws(JSONError) {
    let outer = path
    path = place
    try read(&self)
    path = outer
  }

  // MARK: values

  /// Whether a value of that kind stands next; otherwise it is passed over.
  private mutating func isNext(_ kind: JSONKind, _ wanted: String) throws(JSONError) -> Bool {
    let found = try json.peek()
    if found == kind { return true }
    complain("Here is \(Self.name(of: found)).", mend: "Write \(wanted).")
    try json.skipValue()
    return false
  }

  mutating func readBool() throws(JSONError) -> Bool? {
    guard try isNext(.bool, "true or false, without quotes") else { return nil }
    return try json.readBool()
  }

  mutating func readInt(
    _ range: ClosedRange<Int>, elsewise mend: String = ""
  ) throws(JSONError) -> Located<Int>? {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound), without quotes"
    guard try isNext(.number, wanted) else { return nil }
    var probe = json
    let number = try? probe.readInt()
    guard let number, range.contains(number) else {
      complain(
        number.map { "\($0) is out of range." } ?? "That is no whole number, or far too large.",
        mend: "Write \(wanted)\(mend.isEmpty ? "" : ", or \(mend)").")
      try json.skipValue()
      return nil
    }
    defer { json = probe }
    return Located(value: number, offset: json.offset, path: path)
  }

  /// A text as it is written, whatever is in it.
  mutating func readString(_ wanted: String = "a text in quotes") throws(JSONError) -> Located<String>? {
    guard try isNext(.string, wanted) else { return nil }
    let start = json.offset
    return Located(value: try json.readString(bytesMax: .max), offset: start, path: path)
  }

  /// A text for people to read.
  mutating func readText(charactersMax: Int, isNeeded: Bool = false) throws(JSONError) -> Located<String>? {
    guard let text = try readString() else { return nil }
    return check(text, charactersMax: charactersMax, isNeeded: isNeeded) ? text : nil
  }

  mutating func check(_ text: Located<String>, charactersMax: Int, isNeeded: Bool) -> Bool {
    let scalars = text.value.unicodeScalars
    if let harmful = scalars.first(where: { DescribedText.isHarmful($0) }) {
      let isNewline = harmful == "\n" || harmful == "\r"
      complaints.add(
        at: text.offset, text.path,
        isNewline
          ? "The text has more than one line."
          : "The text contains U+\(Self.hex(harmful)), which is not shown and changes how the rest is read.",
        mend: isNewline ? "Write it in one line." : "Take that character out.")
    } else if scalars.count > charactersMax {
      complaints.add(
        at: text.offset, text.path,
        "The text has \(scalars.count) characters; at most \(charactersMax) are allowed.",
        mend: "Shorten it.")
    } else if isNeeded, !DescribedText.isVisible(text.value) {
      complaints.add(
        at: text.offset, text.path, "There is nothing to see in this text.", mend: "Write something into it.")
    } else {
      return true
    }
    return false
  }

  /// A name that programs use.
  mutating func readName() throws(JSONError) -> Located<String>? {
    guard let name = try readString() else { return nil }
    let isPlain = name.value.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isPlain, (1...BoardDescription.Limits.nameMax).contains(name.value.utf8.count) else {
      complaints.add(
        at: name.offset, name.path, "\(Self.quoted(name.value)) is no name.",
        mend: "Write 1 to \(BoardDescription.Limits.nameMax) lower-case letters a to z, digits and hyphens.")
      return nil
    }
    return name
  }

  /// One of some words.
  mutating func readChoice<Choice>(
    _ choices: [(word: String, means: Choice)]
  ) throws(JSONError) -> Located<Choice>? {
    let words = choices.map { $0.word }
    guard let written = try readString("one of \(Self.listed(words))") else { return nil }
    if let choice = choices.first(where: { $0.word == written.value }) {
      return Located(value: choice.means, offset: written.offset, path: written.path)
    }
    complaints.add(
      at: written.offset, written.path, "\(Self.quoted(written.value)) is not known here.",
      mend: Self.mend(written.value, among: words, elsewise: "Write one of \(Self.listed(words))."))
    return nil
  }
}

// MARK: - words

extension DescriptionReader {
  /// The mend for a word that is not among those that are known.
  static func mend(_ written: String, among words: [String], elsewise: String) -> String {
    Spelling.nearest(to: written, among: words).map { "Did you mean \"\($0)\"?" } ?? elsewise
  }

  static func listed(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// What somebody wrote, short and harmless enough for a message.
  static func quotable(_ text: String) -> String {
    let nameMax = BoardDescription.Limits.nameMax
    var short = ""
    var left = nameMax
    for scalar in text.unicodeScalars where !DescribedText.isHarmful(scalar) {
      guard left > 0 else { break }
      short.unicodeScalars.append(scalar)
      left -= 1
    }
    return text.unicodeScalars.dropFirst(nameMax).isEmpty ? short : short + "…"
  }

  static func quoted(_ text: String) -> String { "\"\(quotable(text))\"" }

  static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func name(of kind: JSONKind) -> String {
    switch kind {
    case .object: "an object, between { and }"
    case .array: "a list, between [ and ]"
    case .string: "a text, in quotes"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
