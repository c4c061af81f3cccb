import Boards
import Cards
import DragDrop
import Patience
import TestDice
import Testing
import Wire

@testable import Rooms

/// Tables of a game that somebody described: the log has its text, and a reader that carries the log out again reads
/// it.
@Suite struct `A described game` {
  private static let text = Array(#"{"game":"own"}"#.utf8)

  /// Klondike by another name, so that nothing is known of it but what is described.
  private static let described: Described = {
    var ruleset = Ruleset.klondike3
    ruleset.id = "own"
    ruleset.title = "Our own"
    return .game(
      CatalogueGame(ruleset, family: "Own", [Variation(.draw, [1]), Variation(.passes, [2])]), text: text)
  }()

  private func stage() throws -> RoomStage {
    var opening = RoomOpening(
      table: OpenTable(game: "own", deal: .open(7)), opener: RoomStage.opener, described: Self.described)
    opening.network = nil
    let id = try #require(RoomID("rTestRoom"))
    let stage = RoomStage(
      room: try Room(id: id, opening: opening, secret: [], now: 1_000, entropy: entropy(1)), durable: 0)
    var effects: [Effect] = []
    stage.room.begin(c: stage.nextC(), from: RoomStage.entrance, opening: opening, into: &effects)
    stage.take(effects)
    stage.silence()
    return stage
  }

  private func reopened(_ stage: RoomStage, as described: Described?, from base: Base? = nil) throws -> Room {
    guard case .opening(let opening) = try LogRecord.read(stage.log[0].bytes) else {
      throw Reopening.Fault.opening
    }
    #expect(opening.secret.description == Self.text)
    var reopening = try Reopening(opening, room: stage.room.id, described: described, now: stage.now)
    if let base, !reopening.begin(at: base.bytes, version: base.version, sequence: base.sequence) {
      throw Reopening.Fault.base
    }
    for record in stage.log.dropFirst(base?.sequence ?? 1) {
      try reopening.replay(try LogRecord.read(record.bytes), sequence: record.sequence)
    }
    try reopening.check()
    return Room(
      id: stage.room.id, reopening: reopening, generation: 0, secret: [], now: stage.now, entropy: entropy(1))
  }

  /// Plays long enough for a base, by what is offered.
  private func play(_ stage: RoomStage, seed: UInt64) throws {
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.room.log.bases = BaseKeeper(recordsMax: 20)
    var player = RandomPlayer(seed: seed, at: .klondike3)
    for step in 0..<60 {
      if step == 30 { stage.say(.deal(.open(seed), game: "own:draw=1"), from: ada) }
      let dests = stage.room.game.dests(room: "r", version: 1, seat: SeatNumber(0))
      stage.say(player.operation(knowing: dests, deals: false), from: ada)
    }
    stage.silence()
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `comes from its log, and from its base, as it was`(seed: UInt64) throws {
    let stage = try stage()
    try play(stage, seed: seed)
    let base = try #require(stage.base, "seed \(seed)")
    for room in [
      try reopened(stage, as: Self.described), try reopened(stage, as: Self.described, from: base),
    ] {
      #expect(room.shown.hash == stage.room.shown.hash && room.version == stage.room.version)
      #expect(room.game.board.told == stage.room.game.board.told && room.game.board.told.id == "own:draw=1")
      #expect(room.game.nameTold == "Our own" && room.game.secret.description == Self.text)
      let seat = SeatNumber(0)
      #expect(room.dests(of: seat) == stage.room.dests(of: seat))
      #expect(room.game.status(now: 0).undo == stage.room.game.status(now: 0).undo)
    }
  }

  @Test func `is refused where nobody knows it`() throws {
    let stage = try stage()
    try play(stage, seed: 1)
    #expect(throws: Reopening.Fault.unknownGame("own")) { _ = try reopened(stage, as: nil) }
    var other = Ruleset.klondike3
    other.id = "another"
    let another = Described.game(CatalogueGame(other, family: "Own"), text: Self.text)
    #expect(throws: Reopening.Fault.unknownGame("own")) { _ = try reopened(stage, as: another) }
    #expect(Game(base: try #require(stage.base).bytes) == nil)
  }

  @Test func `is not what another description makes of its log`() throws {
    let stage = try stage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    var changed = Ruleset.klondike1
    changed.id = "own"
    let other = Described.game(CatalogueGame(changed, family: "Own"), text: Self.text)
    #expect(throws: Reopening.Fault.self) { _ = try reopened(stage, as: other) }
  }
}

/// Bases that were written when there was nothing but Klondike.
@Suite struct `A base of the first format` {
  /// A game that was played for a while, and its base.
  private func played(_ id: String, seed: UInt64, timed: Bool) throws -> Game {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let options = TableOptions(autoMoves: seed % 2 == 0 ? .safe : .off, timed: timed)
    var game = Game(
      PatienceBoard(ruleset: ruleset, choice: .open(seed), options: options, entropy: entropy(1)))
    var player = RandomPlayer(seed: seed, at: ruleset)
    for step in 0..<60 as Range<Int64> {
      let dests = game.dests(room: "r", version: 1, seat: SeatNumber(0))
      var next = game
      let operation = player.operation(knowing: dests, deals: false)
      if case .set = operation { continue }
      guard (try? next.perform(operation, seat: SeatNumber(0), held: nil, now: step * 900)) != nil else {
        continue
      }
      game = next
    }
    game.clock.pause(now: 60 * 900)
    return game
  }

  /// What was written then: no numbers of steps, one flag for cards that go up, no seats, nothing carried over, no
  /// count of steps, no streak.
  private func firstFormat(_ game: Game) -> [UInt8] {
    var coder = ByteCoder()
    game.board.writeBody(to: &coder)
    let table = coder.bytes
    // Behind it stood no numbers of plies, each of four bytes.
    var bytes = Array(game.base(now: 0).dropLast(table.count + 8))
    bytes[0] = 1
    let flags = table[0]
    bytes.append((flags & 3 == 0 ? 0 : 1) | (flags & 4 == 4 ? 2 : 0))
    bytes.append(table[1])
    // Points; then, behind what was carried over, moves; then, behind steps and streak, the pass.
    bytes += table[3..<7] + table[11..<15] + table[21..<23]
    return bytes + table[23...]
  }

  @Test(arguments: ["klondike1", "klondike3"], 0..<3 as Range<UInt64>)
  func `is gone on from as ever`(id: String, seed: UInt64) throws {
    let game = try played(id, seed: seed, timed: seed == 1)
    let again = try #require(Game(base: firstFormat(game)))
    #expect(again.board.regions == game.board.regions && again.board.state == game.board.state)
    #expect(again.board.standing.score == game.board.standing.score && again.moves == game.moves)
    let (read, written) = (again.patience?.engine.model, game.patience?.engine.model)
    #expect(read?.options == written?.options && read?.pass == written?.pass)
    let seat = SeatNumber(0)
    #expect(
      again.dests(room: "r", version: 1, seat: seat).sources
        == game.dests(room: "r", version: 1, seat: seat).sources)
    // From here on it is written as bases are now.
    #expect(again.base(now: 0).first == Bases.format)
  }

  @Test func `is read only whole, and no other number is a format`() throws {
    let bytes = firstFormat(try played("klondike1", seed: 0, timed: false))
    #expect(Game(base: bytes) != nil)
    for count in 0..<bytes.count { #expect(Game(base: Array(bytes[..<count])) == nil, "\(count)") }
    #expect(Game(base: bytes + [0]) == nil)
    for format in [0, 3, 255] as [UInt8] { #expect(Game(base: [format] + bytes.dropFirst()) == nil) }
    // As the format of now it is no table.
    #expect(Game(base: [2] + bytes.dropFirst()) == nil)
  }
}
