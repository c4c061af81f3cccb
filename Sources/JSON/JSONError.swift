/// Why JSON text could not be read, and where: `offset` counts bytes from the start of the array given.
package struct JSONError: Error, Sendable, Equatable {
  package enum Reason: String, Sendable {
    case ended = "the text ends too early"
    case unexpected = "another byte belongs here"
    case mismatched = "the value is of another kind"
    case controlCharacter = "a control character must be escaped"
    case badEscape = "no such escape"
    case loneSurrogate = "half a surrogate pair"
    case badUTF8 = "not UTF-8"
    case badNumber = "not a number"
    case notInteger = "a whole number is wanted"
    case numberTooLarge = "the number does not fit"
    case stringTooLong = "the string is too long"
    case tooDeep = "nested too deeply"
    case trailing = "more follows the value"
  }

  package let reason: Reason
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "\(reason.rawValue), at byte \(offset)" }
}
