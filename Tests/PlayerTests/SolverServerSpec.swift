import Server
import TestDice
import Testing
import Wire

@testable import Player

/// On a real server, over a connection.
@Suite struct `A bot that plays by the solver on a server` {
  private static func play(
    _ game: String, deals: [UInt64], auto: AutoMoves, strategy: BotStrategy, at address: ServerAddress
  ) throws -> [GameRecord] {
    let client = try PlayerClient(address, name: "Brio")
    defer { client.close() }
    return try deals.map { deal in
      let table = OpenTable(game: game, deal: .open(deal), auto: auto, access: .public)
      var run = BotRun(BotGame(.new(table), strategy: strategy), on: client, thinkMilliseconds: 0)
      return try run.play()
    }
  }

  @Test(arguments: AutoMoves.allCases)
  func `wins each FreeCell deal that can be won, and leaves the one that cannot`(auto: AutoMoves) async throws
  {
    let server = try Host(Host.inHaste)
    defer { server.stop() }
    let address = server.address
    let deals = (1...UInt64(rounds(25))) + [617, 11982]
    let records = try await onThread {
      try Self.play(
        "freecell", deals: deals, auto: auto, strategy: .solver(.init()), at: address)
    }
    for (deal, record) in zip(deals, records) {
      #expect(record.deal == deal && record.game == "freecell")
      #expect(record.result == (deal == 11982 ? .impossible : .won), "deal \(deal)")
      #expect(record.up == (deal == 11982 ? 0 : 52), "deal \(deal)")
      #expect(record.moves < (deal == 11982 ? 1 : 300), "deal \(deal)")
    }
  }

  @Test func `plays Klondike as the greedy one does`() async throws {
    let server = try Host(Host.inHaste)
    defer { server.stop() }
    let address = server.address
    let commands = try await onThread {
      try [BotStrategy.solver(.init()), .greedy(.init())].map { strategy in
        try Self.play("klondike1", deals: [7, 8], auto: .off, strategy: strategy, at: address)
          .map { ($0.result, $0.commands) }
      }
    }
    for (solver, greedy) in zip(commands[0], commands[1]) {
      #expect(solver.0 == greedy.0 && solver.1 == greedy.1)
    }
  }
}
