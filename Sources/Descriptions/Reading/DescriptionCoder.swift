import Boards
import JSON

/// Goes through the parts of a description in the order in which they are written, to write them or to read them: so
/// each is declared once. Reading notes what is wrong instead of stopping at it: a value of the wrong kind is passed
/// over, and reading goes on behind it, as far as the text is JSON.
struct DescriptionCoder {
  /// Where something is written.
  struct Place {
    let offset: Int
    let path: String
  }

  let isReading: Bool
  private let text: [UInt8]
  private var json: JSONReader
  /// What was written.
  var out = JSONWriter()
  var complaints = Complaints()
  /// Of the value that is read now.
  private(set) var path = ""
  /// Why the text is no JSON; from there on nothing is read.
  private var fault: JSONError?
  /// What could be read, by its path; what a list was read to be, by its index there.
  private(set) var places: [String: Place] = [:]
  /// Whether any field was known.
  private(set) var hasFields = false
  /// The field that is read now, until the object says that it has it.
  private var asked: String?
  /// Fields of an object, while it is asked for them.
  private var names: (all: [String], needed: [String])?

  /// Writes.
  init() { (isReading, text, json) = (false, [], JSONReader([])) }

  /// Reads a whole description.
  ///
  /// - Throws: `DescriptionError` if it is too long, or no JSON. Other complaints are kept.
  init(
    reading text: [UInt8], bytesMax: Int, elsewise mend: String, _ read: (inout Self) -> Void
  ) throws(DescriptionError) {
    (isReading, self.text) = (true, text)
    // Some editors put a byte order mark in front.
    let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
    json = JSONReader(text, range: (isMarked ? 3 : 0)..<text.count)
    if text.count > bytesMax {
      complain("The description has \(text.count) bytes; at most \(bytesMax) are read.", mend: mend)
      throw complaints.error(about: text)
    }
    places[""] = nextPlace()
    read(&self)
    _ = parse { json throws(JSONError) in try json.finish() }
    if let fault {
      let (message, mend) = SyntaxComplaint.words(for: fault, in: text)
      complaints.add(at: fault.offset, path, message, mend: mend)
      throw complaints.error(about: text)
    }
  }

  /// - Throws: all that is wrong, if anything is.
  func finish() throws(DescriptionError) {
    if !complaints.isEmpty { throw complaints.error(about: text) }
  }

