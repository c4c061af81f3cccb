import Boards
import JSON

/// How one value stands in a description. What reads it notes what is wrong and gives nothing then.
struct DescriptionForm<Value> {
  let read: (inout DescriptionCoder) -> Value?
  let write: (inout DescriptionCoder, Value) -> Void

  init(
    _ read: @escaping (inout DescriptionCoder) -> Value?,
    write: @escaping (inout DescriptionCoder, Value) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// - Parameters:
  ///   - what: what it is, with its article.
  ///   - blank: what has no field.
  ///   - visit: goes through the fields.
  static func object(
    _ what: String, _ blank: Value, _ visit: @escaping (inout Value, inout DescriptionCoder) -> Void
  ) -> Self {
    Self { c in
      var value = blank
      c.object(what) { visit(&value, &$0) }
      return value
    } write: { c, given in
      var value = given
      c.object(what) { visit(&value, &$0) }
    }
  }
}

extension DescriptionForm where Value == Bool {
  static var truth: Self {
    Self {
      $0.readBool()
    } write: {
      $0.out.value($1)
    }
  }
}

extension DescriptionForm where Value == Int {
  /// - Parameter mend: what else can be done.
  static func int(_ range: ClosedRange<Int>, elsewise mend: String = "") -> Self {
    Self {
      $0.readInt(range, elsewise: mend)
    } write: {
      $0.out.value($1)
    }
  }
}

extension DescriptionForm where Value: FixedWidthInteger {
  /// - Parameter range: of what the type holds.
  static func number(_ range: ClosedRange<Int>) -> Self {
    Self {
      $0.readInt(range).map { Value($0) }
    } write: {
      $0.out.value(Int($1))
    }
  }
}

extension DescriptionForm where Value == String {
  /// A text as it is written, whatever is in it.
  static func string(_ wanted: String) -> Self {
    Self {
      $0.readString(wanted)
    } write: {
      $0.out.value($1)
    }
  }

  /// A text for people to read.
  /// - Parameter isNeeded: something of it can be seen.
  static func text(_ charactersMax: Int, isNeeded: Bool = false) -> Self {
    Self {
      $0.readText(charactersMax: charactersMax, isNeeded: isNeeded)
    } write: {
      $0.out.value($1)
    }
  }

  /// A name that programs use.
  static var name: Self {
    Self {
      $0.readName()
    } write: {
      $0.out.value($1)
    }
  }
}

extension DescriptionForm where Value: Equatable {
  typealias Words = [(word: String, means: Value)]

  /// One of some words.
  static func choice(_ words: Words) -> Self {
    Self { c in
      let all = DescriptionCoder.listed(words.map { $0.word })
      return c.readWord(words, "one of \(all)", elsewise: "Write one of \(all).")
    } write: { c, value in
      guard let word = words.first(where: { $0.means == value })?.word else {
        preconditionFailure("each value has a word")
      }
      c.out.value(word)
    }
  }

  /// One of some words, where something else may stand as well.
  static func word(_ words: Words, elsewise: String) -> Self {
    let all = DescriptionCoder.listed(words.map { $0.word })
    let read = { (c: inout DescriptionCoder) in
      c.readWord(words, "one of \(all), or \(elsewise)", elsewise: "Write \(all), or \(elsewise).")
    }
    return Self(read, write: Self.choice(words).write)
  }

  /// A number, or one of some words.
  /// - Parameter number: what is written where no word stands for it.
  static func number(
    _ range: ClosedRange<Int>, or words: Words, _ value: @escaping (Int) -> Value,
    written number: @escaping (Value) -> Int
  ) -> Self {
    let elsewise = "write a whole number from \(range.lowerBound) to \(range.upperBound), without quotes"
    let mend = words.isEmpty ? "" : DescriptionCoder.listed(words.map { $0.word })
    return Self { c in
      c.nextKind() == .string && !words.isEmpty
        ? Self.word(words, elsewise: elsewise).read(&c) : c.readInt(range, elsewise: mend).map(value)
    } write: { c, given in
      if let word = words.first(where: { $0.means == given })?.word {
        c.out.value(word)
      } else {
        c.out.value(number(given))
      }
    }
  }
}

// MARK: - lists

extension DescriptionForm {
  /// A list. One that is too long is one mistake, whatever is in it: those beyond the limit are only counted.
  static func list<Element>(_ what: String, max: Int, _ form: DescriptionForm<Element>) -> Self
  where Value == [Element] {
    Self { c in
      c.readList(what, max: max) { form.read(&$0) }
    } write: { c, elements in
      c.out.beginArray()
      for element in elements { form.write(&c, element) }
      c.out.endArray()
    }
  }

  /// A list, or one thing that stands for a list of one. An empty list is a mistake.
  /// - Parameter twice: what is said of something that is written twice, where it must not.
  static func oneOrMore<Element: Equatable>(
    _ what: String, max: Int, elsewise mend: String, _ form: DescriptionForm<Element>,
    twice: ((Element) -> String)? = nil
  ) -> Self where Value == [Element] {
    let list = Self.list(what, max: max, form)
    return Self { c in
      c.readOneOrMore(what, max: max, elsewise: mend, twice: twice) { form.read(&$0) }
    } write: { c, elements in
      if elements.count == 1 { form.write(&c, elements[0]) } else { list.write(&c, elements) }
    }
  }
}
