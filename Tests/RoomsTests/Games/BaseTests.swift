import DragDrop
import Patience
import TestDice
import Testing
import Wire

@testable import Boards
@testable import Rooms

/// When a game is kept as something to go on from. Colours in two sections; four steps can be taken back at least, six
/// at most.
@Suite struct `A base` {
  private static let kind = SectionedCards.kind
  private static let ada = SeatNumber(0)
  private static let bob = SeatNumber(1)

  /// A game with its keeper, as a room has them.
  private struct Kept {
    var game: Game = Game(kind, seed: 1, now: 0, undoMax: 4)
    var keeper = BaseKeeper(intervalMin: 3)
    var version = 1

    mutating func perform(_ operation: Command.Operation, by seat: SeatNumber = ada) throws -> Base? {
      var next = game
      try next.perform(operation, seat: seat, held: nil, now: 0)
      game = next
      version += 1
      return keeper.note(&game, version: version, sequence: 10 * version, now: 0)
    }

    /// The first item of a section goes to its end.
    mutating func turn(
      _ place: String = "favorites", by seat: SeatNumber = ada, times: Int = 1
    ) throws -> [Base] {
      try (0..<times).compactMap { _ in
        let item = game.board.regions.flatMap { $0.runs }.first { $0.collection == place }?.items.first?
          .handle
        return try perform(.move(item: item ?? -1, to: Landing(place)), by: seat)
      }
    }
  }

  @Test func `is ripe when all steps beneath it are forgotten, and is given once`() throws {
    var kept = Kept()
    #expect(try kept.turn(times: 6).isEmpty)
    let bytes = kept.game.base(now: 0)
    #expect(kept.game.undoDepth == 6)
    // Taken at version 4, with three steps beneath it: the seventh step makes the game forget three.
    let ripe = try kept.turn()
    #expect(ripe.map { $0.version } == [4] && ripe.map { $0.sequence } == [40])
    #expect(ripe.first.map { $0.bytes != bytes } == true, "it is as it was then")
    #expect(kept.game.undoDepth == 4)
    // The next is taken at version 9, on five steps; one after the other they are forgotten again.
    #expect(try kept.turn(times: 4).isEmpty)
    #expect(try kept.turn(times: 20).map { $0.version }.first == 9)
  }

  @Test func `is dropped when a step beneath it is taken back`() throws {
    var kept = Kept()
    #expect(try kept.turn(times: 3).isEmpty)
    #expect(try kept.perform(.undo) == nil)
    // Nothing is taken while it can be played again.
    #expect(try kept.perform(.redo) == nil)
    #expect(try kept.perform(.undo) == nil)
    let ripe = try kept.turn(times: 12)
    #expect(ripe.first.map { $0.version } == 8, "the one of version 4 is gone")
  }

  @Test func `is dropped when another player takes a step out beneath it`() throws {
    var kept = Kept()
    _ = try kept.turn(by: Self.ada)
    _ = try kept.turn("others", by: Self.bob, times: 2)
    _ = try kept.turn("others", by: Self.bob)
    #expect(try kept.perform(.undo, by: Self.ada) == nil)
    #expect(kept.game.steps.mark == nil)
    #expect(try kept.turn("others", by: Self.bob, times: 12).first.map { $0.version } == 7)
  }

