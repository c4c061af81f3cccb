import Testing
import Wire

@testable import Rooms

@Suite struct `A new deal where others play` {
  private let table: AccessStage
  private let ben: ConnectionID
  private let cleo: ConnectionID
  private var stage: RoomStage { table.stage }
  private var isDealt: Bool { stage.patience.dealTold == .open(9) }

  init() throws {
    table = try AccessStage(.public)
    ben = try table.sit("ben", at: 1)
    cleo = try table.sit("cleo", at: 2)
    table.stage.silence()
  }

  private func ask(from connection: ConnectionID) throws -> Int {
    let answer = try stage.ask(.deal(.open(9), game: nil), from: connection)
    return try #require(answer.question, "\(answer)")
  }

  private func say(_ yes: Bool, to question: Int, from connection: ConnectionID) throws -> Answer {
    try stage.ask({ .answer(c: $0, question: question, yes: yes) }, from: connection)
  }

  /// How the question has ended, as a connection heard it.
  private func end(heardBy connection: ConnectionID) throws -> (QuestionTold.End, Int?)? {
    try stage.messages(to: connection).compactMap {
      if case .questionEnded(_, _, let end, let seat) = $0 { (end, seat) } else { nil }
    }.last
  }

  @Test func `needs the yes of all of them`() throws {
    let question = try ask(from: ben)
    let told = try stage.messages(to: table.ada).compactMap {
      if case .question(_, let it) = $0 { it } else { nil }
    }
    #expect(
      told == [
        QuestionTold(
          number: question, by: 1, game: nil, deal: .open(9), milliseconds: 30_000, of: [0, 2], yes: [])
      ])
    #expect(try say(true, to: question, from: table.ada).isOK)
    #expect(!isDealt)
    #expect(try say(true, to: question, from: cleo).isOK)
    #expect(isDealt)
    #expect(try end(heardBy: table.ada)?.0 == .agreed)
    #expect(try say(true, to: question, from: cleo).code == .gone)
    // The log has it as anybody's deal.
    #expect(try stage.reopened().patience.dealTold == .open(9))
  }

  @Test func `does not come with one no`() throws {
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: table.ada).isOK)
    #expect(try say(false, to: question, from: cleo).isOK)
    let ended = try #require(try end(heardBy: ben))
    #expect(ended == (.refused, 2))
    #expect(!isDealt && stage.room.questions.open == nil)
  }

  @Test func `does not come when nobody has answered in time`() throws {
    _ = try ask(from: ben)
    stage.pass(milliseconds: 29_999)
    #expect(stage.room.questions.open != nil && stage.room.awaitsTime)
    stage.pass(milliseconds: 1)
    #expect(try end(heardBy: ben)?.0 == .late)
    #expect(!isDealt && !stage.room.awaitsTime)
  }

  @Test func `is taken back by who asked, or when their last window is gone`() throws {
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: ben) == .no(.role, why: nil), "their own yes is no answer")
    #expect(try say(false, to: question, from: ben).isOK)
    #expect(try end(heardBy: cleo)?.0 == .withdrawn)
    _ = try ask(from: ben)
    let second = table.at(7)
    #expect(try table.come("ben", at: 7).isSeated)
    stage.hear(.lost, from: ben)
    #expect(stage.room.questions.open != nil, "another window of theirs is there")
    stage.hear(.lost, from: second)
    #expect(stage.room.questions.open == nil)
    #expect(try end(heardBy: cleo)?.0 == .withdrawn)
  }

  @Test func `is asked for three times in half a minute, and not a fourth time`() throws {
    for _ in 0..<3 { #expect(try say(false, to: ask(from: ben), from: ben).isOK) }
    #expect(try stage.ask(.deal(.open(9), game: nil), from: ben).code == .rate)
    #expect(try say(false, to: ask(from: cleo), from: cleo).isOK, "others may")
    stage.pass(milliseconds: 30_000)
    _ = try ask(from: ben)
  }

  @Test func `of the host ends with the host's last device`() throws {
    _ = try ask(from: table.ada)
    stage.hear(.lost, from: table.ada)
    #expect(try end(heardBy: cleo)?.0 == .withdrawn)
    #expect(!isDealt)
  }

  @Test func `waits for the host's answer until its time is over when their last device is gone`() throws {
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: cleo).isOK)
    stage.hear(.lost, from: table.ada)
    #expect(stage.room.questions.open?.of.contains(SeatNumber(0)) == true)
    stage.pass(milliseconds: 30_000)
    #expect(try end(heardBy: ben)?.0 == .late)
    #expect(!isDealt)
  }

  @Test func `ends when the game that it was about makes way for another`() throws {
    let table = try AccessStage(.public, seats: 2)
    let brio = table.stage.join(table.stage.visitor("brio", isBot: true), at: 1)
    let asked = try table.stage.ask(.deal(.open(9), game: nil), from: brio)
    let question = try #require(asked.question)
    #expect(try table.stage.ask(.deal(.open(5), game: nil), from: table.ada).isOK, "programs are not asked")
    #expect(table.room.questions.open == nil)
    let ended = try table.stage.messages(to: brio).contains {
      $0 == .questionEnded(room: "rTestRoom", question: question, .refused, by: 0)
    }
    #expect(ended)
    let late = try table.stage.ask({ .answer(c: $0, question: question, yes: true) }, from: table.ada)
    #expect(late.code == .gone)
    #expect(table.stage.patience.dealTold == .open(5))
  }

  @Test func `asks nobody any more who has given up their seat`() throws {
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: table.ada).isOK)
    #expect(try table.host(.kick(seat: 2), from: table.ada).isOK)
    #expect(isDealt)
  }

  @Test func `asks one question at a time, and refuses what could not be dealt`() throws {
    #expect(try stage.ask(.deal(.open(9), game: "nope"), from: ben).code == .bad)
    #expect(stage.room.questions.open == nil)
    let question = try ask(from: ben)
    #expect(try stage.ask(.deal(.sealed, game: nil), from: cleo) == .no(.leased, why: "question"))
    #expect(try say(true, to: question + 1, from: cleo).code == .gone)
    #expect(try table.come("eve", at: 5, as: .watch).isWatching)
    #expect(try say(true, to: question, from: table.at(5)).code == .role)
  }

  @Test func `cannot pass over who opened the table and is away, while the game goes on`() throws {
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ben).isOK)
    stage.hear(.lost, from: table.ada)
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: cleo).isOK)
    #expect(!isDealt, "she may come back in a moment")
    stage.pass(milliseconds: 120_001)
    #expect(stage.room.access?.host == GuestID(named: "ben"))
    #expect(try stage.ask(.deal(.open(9), game: nil), from: ben) == .no(.role, why: "openerAway"))
  }

  @Test func `is asked for as well where the same deal is to begin again`() throws {
    #expect(try stage.ask(.restart, from: ben).question == nil, "nothing was played yet")
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: table.ada).isOK)
    let turned = try #require(stage.items(in: "waste").last)
    #expect(try stage.ask({ .lift(c: $0, item: turned) }, from: cleo).lease != nil)
    let question = try #require(try stage.ask(.restart, from: ben).question)
    let told = try stage.messages(to: table.ada).compactMap {
      if case .question(_, let it) = $0 { it } else { nil }
    }
    #expect(told.map(\.deal) == [nil])
    #expect(try say(true, to: question, from: cleo).isOK)
    #expect(stage.room.game.moves == 1)
    #expect(try say(true, to: question, from: table.ada).isOK)
    #expect(stage.room.game.moves == 0 && stage.room.drags.isEmpty)
    #expect(try stage.reopened().game.moves == 0)
    #expect(try stage.ask(.undo, from: ben).isOK, "it is a step of who asked for it")
    #expect(stage.room.game.moves == 1)
  }

  @Test func `cannot take away a game by beginning it again, while who opened the table is away`() throws {
    #expect(try stage.ask(.tap(place: "stock", item: nil), from: ben).isOK)
    stage.hear(.lost, from: table.ada)
    stage.pass(milliseconds: 120_001)
    for operation in [.restart, .deal(.open(9), game: nil)] as [Command.Operation] {
      #expect(try stage.ask(operation, from: ben) == .no(.role, why: "openerAway"))
    }
  }

  @Test func `passes over who opened the table before anything was played`() throws {
    stage.hear(.lost, from: table.ada)
    stage.pass(milliseconds: 120_001)
    let question = try ask(from: ben)
    #expect(try say(true, to: question, from: cleo).isOK)
    #expect(isDealt)
  }

  @Test func `asks people only, and nobody who is alone`() throws {
    let alone = try AccessStage(.public)
    let bot = Visitor(
      guest: GuestID(named: "bot"), visit: VisitID(named: "bot"), name: "bot", isBot: true, wantsDests: false,
      wantsDrag: false)
    alone.stage.join(bot, at: 4)
    #expect(try alone.stage.ask(.deal(.open(9), game: nil), from: alone.ada).question == nil)
    #expect(alone.stage.patience.dealTold == .open(9))
  }

  @Test func `is told to who comes to their seat meanwhile, with the time that is left`() throws {
    let question = try ask(from: ben)
    stage.pass(milliseconds: 10_000)
    #expect(try table.come("cleo", at: 8).isSeated)
    let told = try stage.messages(to: table.at(8)).compactMap {
      if case .question(_, let it) = $0 { it } else { nil }
    }
    #expect(told.map(\.number) == [question] && told.first?.milliseconds == 20_000)
  }

  @Test func `has one answer for each message, also when that comes again`() throws {
    let c = stage.say(.deal(.open(9), game: nil), from: ben)
    let first = try stage.answer(to: c, from: ben)
    stage.say(.deal(.open(9), game: nil), c: c, from: ben)
    #expect(try stage.answer(to: c, from: ben) == first && first.question == stage.room.questions.lastNumber)
  }

  @Test func `is asked anew when the journal has failed`() throws {
    stage.isPrompt = false
    _ = stage.say(.deal(.open(9), game: nil), from: ben)
    _ = stage.say(.tap(place: "stock", item: nil), from: ben)
    stage.fail()
    #expect(stage.room.questions.open == nil && !isDealt)
  }
}
