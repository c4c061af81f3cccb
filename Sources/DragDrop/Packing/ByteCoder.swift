/// Goes through the parts of a form of bytes in their order, to write them or to fill them in from bytes that anybody
/// may have made: so each form is declared once. Promise: writing changes nothing but copies; reading never traps, and
/// from the first thing on that is not there or means nothing it gives zeros, and `isSpent` stays false.
package struct ByteCoder {
  /// What was written, or what is read.
  package private(set) var bytes: [UInt8]
  package let isReading: Bool
  /// How many bytes were read.
  private var at = 0
  /// Something was not there, or meant nothing.
  package private(set) var isBroken = false

  /// Writes.
  package init() { (bytes, isReading) = ([], false) }
  package init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

  /// Everything was there, and nothing is left.
  package var isSpent: Bool { !isBroken && at == bytes.count }

  /// What is read is nothing where this does not hold.
  package mutating func require(_ holds: @autoclosure () -> Bool) {
    if isReading, !isBroken, !holds() { isBroken = true }
  }

  // MARK: numbers

  /// - Returns: what was given, or what was read.
  package mutating func byte(_ given: UInt8) -> UInt8 {
    if !isReading {
      bytes.append(given)
      return given
    }
    guard !isBroken, at < bytes.count else {
      isBroken = true
      return 0
    }
    at += 1
    return bytes[at - 1]
  }

  /// A number in as many bytes as its type has.
  package mutating func fixed<Number: FixedWidthInteger>(_ given: Number) -> Number {
    var (number, shift) = (Number.zero, 0)
    while shift < Number.bitWidth {
      number |= Number(truncatingIfNeeded: byte(UInt8(truncatingIfNeeded: given >> shift))) << shift
      shift += 8
    }
    return number
  }

  package mutating func fixed<Number: FixedWidthInteger>(_ number: inout Number) { number = fixed(number) }

  package mutating func fixed(_ player: inout PlayerID) {
    player = PlayerID(rawValue: fixed(player.rawValue))
  }

  /// Always the same byte.
  package mutating func constant(_ byte: UInt8) {
    let read = self.byte(byte)
    require(read == byte)
  }

  /// A number from 0 in four bytes: what is read and counted on still fits into what is written.
  package mutating func number(_ given: Int) -> Int {
    precondition(given >= 0 && given <= Int(Int32.max), "a number is too large to be kept")
    let number = Int(fixed(UInt32(given)))
    require(number <= 1 << 30)
    return isBroken ? 0 : number
  }

  package mutating func number(_ number: inout Int) { number = self.number(number) }

  // MARK: words

  /// Nothing but 0 and 1.
  package mutating func truth(_ given: Bool) -> Bool {
    let byte = byte(given ? 1 : 0)
    require(byte <= 1)
    return byte == 1
  }

  package mutating func truth(_ value: inout Bool) { value = truth(value) }

  /// Two truths in one byte.
  package mutating func truths(_ first: inout Bool, _ second: inout Bool) {
    let byte = byte((first ? 1 : 0) | (second ? 2 : 0))
    require(byte < 4)
    (first, second) = (byte & 1 != 0, byte & 2 != 0)
  }

  package mutating func word<Word: RawRepresentable<UInt8>>(_ word: inout Word) {
    self.word(&word, of: byte(word.rawValue))
  }

  /// A word that is part of a byte.
  package mutating func word<Word: RawRepresentable<UInt8>>(_ word: inout Word, of byte: UInt8) {
    if let read = Word(rawValue: byte) { word = read } else { require(false) }
  }

  // MARK: lists

  /// Bytes behind their count in one.
  package mutating func list(_ list: inout [UInt8]) {
    list = take(Int(byte(UInt8(list.count))), list)
  }

  /// Any number of bytes, behind a count of four.
  package mutating func longList(_ list: inout [UInt8]) {
    list = take(count(list.count), list)
  }

  /// Writes such a list.
  package mutating func write(longList: some Collection<UInt8>) {
    _ = count(longList.count)
    bytes += longList
  }

  private mutating func take(_ count: Int, _ given: [UInt8]) -> [UInt8] {
    if !isReading {
      bytes += given
      return given
    }
    guard !isBroken, count <= bytes.count - at else {
      isBroken = true
      return []
    }
    at += count
    return Array(bytes[at - count..<at])
  }

  /// How many things follow, each of which takes a byte or more; 0 where there cannot be so many.
  package mutating func count(_ given: Int) -> Int {
    let (count, left) = (number(given), bytes.count - at)
    require(count <= left)
    return isBroken ? 0 : count
  }

  /// - Parameter blank: what is filled in by reading.
  package mutating func parts<Part>(
    _ parts: inout [Part], count: Int, _ blank: Part, _ code: (inout Part, inout Self) -> Void
  ) {
    if isReading {
      parts = []
      while parts.count < count, !isBroken {
        var part = blank
        code(&part, &self)
        parts.append(part)
      }
    } else {
      for var part in parts { code(&part, &self) }
    }
  }

  /// Parts behind their count in one byte.
  package mutating func few<Part>(
    _ parts: inout [Part], _ blank: Part, _ code: (inout Part, inout Self) -> Void
  ) {
    let count = Int(byte(UInt8(parts.count)))
    self.parts(&parts, count: count, blank, code)
  }

  /// Any number of parts, behind a count of four bytes.
  package mutating func many<Part>(
    _ parts: inout [Part], _ blank: Part, _ code: (inout Part, inout Self) -> Void
  ) {
    let count = count(parts.count)
    self.parts(&parts, count: count, blank, code)
  }

  /// A truth says whether it is there.
  package mutating func optional<Part>(
    _ part: inout Part?, _ blank: Part, _ code: (inout Part, inout Self) -> Void
  ) {
    var value = part ?? blank
    let isThere = truth(part != nil)
    if isThere { code(&value, &self) }
    part = isThere ? value : nil
  }
}
