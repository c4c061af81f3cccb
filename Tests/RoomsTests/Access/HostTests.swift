import Testing
import Wire

@testable import Rooms

@Suite struct `The host of a table` {
  private static let commands: [HostCommand] = [
    .kick(seat: 1), .ban(seat: 1), .banKnock(1), .unban(1), .lock, .unlock, .pass(seat: 1), .keys,
    .letIn(knock: 1), .refuse(knock: 1), .access(.public), .chat(true), .mute(seat: 1), .unmute(seat: 1),
  ]

  @Test(arguments: commands) func `is the only one who does what hosts do`(command: HostCommand) throws {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    #expect(try table.come("eve", at: 2, as: .watch, key: table.keys.watch).isWatching)
    let before = table.room.sequence
    for stranger in [ben, table.at(2), table.at(9)] {
      #expect(try table.host(command, from: stranger) == .role(.host))
    }
    #expect(table.room.sequence == before, "nothing has happened")
  }

  @Test func `is told all keys, a player the one to watch, a watcher none`() throws {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    #expect(try table.rights(of: ben) == Rights(keys: TableKeys(watch: table.keys.watch)))
    #expect(try table.come("eve", at: 2, as: .watch, key: table.keys.watch).isWatching)
    #expect(try table.rights(of: table.at(2)) == nil)
    #expect(try table.come("ada", at: 3).isSeated)
    #expect(try table.rights(of: table.at(3)) == Rights(isHost: true, keys: table.keys))
  }

  @Test func `is also who comes with the host's key, until that is void`() throws {
    let table = try AccessStage(.link)
    #expect(try table.come("hal", at: 1, as: .watch, key: table.keys.host).isWatching)
    #expect(try table.rights(of: table.at(1))?.isHost == true)
    #expect(try table.host(.lock, from: table.at(1)).isOK)
    #expect(try table.host(.keys, from: table.ada).isOK)
    #expect(try table.host(.unlock, from: table.at(1)) == .role(.host))
    #expect(try table.rights(of: table.ada)?.keys == table.keys)
  }

  @Test
  func `is also who came with the host's key, after a restart, until that is void or they are sent away`()
    throws
  {
    let table = try AccessStage(.link)
    #expect(try table.come("hal", at: 1, as: .watch, key: table.keys.host).isWatching)
    #expect(try table.come("joe", at: 2, key: table.keys.host).isSeated)
    let (hal, joe) = (GuestID(named: "hal"), GuestID(named: "joe"))
    #expect(try table.restarted().access?.coHosts == [hal, joe])
    #expect(try table.host(.kick(seat: 1), from: table.ada).isOK)
    #expect(try table.restarted().access?.coHosts == [hal])
    #expect(try table.host(.keys, from: table.ada).isOK)
    #expect(try table.restarted().access?.coHosts == [])
  }

  @Test func `keeps the seats of a table that they lock, also of those who are away for long`() throws {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    #expect(try table.host(.lock, from: table.ada).isOK)
    table.stage.hear(.lost, from: ben)
    #expect(!table.room.isAnybodyAway, "the table may sleep all the same")
    table.stage.pass(milliseconds: 3 * 86_400_000)
    #expect(try table.come("ben", at: 1).isSeated)
    table.stage.hear(.lost, from: ben)
    #expect(try table.host(.unlock, from: table.ada).isOK)
    table.stage.pass(milliseconds: Room.seatMillisecondsMax + 1)
    #expect(table.room.seats.told[1].person == nil)
  }

  @Test func `tells a second host who only watches that their links are void`() throws {
    let table = try AccessStage(.link)
    #expect(try table.come("hal", at: 1, as: .watch, key: table.keys.host).isWatching)
    table.stage.silence()
    #expect(try table.host(.keys, from: table.ada).isOK)
    #expect(try table.rights(of: table.at(1)) == Rights(keys: TableKeys(watch: table.keys.watch)))
  }

  @Test func `sends somebody away, who may come again`() throws {
    let table = try AccessStage(.public)
    let ben = try table.sit("ben", at: 1)
    #expect(try table.come("ben", at: 4, as: .watch).isWatching)
    table.stage.silence()
    #expect(try table.host(.kick(seat: 1), from: table.ada).isOK)
    for window in [ben, table.at(4)] {
      #expect(table.room.members[window] == nil)
      #expect(try table.stage.messages(to: window).contains(.gone(room: "rTestRoom", why: "kicked")))
    }
    #expect(table.room.seats.told[1].person == nil && table.room.watching == 0)
    #expect(try table.come("ben", at: 1).isSeated)
  }

