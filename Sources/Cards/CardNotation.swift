/// Cards as logs, tests and the wire write them: rank then suit, "KS", "TD", "7H".
extension Card {
  /// Two ASCII bytes.
  public var notation: [UInt8] {
    [Card.rankLetters[Int(rank.rawValue) - 1], Card.suitLetters[Int(suit.rawValue)]]
  }

  public var text: String {
    String(unsafeUninitializedCapacity: 2) { bytes in
      bytes[0] = Card.rankLetters[Int(rank.rawValue) - 1]
      bytes[1] = Card.suitLetters[Int(suit.rawValue)]
      return 2
    }
  }

  /// Capital letters only, and nothing before or behind.
  public init?(notation: some Collection<UInt8>) {
    guard notation.count == 2, let first = notation.first, let last = notation.dropFirst().first
    else { return nil }
    guard let rank = Card.rankLetters.firstIndex(of: first),
      let suit = Card.suitLetters.firstIndex(of: last)
    else {
      return nil
    }
    self.init(rawValue: UInt8(suit) << 4 | UInt8(rank + 1))
  }

  public init?(_ text: String) {
    self.init(notation: Array(text.utf8))
  }

  private static let rankLetters: [UInt8] = [
    65, 50, 51, 52, 53, 54, 55, 56, 57, 84, 74, 81, 75,  // A23456789TJQK
  ]
  private static let suitLetters: [UInt8] = [67, 68, 72, 83]  // CDHS
}
