import Patience
import Testing
import Wire

@testable import Rooms

/// Points that go from deal to deal at one table.
@Suite struct `Points that are carried over` {
  @Test func `add up from deal to deal, also when the table is opened again`() throws {
    let stage = try RoomStage(deal: 1, game: "vegas3:carry=yes")
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(stage.room.game.board.standing.score == -52)
    for (number, score) in [(2, -104), (3, -156)] as [(UInt64, Int)] {
      #expect(try stage.ask(.deal(.open(number), game: nil), from: ada).isOK)
      #expect(stage.room.game.board.standing.score == score)
    }
    #expect(try stage.ask(.restart, from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -156)
    let base = stage.room.game.base(now: stage.now)
    #expect(Game(base: base)?.board.standing.score == -156)
  }

  @Test func `begin anew where another game is dealt, or nothing is carried`() throws {
    let stage = try RoomStage(deal: 1, game: "vegas3:carry=yes")
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.deal(.open(2), game: "vegas3"), from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -52)
    #expect(try stage.ask(.deal(.open(2), game: nil), from: ada).isOK)
    #expect(stage.room.game.board.standing.score == -52)
  }
}
