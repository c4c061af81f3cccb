import Testing

@testable import Rooms

@Suite struct `The clock of a game` {
  @Test func `starts with the first move, not with a switch or a fresh start`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.say(.set(auto: .safe), from: ada)
    stage.say(.restart, from: ada)
    stage.now += 60_000
    #expect(!stage.room.game.clock.runs)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    let status = stage.room.game.status(now: stage.now)
    #expect(status.clockRuns && status.clockMilliseconds == 0 && status.ticks == 0)
  }

  @Test func `stands while no player is at the table`() throws {
    let stage = try RoomStage(seats: 2)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let bob = stage.join(stage.visitor("bob"), at: 1)
    stage.join(stage.visitor("eve"), at: 2, as: .watch)
    stage.say(.tap(place: "stock", item: nil), from: ada)
    stage.now += 1_000
    stage.hear(.lost, from: ada)
    stage.now += 1_000
    stage.hear(.lost, from: bob)
    stage.now += 100_000
    #expect(stage.room.game.status(now: stage.now).clockMilliseconds == 2_000)
    #expect(!stage.room.game.status(now: stage.now).clockRuns)
    stage.join(stage.visitor("ada"), at: 3)
    stage.now += 500
    #expect(stage.room.game.status(now: stage.now).clockMilliseconds == 2_500)
  }

  @Test func `costs two points for ten seconds, in step with the ticks that it shows`() throws {
    let stage = try RoomStage(cards: board)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    #expect(try stage.ask(.send(item: 25), from: ada).isOK)
    stage.now += 25_000
    #expect(try stage.ask(.send(item: 27), from: ada).isOK)
    let status = stage.room.game.status(now: stage.now)
    // Two aces up at 10 each, two cards turned up at 5 each, two times ten seconds.
    #expect(status.score == 10 + 5 - 4 + 10 + 5 && status.ticks == 2 && status.clockMilliseconds == 25_000)
  }

  @Test func `counts while it runs: from its first beginning to its end, without pauses`() {
    var clock = GameClock()
    clock.proceed(now: 5)
    #expect(!clock.runs, "what has not begun does not go on")
    clock.begin(now: 10)
    clock.begin(now: 20)
    #expect(clock.milliseconds(now: 30) == 20)
    #expect(clock.milliseconds(now: 0) == 0, "time does not run backwards")
    clock.pause(now: 30)
    clock.pause(now: 50)
    #expect(clock.milliseconds(now: 60) == 20)
    clock.proceed(now: 100)
    clock.end(now: 110)
    clock.proceed(now: 200)
    #expect(clock.milliseconds(now: 300) == 30 && !clock.runs)
  }
}