  @Test func `is answered why not`() throws {
    let table = try AccessStage(.public)
    let ben = try table.sit("ben", at: 1)
    for command in [.kick(seat: 2), .ban(seat: 7), .banKnock(3), .unban(1), .letIn(knock: 1), .pass(seat: 2)]
      as [HostCommand]
    {
      #expect(try table.host(command, from: table.ada).code == .gone)
    }
    #expect(try table.host(.kick(seat: 0), from: table.ada) == .role(.opener))
    #expect(try table.host(.pass(seat: 1), from: table.ada).isOK)
    #expect(try table.host(.lock, from: table.ada).isOK, "who opened a table is never without it")
    #expect(try table.host(.ban(seat: 0), from: ben) == .role(.opener), "her game is hers")
    #expect(try table.host(.kick(seat: 1), from: ben).code == .bad)
  }

  @Test func `is the one who has been seated longest, when the host was away for two minutes`() throws {
    let table = try AccessStage(.public, seats: 4)
    let bot = Visitor(
      guest: GuestID(named: "bot"), visit: VisitID(named: "bot"), name: "bot", isBot: true, wantsDests: false,
      wantsDrag: false)
    table.stage.join(bot, at: 4)
    let ben = try table.sit("ben", at: 1)
    _ = try table.sit("cleo", at: 2)
    table.stage.hear(.lost, from: table.ada)
    #expect(table.room.awaitsTime)
    table.stage.pass(milliseconds: 119_999)
    #expect(table.room.access?.host == RoomStage.opener)
    table.stage.silence()
    table.stage.pass(milliseconds: 1)
    #expect(table.room.access?.host == GuestID(named: "ben"))
    #expect(try table.rights(of: ben)?.isHost == true)
    #expect(table.room.accessTold.host == 2)
    #expect(try table.restarted().access?.host == GuestID(named: "ben"))
    #expect(!table.room.awaitsTime)
  }

  @Test func `stays the host who comes back in time, and where nobody else plays`() throws {
    let table = try AccessStage(.public)
    #expect(try table.come("eve", at: 3, as: .watch).isWatching)
    table.stage.hear(.lost, from: table.ada)
    table.stage.pass(milliseconds: 500_000)
    #expect(table.room.access?.host == RoomStage.opener)
    _ = try table.sit("ben", at: 1)
    #expect(try table.come("ada", at: 0).isSeated)
    table.stage.hear(.lost, from: table.at(0))
    table.stage.pass(milliseconds: 119_000)
    #expect(try table.come("ada", at: 0).isSeated)
    table.stage.pass(milliseconds: 119_000)
    #expect(table.room.access?.host == RoomStage.opener)
  }

  @Test func `has no second effect with the same message`() throws {
    let table = try AccessStage(.link)
    let c = table.stage.nextC()
    for _ in 0..<2 {
      table.stage.hear(.host(c: c, .keys), from: table.ada)
      #expect(try table.stage.answer(to: c, from: table.ada).isOK)
    }
    #expect(table.room.access?.number == 1)
  }

  @Suite struct `At a table where one knocks` {
    @Test func `the host lets somebody in, who comes back at will`() throws {
      let table = try AccessStage(.knock)
      #expect(try table.come("ben", at: 1).isKnocking)
      let knock = try #require(try table.rights(of: table.ada)?.knocks.first)
      #expect(knock.name == "ben")
      #expect(try table.host(.letIn(knock: knock.number), from: table.ada).isOK)
      #expect(try table.stage.messages(to: table.at(1)).contains(.knock(room: "rTestRoom", .letIn)))
      #expect(try table.come("ben", at: 1).isSeated)
      #expect(try table.rights(of: table.ada)?.knocks == [])
      table.stage.hear(.lost, from: table.at(1))
      table.stage.pass(milliseconds: 300_000)
      #expect(try table.come("ben", at: 2).isSeated)
      #expect(try table.restarted().access?.isLetIn(GuestID(named: "ben")) == true)
      #expect(try table.host(.kick(seat: 1), from: table.ada).isOK)
      #expect(try table.come("ben", at: 2).isKnocking, "who was sent away asks again")
    }

    @Test func `who has opened the table lets people in, also when another is the host`() throws {
      let table = try AccessStage(.knock)
      let ben = try table.sit("ben", at: 1)
      #expect(try table.host(.pass(seat: 1), from: table.ada).isOK)
      table.stage.hear(.lost, from: ben)
      #expect(try table.come("cleo", at: 2).isKnocking)
      #expect(try table.host(.letIn(knock: 1), from: table.ada).isOK)
    }

