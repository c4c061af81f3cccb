import Contests
import Patience
import TestDice
import Testing
import Wire

@testable import Boards
@testable import Rooms

/// Three people play anything far beyond what can be taken back; from each base that ripens, with what was accepted
/// after it, comes the very game.
@Suite struct `Bases under any play` {
  static let undoMax: Int = 16
  static let commands = rounds(600)
  static let kinds = BoardCatalogue.kinds + [tasks.kind]

  /// With selections, copies, a bin, permissions and text from outside.
  static let tasks: BoardDescription = {
    var board = BoardDescription(title: "Tasks")
    board.name = "tasks"
    board.selects = true
    board.collections = ["todo", "done", "copies", "bin"].map { .init(id: $0, title: $0) }
    board.collections[0].acceptsText = true
    board.collections[0].capacity = 12
    board.collections[2].drop = .copy
    board.collections[3].drop = .delete
    for number in 1...9 {
      board.items.append(
        .init(in: "todo", ItemContent(text: "Nr. \(number)"), tags: number < 3 ? ["kept"] : []))
    }
    return board
  }()

  @Test(arguments: kinds.map { $0.name })
  func `lead a board to where it is`(name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    let begun = Game(kind, seed: 5, now: 1_000, undoMax: Self.undoMax)
    try play(begun, seed: 0xBA5E_0001) { base in
      Game(base: base, kind, openedAt: 1_000, undoMax: Self.undoMax)
    }
  }

  @Test(
    arguments: [("klondike1", 0xBA5E_0002, false), ("klondike3", 0xBA5E_0003, true)]
      as [(String, UInt64, Bool)])
  func `lead a game of patience to where it is`(name: String, seed: UInt64, isSealed: Bool) throws {
    let ruleset = try #require(Catalogue.ruleset(id: name))
    let sealed = SealedDeal(random: entropy(seed)())
    var generator = sealed.generator
    let deal = isSealed ? Deal(of: .klondike1, using: &generator) : Deal(number: 7, of: .klondike1)
    let begun = PatienceBoard(
      ruleset: ruleset, dealing: isSealed ? .sealed(sealed) : .open(7), deal: deal,
      options: TableOptions(timed: true), undoMax: Self.undoMax)
    try play(Game(begun), seed: seed) { base in Game(base: base, undoMax: Self.undoMax) }
  }

  private func play(_ begun: Game, seed: UInt64, restored: ([UInt8]) -> Game?) throws {
    var play = LoggedPlay(begun, seed: seed)
    var keeper = BaseKeeper(intervalMin: 16)
    /// When each entry was accepted, and whether the clock ran then.
    var clocks: [(now: Int64, runs: Bool)] = []
    var ripe = 0
    for step in 0..<Self.commands {
      play.step()
      play.game.checkInvariants()
      while clocks.count < play.log.count {
        clocks.append((play.now, play.game.clock.runs))
        // A step may have been several entries; between them nothing can be gone on from.
        guard clocks.count == play.log.count,
          let base = keeper.note(&play.game, version: step, sequence: play.log.count, now: play.now)
        else { continue }
        let note: Comment = "seed \(seed), base at \(base.sequence), ripe after \(play.log.count)"
        ripe += 1
        var copy = try #require(restored(base.bytes), note)
        let then = clocks[base.sequence - 1]
        if then.runs { copy.clock.proceed(now: then.now) }
        for entry in play.log[base.sequence...] { try entry.carryOut(on: &copy) }
        try expectSame(play, copy, note)
      }
    }
    #expect(ripe >= least(1), "seed \(seed): only \(ripe) bases")
    #expect(play.undone > least(10) && play.refused > least(20), "seed \(seed): \(play.undone) undone")
    print("seed \(seed): \(play.log.count) accepted, \(play.refused) refused, \(ripe) bases")
  }

  /// Now, and whatever is done with both from now on, down to the last step that can be taken back.
  private func expectSame(_ play: LoggedPlay, _ restored: Game, _ note: Comment) throws {
    var (game, copy) = (play.game, restored)
    // A visitor who wakes a table finds all hands empty.
    for seat in 0..<LoggedPlay.seats { game.emptyHands(of: SeatNumber(seat)) }
    for seat in 0..<LoggedPlay.seats { copy.emptyHands(of: SeatNumber(seat)) }
    try expectAlike(game, copy, now: play.now, note)
    var future = LoggedPlay(game, seed: UInt64(play.log.count), now: play.now)
    future.undoes = 50
    for _ in 0..<80 {
      let known = future.log.count
      future.step()
      for entry in future.log[known...] { try entry.carryOut(on: &copy) }
    }
    game = future.game
    for seat in 0..<LoggedPlay.seats { game.emptyHands(of: SeatNumber(seat)) }
    try expectAlike(game, copy, now: future.now, note)
    // By those who made them, or nobody can any more.
    var undone = true
    while undone {
      undone = false
      for seat in 0..<LoggedPlay.seats {
        var (next, other) = (game, copy)
        let done = (try? next.perform(.undo, seat: SeatNumber(seat), held: nil, now: future.now)) != nil
        let again = (try? other.perform(.undo, seat: SeatNumber(seat), held: nil, now: future.now)) != nil
        try #require(done == again, note)
        if done { (game, copy, undone) = (next, other, true) }
      }
    }
    try expectAlike(game, copy, now: future.now, note)
  }

  private func expectAlike(_ game: Game, _ copy: Game, now: Int64, _ note: Comment) throws {
    copy.checkInvariants()
    try #require(lasting(copy) == lasting(game), note)
    try #require(copy.selections(seats: 3) == game.selections(seats: 3), note)
    try #require(copy.status(now: now) == game.status(now: now), note)
    try #require(
      copy.secret == game.secret && copy.board.dealTold == game.board.dealTold
        && copy.board.told == game.board.told, note)
    for seat in 0..<LoggedPlay.seats {
      let seat = SeatNumber(seat)
      let expected = game.dests(room: "r", version: 1, seat: seat)
      try #require(copy.dests(room: "r", version: 1, seat: seat) == expected, note)
    }
    let handles = game.board.regions.flatMap { $0.runs }.flatMap { $0.items.map(\.handle) }
    try #require(
      handles.map { copy.board.arrival(of: $0) } == handles.map { game.board.arrival(of: $0) }, note)
    try #require(copy.steps.past.map { $0.seat } == game.steps.past.map { $0.seat }, note)
    try #require(copy.steps.past.map { $0.operation } == game.steps.past.map { $0.operation }, note)
    try #require(copy.steps.past.map { $0.items } == game.steps.past.map { $0.items }, note)
    try #require(copy.steps.takenOut.map { $0.operation } == game.steps.takenOut.map { $0.operation }, note)
    // All that a base holds; but what a drag says of itself ends in one.
    if game.board.told.id != "card-grid" { try #require(copy.base(now: now) == game.base(now: now), note) }
  }

  /// All that is shown but a line that follows drags.
  private func lasting(_ game: Game) -> [RegionTold] {
    game.board.regions.map { region in
      var region = region
      if region.layout == "text" { region.title = "" }
      return region
    }
  }
}