  @Test func `stands when only later steps are taken back`() throws {
    var kept = Kept()
    #expect(try kept.turn(times: 5).isEmpty)
    for _ in 0..<2 { #expect(try kept.perform(.undo) == nil) }
    #expect(try kept.perform(.redo) == nil)
    let ripe = try kept.turn(times: 3)
    #expect(ripe.map { $0.version } == [4])
  }

  @Test func `holds what was taken out from under others' steps`() throws {
    var kept = Kept()
    _ = try kept.turn(by: Self.ada)
    _ = try kept.turn("others", by: Self.bob, times: 1)
    _ = try kept.perform(.undo, by: Self.ada)
    let ripe = try kept.turn("others", by: Self.bob, times: 20)
    let base = try #require(ripe.first)
    var game = try #require(Game(base: base.bytes, Self.kind, openedAt: 0, undoMax: 4))
    #expect(game.steps.canRedo(Self.ada) && !game.steps.canRedo(Self.bob))
    let before = game.board.regions
    try game.perform(.redo, seat: Self.ada, held: nil, now: 0)
    #expect(game.board.regions != before)
  }

  @Test func `A base of a version that was never durable is dropped`() throws {
    var kept = Kept()
    _ = try kept.turn(times: 2)
    let durable = kept.game
    _ = try kept.turn()
    kept.keeper.fallBack(to: 3, sequence: 30)
    (kept.game, kept.version) = (durable, 3)
    // Another version 4, and so on; the base of the first one would be of steps that nobody made.
    let ripe = try kept.turn("others", times: 12)
    #expect(ripe.first.map { $0.version > 4 } == true)
  }

  @Test func `A base of a durable version stays after a fallback`() throws {
    var kept = Kept()
    _ = try kept.turn(times: 4)
    kept.keeper.fallBack(to: 4, sequence: 40)
    #expect(try kept.turn(times: 3).map { $0.version } == [4])
  }

  @Test func `A base of a new deal is ripe at once`() throws {
    let ruleset = try #require(Catalogue.ruleset(id: "klondike1"))
    func dealt(_ number: UInt64) -> Game {
      Game(
        PatienceBoard(
          ruleset: ruleset, choice: .open(number), options: TableOptions(), entropy: entropy(1)))
    }
    var game = dealt(3)
    var keeper = BaseKeeper()
    for version in 2...BaseKeeper.freshIntervalMin {
      try game.perform(.tap(place: "stock", item: nil), seat: Self.ada, held: nil, now: 0)
      if version == 25 {
        game = dealt(4)
      }
      #expect(keeper.note(&game, version: version, sequence: version, now: 0) == nil)
    }
    game = dealt(5)
    let base = try #require(keeper.note(&game, version: 40, sequence: 41, now: 0))
    #expect(base == Base(version: 40, sequence: 41, bytes: game.base(now: 0)))
    let copy = try #require(Game(base: base.bytes))
    #expect(copy.board.regions == game.board.regions && copy.board.dealTold == .open(5))
  }

  @Test func `is tried only now and then`() throws {
    var kept = Kept()
    kept.keeper = BaseKeeper()
    #expect(try kept.turn(times: 255).isEmpty && kept.game.steps.mark == nil)
    #expect(try kept.turn().isEmpty && kept.game.steps.mark?.number == 1)
  }
}

/// What is read as a base.
@Suite struct `Bytes of a base` {
  private func patience(_ choice: DealChoice) throws -> Game {
    let ruleset = try #require(Catalogue.ruleset(id: "klondike1"))
    var game = Game(
      PatienceBoard(
        ruleset: ruleset, choice: choice, options: TableOptions(timed: true), entropy: entropy(9)))
    for _ in 0..<5 {
      try game.perform(.tap(place: "stock", item: nil), seat: SeatNumber(0), held: nil, now: 1_000)
    }
    return game
  }

  @Test(arguments: [DealChoice.open(12), .sealed])
  func `The base of a patience game gives the same game, with its clock stopped`(choice: DealChoice) throws {
    let game = try patience(choice)
    #expect(game.clock.runs)
    let base = game.base(now: 61_000)
    let copy = try #require(Game(base: base))
    #expect(!copy.clock.runs && copy.clock.isLive)
    #expect(copy.status(now: 900_000).clockMilliseconds == 60_000)
    #expect(
      copy.secret == game.secret && copy.board.dealTold == game.board.dealTold
        && copy.patience?.deal == game.patience?.deal)
    #expect(copy.board.regions == game.board.regions && copy.undoDepth == 5)
    #expect(copy.base(now: 0) == base)
    var later = copy
    #expect(throws: GameRefusal.self) { try later.board.takeBack(1) }
  }

