import Patience
import TestDice
import Testing
import Wire

@testable import Player

@Suite struct `A bot's game` {
  private func game(
    deal: UInt64, ruleset: String = "klondike1", strategy name: String = "greedy"
  ) throws -> BotGame {
    let strategy = try #require(BotStrategy(name: name, seed: 5, deal: deal))
    return BotGame.playing(ruleset, deal: deal, room: nil, strategy: strategy)
  }

  /// Each game with each strategy, or where few rounds are played with one of them.
  private static let games = Catalogue.rulesets.enumerated().flatMap { number, ruleset in
    (0..<rounds(2)).map { (ruleset.id.text, ["greedy", "random"][(number + $0) % 2]) }
  }

  @Test(arguments: games)
  func `ends, and the mirror never differs from the room`(ruleset: String, strategy: String) throws {
    for deal in 1...UInt64(rounds(3)) {
      let end = try played(try game(deal: deal, ruleset: ruleset, strategy: strategy)).game
      #expect(end.result != nil, "deal \(deal)")
      #expect(end.mismatches == 0, "deal \(deal)")
      #expect((end.result == .won) == (end.status?.up == end.mirror?.game?.of), "deal \(deal)")
    }
  }

  @Test func `deal 7 is won`() throws {
    let end = try played(try game(deal: 7)).game
    #expect(end.result == .won)
    #expect(end.status?.status == .won)
    #expect(end.played.last?.op == "finish")
  }

  @Test func `is the same each time`() throws {
    for strategy in ["greedy", "random"] {
      let first = try played(try game(deal: 3, strategy: strategy))
      let second = try played(try game(deal: 3, strategy: strategy))
      #expect(first.told == second.told)
    }
  }

  @Test func `names the tops that each move rests on`() throws {
    for message in try played(try game(deal: 7)).told {
      guard case .command(_, _, let command) = message else { continue }
      switch command.operation {
      case .move, .tap, .send: #expect(command.tops.count == 2)
      default: #expect(command.tops.isEmpty)
      }
    }
  }

  @Test func `asks the same again under a new number when it was too fast`() throws {
    var answers = 0
    let calm = try played(try game(deal: 7))
    let hasty = try played(try game(deal: 7)) { message in
      guard case .ok(let c, _) = message else { return [message] }
      answers += 1
      // The ninth answer is lost to the rate limit, with all that the move changed.
      guard answers == 9 else { return [message] }
      return [.no(Refusal(c: c, code: .rate, resetMilliseconds: 50))]
    }
    #expect(hasty.holds == 1)
    #expect(hasty.game.result != nil)
    #expect(calm.holds == 0)
  }

  @Test func `asks for destinations that it was not sent`() throws {
    var told = 0
    let end = try played(try game(deal: 7)) { message in
      guard case .dests = message else { return [message] }
      told += 1
      return told == 4 ? [] : [message]
    }
    #expect(end.game.result == .won)
    #expect(end.told.contains { if case .query = $0 { true } else { false } })
  }

  @Test func `recovers from a lost event`() throws {
    var events = 0
    let end = try played(try game(deal: 7)) { message in
      guard case .event = message else { return [message] }
      events += 1
      return events == 5
        ? [.heartbeat(now: 0, versions: [RoomVersion(room: "rAAAAAAAA", version: 99)])] : [message]
    }
    #expect(end.told.contains(.sync(room: "rAAAAAAAA", why: "gap")))
    #expect(end.game.result == .won)
  }

  @Test(arguments: [RefusalCode.full, .gone, .role, .bad])
  func `ends with the server's reason when a seat is refused`(code: RefusalCode) throws {
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 1))
    var game = BotGame(.at(Invitation(room: "rBBBBBBBB")), strategy: strategy)
    var numbers = RequestNumbers()
    #expect(game.begin(&numbers) == [.tell(.subscribe(c: 1, room: "rBBBBBBBB", as: .play))])
    #expect(throws: PlayerFailure.refused(code, why: nil, what: "us a seat")) {
      try game.hear(.no(Refusal(c: 1, code: code)), &numbers)
    }
  }

  @Test func `has a table to come back to from when it is seated, and wants all of it`() throws {
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 1))
    var game = BotGame(.at(Invitation(room: "rBBBBBBBB")), strategy: strategy)
    var numbers = RequestNumbers()
    _ = game.begin(&numbers)
    #expect(game.positions.isEmpty, "what is not yet agreed is asked again")
    _ = try game.hear(.ok(c: 1, Agreement(room: "rBBBBBBBB", seat: 0, version: 5)), &numbers)
    #expect(game.positions == [Hello.Position(room: "rBBBBBBBB", epoch: "", version: 0)])
    #expect(try game.quiet(&numbers).isEmpty)
  }

  @Test func `ends when its table does`() throws {
    let strategy = try #require(BotStrategy(name: "greedy", seed: 1, deal: 1))
    var game = BotGame(.at(Invitation(room: "rBBBBBBBB")), strategy: strategy)
    var numbers = RequestNumbers()
    _ = game.begin(&numbers)
    #expect(throws: PlayerFailure.roomEnded("rBBBBBBBB", why: "idle")) {
      try game.hear(.gone(room: "rBBBBBBBB", why: "idle"), &numbers)
    }
  }

  @Test func `gives up on a server that never answers`() throws {
    var game = try game(deal: 1)
    var numbers = RequestNumbers()
    _ = game.begin(&numbers)
    for _ in 0..<BotLimits.quietSecondsMax { #expect(try game.quiet(&numbers).isEmpty) }
    #expect(throws: PlayerFailure.silent(seconds: 30)) { try game.quiet(&numbers) }
  }
}
