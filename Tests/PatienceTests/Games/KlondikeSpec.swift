import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Klondike: building columns` {
  @Test(arguments: [
    ("6D", "t0"),  // from the waste onto 7S
    ("5C", "waste-6D-on-t0"),  // a run of three, once 6D lies there
    ("KH", "t4"),  // a king on an empty column
    ("KD", "t4"),  // a king and what lies on it
    ("2H", "t2"),  // onto 3S
  ])
  func `a card goes on the next higher of the other colour, a king on an empty column`(
    _ card: String, _ target: String
  ) throws {
    var table = try table(wasteAndColumns)
    var name = target
    if target.hasPrefix("waste-6D") {
      try table.play("6D", onto: "t0")
      name = "t0"
    }
    #expect(try table.objection(card, onto: name) == nil)
    let below = table.row(name)
    let run = try table.stack(from: table.handle(card)).map { table.faces[Int($0)]?.text ?? "--" }
    try table.play(card, onto: name)
    #expect(table.row(name) == ([below] + run).filter { !$0.isEmpty }.joined(separator: " "))
  }

  @Test(arguments: [
    ("6D", "t1", Refusal.sameColour), ("6D", "t3", .notNextRank), ("6D", "t4", .needsKing),
    ("7D", "t0", .notNextRank),
    ("2H", "t4", .needsKing), ("7S", "t4", .needsKing), ("3S", "t3", .notNextRank),
    ("QC", "t4", .needsKing),
    ("9D", "t0", .notTop), ("KC", "t4", .faceDown), ("QH", "t5", .faceDown),
    ("3C", "t3", .staysThere),
    ("7S", "t0", .samePile), ("7S", "waste", .notAllowedThere), ("7S", "stock", .notAllowedThere),
    ("6D", "waste", .samePile), ("7S", "t7", .noSuchPile), ("AH", "f1", .notAllowedThere),
  ])
  func `every other move is refused`(_ card: String, _ target: String, _ refusal: Refusal) throws {
    var table = try table(wasteAndColumns)
    let before = table
    #expect(try table.objection(card, onto: target) == refusal)
    let (handle, target) = (try table.handle(card), try pile(target))
    let (slot, index) = try #require(table.place(of: handle))
    let cards = Array(table.piles[slot].cards[index...])
    #expect(throws: refusal) { try table.move(cards, to: target) }
    #expect(table == before)
  }

  @Test func `only a card with all that lies on it is moved`() throws {
    let table = try table(wasteAndColumns)
    let run = try table.stack(from: table.handle("5C"))
    #expect(run.count == 3)
    #expect(table.whyNotMove(Array(run.prefix(2)), to: .tableau(0)) == .notTop)
    #expect(table.whyNotMove([], to: .tableau(0)) == .nothingThere)
    #expect(table.whyNotMove([999], to: .tableau(0)) == .nothingThere)
    #expect(table.whyNotMove(run.reversed(), to: .tableau(0)) == .notTop)
  }

  @Test func `a card bared by a move turns up`() throws {
    var table = try table(wasteAndColumns)
    #expect(table.reveals(try table.handle("7D")))
    #expect(table.reveals(try table.handle("5C")))
    #expect(!table.reveals(try table.handle("4D")))
    #expect(!table.reveals(try table.handle("7S")))
    #expect(!table.reveals(try table.handle("6D")))
    try table.play("6D", onto: "t0")
    try table.play("5C", onto: "t0")
    #expect(table.row("t2") == "QH")
    #expect(table.score == 5 + 5)
  }
}

@Suite struct `Klondike: foundations` {
  static let picture = """
    stock: (KC)
    waste: 5D 2C
    f0: AC
    f1: AD-3D
    f2: AH
    t0: (9C) 4D
    t1: 5S
    t2: 3H 2S
    t3: AS
    t4: 9H 8S 7H
    """

  @Test func `each is built upwards in its own suit`() throws {
    var table = try table(Self.picture)
    try table.send("2C")
    try table.send("AS")
    try table.send("2S")
    try table.send("4D")
    try table.send("5D")
    #expect(
      ["f0", "f1", "f2", "f3"].map { table.row($0) } == ["AC 2C", "AD 2D 3D 4D 5D", "AH", "AS 2S"])
    #expect(table.row("t0") == "9C")
  }

  @Test(arguments: [
    ("2S", "f0", Refusal.wrongSuit), ("2S", "f3", .needsAce), ("AS", "f0", .notNextRank),
    ("5S", "f1", .notNextRank),
    ("7H", "f2", .notNextRank), ("8S", "f3", .oneCardOnly), ("4D", "f2", .notNextRank),
    ("3H", "f2", .oneCardOnly),
    ("5D", "f1", .notTop),
  ])
  func `a foundation refuses every other card`(_ card: String, _ target: String, _ refusal: Refusal) throws {
    #expect(try table(Self.picture).objection(card, onto: target) == refusal)
  }

  @Test func `an ace begins its own suit's only`() throws {
    let table = try table("t0: AS\nt1: AH")
    #expect(
      try ["f0", "f1", "f2", "f3"].map { try table.objection("AS", onto: $0) } == [
        .wrongSuit, .wrongSuit, .wrongSuit, nil,
      ])
    #expect(
      try ["f0", "f1", "f2", "f3"].map { try table.objection("AH", onto: $0) } == [
        .wrongSuit, .wrongSuit, nil, .wrongSuit,
      ])
  }

  @Test(arguments: [
    ("5S", Refusal.noFoundationTakesIt), ("3H", .notTop), ("9C", .faceDown), ("KC", .staysThere),
    ("3D", .samePile),
    ("2D", .notTop),
  ])
  func `a card that cannot be sent says why`(_ card: String, _ refusal: Refusal) throws {
    var table = try table(Self.picture)
    let handle = try table.handle(card)
    #expect(throws: refusal) { try table.sendToFoundation(handle) }
    #expect(throws: Refusal.nothingThere) { try table.sendToFoundation(999) }
  }

  @Test func `a card may come back`() throws {
    var table = try table("f1: AD-3D\nt0: 4S\nt1: 4H")
    #expect(try table.objection("3D", onto: "t1") == .sameColour)
    #expect(try table.objection("2D", onto: "t0") == .notTop)
    #expect(try table.objection("3D", onto: "t2") == .needsKing)
    try table.play("3D", onto: "t0")
    #expect(table.row("t0") == "4S 3D")
    #expect(table.row("f1") == "AD 2D")
  }
}

