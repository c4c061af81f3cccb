import Foundation
import Testing

@testable import Wire

@Suite struct `A record of the log` {
  static let reveal = Reveal(seed: "aa", salt: "bb")
  static let ada = Person(id: "g_00", name: "Ada \"Ä\"", kind: .guest)
  static let records: [LogRecord] = [
    opening(OpenTable(game: "klondike1", deal: .open(7))),
    opening(OpenTable(game: "klondike3", deal: .sealed, auto: .safe, seats: 3), Secret(reveal: reveal)),
    opening(
      OpenTable(game: "kanban", deal: nil, seats: 4),
      Secret(seed: .max, description: Array(#"{"a":"ß"}"#.utf8))),
    command(.move(item: 3, into: "t5", before: nil)),
    command(.move(item: 3, to: Landing("a", before: 4, preferring: .copy))),
    command(.tap(place: "stock", item: nil)), command(.tap(place: "grid", item: 12)),
    command(.edit(place: "list", on: true)), command(.send(item: 51)), command(.finish), command(.undo),
    command(.redo), command(.restart), command(.set(auto: .safe)),
    command(.deal(.open(9), game: "klondike3")),
    command(.deal(.sealed, game: nil), Secret(reveal: reveal)),
    command(
      .put(
        [
          [
            Offer(
              type: "text/plain", body: .text(String(repeating: "ü\n", count: 20_000)), fileName: "a.txt"),
            Offer(type: "image/png", body: .blob(String(repeating: "0a", count: 32))),
          ]
        ], to: Landing("album"))),
    .command(
      LogRecord.CommandLogged(
        Command(.drop(drag: 9, to: Landing("t5", onto: 3)), if: [.init(collection: "t5", item: nil)]),
        seat: 7,
        clockMilliseconds: 1, drag: LogRecord.DragLogged(lifted: 4, items: [4, 5, 6]), hash: .max)),
    .command(
      LogRecord.CommandLogged(
        Command(.drop(drag: 9, to: Landing("t5"))), seat: 7, clockMilliseconds: 1,
        drag: LogRecord.DragLogged(
          lifted: 4, items: [4], hover: Hover(drag: 9, x: 10_000, y: 0, over: "t5", before: 3, onto: 2)),
        hash: 0)),
    .seats(
      LogRecord.SeatsLogged(
        holders: [ada, nil, Person(id: "g_01", name: "Bot", kind: .bot)], lastGuests: ["g_00", nil, "g_02"],
        clockMilliseconds: 77)),
    .access(
      LogRecord.AccessLogged(
        level: .knock, host: "g_\(String(repeating: "0", count: 32))", isLocked: true, number: 3,
        bans: [["g_\(String(repeating: "1", count: 32))", "Ben"]],
        guests: [["g_\(String(repeating: "2", count: 32))", "Cleo"]])),
    .access(LogRecord.AccessLogged(level: .link, host: "g_00", chat: false)),
    opening(
      OpenTable(
        game: "golf", deal: nil, seats: 64, access: .link,
        race: RacePlan(least: 3, most: 64, seconds: 60, undo: false, hint: true, expected: 5)),
      Secret(reveal: reveal)),
    opening(
      OpenTable(
        game: "golf", deal: .sealed,
        entry: RaceEntry(race: "rAAAAAAAA", number: 63, commit: "00ff", undo: true, hint: false))),
    command(.resign), command(.ready(true, commit: String(repeating: "0a", count: 32))),
    command(.ready(false, commit: nil)), command(.salt("00ff")), command(.start), command(.again),
    race(.starting([.init(0, "rAAAAAAAA"), .init(63, "rBBBBBBBB")])),
    race(.begun(start: "baize deal 2\n0 bot\n")),
    race(.reopened),
    race(.standing(3, RaceStanding(state: .won, milliseconds: 9, done: 52, since: 8, moves: 7))),
    race(.standing(4, RaceStanding(state: .out))), race(.ended), race(.next("rCCCCCCCC")),
    race(.dealt(Reveal(seed: "00", salt: "ff", start: "baize deal 2\n"))), race(.over), race(.closed),
    .forgotten, .answered(LogRecord.AnsweredLogged()),
    .answered(LogRecord.AnsweredLogged(code: .illegal, why: "onTop")),
    .answered(LogRecord.AnsweredLogged(code: .bad, why: "\"if\" names \"ü\"")),
  ]

  private static func opening(_ table: OpenTable, _ secret: Secret = Secret()) -> LogRecord {
    .opening(LogRecord.Opening(table, secret: secret, epoch: 0xFFFF_FFFE, opener: "g_00"))
  }

  private static func command(_ operation: Command.Operation, _ secret: Secret = Secret()) -> LogRecord {
    .command(
      LogRecord.CommandLogged(
        Command(operation), seat: 1, clockMilliseconds: 1234, secret: secret, hash: 0xDEAD_BEEF))
  }

  private static func race(_ step: RaceStep) -> LogRecord {
    .race(LogRecord.RaceLogged(step, clockMilliseconds: 77, hash: 0xDEAD_BEEF))
  }

  @Test func `is told to be one of seats, or an answer, by how it begins`() {
    for record in Self.records {
      let (isSeats, isAnswer) =
        switch record {
        case .seats: (true, false)
        case .answered: (false, true)
        case .opening, .command, .forgotten, .access, .race: (false, false)
        }
      #expect(LogRecord.mayBeSeats(record.line()) == isSeats, "\(record)")
      #expect(LogRecord.mayBeAnswer(record.line()) == isAnswer, "\(record)")
    }
  }

  @Test(arguments: records) func `is one line that carries its format, and is read as it was written`(
    record: LogRecord
  ) throws {
    let line = record.line()
    #expect(line.last == UInt8(ascii: "\n") && line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
    let fields = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(fields["f"] as? Int == LogRecord.format)
    #expect(try LogRecord.read(line) == record)
  }

  @Test(arguments: records) func `A record that was cut short is refused`(record: LogRecord) {
    let line = record.line()
    for count in Set([0, 1, line.count / 2, line.count - 3]) {
      #expect(throws: BadMessage.self) { try LogRecord.read(Array(line.prefix(count))) }
    }
  }

  @Test(arguments: [
    #"{"k":"cmd"}"#, #"{"f":0,"k":"cmd"}"#, #"{"f":1}"#, #"{"f":1,"k":"what"}"#,
    #"{"f":1,"k":"open","epoch":-1,"opener":"g_00","game":"a","seats":1}"#,
    #"{"f":1,"k":"open","epoch":1,"game":"a","seats":1}"#,
    #"{"f":1,"k":"open","epoch":1,"opener":"g_00","game":"a","seats":9}"#,
    #"{"f":1,"k":"open","epoch":1,"opener":"g_00","game":"a","seats":1,"board":"x"}"#,
    #"{"f":1,"k":"open","epoch":1,"opener":"g_00","game":"a","seats":1,"description":"*"}"#,
    #"{"f":1,"k":"cmd","by":64,"clock":0,"hash":0,"op":"undo"}"#,
    #"{"f":1,"k":"cmd","by":0,"clock":-1,"hash":0,"op":"undo"}"#,
    #"{"f":1,"k":"cmd","by":0,"clock":0,"hash":4294967296,"op":"undo"}"#,
    #"{"f":1,"k":"cmd","by":0,"clock":0,"hash":0,"op":"nothing"}"#,
    #"{"f":1,"k":"cmd","by":0,"clock":0,"hash":0,"op":"drop","d":1,"in":"a"}"#,
    #"{"f":1,"k":"cmd","by":0,"clock":0,"hash":0,"op":"drop","d":1,"in":"a","lifted":[]}"#,
    #"{"f":1,"k":"seats","clock":0,"seats":[[]],"last":[]}"#,
    #"{"f":1,"k":"seats","clock":0,"seats":[["g_00","Ada"]],"last":[""]}"#,
    #"{"f":1,"k":"seats","clock":0,"seats":[["g_00","Ada","cat"]],"last":[""]}"#,
  ])
  func `A record that makes no sense is refused`(line: String) {
    #expect(throws: BadMessage.self) { try LogRecord.read(Array(line.utf8)) }
  }

  @Test func `of access without a word about talk says nothing of it`() throws {
    let old = LogRecord.AccessLogged(level: .link, host: "g_00")
    #expect(
      try LogRecord.read(Array(#"{"f":1,"k":"access","access":"link","host":"g_00"}"#.utf8)) == .access(old))
    #expect(old.chat == nil)
  }

  @Test func `A record of a newer program is refused by its format's number`() {
    let newer = BadMessage("the record's format is 2, and this program knows up to 1")
    #expect(throws: newer) { try LogRecord.read(Array(#"{"f":2,"k":"cmd"}"#.utf8)) }
  }
}