  private mutating func parse<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) -> Value? {
    if fault != nil { return nil }
    do throws(JSONError) {
      return try read(&json)
    } catch {
      fault = error
      return nil
    }
  }

  /// What kind of value stands next; then it begins where reading stands.
  mutating func nextKind() -> JSONKind? { parse { json throws(JSONError) in try json.peek() } }

  /// - Parameter place: where something is written; where reading stands if it is left out.
  mutating func complain(
    _ message: @autoclosure () -> String, mend: @autoclosure () -> String, at place: Place? = nil
  ) {
    guard fault == nil else { return }
    complaints.add(at: place?.offset ?? json.offset, place?.path ?? path, message(), mend: mend())
  }

  // MARK: objects

  /// An object, field by field. Fields that it does not have, that are written twice, or that are missing are
  /// mistakes; one that is missing because it was misspelt is one mistake.
  ///
  /// - Parameters:
  ///   - what: what it is, with its article.
  ///   - visit: goes through all its fields, in the order in which they are written; for each one that is read anew.
  mutating func object(_ what: String, _ visit: (inout Self) -> Void) {
    if !isReading {
      out.beginObject()
      visit(&self)
      return out.endObject()
    }
    guard isNext(.object, "\(what), between { and }") else { return }
    let start = Place(offset: json.offset, path: path)
    var (met, meant): (Set<String>, Set<String>) = ([], [])
    func place(_ key: String) -> String { start.path.isEmpty ? key : "\(start.path).\(key)" }
    _ = parse { json throws(JSONError) in try json.beginObject() }
    while let key = parse({ json throws(JSONError) in try json.nextKey() }) ?? nil {
      let isTwice = met.contains(key)
      if !isTwice {
        (path, asked) = (place(key), key)
        visit(&self)
        if fault != nil { return }
        path = start.path
        if asked == nil {
          met.insert(key)
          continue
        }
        asked = nil
      }
      if isTwice {
        complain(
          "\"\(key)\" is written twice.", mend: "Take one of them out.",
          at: Place(offset: json.keyOffset, path: place(key)))
      } else {
        let fields = complaints.isFull ? ([], []) : names(of: visit)
        if let field = Spelling.nearest(to: key, among: fields.1) { meant.insert(field) }
        complain(
          "\(Self.capitalised(what)) has no field \(Self.quoted(key)).",
          mend: Self.mend(key, among: fields.0, elsewise: "Its fields are \(Self.listed(fields.0))."),
          at: Place(offset: json.keyOffset, path: place(Self.quotable(key))))
      }
      skip()
    }
    for field in names(of: visit).needed where !met.contains(field) && !meant.contains(field) {
      complain(
        "\(Self.capitalised(what)) needs \(Self.quoted(field)).", mend: "Add \"\(field)\": … to it.",
        at: start)
    }
  }

  /// Fields of an object, and which of them it needs.
  mutating func names(of visit: (inout Self) -> Void) -> (all: [String], needed: [String]) {
    names = ([], [])
    visit(&self)
    let found = names ?? ([], [])
    names = nil
    return found
  }

  /// Whether it is a field's turn: to be read, or to be written behind its name, which stands there then.
  mutating func turn(
    _ key: String, isNeeded: Bool = false, unless isUsual: @autoclosure () -> Bool = false
  ) -> Bool {
    if names != nil {
      names?.all.append(key)
      if isNeeded { names?.needed.append(key) }
      return false
    }
    if !isReading {
      if isUsual() { return false }
      out.key(key)
      return true
    }
    guard key == asked else { return false }
    (asked, hasFields) = (nil, true)
    places[path] = nextPlace()
    return true
  }

  mutating func field<Value>(
    _ key: String, _ value: inout Value, isNeeded: Bool = false, unless isUsual: Bool = false,
    _ form: @autoclosure () -> DescriptionForm<Value>
  ) {
    guard turn(key, isNeeded: isNeeded, unless: isUsual) else { return }
    if !isReading { return form().write(&self, value) }
    if let read = form().read(&self) { value = read } else { places[path] = nil }
  }

  /// - Parameter usual: what is meant where it is left out.
  mutating func field<Value: Equatable>(
    _ key: String, _ value: inout Value, or usual: Value, _ form: @autoclosure () -> DescriptionForm<Value>
  ) {
    field(key, &value, unless: value == usual, form())
  }

  /// A field that may be left out.
  mutating func field<Value>(
    _ key: String, _ value: inout Value?, _ form: @autoclosure () -> DescriptionForm<Value>
  ) {
    guard turn(key, unless: value == nil) else { return }
    if !isReading, let value { return form().write(&self, value) }
    value = form().read(&self)
    if value == nil { places[path] = nil }
  }

  // MARK: lists

  /// An object with keys of the writer's own, which are handed over with their places.
  mutating func readPairs(_ what: String, _ read: (inout Self, String, Place) -> Void) {
    guard isNext(.object, "\(what), between { and }") else { return }
    let outer = path
    _ = parse { json throws(JSONError) in try json.beginObject() }
    while let key = parse({ json throws(JSONError) in try json.nextKey() }) ?? nil {
      path = "\(outer).\(Self.quotable(key))"
      read(&self, key, Place(offset: json.keyOffset, path: path))
      if fault != nil { return }
      path = outer
    }
  }

  mutating func readList<Value>(
    _ what: String, max: Int, orEmpty mend: String? = nil, _ twice: (([Value]) -> String?)? = nil,
    _ read: (inout Self) -> Value?
  ) -> [Value]? {
    guard isNext(.array, "a list of \(what), between [ and ]") else { return nil }
    let (start, before) = (Place(offset: json.offset, path: path), complaints)
    var (values, count): ([Value], Int) = ([], 0)
    _ = parse { json throws(JSONError) in try json.beginArray() }
    while parse({ json throws(JSONError) in try json.nextElement() }) == true {
      if count < max {
        // To stand at the element, and not at the comma in front of it.
        if nextKind() == nil { return nil }
        path = "\(start.path)[\(count)]"
        readElement(into: &values, of: start.path, twice, read)
        if fault != nil { return nil }
        path = start.path
      } else {
        skip()
      }
      count += 1
    }
    if count == 0, let mend { complain("The list is empty.", mend: mend, at: start) }
    if count > max, fault == nil {
      complaints = before
      complain(
        "There are \(count) \(what) here; at most \(max) \(max == 1 ? "is" : "are") allowed.",
        mend: "Leave out \(count - max) of them.", at: start)
    }
    return values
  }

  mutating func readOneOrMore<Value: Equatable>(
    _ what: String, max: Int, elsewise mend: String, twice: ((Value) -> String)?,
    _ read: (inout Self) -> Value?
  ) -> [Value]? {
    let isMetTwice: ([Value]) -> String? = { values in
      guard let last = values.last, let twice, values.dropLast().contains(last) else { return nil }
      return twice(last)
    }
    var values: [Value] = []
    guard nextKind() == .array else {
      readElement(into: &values, of: path, isMetTwice, read)
      return values
    }
    return readList(what, max: max, orEmpty: mend, isMetTwice, read)
  }

  private mutating func readElement<Value>(
    into values: inout [Value], of list: String, _ twice: (([Value]) -> String?)?,
    _ read: (inout Self) -> Value?
  ) {
    let place = Place(offset: json.offset, path: path)
    guard let value = read(&self) else { return }
    places["\(list)[\(values.count)]"] = place
    values.append(value)
    if let message = twice?(values) { complain(message, mend: "Take one of them out.", at: place) }
  }

  private mutating func skip() { _ = parse { json throws(JSONError) in try json.skipValue() } }

  // MARK: values

  /// Whether a value of that kind stands next; otherwise it is passed over.
  private mutating func isNext(_ kind: JSONKind, _ wanted: @autoclosure () -> String) -> Bool {
    guard let found = nextKind() else { return false }
    if found == kind { return true }
    complain("Here is \(Self.name(of: found)).", mend: "Write \(wanted()).")
    skip()
    return false
  }

  mutating func readBool() -> Bool? {
    guard isNext(.bool, "true or false, without quotes") else { return nil }
    return parse { json throws(JSONError) in try json.readBool() }
  }

  mutating func readInt(_ range: ClosedRange<Int>, elsewise mend: String = "") -> Int? {
    let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound), without quotes"
    guard isNext(.number, wanted) else { return nil }
    var probe = json
    let number = try? probe.readInt()
    guard let number, range.contains(number) else {
      complain(
        number.map { "\($0) is out of range." } ?? "That is no whole number, or far too large.",
        mend: "Write \(wanted)\(mend.isEmpty ? "" : ", or \(mend)").")
      skip()
      return nil
    }
    json = probe
    return number
  }

  /// A text as it is written, whatever is in it.
  mutating func readString(_ wanted: @autoclosure () -> String = "a text in quotes") -> String? {
    guard isNext(.string, wanted()) else { return nil }
    return parse { json throws(JSONError) in try json.readString(bytesMax: .max) }
  }

  mutating func readText(charactersMax: Int, isNeeded: Bool) -> String? {
    let place = nextPlace()
    return readString().flatMap {
      check($0, at: place, charactersMax: charactersMax, isNeeded: isNeeded) ? $0 : nil
    }
  }

  mutating func nextPlace() -> Place {
    _ = nextKind()
    return Place(offset: json.offset, path: path)
  }

  mutating func check(_ text: String, at place: Place, charactersMax: Int, isNeeded: Bool) -> Bool {
    let scalars = text.unicodeScalars
    if let harmful = scalars.first(where: { DescribedText.isHarmful($0) }) {
      let isNewline = harmful == "\n" || harmful == "\r"
      complain(
        isNewline
          ? "The text has more than one line."
          : "The text contains U+\(Self.hex(harmful)), which is not shown and changes how the rest is read.",
        mend: isNewline ? "Write it in one line." : "Take that character out.", at: place)
    } else if scalars.count > charactersMax {
      complain(
        "The text has \(scalars.count) characters; at most \(charactersMax) are allowed.",
        mend: "Shorten it.",
        at: place)
    } else if isNeeded, !DescribedText.isVisible(text) {
      complain("There is nothing to see in this text.", mend: "Write something into it.", at: place)
    } else {
      return true
    }
    return false
  }

  mutating func readName() -> String? {
    let place = nextPlace()
    guard let name = readString() else { return nil }
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let bytesMax = BoardDescription.Limits.nameMax
    if isPlain, (1...bytesMax).contains(name.utf8.count) { return name }
    complain(
      "\(Self.quoted(name)) is no name.",
      mend: "Write 1 to \(bytesMax) lower-case letters a to z, digits and hyphens.", at: place)
    return nil
  }

  /// One of some words.
  mutating func readWord<Value>(
    _ words: [(word: String, means: Value)], _ wanted: @autoclosure () -> String,
    elsewise: @autoclosure () -> String
  ) -> Value? {
    let place = nextPlace()
    guard let written = readString(wanted()) else { return nil }
    if let word = words.first(where: { $0.word == written }) { return word.means }
    complain(
      "\(Self.quoted(written)) is not known here.",
      mend: Self.mend(written, among: words.map { $0.word }, elsewise: elsewise()), at: place)
    return nil
  }
}
