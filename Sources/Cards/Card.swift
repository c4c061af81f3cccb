/// A playing card: suit and rank in one byte. Invariant: rank is 1…13.
public struct Card: Hashable, Sendable {
  public enum Suit: UInt8, Hashable, Sendable, CaseIterable {
    case clubs, diamonds, hearts, spades

    public var isRed: Bool { self == .diamonds || self == .hearts }
  }

  ///     7 6 5 4 3 2 1 0
  ///     0 0 s s r r r r     s: suit, r: rank
  public let rawValue: UInt8

  /// - Precondition: `rank` is 1…13.
  public init(_ rank: Rank, _ suit: Suit) {
    rawValue = suit.rawValue << 4 | rank.rawValue
  }

  public init?(rawValue: UInt8) {
    guard rawValue < 64, 1...13 ~= rawValue & 15 else { return nil }
    self.rawValue = rawValue
  }

  public var rank: Rank { Rank(unchecked: rawValue & 15) }

  public var suit: Suit {
    switch rawValue >> 4 {
    case 0: .clubs
    case 1: .diamonds
    case 2: .hearts
    default: .spades
    }
  }

  public var isRed: Bool { suit.isRed }
}

/// A card's rank, ace low. Invariant: 1…13.
public struct Rank: Hashable, Comparable, Sendable {
  public let rawValue: UInt8

  public init?(rawValue: UInt8) {
    guard 1...13 ~= rawValue else { return nil }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let ace = Rank(unchecked: 1)
  public static let jack = Rank(unchecked: 11)
  public static let queen = Rank(unchecked: 12)
  public static let king = Rank(unchecked: 13)

  /// Ace to king.
  public static let all: [Rank] = (1...13).map { Rank(unchecked: $0) }

  public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
}
