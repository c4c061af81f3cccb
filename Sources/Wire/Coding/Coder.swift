/// Goes through the fields of an object in the order in which they are written: to read them, to write them, or to
/// describe them.
///
/// Each gives back the value of the field: a reader what it read, a writer what it was given, a describer some value
/// that the field may have.
protocol Coder {
  /// `BadMessage` for a reader; the others never fail.
  associatedtype Failure: Error

  /// A field that has to be there.
  mutating func field<F: FieldForm>(_ key: String, _ form: F, _ given: F.Value?) throws(Failure) -> F.Value
  /// A field that is always written and may be missing all the same.
  mutating func field<F: FieldForm>(
    _ key: String, _ form: F, _ given: F.Value?, or usual: F.Value
  ) throws(Failure) -> F.Value
  /// A field that is left out where there is nothing to say.
  mutating func optional<F: FieldForm>(
    _ key: String, _ form: F, _ given: F.Value?
  ) throws(Failure) -> F.Value?
  /// A word that decides which fields follow. A word that is usual is left out.
  ///
  /// - Parameter unknown: what a reader says about another word.
  mutating func tag<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ given: Word?, or usual: Word?, _ unknown: (String) -> String
  ) throws(Failure) -> Word
  /// Whether a field is there that decides which others follow. The field itself is coded after that.
  mutating func has(_ key: String, _ given: Bool?) -> Bool
  /// Reads a field before those that are written before it: which of two faults is named is part of the protocol.
  func readAhead<F: FieldForm>(_ key: String, _ form: F) throws(Failure)
  /// A reader refuses what does not hold.
  func check(_ holds: Bool, _ mistake: @autoclosure () -> String) throws(Failure)
}

/// What stands as an object in a line, or as its fields among others.
protocol Coded {
  /// - Parameter given: what is to be written; nil for a reader and a describer.
  static func coded<C: Coder>(_ given: Self?, by c: inout C) throws(C.Failure) -> Self
}

extension Coder {
  mutating func tag<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ given: Word?, _ unknown: (String) -> String
  ) throws(Failure) -> Word {
    try tag(key, given, or: nil, unknown)
  }

  /// A field that is left out where it says what is usual.
  @inline(__always)
  mutating func field<F: FieldForm>(
    _ key: String, _ form: F, _ given: F.Value?, unless usual: F.Value
  ) throws(Failure) -> F.Value where F.Value: Equatable {
    try optional(key, form, given == usual ? nil : given) ?? usual
  }

  /// A truth that is written only where it holds.
  @inline(__always)
  mutating func flag(_ key: String, _ given: Bool?) throws(Failure) -> Bool {
    try field(key, Truth(), given, unless: false)
  }

  /// A text of a board's, left out where it is empty.
  @inline(__always)
  mutating func content(_ key: String, _ given: String?) throws(Failure) -> String {
    try field(key, Text(upTo: WireLimits.contentBytesMax), given, unless: "")
  }
}
