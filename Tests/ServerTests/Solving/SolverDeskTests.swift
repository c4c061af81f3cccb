import DragDrop
import Foundation
import Patience
import Reactor
import Rooms
import Solving
import Synchronization
import Testing
import Wire

@testable import Server

/// Answers as they come.
final class Answers: Sendable {
  private let told = Mutex<[SolverAnswer]>([])
  var all: [SolverAnswer] { told.withLock { $0 } }
  func take(_ answer: SolverAnswer) { told.withLock { $0.append(answer) } }
}

@Suite struct `The solver's desk` {
  private static func question(
    _ number: Int, deal: UInt64 = 7, game: String = "freecell", _ subject: SolverQuestion.Subject = .position
  ) throws -> SolverQuestion {
    let ruleset = try #require(Catalogue.ruleset(id: game))
    return SolverQuestion(
      number: number, subject: subject, table: Table(ruleset: ruleset, deal: Deal(number: deal, of: ruleset)),
      at: PlaceInGame(ply: 0, moves: 0), past: [], isAfterGame: false)
  }

  private static let room = RoomID(random: Array(repeating: 7, count: 8))

  /// Runs the threads of a desk while the body runs.
  private func running(_ threads: Int = 1, _ body: (SolverDesk) throws -> Void) rethrows {
    let desk = SolverDesk(threads: threads, bytesPerThread: 128 << 20, nice: 1)
    let runners = desk.bodies.map { Reactor.Thread(name: "solver", $0) }
    defer {
      desk.end()
      for runner in runners { runner.join() }
    }
    try body(desk)
  }

  @Test(arguments: [1, 3]) func `answers each question of each room`(threads: Int) throws {
    let answers = Answers()
    try running(threads) { desk in
      for number in 1...40 {
        let room = RoomID(random: Array(repeating: UInt8(number), count: 8))
        desk.ask(try Self.question(number, deal: UInt64(number)), of: room) { answers.take($0) }
      }
      waits { answers.all.count == 40 }
      #expect(Set(answers.all.map(\.number)) == Set(1...40))
      #expect(answers.all.allSatisfy { $0.verdict.answer == .winnable && $0.verdict.line != nil })
      #expect(desk.figures.winnable == 40 && desk.figures.durations.count == 40 && desk.figures.waiting == 0)
    }
  }

  @Test func `says that a deal cannot be won, also of the past`() throws {
    let answers = Answers()
    try running { desk in
      desk.ask(try Self.question(1, deal: 11982), of: Self.room) { answers.take($0) }
      desk.ask(try Self.question(2, deal: 11982, .past), of: Self.room) { answers.take($0) }
      waits { answers.all.count == 2 }
      #expect(answers.all.allSatisfy { $0.verdict.answer == .impossible })
      #expect(answers.all.first { $0.number == 2 }?.verdict.lost == PlaceInGame(ply: 0, moves: 0))
    }
  }

  @Test func `answers the newest question of a room, and no older one`() throws {
    let answers = Answers()
    let desk = SolverDesk(threads: 1, bytesPerThread: 64 << 20, nice: 1)
    // Nobody works yet.
    for number in 1...5 { desk.ask(try Self.question(number), of: Self.room) { answers.take($0) } }
    #expect(desk.figures.replaced == 4 && desk.figures.waiting == 1)
    let runner = Reactor.Thread(name: "solver", desk.bodies[0])
    waits { answers.all.count == 1 }
    desk.end()
    runner.join()
    #expect(answers.all.map(\.number) == [5])
  }

  @Test func `stops a search that nobody waits for any more`() throws {
    let answers = Answers()
    try running { desk in
      // Spider with four suits keeps a search busy for as long as it may.
      desk.ask(try Self.question(1, deal: 3, game: "spider4"), of: Self.room) { answers.take($0) }
      desk.ask(try Self.question(2), of: Self.room) { answers.take($0) }
      waits { answers.all.count == 1 }
      #expect(answers.all.map(\.number) == [2])
    }
  }

  @Test func `answers what is found soon while it looks at a game that is over`() throws {
    let answers = Answers()
    try running { desk in
      // Each position of it takes as long as it may.
      let hard = try Self.question(1, deal: 3, game: "spider4")
      let tables = PackedBytes.all(of: Array(repeating: hard.table, count: 9))
      let past = tables.enumerated().map {
        SolverQuestion.Place(place: PlaceInGame(ply: $0.offset, moves: $0.offset), table: $0.element)
      }
      let question = SolverQuestion(
        number: 1, subject: .past, table: hard.table, at: PlaceInGame(ply: 9, moves: 9), past: past,
        isAfterGame: true)
      desk.ask(question, of: Self.room) { answers.take($0) }
      waits { desk.figures.waiting == 0 }
      desk.ask(try Self.question(2), of: RoomID(random: Array(repeating: 8, count: 8))) { answers.take($0) }
      waits { answers.all.count == 2 }
      #expect(answers.all.map(\.number) == [2, 1])
    }
  }

  @Test func `gives up after a second, and says so`() throws {
    let answers = Answers()
    try running { desk in
      desk.ask(try Self.question(1, deal: 3, game: "spider4"), of: Self.room) { answers.take($0) }
      waits { answers.all.count == 1 }
      #expect(answers.all[0].verdict == VerdictTold(.unknown, shortage: .hard))
      #expect(desk.figures.unknown == 1)
    }
  }

  @Test func `is busy when too many wait, and when it has ended or was never on`() throws {
    let answers = Answers()
    let desk = SolverDesk(threads: 1, bytesPerThread: 64 << 20, nice: 1)
    for number in 0...SolverDesk.waitingMax {
      // A name has 62 different characters.
      let room = RoomID(random: [UInt8(number % 62), UInt8(number / 62)] + Array(repeating: 0, count: 6))
      desk.ask(try Self.question(number), of: room) { answers.take($0) }
    }
    #expect(answers.all.map(\.number) == [SolverDesk.waitingMax])
    #expect(answers.all[0].verdict == VerdictTold(.unknown, shortage: .busy))
    desk.end()
    let off = SolverDesk(threads: 0, bytesPerThread: 0, nice: 1)
    #expect(!off.isOn && off.bodies.isEmpty)
    off.ask(try Self.question(1), of: Self.room) { answers.take($0) }
    #expect(answers.all.last?.verdict.shortage == .busy)
  }

  @Test func `answers a player who follows its line without a search`() throws {
    let answers = Answers()
    try running { desk in
      var question = try Self.question(1)
      desk.ask(question, of: Self.room) { answers.take($0) }
      waits { answers.all.count == 1 }
      let searched = desk.figures.positions
      let length = try #require(answers.all[0].verdict.moves)
      for number in 2...10 {
        let step = try #require(answers.all.last?.verdict.next)
        var table = question.table
        let pile = try #require(PileID(wireName: step.place.utf8))
        let isPlayed = table.play(.move(UInt16(try #require(step.item)), to: pile))
        #expect(isPlayed)
        question = SolverQuestion(
          number: number, subject: .position, table: table, at: PlaceInGame(ply: number, moves: number),
          past: [], isAfterGame: false)
        desk.ask(question, of: Self.room) { answers.take($0) }
        waits { answers.all.count == number }
        #expect(answers.all.last?.verdict.moves == length - number + 1)
      }
      #expect(desk.figures.positions == searched)
    }
  }
}
