/// Cards as the kernel counts them: rank · 4 + suit, ranks from 0, the colours changed over on every other rank. So the
/// two cards that a card lies on are four higher than itself and its twin.
enum KlondikeCard {
  /// The first card of each pair of twins.
  static let pairs: UInt64 = 0x5555_5555_5555_5555
  static let black: UInt64 = 0xC3C3_C3C3_C3C3_C3C3
  static let red: UInt64 = 0x3C3C_3C3C_3C3C_3C3C
  static let kings: UInt64 = 0xF << 48
  static let king = 12

  @inline(__always)
  static func cards(of suit: Int) -> UInt64 {
    (suit & 2 == 0 ? 0x4141_4141_4141_4141 : 0x1414_1414_1414_1414) &<< UInt64(suit & 1)
  }

  @inline(__always)
  static func code(rank: Int, suit: Int) -> Int { rank &* 4 &+ (suit ^ ((rank & 1) &<< 1)) }

  @inline(__always)
  static func suit(_ code: Int) -> Int { (code ^ ((code &>> 1) & 2)) & 3 }

  /// Clubs and spades are 0 and 1, diamonds and hearts 2 and 3.
  static func of(raw: UInt8) -> Int {
    code(rank: CellsCard.of(raw: raw) >> 2, suit: CellsCard.of(raw: raw) & 3)
  }
}
