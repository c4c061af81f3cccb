import Cards
import Patience
import Testing
import Wire

@testable import Rooms

/// A game in which each seat has piles of its own: two packs, thirteen columns and a stock for each of two people, and
/// foundations for both.
@Suite struct `A game of several seats` {
  private static let ruleset = Ruleset(
    id: "two", title: "Two", seats: .init(2, 2),
    zones: [
      Zone(.stock, owner: .seat), Zone(.waste, owner: .seat, take: .top, to: [.foundation, .tableau]),
      Zone(.foundation, count: 8, build: .init(.same, .up), empty: .ace, from: [.waste, .tableau]),
      Zone(
        .tableau, count: 4, owner: .seat, up: [1, 1, 1, 1], build: .init(.alternateColour, .down), take: .run,
        empty: .any, from: [.waste, .tableau], to: [.tableau, .foundation]),
    ],
    stock: .init(to: .waste, draw: 1, passes: .unlimited))

  private func game(_ choice: DealChoice = .open(3)) -> PatienceGame {
    PatienceGame(
      ruleset: Self.ruleset, choice: choice, options: TableOptions(), seats: 2, entropy: entropy(1))
  }

  @Test(arguments: [DealChoice.open(3), .sealed])
  func `is dealt for all of them`(choice: DealChoice) {
    let game = game(choice)
    #expect(game.engine.model.seats == 2)
    #expect(game.deal.cards.count == 104 && game.cardsInAll == 104)
    #expect(game.regions.flatMap(\.runs).reduce(0) { $0 + $1.items.count } == 104)
    #expect(game.told.rules.isEmpty, "what is foreseen is for one")
  }

  @Test func `lets each play their own, and nobody another's`() throws {
    var game = game()
    let (ada, bob) = (SeatNumber(0), SeatNumber(1))
    let own = game.engine.model.stock(of: 1).text
    #expect(game.dests(room: "r", version: 1, seat: ada).taps == ["stock"])
    #expect(game.dests(room: "r", version: 1, seat: bob).taps == [own])
    try game.perform(.tap(place: own, item: nil), seat: bob, held: nil, now: 0)
    #expect(game.engine.model.cards(in: PileID(.waste, 1)).count == 1)
    #expect(game.engine.model.cards(in: PileID(.waste, 0)).isEmpty)
    let foreign = Int(game.engine.model.cards(in: PileID(.waste, 1))[0])
    for operation: Command.Operation in [
      .move(item: foreign, into: "t0"), .send(item: foreign), .tap(place: own, item: nil),
    ] {
      var next = game
      #expect(throws: GameRefusal(code: .role, why: "notYours")) {
        try next.perform(operation, seat: ada, held: nil, now: 0)
      }
    }
  }

  @Test func `is gone on from a base as it is`() throws {
    var game = game()
    try game.perform(.tap(place: "stock", item: nil), seat: SeatNumber(0), held: nil, now: 0)
    let base = game.base(now: 0)
    let book = GameBook(described: nil)
    #expect(PatienceGame(base: base, of: book) == nil, "it is not in this book")
    let described = Described.game(CatalogueGame(Self.ruleset, family: "two"), text: [])
    let again = try #require(PatienceGame(base: base, of: GameBook(described: described)))
    #expect(again.base(now: 0) == base)
    #expect(again.engine.model.seats == 2)
  }

  @Test(arguments: [1, 3, 8])
  func `is refused at a table of another number`(seats: Int) {
    #expect(throws: BadMessage.self) { try Self.ruleset.check(tableOf: seats) }
  }

  @Test func `is taken where the number is right, and others at any table`() throws {
    try Self.ruleset.check(tableOf: 2)
    for seats in 1...8 { try Ruleset.klondike1.check(tableOf: seats) }
  }
}
