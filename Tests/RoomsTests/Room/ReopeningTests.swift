import Boards
import Cards
import TestDice
import Testing
import Wire

@testable import Rooms

@Suite struct `A table that is played through again from its log` {
  static let games = BoardCatalogue.kinds.map(\.name) + ["klondike1", "klondike3"]

  @Test(arguments: games) func `is the same table, and goes on as it would have`(game: String) throws {
    for seed in 0..<UInt64(max(1, rounds(2))) {
      let note = Comment("\(game), seed \(seed)")
      let play = try RandomTable(game: game, seed: seed)
      for _ in 0..<90 { try play.step() }
      play.stage.pass(milliseconds: Drags.silenceMillisecondsMax + 1)
      let room = try play.stage.reopened()
      #expect(room.version == play.stage.room.version && room.sequence == play.stage.room.sequence, note)
      try same(room, play.stage.room, note)
      if play.stage.base != nil { try same(try play.stage.reopened(fromBase: true), play.stage.room, note) }

      // Both are told the same from here on.
      guard !play.isTimed else { continue }  // its clock stood meanwhile, and time costs points
      let again = RoomStage(room: room, durable: room.sequence)
      again.now = play.stage.now
      play.goOn(on: again)
      for _ in 0..<4 {
        for _ in 0..<10 { try play.step() }
        try same(again.room, play.stage.room, note)
      }
    }
  }

  @Test(arguments: games) func `is the same table where what could be taken back was forgotten`(
    game: String
  ) throws {
    for seed in 0..<UInt64(max(1, rounds(2))) {
      let note = Comment("\(game), seed \(seed)")
      let play = try RandomTable(game: game, seed: seed)
      play.stage.room.log.bases = BaseKeeper(recordsMax: 20)
      for _ in 0..<90 { try play.step() }
      play.stage.pass(milliseconds: Drags.silenceMillisecondsMax + 1)
      // One turn may be several records.
      try #require(play.stage.room.sequence - (play.stage.base?.sequence ?? 1) < 30, note)
      try same(try play.stage.reopened(), play.stage.room, note)
      try same(try play.stage.reopened(fromBase: true), play.stage.room, note)
    }
  }

  @Test(arguments: games) func `is the same table where what could be taken back took too much memory`(
    game: String
  ) throws {
    let play = try RandomTable(game: game, seed: 3)
    play.stage.room.surroundings.stepsBytesMax = 400
    for _ in 0..<200 { try play.step() }
    let records = try play.stage.log.map { try LogRecord.read($0.bytes) }
    // At an album without pictures there is little to be done.
    let isForgotten = records.contains { if case .forgotten = $0 { true } else { false } }
    #expect(isForgotten || game == "photos")
    #expect(play.stage.room.game.stepsByteCount < 4_000)
    play.stage.pass(milliseconds: Drags.silenceMillisecondsMax + 1)
    try same(try play.stage.reopened(), play.stage.room, "\(game)")
    try same(try play.stage.reopened(fromBase: true), play.stage.room, "\(game)")
  }

  @Test func `is not played through from its beginning, however often a move is taken back`() throws {
    let stage = try RoomStage(deal: 7)
    stage.room.log.bases = BaseKeeper(recordsMax: 50)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    for _ in 0..<3 { stage.say(.tap(place: "stock", item: nil), from: ada) }
    var refused = 0
    for _ in 0..<300 {
      if try !stage.ask(.undo, from: ada).isOK { refused += 1 }
      #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
      _ = stage.lines(to: ada)
    }
    #expect((1...12).contains(refused), "only what was forgotten cannot be taken back")
    let base = try #require(stage.base)
    #expect(stage.room.sequence - base.sequence <= 50)
    let room = try stage.reopened(fromBase: true)
    #expect(room.shown.hash == stage.room.shown.hash)
    // It is counted from the base, not from the start.
    #expect(room.log.bases.isOverdue(at: base.sequence + 2048))
    #expect(!room.log.bases.isOverdue(at: base.sequence + 2047))
  }

  @Test(arguments: games) func `is the same table without people who were erased`(game: String) throws {
    for seed in 0..<UInt64(max(2, rounds(4))) {
      let note = Comment("\(game), seed \(seed)")
      let play = try RandomTable(game: game, seed: seed)
      for time in 0..<3 {
        for _ in 0..<40 { try play.step() }
        let erased = try play.erase(isHere: time != 1)
        play.stage.pass(milliseconds: Drags.silenceMillisecondsMax + 1)
        for text in [erased.guest.text, erased.name] {
          let named = play.stage.log.filter { String(decoding: $0.bytes, as: UTF8.self).contains(text) }
          try #require(named.isEmpty && !play.stage.log.contains { $0.author?.guest == erased.guest }, note)
        }
        try same(try play.stage.reopened(), play.stage.room, note)
        if play.stage.base != nil { try same(try play.stage.reopened(fromBase: true), play.stage.room, note) }
      }
    }
  }

