import Patience
import Solving
import Testing
import Wire

@testable import Rooms

@Suite struct `A deal that was picked because it can be won` {
  /// A deal whose line is known.
  static func picked(_ ruleset: Ruleset, isSealed: Bool, seed: UInt64 = 1) throws -> PickedDeal {
    for number in seed..<seed + 100 {
      let source: PickedDeal.Source = isSealed ? .random(entropy(number)()) : .number(number)
      let deal = PickedDeal(source, line: []).deal(of: ruleset)
      let table = Table(ruleset: ruleset, deal: deal)
      let board = PatienceBoard(
        ruleset: ruleset, dealing: .open(number), deal: deal, options: TableOptions())
      let question = Game(board).question(1, about: .position, of: board)
      let told = StageSolver(positions: 200_000).answer(question).verdict
      if let line = told.line, table.status == .playing { return PickedDeal(source, line: line) }
    }
    throw NoDeal()
  }

  struct NoDeal: Error {}

  private func opening(
    _ game: String, isSealed: Bool, level: DealTerms.Level? = .hard, picked: PickedDeal?
  ) -> RoomOpening {
    let deal = DealChoice.winnable(DealTerms(level: level), isSealed: isSealed)
    var opening = RoomOpening(table: OpenTable(game: game, deal: deal), opener: RoomStage.opener)
    opening.picked = picked
    return opening
  }

