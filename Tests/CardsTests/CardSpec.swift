import Testing

@testable import Cards

@Suite struct `A card` {
  @Test func `is one byte of suit and rank, in 52 ways`() {
    var bytes: Set<UInt8> = []
    for suit in Card.Suit.allCases {
      for rank in Rank.all {
        let card = Card(rank, suit)
        #expect(card.suit == suit)
        #expect(card.rank == rank)
        #expect(Card(rawValue: card.rawValue) == card)
        bytes.insert(card.rawValue)
      }
    }
    #expect(bytes.count == 52)
    #expect(Card.Suit.allCases.map { $0.isRed } == [false, true, true, false])
  }

  @Test func `cannot be made from any of the other 204 bytes`() {
    #expect((0...255).filter { Card(rawValue: $0) != nil }.count == 52)
    #expect((0...255).filter { Rank(rawValue: $0) != nil } == Array(1...13))
  }

  @Test(arguments: [
    ("KS", Rank.king, Card.Suit.spades), ("AC", .ace, .clubs), ("JH", .jack, .hearts),
    ("QD", .queen, .diamonds),
  ])
  func `is written with rank and suit`(_ text: String, _ rank: Rank, _ suit: Card.Suit) {
    #expect(Card(text) == Card(rank, suit))
    #expect(Card(rank, suit).text == text)
  }

  @Test func `reads every two letters that are a card, and nothing else`() {
    var read = 0
    for first in 0...127 as ClosedRange<UInt8> {
      for second in 0...127 as ClosedRange<UInt8> {
        guard let card = Card(notation: [first, second]) else { continue }
        #expect(card.notation == [first, second])
        read += 1
      }
    }
    #expect(read == 52)
  }

  @Test(arguments: ["", "K", "KSS", "10S", "ks", "1S", "K ", " KS", "KÖ"])
  func `is not read from anything else`(_ text: String) {
    #expect(Card(text) == nil)
  }
}
