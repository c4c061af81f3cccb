import Cards
import DragDrop
import Patience
import Testing
import Wire

@testable import Rooms

/// A game of patience for several people, each with a pack, a stock and a waste of their own, and columns for all.
@Suite struct `A game for several seats` {
  private static let race: Ruleset = {
    let zones = Ruleset.klondike1.zones.map { zone in
      var zone = zone
      switch zone.role {
      case .stock, .waste: zone.owner = .seat
      case .foundation: zone.count = 12
      default: break
      }
      return zone
    }
    return Ruleset(
      id: "race", title: "Race", seats: Ruleset.Seats(2, 3), zones: zones, stock: Ruleset.klondike1.stock)
  }()

  private static let described = Described.game(
    CatalogueGame(race, family: "Race", [Variation(.draw, [3])]), text: Array(#"{"game":"race"}"#.utf8))

  private func stage(seats: Int, _ deal: DealChoice = .open(7)) throws -> RoomStage {
    let opening = RoomOpening(
      table: OpenTable(game: "race", deal: deal, seats: seats), opener: RoomStage.opener,
      described: Self.described)
    let id = try #require(RoomID("rTestRoom"))
    let room = try Room(id: id, opening: opening, secret: [], now: 1_000, entropy: entropy(1))
    let stage = RoomStage(room: room, durable: 0)
    var effects: [Effect] = []
    room.begin(c: stage.nextC(), from: RoomStage.entrance, opening: opening, into: &effects)
    stage.take(effects)
    return stage
  }

  /// Ada and Bob at it.
  private func company(seats: Int = 2) throws -> (stage: RoomStage, ada: ConnectionID, bob: ConnectionID) {
    let stage = try stage(seats: seats)
    let (ada, bob) = (stage.join(stage.visitor("ada"), at: 0), stage.join(stage.visitor("bob"), at: 1))
    stage.silence()
    return (stage, ada, bob)
  }

  @Test(arguments: [2, 3])
  func `is dealt for those who sit there`(seats: Int) throws {
    for deal in [DealChoice.open(7), .sealed] {
      let stage = try stage(seats: seats, deal)
      #expect(stage.patience.deal.cards.count == 52 * seats)
      let stocks = stage.room.game.board.regions.filter { $0.name == "stock" }.flatMap { $0.runs }
      #expect(stocks.count == seats && stocks.reduce(0) { $0 + $1.items.count } == 52 * seats - 28)
      #expect(stage.room.game.board.told.rules.isEmpty, "what a browser foresees is for one")
      stage.room.checkInvariants()
    }
  }

  @Test(arguments: [1, 4, 8])
  func `is not dealt for fewer or more than play it`(seats: Int) throws {
    let told = #expect(throws: BadMessage.self) { try stage(seats: seats) }
    #expect(told?.why == "race is for 2 to 3 players, not \(seats)")
    try Ruleset.klondike1.check(tableOf: seats)
  }

  @Test func `What a game says of players is one sentence, however many it is for`() throws {
    #expect(Ruleset.klondike1.objection(toPlayers: 5) == "klondike1 is for one player, not 5")
    #expect(Ruleset.klondike1.objection(toPlayers: 1) == nil)
    var three = Ruleset.klondike1
    three.seats = .init(3, 3)
    #expect(three.objection(toPlayers: 3) == nil)
    for count in [-1, 0, 2, 4, 300] {
      #expect(three.objection(toPlayers: count) == "klondike1 is for 3 players, not \(count)")
    }
  }

  @Test func `lets each turn their own stock, and nobody another's`() throws {
    let (stage, ada, bob) = try company()
    let stocks = stage.room.game.board.regions.first { $0.name == "stock" }?.runs.map(\.collection) ?? []
    try #require(stocks.count == 2)
    for (seat, own) in stocks.enumerated() {
      let dests = stage.room.game.dests(room: "r", version: 1, seat: SeatNumber(seat))
      #expect(dests.taps == [own])
    }
    #expect(try stage.ask(.tap(place: stocks[1], item: nil), from: bob).isOK)
    #expect(stage.cards(in: PileID(.waste, 1)).count == 1 && stage.cards(in: PileID(.waste, 0)).isEmpty)
    #expect(try stage.ask(.tap(place: stocks[0], item: nil), from: ada).isOK)
    #expect(stage.cards(in: PileID(.waste, 0)).count == 1)
    // What Bob has turned is nobody's but his.
    let turned = try #require(stage.cards(in: PileID(.waste, 1)).last)
    let refused = try stage.ask(.move(item: turned, into: "t0", before: nil), from: ada)
    #expect(refused == .no(.role, why: "notYours"))
    let adas = stage.room.game.dests(room: "r", version: 1, seat: SeatNumber(0))
    #expect(!adas.sources.flatMap(\.items).contains(turned))
  }

  @Test func `is dealt again for as many, and played from the start again`() throws {
    let (stage, ada, bob) = try company(seats: 3)
    #expect(try stage.ask(.deal(.open(9), game: "race:draw=3"), from: ada).isOK)
    try stage.agree(bob)
    #expect(stage.patience.deal.cards.count == 156 && stage.room.game.board.told.draw == 3)
    #expect(try stage.ask(.restart, from: ada).isOK)
    #expect(stage.patience.deal.cards.count == 156)
    // A game of one is played by all of them together.
    #expect(try stage.ask(.deal(.open(9), game: "klondike1"), from: ada).isOK)
    try stage.agree(bob)
    #expect(stage.patience.deal.cards.count == 52)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `comes from its log and its base`(seed: UInt64) throws {
    let (stage, ada, bob) = try company()
    stage.room.log.bases = BaseKeeper(recordsMax: 20)
    var player = RandomPlayer(seed: seed, at: Self.race)
    for step in 0..<80 {
      let seat = step % 2
      let dests = stage.room.game.dests(room: "r", version: 1, seat: SeatNumber(seat))
      stage.say(player.operation(knowing: dests, deals: false), from: seat == 0 ? ada : bob)
      stage.room.checkInvariants()
    }
    guard case .opening(let opening) = try LogRecord.read(stage.log[0].bytes) else {
      throw Reopening.Fault.opening
    }
    let base = try #require(stage.base)
    for from in [nil, base] {
      var reopening = try Reopening(
        opening, room: stage.room.id, described: Self.described, now: stage.now)
      if let from {
        let begins = reopening.begin(at: from.bytes, version: from.version, sequence: from.sequence)
        #expect(begins)
      }
      for record in stage.log.dropFirst(from?.sequence ?? 1) {
        try reopening.replay(try LogRecord.read(record.bytes), sequence: record.sequence)
      }
      try reopening.check()
      #expect(reopening.version == stage.room.version)
      #expect(reopening.game.board.regions == stage.room.game.board.regions)
    }
  }
}
