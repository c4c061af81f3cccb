import Testing
import Wire

@testable import Rooms

@Suite struct `A host and the talk` {
  private func access(_ talk: TalkStage, at slot: UInt32) throws -> AccessTold? {
    let key = talk.table.keys.watch
    #expect(try talk.table.come("w\(slot)", at: slot, as: .watch, key: key).isWatching)
    return try talk.stage.messages(to: talk.table.at(slot)).compactMap {
      if case .snapshot(let snapshot) = $0 { snapshot.access } else { nil }
    }.last
  }

  @Test(arguments: [
    (AccessLevel.link, 3, true), (.link, 1, false), (.public, 3, false), (.knock, 3, false),
    (.public, 1, false),
  ])
  func `find it on where people come by a link, and off elsewhere`(
    level: AccessLevel, seats: Int, isOn: Bool
  ) throws {
    let table = try AccessStage(level, seats: seats)
    #expect(table.room.isChatOn == isOn)
    let answer = try table.stage.ask({ .say(c: $0, "gg", isKnown: true) }, from: table.ada)
    #expect(isOn ? answer.isOK : answer == .no(.role, why: "chatOff"))
  }

  @Test func `A table of before there were hosts has none`() throws {
    let company = try Company()
    let answer = try company.stage.ask({ .say(c: $0, "gg", isKnown: true) }, from: company.ada)
    #expect(answer == .no(.role, why: "chatOff"))
    #expect(try company.stage.ask({ .react(c: $0, .gg) }, from: company.ada).isOK)
  }

  @Test func `turns it on and off, which everybody hears, and a restart keeps`() throws {
    let talk = try TalkStage()
    #expect(try access(talk, at: 11)?.isChatOn == true)
    talk.stage.silence()
    #expect(try talk.table.host(.chat(false), from: talk.ada).isOK)
    let told = try talk.stage.messages(to: talk.eve).compactMap {
      if case .crowd(_, _, _, _, _, let access) = $0 { access.isChatOn } else { nil }
    }
    #expect(told == [false])
    #expect(try access(talk, at: 12)?.isChatOn == false)
    #expect(try talk.say("gg", from: talk.ben) == .no(.role, why: "chatOff"))
    #expect(try !talk.table.restarted().isChatOn)
    #expect(try talk.table.host(.chat(true), from: talk.ada).isOK)
    #expect(try talk.say("gg", from: talk.ben).isOK)
    #expect(try talk.table.restarted().isChatOn)
  }

  @Test func `who has said nothing of it has it as it is usual at the table's level`() throws {
    let talk = try TalkStage()
    #expect(try talk.table.host(.access(.public), from: talk.ada).isOK)
    #expect(!talk.table.room.isChatOn)
    #expect(try talk.table.host(.chat(true), from: talk.ada).isOK)
    #expect(try talk.table.host(.access(.knock), from: talk.ada).isOK)
    #expect(talk.table.room.isChatOn, "what the host said holds")
  }

  @Test func `who turned it off has nobody told of what was said before`() throws {
    let talk = try TalkStage()
    #expect(try talk.say("gg", from: talk.ben).isOK)
    #expect(try talk.table.host(.chat(false), from: talk.ada).isOK)
    #expect(try talk.table.come("fay", at: 7, as: .watch, key: talk.table.keys.watch).isWatching)
    #expect(try talk.heard(talk.table.at(7)).isEmpty)
  }

  @Test func `mutes a seat, whose words and reactions nobody hears until it is unmuted`() throws {
    let talk = try TalkStage()
    #expect(try talk.table.host(.mute(seat: 1), from: talk.ada).isOK)
    #expect(try talk.table.rights(of: talk.ada)?.muted == [1])
    #expect(try talk.table.rights(of: talk.ben)?.muted ?? [] == [], "only hosts are told")
    #expect(try talk.say("gg", from: talk.ben) == .no(.role, why: "muted"))
    #expect(try talk.react(.gg, from: talk.ben) == .no(.role, why: "muted"))
    #expect(try talk.heard(talk.eve).isEmpty)
    #expect(try talk.table.host(.unmute(seat: 1), from: talk.ada).isOK)
    #expect(try talk.table.rights(of: talk.ada)?.muted == [])
    #expect(try talk.say("gg", from: talk.ben).isOK)
  }

  @Test func `mutes the person, who stays mute on another seat, and nobody who comes after them`() throws {
    let talk = try TalkStage()
    #expect(try talk.table.host(.mute(seat: 1), from: talk.ada).isOK)
    #expect(try talk.table.host(.kick(seat: 1), from: talk.ada).isOK)
    let fay = try talk.table.sit("fay", at: 5)
    #expect(try talk.table.rights(of: talk.ada)?.muted == [])
    #expect(try talk.say("hello", from: fay).isOK)
    let ben = try talk.table.sit("ben", at: 1)
    #expect(try talk.table.rights(of: talk.ada)?.muted == [2])
    #expect(try talk.say("hello", from: ben) == .no(.role, why: "muted"))
  }

  @Test func `cannot be muted, and mutes nobody where nobody sits`() throws {
    let talk = try TalkStage()
    #expect(try talk.table.host(.mute(seat: 0), from: talk.ada).code == .bad)
    for command in [HostCommand.mute(seat: 2), .unmute(seat: 2), .mute(seat: 7)] {
      #expect(try talk.table.host(command, from: talk.ada).code == .gone)
    }
    for command in [HostCommand.mute(seat: 0), .unmute(seat: 0), .chat(false)] {
      #expect(try talk.table.host(command, from: talk.ben) == .role(.host))
    }
  }
}