  private func same(_ a: Room, _ b: Room, _ note: Comment) throws {
    try #require(settled(a) == settled(b), note)
    try #require(a.shown.selections == b.shown.selections, note)
    try #require(a.game.status(now: 0).undo == b.game.status(now: 0).undo, note)
    try #require(a.game.status(now: 0).redo == b.game.status(now: 0).redo, note)
    try #require(
      a.game.board.standing.score == b.game.board.standing.score && a.game.moves == b.game.moves, note)
    try #require(a.game.board.state == b.game.board.state && a.version == b.version, note)
    try #require(a.seats.logged == b.seats.logged, note)
    for seat in 0..<a.seats.count {
      try #require(a.dests(of: SeatNumber(seat)) == b.dests(of: SeatNumber(seat)), note)
    }
    a.checkInvariants()
  }

  /// What a drag that was let go of said of itself is not kept.
  private func settled(_ room: Room) -> [RegionTold] {
    room.shown.regions.map { region in
      var region = region
      if room.game.board.told.id == "card-grid", region.name == "status" { region.title = "" }
      return region
    }
  }

  @Test func `keeps its epoch within one life of the data, and has another in the next`() throws {
    let stage = try RoomStage(deal: 7)
    let same = try stage.reopened()
    #expect(same.epoch == stage.room.epoch)
    let restored = try stage.reopened(generation: 0xFF)
    #expect(restored.epoch != stage.room.epoch)
  }

  @Test func `knows what it answered, and carries nothing out twice`() throws {
    let stage = try RoomStage(deal: 7)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let c = stage.say(.tap(place: "stock", item: nil), from: ada)
    let answer = try stage.answer(to: c, from: ada)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    let back = again.join(again.visitor("ada"), at: 4, as: .play)
    #expect(try again.ask(.tap(place: "stock", item: nil), c: c, from: back) == answer)
    #expect(again.room.version == stage.room.version)
    let foreign = again.join(again.visitor("ada", visit: "other"), at: 5)
    #expect(try again.ask(.tap(place: "stock", item: nil), c: c, from: foreign).isOK)
    #expect(again.room.version == stage.room.version + 1, "another visit's number is another command")
  }

  @Test func `carries out nothing that it refused before what it carried out`() throws {
    let stage = try RoomStage(deal: 7)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let c = stage.say(.redo, from: ada)
    #expect(try !stage.answer(to: c, from: ada).isOK)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    let back = again.join(again.visitor("ada"), at: 4, as: .play)
    // What it was answered is in no log; that it was, is clear from what came later.
    #expect(try again.ask(.redo, c: c, from: back) == .no(.gone, why: "answered"))
    #expect(again.room.version == stage.room.version)
  }

  @Test func `judges anew what it refused last`() throws {
    let stage = try RoomStage(deal: 7, seats: 2)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let bob = stage.join(stage.visitor("bob"), at: 1)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ada).isOK)
    let c = stage.say(.redo, from: ada)
    #expect(try !stage.answer(to: c, from: ada).isOK)
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: bob).isOK)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    let back = again.join(again.visitor("ada"), at: 4, as: .play)
    #expect(try again.ask(.undo, c: c, from: back).isOK)
  }

  @Test func `agrees no more to what changed nothing before what changed something`() throws {
    let stage = try RoomStage(opening: OpenTable(game: "sections", deal: nil, seats: 1))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let place = try #require(stage.room.shown.places.first { $0.name == "favorites" })
    let item = try #require(place.items.last?.handle)
    let records = stage.log.count
    let c = stage.say(.move(item: item, to: Landing(place.name)), from: ada)
    let answer = try stage.answer(to: c, from: ada)
    try #require(answer.isOK && stage.room.version == 1 && stage.log.count == records)
    let first = try #require(place.items.first?.handle)
    #expect(first != item)
    #expect(try stage.ask(.move(item: first, to: Landing(place.name)), from: ada).isOK)
    #expect(stage.room.version == 2)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    let back = again.join(again.visitor("ada"), at: 4, as: .play)
    let said = try again.ask(.move(item: item, to: Landing(place.name)), c: c, from: back)
    #expect(said == .no(.gone, why: "answered"))
  }

  /// Earlier programs wrote down what they refused.
  @Test func `knows what an older log says was refused`() throws {
    let stage = try RoomStage(deal: 7)
    let ada = stage.visitor("ada")
    let refused = LogRecord.answered(LogRecord.AnsweredLogged(code: .illegal, why: "nothingToRedo")).line()
    guard case .opening(let opening) = try LogRecord.read(stage.log[0].bytes) else {
      throw Reopening.Fault.opening
    }
    var reopening = try Reopening(opening, room: stage.room.id, described: nil, now: stage.now)
    try reopening.replay(try LogRecord.read(refused), sequence: 2)
    reopening.answered(5, of: ada.visit, at: 1, record: refused)
    let room = Room(
      id: stage.room.id, reopening: reopening, generation: 0, secret: [], now: stage.now, entropy: entropy(1))
    let again = RoomStage(room: room, durable: 2)
    let back = again.join(ada, at: 4, as: .play)
    #expect(try again.ask(.redo, c: 5, from: back) == .no(.illegal, why: "nothingToRedo"))
  }

  @Test func `keeps each seat for who held it`() throws {
    let stage = try RoomStage(deal: 7, seats: 2)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.join(stage.visitor("bob"), at: 1)
    stage.hear(.lost, from: ada)
    let again = RoomStage(room: try stage.reopened(), durable: stage.room.sequence)
    let eve = again.join(again.visitor("eve"), at: 2)
    #expect(again.room.seats.told.map { $0.person?.name } == ["ada", "bob"])
    #expect(
      try again.messages(to: eve).contains { if case .no(let it) = $0 { it.code == .full } else { false } })
    again.hear(.join(c: nil, again.visitor("bob"), as: .back, resume: nil), from: again.connection(3))
    #expect(again.room.seats.told.map(\.isConnected) == [false, true])
    again.hear(.join(c: nil, again.visitor("dan"), as: .back, resume: nil), from: again.connection(4))
    #expect(again.room.watching == 1, "who held no seat watches")
    again.pass(milliseconds: Seats.awayMillisecondsMax + 1)
    #expect(again.room.seats.told.map { $0.person?.name } == ["ada", "bob"], "she has opened it")
    again.hear(.lost, from: again.connection(3))
    again.pass(milliseconds: Seats.awayMillisecondsMax + 1)
    #expect(again.room.seats.told.map { $0.person?.name } == ["ada", nil])
  }

  @Suite struct `A log that is refused` {
    let stage: RoomStage

    init() throws {
      stage = try RoomStage(deal: 7)
      let ada = stage.join(stage.visitor("ada"), at: 0)
      stage.say(.tap(place: "stock", item: nil), from: ada)
      stage.say(.tap(place: "stock", item: nil), from: ada)
    }

    private func fault(_ records: [Remembered]) -> Reopening.Fault? {
      do throws(Reopening.Fault) {
        _ = try Reopening(records, room: stage.room.id, now: 0)
        return nil
      } catch {
        return error
      }
    }

    @Test func `A log with a record missing, doubled or out of place is refused`() {
      #expect(fault(stage.log) == nil)
      #expect(fault([stage.log[0]] + stage.log.dropFirst(2)) == .sequence(expected: 2, found: 3))
      #expect(
        fault([stage.log[0], stage.log[1]] + stage.log.dropFirst()) == .sequence(expected: 3, found: 2))
      #expect(fault(stage.log.suffix(1)) == .opening)
    }

    @Test func `A log is refused whose command is refused now, or comes to something else`() throws {
      let last = stage.log.count - 1
      #expect(
        fault(stage.log.replacing(last) { $0.command.operation = .move(item: 0, into: "x") })
          == .refused(sequence: stage.log[last].sequence, .illegal))
      #expect(
        fault(stage.log.replacing(last) { $0.hash ^= 1 }) == .differs(sequence: stage.log[last].sequence))
      #expect(fault(stage.log.replacing(last) { $0.seat = 5 }) == .seatsDiffer)
    }

    @Test(
      arguments: [
        (.opening, "the first record is not the opening, or a later record is one"),
        (.sequence(expected: 2, found: 3), "record 2 is expected and record 3 comes"),
        (.unknownGame("chess"), "this program does not know the game \"chess\""),
        (.description, "this program does not understand the description of the board"),
        (.seatsDiffer, "a record names a seat or a guest that this table cannot have"),
        (.refused(sequence: 12, .illegal), "record 12 was accepted once and is refused now (illegal)"),
        (.refused(sequence: 3, .lostRace), "record 3 was accepted once and is refused now (lost_race)"),
        (.differs(sequence: 7), "the table after record 7 is not the one that was logged"),
        (.base, "the base does not belong to this table"),
        (.record(sequence: 4, "no seed"), "record 4 is not understood: no seed"),
      ] as [(Reopening.Fault, String)])
    func `Each fault has a sentence of its own`(fault: Reopening.Fault, sentence: String) {
      #expect("\(fault)" == sentence)
    }
  }
}