  /// By FNV-1a: directories of other versions are opened with them.
  @Test func `are byte for byte what they ever were`() throws {
    let boards: [String: UInt32] = [
      "four-aces": 0x6A1B_0C85, "free-piles": 0x708A_2AB2, "cards": 0x4FBE_44B5, "sections": 0x1F78_75B9,
      "card-grid": 0x2F2E_D04B, "contacts": 0x9582_A835, "fruits": 0x4BB6_730C, "list": 0x0A37_40BD,
      "photos": 0x0DB0_A676,
    ]
    for kind in BoardCatalogue.kinds {
      #expect(hash(Game(kind, seed: 5, now: 0, undoMax: 16)) == boards[kind.name], "\(kind.name)")
    }
    let games: [String: UInt32] = [
      "klondike1": 0xA4DE_8E57, "doubleklondike": 0x72FF_9945, "freecell": 0xEE23_16C2,
      "spider4": 0x697C_6929,
      "tripeaks": 0x0D7D_ABE0, "accordion": 0x8335_B9C9,
    ]
    for (id, expected) in games {
      let ruleset = try #require(Catalogue.ruleset(id: id))
      var game = Game(
        PatienceBoard(
          ruleset: ruleset, choice: .open(12), options: TableOptions(timed: true), entropy: { [] }))
      for _ in 0..<5 {
        try? game.perform(.tap(place: "stock", item: nil), seat: SeatNumber(0), held: nil, now: 1_000)
      }
      #expect(hash(game) == expected, "\(id)")
    }
  }

  private func hash(_ game: Game) -> UInt32 {
    var hash = FNV1a()
    hash.add(game.base(now: 61_000))
    return hash.value
  }

  @Test func `are refused where they are cut, bent or of something else`() throws {
    let base = try patience(.sealed).base(now: 2_000)
    for count in 0..<base.count { #expect(Game(base: Array(base.prefix(count))) == nil) }
    #expect(Game(base: base + [0]) == nil)
    #expect(Game(base: [Bases.format + 1] + base.dropFirst()) == nil)
    #expect(Game(base: base, FruitBoard.kind, openedAt: 0) == nil)

    let fruits = Game(FruitBoard.kind, seed: 3, now: 0).base(now: 0)
    #expect(Game(base: fruits, FruitBoard.kind, openedAt: 0)?.base(now: 7) == fruits)
    #expect(Game(base: fruits, CardList.kind, openedAt: 0) == nil)
    #expect(Game(base: fruits) == nil)
    for count in 0..<fruits.count {
      #expect(Game(base: Array(fruits.prefix(count)), FruitBoard.kind, openedAt: 0) == nil)
    }
  }

  @Test func `Damaged bytes crash nothing, and what is read of them can be played`() throws {
    let seed: UInt64 = 0xDA3A6E
    var dice = Dice(seed: seed)
    let whole = try patience(.open(1)).base(now: 2_000)
    var refused = 0
    for round in 0..<rounds(3_000) {
      var bytes = whole
      if round % 3 == 0 {
        bytes =
          [Bases.format, 0]
          + (0..<Int.random(in: 0..<300, using: &dice)).map { _ in
            UInt8.random(in: 0...255, using: &dice)
          }
      } else {
        bytes[Int.random(in: 2..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      guard var game = Game(base: bytes) else {
        refused += 1
        continue
      }
      // Whatever it is, it can be shown and played.
      game.checkInvariants()
      try? game.perform(.tap(place: "stock", item: nil), seat: SeatNumber(0), held: nil, now: 3_000)
      try? game.perform(.restart, seat: SeatNumber(0), held: nil, now: 3_000)
      _ = (game.status(now: 4_000), game.dests(room: "r", version: 1, seat: SeatNumber(0)))
    }
    #expect(refused > least(1_500), "seed \(seed): \(refused)")
  }
}
