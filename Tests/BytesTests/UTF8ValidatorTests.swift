import Bytes
import Testing

@Suite struct `A UTF-8 validator (RFC 3629)` {
  static let valid: [[UInt8]] = [
    [],
    Array("plain ASCII that is longer than one step".utf8),
    Array("κόσμε".utf8), Array("♣♦♥♠".utf8), Array("🂡 and 😀".utf8),
    [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
  ]

  /// Each with the place of its first bad byte.
  static let invalid: [([UInt8], Int)] = [
    ([0x80], 0), ([0xBF], 0),  // a continuation of nothing
    ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0),  // overlong in two bytes
    ([0xE0, 0x9F, 0xBF], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),  // overlong in three and four
    ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1),  // surrogates
    ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80], 0), ([0xFF], 0),  // past 10FFFF
    ([0xC3, 0x28], 1), ([0xE2, 0x99, 0x28], 2), ([0xF0, 0x9F, 0x98, 0x28], 3),  // broken off by ASCII
    (Array("eight by".utf8) + [0xFE], 8),
  ]

  @Test(arguments: valid) func `lets valid text pass, cut anywhere`(text: [UInt8]) {
    for cut in 0...text.count {
      #expect(verdict([text[..<cut], text[cut...]]) == .valid)
    }
  }

  @Test(arguments: invalid) func `fails at the first bad byte, and stays so`(text: [UInt8], bad: Int) {
    #expect(verdict(text.indices.map { text[$0...$0] }) == .bad(piece: bad))
    #expect(verdict([text[...], ArraySlice("fine".utf8)]) == .bad(piece: 0))
    for cut in 0...text.count {
      #expect(verdict([text[..<cut], text[cut...]]) == .bad(piece: bad < cut ? 0 : 1))
    }
  }

  @Test(arguments: [[0xC3], [0xE2, 0x99], [0xF0, 0x9F, 0x98]] as [[UInt8]])
  func `tells a character that is not complete`(text: [UInt8]) {
    #expect(verdict([text[...]]) == .incomplete)
    #expect(!UTF8Validator.isValid(text))
  }

  @Test func `agrees with the standard library on every pair of bytes and on triples around each border`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max { expectAgreement([first, second]) }
    }
    let borders: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0xC0)...0xFF {
      for second in borders {
        for third in borders {
          expectAgreement([first, second, third])
          expectAgreement([first, second, third, 0x80])
        }
      }
    }
  }

  private enum Verdict: Equatable {
    case valid, incomplete
    case bad(piece: Int)
  }

  /// Feeds the pieces to the end, so that a validator that recovers from a bad byte is found out.
  private func verdict(_ pieces: [ArraySlice<UInt8>]) -> Verdict {
    var validator = UTF8Validator()
    let answers = pieces.map { validator.validate(Array($0)) }
    if let bad = answers.firstIndex(of: false) {
      return answers[bad...].contains(true) || validator.finish() ? .valid : .bad(piece: bad)
    }
    return validator.finish() ? .valid : .incomplete
  }

  private func expectAgreement(_ bytes: [UInt8]) {
    let theirs = String(validating: bytes, as: UTF8.self) != nil
    if UTF8Validator.isValid(bytes) != theirs { Issue.record("disagreement on \(bytes)") }
  }
}