/// Somebody at each seat of a table who does anything that can be done there, and what cannot.
private final class RandomTable {
  private(set) var stage: RoomStage
  private var others: [RoomStage] = []
  private var dice: SplitMix64
  private var lastC = 100_000
  private var connections: [ConnectionID] = []
  private let isDealt: Bool
  let isTimed: Bool
  /// Who sits at each seat.
  private var names = ["ada", "bob"]
  private static let seats = 2

  init(game: String, seed: UInt64) throws {
    isDealt = game.hasPrefix("klondike")
    isTimed = isDealt && seed % 2 == 1
    dice = SplitMix64(seed: seed)
    let deal: DealChoice? = isDealt ? (seed % 2 == 0 ? .sealed : .open(seed)) : nil
    stage = try RoomStage(
      opening: OpenTable(game: game, deal: deal, timed: isTimed, seats: Self.seats), entropy: entropy(seed))
    connections = (0..<Self.seats).map { stage.connection($0) }
    sit(at: stage)
  }

  private func sit(at stage: RoomStage) {
    for (connection, name) in zip(connections, names) {
      stage.join(stage.visitor(name), on: connection, as: .play, resume: nil)
    }
  }

  /// From now on everything is done at another table, too.
  func goOn(on other: RoomStage) {
    others = [other]
    sit(at: other)
  }

