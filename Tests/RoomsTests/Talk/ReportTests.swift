import Testing
import Wire

@testable import Rooms

@Suite struct `A report` {
  @Test func `carries the line with those around it, who reports, and about whom`() throws {
    let talk = try TalkStage()
    try talk.chatter(66, from: talk.ben)
    #expect(try talk.report(66, from: talk.eve).isOK)
    let report = try #require(talk.stage.reports.first)
    #expect(report.by == GuestID(named: "eve") && report.about == GuestID(named: "ben"))
    #expect(report.line == 66 && report.why == .insult && report.room == talk.table.room.id)
    #expect(report.lines.map(\.number) == Array(3...66))
    #expect(report.lines.last?.text == "line 65" && talk.stage.reports.count == 1)
  }

  @Test func `of an own line, of one that is gone or never was, and of strangers is refused`() throws {
    let talk = try TalkStage()
    try talk.chatter(66, from: talk.ben)
    #expect(try talk.report(66, from: talk.ben).code == .bad)
    for line in [0, 1, 2, 67] { #expect(try talk.report(line, from: talk.eve).code == .gone) }
    #expect(try talk.report(66, from: talk.table.at(9)).code == .role)
    #expect(talk.stage.reports.isEmpty)
  }

  @Test func `is handed on once for each who reports a line, three times at most`() throws {
    let talk = try TalkStage()
    try talk.chatter(1, from: talk.ben)
    for number in 0..<5 {
      let slot = UInt32(20 + number)
      #expect(try talk.table.come("w\(number)", at: slot, as: .watch, key: talk.table.keys.watch).isWatching)
      for _ in 0..<2 { #expect(try talk.report(1, from: talk.table.at(slot)).isOK) }
    }
    #expect(talk.stage.reports.map(\.by) == (0..<3).map { GuestID(named: "w\($0)") })
  }
}

@Suite struct `Who wins a game` {
  @Test func `is everybody who has a seat and is here`() throws {
    let stage = try RoomStage(cards: nearlyWon, seats: 3, timed: false)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    stage.join(stage.visitor("bob"), at: 1)
    stage.join(stage.visitor("eve"), at: 2, as: .watch)
    stage.hear(.lost, from: stage.join(stage.visitor("fay"), at: 3))
    func dests() -> Dests { stage.room.game.dests(room: "", version: 0, seat: SeatNumber(0)) }
    for _ in 0..<200 where !dests().canFinish {
      stage.say(
        dests().sends.first.map { .send(item: $0.item) } ?? .tap(place: "stock", item: nil), from: ada)
    }
    #expect(stage.winners.isEmpty)
    #expect(try stage.ask(.finish, from: ada).isOK)
    #expect(stage.room.isOver && stage.winners == [GuestID(named: "ada"), GuestID(named: "bob")])
  }
}
