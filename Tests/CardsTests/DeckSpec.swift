import Testing

@testable import Cards

@Suite struct `A deck` {
  @Test func `begins in canonical order`() {
    let cards = Deck().cards.map { $0.text }
    #expect(cards.count == 52)
    #expect(cards.prefix(3) == ["AC", "2C", "3C"])
    #expect(cards[12...14] == ["KC", "AD", "2D"])
    #expect(cards.last == "KS")
    #expect(Deck(packs: 2).cards.count == 104)
    #expect(Deck(packs: 2).cards.suffix(52) + [] == Deck().cards)
  }

  @Test(arguments: 1...2 as ClosedRange<UInt8>)
  func `keeps every card when it is shuffled`(_ packs: UInt8) {
    for number in 0..<200 as Range<UInt64> {
      var deck = Deck(packs: packs)
      var generator = DealGenerator(dealNumber: number)
      deck.shuffle(using: &generator)
      #expect(deck.cards != Deck(packs: packs).cards)
      #expect(
        deck.cards.map { $0.rawValue }.sorted()
          == Deck(packs: packs).cards.map { $0.rawValue }.sorted())
    }
  }

  /// Chi-squared over where the first card goes: 51 degrees of freedom, 100 is beyond the 99.99th
  /// percentile.
  @Test func `has no favourite order`() {
    var places = Array(repeating: 0, count: 52)
    let deals = 5200
    for number in 0..<deals {
      var deck = Deck()
      var generator = DealGenerator(dealNumber: UInt64(number))
      deck.shuffle(using: &generator)
      for (place, card) in deck.cards.enumerated() where card == Card(.ace, .clubs) {
        places[place] += 1
      }
    }
    let expected = Double(deals) / 52
    let chi = places.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    #expect(chi < 100)
  }

  /// Deals are remembered by their number. If this fails, the dealer is wrong, not the test.
  @Test(arguments: golden)
  func `deals the same cards as ever for the same number`(_ number: UInt64, _ cards: String) {
    var deck = Deck()
    var generator = DealGenerator(dealNumber: number)
    deck.shuffle(using: &generator)
    #expect(deck.cards.map { $0.text }.joined(separator: " ") == cards)
  }

  static let golden: [(UInt64, String)] = [
    (
      0,
      """
      2H QH 2C KH TS QC 4S 8C 3D 5H QS 8H 8S 6H JD 7D 7C 7H KS 9S 5S 9D 3C 4C AC 8D \
      AS 9H 4H TH 2S 4D QD JS JC 5C 2D KC 7S 3H KD TD 3S 6C AD AH JH TC 5D 6D 9C 6S
      """
    ),
    (
      1,
      """
      KD 7C JC 6H 5C JS 2S 6C 5H QC 4C 8H 2D 3S 8C TS 9C QS QD TD KC KS 6S 7S 9S 3D \
      6D 3C 9H 2H JH 5S AD 4D 9D KH AH 4S JD 2C 3H 7D QH 5D AS 7H 4H TH 8D AC 8S TC
      """
    ),
    (
      7,
      """
      JS AD QC 2H 8S 3D JH JD 8D 3H 6D 9S 6S KS KC QS AH 9D 5S 5C 6C 7S 5H QH 2C 6H \
      4S TS TC 2S QD KD 7D TH 3S 8C 3C 9H AS 5D 4C 4H AC 7H 4D JC 8H 9C TD KH 2D 7C
      """
    ),
    (
      .max,
      """
      6H 8D 7H TD QC 7D 9H TC AS KS 5C 7S 9D 3C 5D JC 8C KC JS AD 7C QD 5S 8S 4C KD \
      TS 6S TH AC 6C JD 9C 8H 9S 3D 3H 4H 4D 5H KH 2H 2C 6D QS JH QH 4S 3S AH 2D 2S
      """
    ),
  ]
}

@Suite struct `The generators` {
  @Test func `SplitMix64 gives the published numbers`() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `xoshiro256 starstar gives the published numbers`() {
    var generator = DealGenerator(state: (1, 2, 3, 4))
    let numbers = (0..<4).map { _ in generator.next() }
    #expect(numbers == [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240])
  }

  @Test func `a number below a bound throws the surplus away`() {
    struct Fixed: RandomNumberGenerator {
      var outputs: [UInt64]
      mutating func next() -> UInt64 { outputs.removeFirst() }
    }
    // 2^64 mod 3 is 1: output 0 would make 0 likelier than 1 and 2.
    var generator = Fixed(outputs: [0, 1, 2, 3])
    #expect((0..<3).map { _ in generator.number(below: 3) } == [1, 2, 0])
  }
}