  private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }
  private func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  private func hear(_ message: RoomMessage, _ connection: ConnectionID) {
    for stage in [stage] + others { stage.hear(message, from: connection) }
  }

  func step() throws {
    for stage in [stage] + others { stage.silence() }
    let seat = number(0..<Self.seats)
    let from = connections[seat]
    let milliseconds = Int64(number(0..<900))
    for stage in [stage] + others { stage.pass(milliseconds: milliseconds) }
    if chance(2), others.isEmpty { return moveOver(seat) }
    guard case .dests(let dests)? = try ServerMessage.read(stage.room.dests(of: SeatNumber(seat))) else {
      return
    }
    lastC += number(3..<1_000)
    let c = lastC
    if chance(30), let source = dests.sources.randomElement(using: &dice) {
      return drag(source, c: c, seat, from)
    }
    hear(.command(c: c, Command(operation(dests))), from)
  }

  /// Lifted, moved, and dropped or let go; what happens at the same time may be in the way.
  private func drag(_ source: Dests.Source, c: Int, _ seat: Int, _ from: ConnectionID) {
    hear(.lift(c: c, item: source.items.randomElement(using: &dice) ?? 0), from)
    guard let drag = stage.room.drags.drag(of: SeatNumber(seat))?.number else { return }
    // The other table counts its drags anew.
    let numbers = others.map { $0.room.drags.drag(of: SeatNumber(seat))?.number ?? 0 }
    let place = source.destinations.randomElement(using: &dice)?.collection ?? "nowhere"
    let (x, y) = (number(0..<10_000), number(0..<10_000))
    let moves = chance(70)
    let says: Command.Operation? = chance(30) ? .tap(place: place, item: number(0..<12)) : nil
    let ends = chance(15)
    for (stage, drag) in zip([stage] + others, [drag] + numbers) {
      if moves { stage.hear(.hover(Hover(drag: drag, x: x, y: y, over: place)), from: from) }
      if let says { stage.hear(.command(c: c + 1, Command(says)), from: connections[1 - seat]) }
      if ends {
        stage.hear(.cancel(c: c + 2, drag: drag), from: from)
      } else {
        stage.hear(.command(c: c + 2, Command(.drop(drag: drag, to: Landing(place)))), from: from)
      }
    }
  }

  /// Somebody gives their seat up, and somebody else takes it.
  private func moveOver(_ seat: Int) {
    stage.hear(.lost, from: connections[seat])
    stage.pass(milliseconds: Seats.awayMillisecondsMax + 1)
    names[seat] = "guest \(number(0..<9)) at \(seat)"
    stage.join(stage.visitor(names[seat]), on: connections[seat], as: .play, resume: nil)
  }

  /// Somebody who sits here, or who sat here before, is erased; somebody else takes a seat that is free then.
  func erase(isHere: Bool) throws -> (guest: GuestID, name: String) {
    let seat = number(0..<Self.seats)
    if !isHere, others.isEmpty {
      let before = names[seat]
      moveOver(seat)
      stage.erase(Erasure(of: GuestID(named: before), random: entropy(7)().prefix(8)))
      return (GuestID(named: before), "\"\(before)\"")
    }
    let name = names[seat]
    stage.erase(Erasure(of: GuestID(named: name), random: entropy(7)().prefix(8)))
    names[seat] = "newcomer \(number(0..<1_000)) at \(seat)"
    stage.join(stage.visitor(names[seat]), on: connections[seat], as: .play, resume: nil)
    return (GuestID(named: name), "\"\(name)\"")
  }

  private func operation(_ dests: Dests) -> Command.Operation {
    let places = stage.room.game.board.regions.map(\.name) + stage.room.shown.places.map(\.name)
    let place = places.randomElement(using: &dice) ?? ""
    switch number(0..<20) {
    case 0...2: return .undo
    case 3: return .redo
    case 4: return .edit(place: place, on: chance(60))
    case 5, 6: return .tap(place: place, item: chance(80) ? number(0..<20) : nil)
    case 7:
      return .put([[Offer(type: "text/plain", body: .text("word \(number(0..<9))"))]], to: Landing(place))
    case 8 where isDealt:
      // What is sealed is another deal at each table.
      return chance(15) ? .deal(chance(50) && others.isEmpty ? .sealed : .open(3), game: nil) : .restart
    case 9 where isDealt: return .set(auto: chance(50) ? .safe : .off)
    case 10 where isDealt: return .finish
    case 11...13 where !dests.taps.isEmpty:
      return .tap(place: dests.taps.randomElement(using: &dice) ?? "", item: nil)
    default:
      guard let source = dests.sources.randomElement(using: &dice),
        let item = source.items.randomElement(using: &dice)
      else { return .undo }
      let to = source.destinations.randomElement(using: &dice)?.collection ?? place
      let onto = chance(20) ? source.onto.randomElement(using: &dice) : nil
      let before = chance(30) ? number(0..<20) : nil
      let preferred: Landing.Preference? = chance(20) ? .copy : chance(10) ? .move : nil
      return .move(item: item, to: Landing(to, before: before, onto: onto, preferring: preferred))
    }
  }
}

