import Cards
import Patience
import Testing
import Wire

@testable import Rooms

/// What goes over from one deal to the next at the same table, and what by itself goes up meanwhile.
@Suite struct `The next deal at a table` {
  /// AC and AD lie on top, so that two cards can go up at once.
  private func stage(_ game: String) throws -> (stage: RoomStage, ada: ConnectionID) {
    let ruleset = try #require(Catalogue.ruleset(id: game))
    let stage = try RoomStage(cards: board, ruleset: ruleset)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(stage.room.game.board.standing.score == (game.hasPrefix("vegas") ? -52 : 0))
    #expect(try stage.ask(.send(item: 25), from: ada).isOK)
    #expect(try stage.ask(.send(item: 27), from: ada).isOK)
    stage.silence()
    return (stage, ada)
  }

  @Test(arguments: ["vegas1:carry=yes", "vegas3:carry=yes"])
  func `begins with what the last ones came to, where that is chosen`(game: String) throws {
    let (stage, ada) = try stage(game)
    #expect(stage.room.game.board.standing.score == -42)
    #expect(try stage.ask(.deal(.open(8), game: nil), from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -94)
    #expect(try stage.ask(.restart, from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -94, "the same deal costs nothing more")
    #expect(try stage.ask(.deal(.sealed, game: nil), from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -146)
    let snapshot = try stage.messages(to: ada).compactMap { message in
      if case .snapshot(let it) = message { it } else { nil }
    }
    #expect(snapshot.map { $0.status.score } == [-94, -146])
  }

  @Test func `comes from the log with what was carried over`() throws {
    let stage = try RoomStage(deal: 7, game: "vegas1:carry=yes")
    let ada = stage.join(stage.visitor("ada"), at: 0)
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(try stage.ask(.deal(.open(number), game: nil), from: ada).isOK)
    }
    #expect(stage.room.game.board.standing.score == -52 * 4)
    #expect(try stage.reopened().game.board.standing.score == -52 * 4)
  }

  @Test(
    arguments: [
      ("vegas1", nil), ("vegas1:carry=yes", "vegas1"), ("vegas1:carry=yes", "vegas3:carry=yes"),
      ("vegas1", "vegas1:carry=yes"),
    ] as [(String, String?)])
  func `begins with no points where nothing is carried over`(game: String, next: String?) throws {
    let (stage, ada) = try stage(game)
    #expect(try stage.ask(.deal(.open(8), game: next), from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -52)
  }

  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `may be of any other game`(game: String) throws {
    let (stage, ada) = try stage("klondike1")
    #expect(try stage.ask(.deal(.open(8), game: game), from: ada).isOK)
    let ruleset = try #require(Catalogue.ruleset(id: game))
    #expect(stage.room.patience.deal == Deal(number: 8, of: ruleset))
    #expect(stage.room.game.board.told.id == game && stage.room.game.board.told.rules == ruleset.bytes)
    #expect(stage.room.game.undoDepth == 0 && stage.room.game.moves == 0)
    #expect(try stage.ask(.undo, from: ada).code == .illegal, "the last deal is gone")
    // And back.
    #expect(try stage.ask(.deal(.open(7), game: "klondike1"), from: ada).isOK)
    #expect(stage.cards(in: .stock).count == 24)
  }

  @Test(arguments: ["chess", "", "freecell:cells=9", "klondike1:draw=2", "Klondike1", "fruits"])
  func `A next deal of an unknown game is refused`(game: String) throws {
    let (stage, ada) = try stage("klondike1")
    let version = stage.room.version
    #expect(try stage.ask(.deal(.open(8), game: game), from: ada).code == .bad)
    #expect(stage.room.version == version && stage.room.game.board.told.id == "klondike1")
  }
}

@Suite struct `Cards that go up by themselves` {
  private func stage(_ auto: AutoMoves) throws -> (stage: RoomStage, ada: ConnectionID) {
    let stage = try RoomStage(cards: board)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    if auto != .off { #expect(try stage.ask(.set(auto: auto), from: ada).isOK) }
    #expect(stage.room.game.status(now: 0).auto == auto)
    return (stage, ada)
  }

  private func up(_ stage: RoomStage) -> Int { stage.room.game.board.standing.up }

  /// 6D goes on 7S; AC and AD lie open and can go up.
  @Test(arguments: [(AutoMoves.off, 0), (.safe, 2), (.all, 2)])
  func `do so after the next move as is chosen`(auto: AutoMoves, count: Int) throws {
    let (stage, ada) = try stage(auto)
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada).isOK)
    #expect(up(stage) == count)
    // All of it is one step.
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(up(stage) == 0 && stage.cards(in: .tableau(1)).last == 7)
    #expect(try stage.ask(.redo, from: ada).isOK)
    #expect(up(stage) == count)
    // It is told with the move.
    let events = try stage.messages(to: ada).compactMap { message in
      if case .event(let it) = message, it.operation == "move" { it } else { nil }
    }
    #expect(events.first?.moves.count == count + 1)
  }

  /// Only `all` sends what may still be of use: 3H with black twos down.
  @Test(arguments: [(AutoMoves.off, 0), (.safe, 2), (.all, 3)])
  func `are only those that can be of no more use, or all`(auto: AutoMoves, count: Int) throws {
    let cards = rigged([
      0: "7S", 7: "6D", 13: "AH", 18: "2H", 22: "3H", 25: "9C", 27: "TC", 1: "JC", 8: "KC",
      14: "KD", 19: "KS", 28: "2S",
    ])
    let stage = try RoomStage(cards: cards)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.set(auto: auto), from: ada).isOK)
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada).isOK)
    #expect(up(stage) == count)
  }

  @Test func `stay where they are from when it is switched off`() throws {
    let (stage, ada) = try stage(.all)
    #expect(try stage.ask(.set(auto: .off), from: ada).isOK)
    #expect(try stage.ask(.move(item: 7, into: "t0", before: nil), from: ada).isOK)
    #expect(up(stage) == 0)
  }
}