    @Test func `the host refuses somebody, who asks again half a minute later`() throws {
      let table = try AccessStage(.knock)
      #expect(try table.come("ben", at: 1).isKnocking)
      #expect(try table.host(.refuse(knock: 1), from: table.ada).isOK)
      #expect(try table.stage.messages(to: table.at(1)).contains(.knock(room: "rTestRoom", .refused)))
      #expect(try table.come("ben", at: 2) == .role(.refused))
      table.stage.pass(milliseconds: 30_000)
      #expect(try table.come("ben", at: 2).isKnocking)
      #expect(try table.host(.banKnock(2), from: table.ada).isOK)
      #expect(try table.come("ben", at: 3) == .role(.banned))
    }

    @Test func `somebody who is banned for a knock loses the seat that they have taken meanwhile`() throws {
      let table = try AccessStage(.knock)
      #expect(try table.come("ben", at: 1).isKnocking)
      #expect(try table.come("ben", at: 2, as: .watch).isWatching)
      // Sitting down otherwise ends the knock.
      #expect(try table.come("cleo", at: 3).isKnocking)
      #expect(try table.come("cleo", at: 4, key: table.keys.play).isSeated)
      #expect(table.room.outside.knocks.waiting.map(\.guest.name) == ["ben"])
      #expect(try table.host(.banKnock(1), from: table.ada).isOK)
      #expect(table.room.members[table.at(2)] == nil)
      #expect(try table.come("ben", at: 5, key: table.keys.play) == .role(.banned))
    }

    @Test func `knocking again keeps the number and its end, and who goes three times has to wait`() throws {
      let table = try AccessStage(.knock)
      #expect(try table.come("ben", at: 1).isKnocking)
      table.stage.pass(milliseconds: 20_000)
      #expect(try table.come("ben", at: 2).isKnocking)
      #expect(table.room.outside.knocks.waiting.map(\.number) == [1])
      table.stage.pass(milliseconds: 10_000)
      #expect(table.room.outside.knocks.isEmpty)
      #expect(try table.come("cleo", at: 3).isKnocking)
      for _ in 0..<2 {
        table.stage.hear(.lost, from: table.at(3))
        #expect(try table.come("cleo", at: 3).isKnocking)
        #expect(table.room.outside.knocks.waiting.map(\.number) == [2])
      }
      table.stage.hear(.lost, from: table.at(3))
      #expect(try table.come("cleo", at: 3) == .role(.refused))
      table.stage.pass(milliseconds: 30_000)
      #expect(try table.come("cleo", at: 3).isKnocking)
    }

    @Test func `a knock that nobody answers ends`() throws {
      let table = try AccessStage(.knock)
      #expect(try table.come("ben", at: 1).isKnocking)
      #expect(table.room.awaitsTime)
      table.stage.pass(milliseconds: 29_999)
      #expect(table.room.outside.knocks.isWaiting(GuestID(named: "ben")))
      table.stage.silence()
      table.stage.pass(milliseconds: 1)
      #expect(try table.stage.messages(to: table.at(1)) == [.knock(room: "rTestRoom", .late)])
      #expect(try table.rights(of: table.ada)?.knocks == [])
    }

    @Test func `nobody knocks where no seat is free`() throws {
      #expect(try AccessStage(.knock, seats: 1).come("ben", at: 1).code == .full)
      let table = try AccessStage(.knock, seats: 2)
      #expect(try table.come("ben", at: 1).isKnocking)
      _ = try table.host(.letIn(knock: 1), from: table.ada)
      #expect(try table.come("ben", at: 1).isSeated)
      #expect(try table.come("cleo", at: 2).code == .full)
      table.stage.hear(.lost, from: table.at(1))
      #expect(try table.come("cleo", at: 2).code == .full, "a seat is kept for a while")
      table.stage.pass(milliseconds: Room.seatMillisecondsMax + 1)
      #expect(try table.come("cleo", at: 2).isKnocking)
    }

    @Test func `nobody knocks where no host is, and a ninth has to wait`() throws {
      let table = try AccessStage(.knock)
      for slot in 1...8 { #expect(try table.come("k\(slot)", at: UInt32(slot)).isKnocking) }
      #expect(try table.come("k9", at: 9).code == .full)
      #expect(try table.come("k1", at: 10).isKnocking, "from another window")
      table.stage.hear(.lost, from: table.at(2))
      #expect(try table.come("k9", at: 9).isKnocking)
      table.stage.hear(.lost, from: table.ada)
      #expect(try table.come("k10", at: 11) == .role(.hostAway))
    }
  }
}