extension RoomStage {
  func connection(_ slot: Int) -> ConnectionID { ConnectionID(loop: 0, slot: UInt32(slot), generation: 1) }

  /// The table as a reader of its log alone would lay it.
  ///
  /// - Parameter fromBase: from the newest base and what came after it.
  func reopened(fromBase: Bool = false, generation: UInt32 = 0) throws -> Room {
    let reopening = try Reopening(log, from: fromBase ? base : nil, room: room.id, now: now)
    return Room(
      id: room.id, reopening: reopening, generation: generation, secret: [], now: now, entropy: entropy(1))
  }

}

extension Reopening {
  /// A table from what a journal was given.
  init(_ log: [Remembered], from base: Base? = nil, room: RoomID, now: Int64) throws(Fault) {
    func read(_ record: Remembered) throws(Fault) -> LogRecord {
      do throws(BadMessage) {
        return try LogRecord.read(record.bytes)
      } catch {
        throw .record(sequence: record.sequence, error.why)
      }
    }
    guard let first = log.first, case .opening(let opening) = try read(first) else { throw .opening }
    try self.init(opening, room: room, described: nil, now: now)
    if let base, !begin(at: base.bytes, version: base.version, sequence: base.sequence) {
      throw .base
    }
    for record in log.dropFirst(base?.sequence ?? 1) {
      try replay(try read(record), sequence: record.sequence)
    }
    try check()
    for record in log {
      if let author = record.author, let c = author.c, let visit = author.visit {
        answered(c, of: visit, at: record.version, record: record.bytes)
      }
    }
  }
}

extension [Remembered] {
  /// The same log with one command changed.
  fileprivate func replacing(_ place: Int, _ change: (inout LogRecord.CommandLogged) -> Void) -> Self {
    guard case .command(var logged)? = try? LogRecord.read(self[place].bytes) else { return self }
    change(&logged)
    var log = self
    log[place] = Remembered(
      sequence: self[place].sequence, version: self[place].version, lineage: self[place].lineage,
      author: self[place].author, bytes: LogRecord.command(logged).line())
    return log
  }
}