  private func stage(_ opening: RoomOpening) throws -> RoomStage {
    let stage = try RoomStage(RoomOrder(try #require(RoomID("rTestRoom")), opening), c: nil)
    return stage
  }

  private func snapshot(_ stage: RoomStage, _ connection: ConnectionID) throws -> Snapshot {
    let snapshots = try stage.messages(to: connection).compactMap { message -> Snapshot? in
      if case .snapshot(let snapshot) = message { snapshot } else { nil }
    }
    return try #require(snapshots.last)
  }

  @Test(arguments: [true, false]) func `is dealt with its terms told, and comes back from the log`(
    isSealed: Bool
  ) throws {
    let picked = try Self.picked(.klondike1, isSealed: isSealed)
    let stage = try stage(opening("klondike1", isSealed: isSealed, picked: picked))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let deal = try #require(try snapshot(stage, ada).deal)
    #expect(deal.terms == DealTerms(level: .hard) && deal.reveal == nil)
    #expect((deal.number == nil) == isSealed)
    #expect(stage.room.patience.deal == picked.deal(of: .klondike1))
    let again = try stage.reopened()
    #expect(again.game.board.dealTold == stage.room.game.board.dealTold)
    #expect(again.patience.deal == stage.room.patience.deal)
    #expect(again.game.secret == stage.room.game.secret)
  }

  @Test func `tells its proof with its seal, and not before`() throws {
    let picked = try Self.picked(.klondike1, isSealed: true)
    let stage = try stage(opening("klondike1", isSealed: true, picked: picked))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    for line in stage.lines(to: ada) {
      #expect(!String(decoding: line, as: UTF8.self).contains(#""line""#), "no line before the end")
    }
    try #require(try stage.ask(.resign, from: ada).isOK)
    let reveals = try stage.messages(to: ada).compactMap { message -> Reveal? in
      if case .event(let event) = message { event.reveal } else { nil }
    }
    let line = try #require(reveals.last?.line)
    #expect(line == picked.line)
    // Begun anew, the proof wins it.
    try #require(try stage.ask(.restart, from: ada).isOK)
    for step in line {
      let operation: Command.Operation =
        step.item.map { .move(item: $0, into: step.place) } ?? .tap(place: step.place, item: nil)
      try #require(try stage.ask(operation, from: ada).isOK)
    }
    #expect(stage.room.game.board.state == .won)
  }

  @Test func `comes back from its base with its terms and its proof`() throws {
    let picked = try Self.picked(.klondike1, isSealed: true)
    let stage = try stage(opening("klondike1", isSealed: true, level: nil, picked: picked))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    let base = stage.room.game.base(now: stage.now)
    #expect(base.first == Bases.fourthFormat)
    let game = try #require(Game(base: base))
    #expect(game.secret == stage.room.game.secret && game.patience?.terms == DealTerms())
    for cut in 0..<base.count { #expect(Game(base: Array(base.prefix(cut))) == nil) }
  }

  @Test func `is asked for by a command as well`() throws {
    let stage = try RoomStage(deal: 7, game: "klondike1")
    let picked = try Self.picked(.klondike1, isSealed: true)
    var asked: [DealTerms] = []
    stage.room.surroundings.pick = { ruleset, terms, isSealed in
      #expect(ruleset.id.text == "klondike1" && isSealed)
      asked.append(terms)
      return .picked(picked)
    }
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let deal = DealChoice.winnable(DealTerms(level: .easy), isSealed: true)
    try #require(try stage.ask(.deal(deal, game: nil), from: ada).isOK)
    #expect(asked == [DealTerms(level: .easy)])
    #expect(stage.room.patience.deal == picked.deal(of: .klondike1))
    let again = try stage.reopened()
    #expect(again.patience.deal == stage.room.patience.deal)
    #expect(again.patience.terms == DealTerms(level: .easy))
    #expect(again.game.secret.reveal?.line == picked.line)
  }

  @Test func `is refused where none is ready, and where none will ever be`() throws {
    let stage = try RoomStage(deal: 7, game: "klondike1")
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let deal = DealChoice.winnable(DealTerms(), isSealed: false)
    stage.room.surroundings.pick = { _, _, _ in .later }
    let before = stage.room.patience.deal
    #expect(try stage.ask(.deal(deal, game: nil), from: ada) == .no(.rate, why: "noDealYet"))
    stage.room.surroundings.pick = { _, _, _ in .never }
    #expect(try stage.ask(.deal(deal, game: nil), from: ada) == .no(.illegal, why: "noWinnableDeals"))
    #expect(stage.room.patience.deal == before)
    #expect(throws: BadMessage.self) { try stage.room.game.opened(nil) }
  }

  @Test func `is dealt when all have agreed, as it was picked when somebody asked`() throws {
    let stage = try RoomStage(deal: 7, game: "klondike1", seats: 2)
    let picked = try Self.picked(.klondike1, isSealed: false)
    var picks = 0
    stage.room.surroundings.pick = { _, _, _ in
      picks += 1
      return .picked(picked)
    }
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let ben = stage.join(stage.visitor("ben"), at: 1)
    let deal = DealChoice.winnable(DealTerms(), isSealed: false)
    _ = try stage.ask(.deal(deal, game: nil), from: ada)
    // No deal is picked for somebody who has to wait until another question is answered.
    #expect(try stage.ask(.deal(deal, game: nil), from: ben) == .no(.leased, why: "question"))
    try stage.agree(ben)
    #expect(picks == 1 && stage.room.patience.deal == picked.deal(of: .klondike1))
  }

  /// A number that a client writes beside "winnable" means nothing.
  @Test func `is never one that somebody names`() throws {
    let picked = try Self.picked(.klondike1, isSealed: false)
    let deal = DealChoice.winnable(DealTerms(), isSealed: false, number: 11982)
    var opening = RoomOpening(table: OpenTable(game: "klondike1", deal: deal), opener: RoomStage.opener)
    opening.picked = picked
    let stage = try stage(opening)
    #expect(stage.room.patience.deal == picked.deal(of: .klondike1))
    opening.picked = nil
    #expect(throws: BadMessage.self) { try self.stage(opening) }
  }

  // MARK: - Two worlds

  /// Deals of one class: what is told when a table opens, and when somebody asks there, is the same for two of them but
  /// for the commitment and for the cards that lie open.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `looks like any other of its class`(seed: UInt64) throws {
    func told(_ picked: PickedDeal) throws -> [[UInt8]] {
      let stage = try stage(opening("klondike1", isSealed: true, picked: picked))
      stage.solver = StageSolver(positions: 1_000)
      let ada = stage.join(stage.visitor("ada"), at: 0)
      let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
      for detail in ClientMessage.Query.Detail.allCases {
        stage.hear(.query(c: stage.nextC(), .verdict(detail)), from: ada)
      }
      stage.hear(.query(c: stage.nextC(), .lines(after: 0)), from: eve)
      let lines =
        stage.lines(to: ada) + stage.lines(to: eve) + [ServerMessage.tables([stage.room.summary]).line()]
      guard case .sealed(let commit, _)? = stage.room.game.board.dealTold?.cards else { return lines }
      return lines.map { Self.veiled($0, commit: commit) }
    }
    let one = try told(try Self.picked(.klondike1, isSealed: true, seed: seed * 1000))
    let other = try told(try Self.picked(.klondike1, isSealed: true, seed: seed * 1000 + 500))
    #expect(one == other)
    #expect(one.count > 6)
  }

  /// A line without the commitment, the faces of cards that lie open, and what follows from those.
  private static func veiled(_ line: [UInt8], commit: String) -> [UInt8] {
    var text = String(decoding: line, as: UTF8.self).replacing(commit, with: "COMMIT")
    text.replace(#/"[A2-9TJQK][CDHS]"/#, with: "FACE")
    text.replace(#/"h":"[0-9a-f]{8}"/#, with: "HASH")
    text.replace(#/"e":"[0-9a-f]{8}"/#, with: "EPOCH")
    // Where open cards may go follows from them.
    text.replace(#/\{"t":"dests".*/#, with: "DESTS")
    return Array(text.utf8)
  }
}

extension Game {
  fileprivate func opened(_ picked: PickedDeal?) throws(BadMessage) -> Game {
    var opening = RoomOpening(
      table: OpenTable(game: "klondike1", deal: .winnable(DealTerms(), isSealed: true)),
      opener: RoomStage.opener)
    opening.picked = picked
    return try Game.opened(opening, now: 0) { entropy(1)() }
  }
}