@Suite struct `Klondike: the stock` {
  @Test func `one is drawn, the last drawn lies on top`() throws {
    var table = Table(ruleset: .klondike1, deal: Deal(number: 1, of: .klondike1))
    #expect(table.cards(in: .stock) == Array((28...51 as ClosedRange<UInt16>).reversed()))
    try table.turnStock()
    try table.turnStock()
    #expect(table.cards(in: .waste) == [28, 29])
    #expect(table.cards(in: .stock).last == 30)
    #expect(table.whyNotLift(28) == .notTop)
    #expect(table.whyNotLift(29) == nil)
  }

  @Test func `three are drawn, fewer if fewer are left`() throws {
    var table = try table("stock: (2C) (3C) (4C) (5C)\nt0: KS", .klondike3)
    try table.turnStock()
    #expect(table.row("waste") == "5C 4C 3C")
    #expect(table.row("stock") == "(2C)")
    try table.turnStock()
    #expect(table.row("waste") == "5C 4C 3C 2C")
    try table.turnStock()
    #expect(table.row("stock") == "(2C) (3C) (4C) (5C)")
    #expect(table.row("waste") == "")
  }

  @Test func `the waste is turned over as it lies, for ever`() throws {
    var table = Table(ruleset: .klondike3, deal: Deal(number: 3, of: .klondike3))
    let stock = table.cards(in: .stock)
    for pass in 1...20 as ClosedRange<UInt16> {
      #expect(table.pass == pass)
      for _ in 0..<8 { try table.turnStock() }
      #expect(table.cards(in: .stock).isEmpty)
      try table.turnStock()
      #expect(table.cards(in: .stock) == stock)
    }
    #expect(table.passesLeft == nil)
  }

  @Test func `an empty stock and waste cannot be turned`() throws {
    var table = try table("t0: KS")
    #expect(throws: Refusal.nothingThere) { try table.turnStock() }
    #expect(!BoardEngine(table: table).choices(for: 1).canTapStock)
  }

  @Test func `passes may be limited`() throws {
    var rules = Ruleset.klondike1
    rules.stock?.passes = .count(2)
    var table = try table("stock: (9C)\nt0: KS", rules)
    #expect(table.passesLeft == 1)
    for _ in 0..<3 { try table.turnStock() }
    #expect(table.passesLeft == 0)
    #expect(throws: Refusal.noPassesLeft) { try table.turnStock() }
    #expect(!BoardEngine(table: table).choices(for: 1).canTapStock)
    #expect(table.view().passesLeft == 0)
  }
}

@Suite struct `Klondike: the deal` {
  @Test func `goes row by row, handles count in deal order`() {
    let table = Table(ruleset: .klondike1, deal: Deal(number: 1, of: .klondike1))
    let expected: [[UInt16]] = [
      [0], [1, 7], [2, 8, 13], [3, 9, 14, 18], [4, 10, 15, 19, 22], [5, 11, 16, 20, 23, 25],
      [6, 12, 17, 21, 24, 26, 27],
    ]
    #expect((0..<7).map { table.cards(in: .tableau($0)) } == expected)
    let open = (0..<52 as Range<UInt16>).filter { table[id: $0]?.face != nil }
    #expect(open == [0, 7, 13, 18, 22, 25, 27])
    #expect(table.census().sorted() == Array(0..<52))
  }

  @Test func `one number is the same layout for draw one and draw three`() {
    let one = Table(ruleset: .klondike1, deal: Deal(number: 7, of: .klondike1)).pictureWithHiddenCards
    #expect(one == Table(ruleset: .klondike3, deal: Deal(number: 7, of: .klondike3)).pictureWithHiddenCards)
    #expect(
      one == """
        stock: (7C) (2D) (KH) (TD) (9C) (8H) (JC) (4D) (7H) (AC) (4H) (4C) \
        (5D) (AS) (9H) (3C) (8C) (3S) (TH) (7D) (KD) (QD) (2S) (TC)
        waste:
        f0:
        f1:
        f2:
        f3:
        t0: JS
        t1: (AD) JD
        t2: (QC) (8D) KS
        t3: (2H) (3H) (KC) 5S
        t4: (8S) (6D) (QS) (5C) 5H
        t5: (3D) (9S) (AH) (6C) (QH) 6H
        t6: (JH) (6S) (9D) (7S) (2C) (4S) TS

        """)
  }

  @Test func `a deal from elsewhere must be whole`() {
    let cards = Deck().cards
    #expect(Deal(cards: cards, of: .klondike1)?.cards == cards)
    #expect(Deal(cards: Array(cards.dropLast()), of: .klondike1) == nil)
    #expect(Deal(cards: cards.dropLast() + [cards[0]], of: .klondike1) == nil)
    #expect(Deal(cards: cards, of: .doubleKlondike) == nil)
  }

  @Test func `a sealed deal comes from any generator`() {
    var generator = SplitMix64(seed: 99)
    let deal = Deal(of: .klondike1, using: &generator)
    #expect(Deal(cards: deal.cards, of: .klondike1) == deal)
  }
}
