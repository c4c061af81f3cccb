import Testing
import Wire

@testable import Rooms

@Suite struct `Reactions at a table` {
  @Test func `are told at once, then twice a second at most`() throws {
    let talk = try TalkStage()
    #expect(try talk.react(.clap, from: talk.ben).isOK)
    #expect(try talk.reactions(talk.ada) == [ReactionsTold(list: [.init(seat: 1, what: .clap)])])
    #expect(try talk.react(.wow, from: talk.ben).isOK)
    #expect(try talk.react(.oops, from: talk.ada).isOK)
    #expect(try talk.reactions(talk.ada).isEmpty && talk.table.room.awaitsTime)
    talk.stage.pass(milliseconds: 499)
    #expect(try talk.reactions(talk.ada).isEmpty)
    talk.stage.pass(milliseconds: 1)
    let told = ReactionsTold(list: [.init(seat: 1, what: .wow), .init(seat: 0, what: .oops)])
    #expect(try talk.reactions(talk.ada) == [told] && !talk.table.room.talk.reactions.isWaiting)
  }

  @Test func `of those who watch are told as sums`() throws {
    let talk = try TalkStage()
    for number in 0..<20 {
      let slot = UInt32(100 + number)
      #expect(try talk.table.come("w\(number)", at: slot, as: .watch, key: talk.table.keys.watch).isWatching)
    }
    #expect(try talk.react(.hello, from: talk.eve).isOK)
    talk.stage.silence()
    for number in 0..<20 {
      #expect(try talk.react(number < 12 ? .clap : .wow, from: talk.table.at(UInt32(100 + number))).isOK)
    }
    talk.stage.pass(milliseconds: 500)
    var told = ReactionsTold()
    (told[.clap], told[.wow]) = (12, 8)
    #expect(try talk.reactions(talk.ada) == [told])
  }

  @Test func `are made by members who see the whole board`() throws {
    let talk = try TalkStage()
    #expect(try talk.table.come("gil", at: 8, as: .mini, key: talk.table.keys.watch).isWatching)
    for stranger in [talk.table.at(8), talk.table.at(9)] {
      #expect(try talk.react(.clap, from: stranger).code == .role)
    }
    #expect(try talk.reactions(talk.ada).isEmpty)
  }

  @Test func `are three at once, then one in two seconds, of players and of watchers`() throws {
    let talk = try TalkStage()
    for member in [talk.ben, talk.eve] {
      for _ in 0..<3 { #expect(try talk.react(.gg, from: member).isOK) }
      #expect(try talk.react(.gg, from: member).code == .rate)
    }
    talk.stage.now += 2_000
    #expect(try talk.react(.gg, from: talk.ben).isOK && talk.react(.gg, from: talk.eve).isOK)
    // Words are counted by themselves.
    #expect(try talk.say("gg", from: talk.ben).isOK)
  }

  @Test func `go on where talk is off`() throws {
    let talk = try TalkStage(.public)
    #expect(try talk.say("gg", isKnown: true, from: talk.ben) == .no(.role, why: "chatOff"))
    #expect(try talk.react(.gg, from: talk.ben).isOK)
  }
}
