import Testing
import Wire

@testable import Rooms

@Suite struct `Who may come to a table` {
  /// Access × key × what they come as: what they are answered. A letter each: `s` seated, `w` watching, `n` knocking,
  /// `k` refused for their key.
  static let matrix: [(AccessLevel, KeyRole?, play: Character, watch: Character)] = [
    (.public, nil, "s", "w"), (.public, .watch, "s", "w"), (.public, .play, "s", "w"),
    (.public, .host, "s", "w"),
    (.link, nil, "k", "k"), (.link, .watch, "k", "w"), (.link, .play, "s", "w"), (.link, .host, "s", "w"),
    (.knock, nil, "n", "w"), (.knock, .watch, "n", "w"), (.knock, .play, "s", "w"), (.knock, .host, "s", "w"),
  ]

  private func letter(_ answer: Answer) -> Character {
    if answer.isKnocking { return "n" }
    if answer.isSeated { return "s" }
    if answer.isWatching { return "w" }
    return answer == .role(.key) ? "k" : "?"
  }

  @Test(arguments: matrix) func `is decided by its access and their key`(
    level: AccessLevel, key: KeyRole?, play: Character, watch: Character
  ) throws {
    let table = try AccessStage(level)
    #expect(letter(try table.come("ben", at: 1, as: .play, key: table.key(key))) == play)
    #expect(letter(try table.come("cleo", at: 2, as: .watch, key: table.key(key))) == watch)
    #expect(letter(try table.come("dan", at: 3, as: .mini, key: table.key(key))) == watch)
    #expect(table.room.watching == [play, watch].count { $0 == "w" || $0 == "n" }, "a mini is not counted")
  }

  @Test(arguments: matrix) func `is nobody new in a seat while it is locked, but with the host's key`(
    level: AccessLevel, key: KeyRole?, play: Character, watch: Character
  ) throws {
    let table = try AccessStage(level)
    #expect(try table.host(.lock, from: table.ada).isOK)
    let answer = try table.come("ben", at: 1, as: .play, key: table.key(key))
    if key == .host { #expect(answer.isSeated) } else { #expect(answer == .role(.locked)) }
    #expect(letter(try table.come("cleo", at: 2, as: .watch, key: table.key(key))) == watch)
    #expect(try table.come("ada", at: 4).isSeated, "who has a seat there comes back to it")
    #expect(try table.host(.unlock, from: table.ada).isOK)
    #expect(letter(try table.come("dan", at: 3, as: .play, key: table.key(key))) == play)
  }

  @Test(arguments: AccessStage.access) func `is not who is banned, whatever the key`(
    level: AccessLevel
  ) throws {
    let table = try AccessStage(level)
    _ = try table.sit("ben", at: 1)
    #expect(try table.host(.ban(seat: 1), from: table.ada).isOK)
    for key in [nil, .watch, .play, .host] as [KeyRole?] {
      for presence in [.play, .watch, .mini] as [RoomMessage.Presence] {
        #expect(try table.come("ben", at: 2, as: presence, key: table.key(key)) == .role(.banned))
      }
    }
    #expect(table.room.members.count == 1)
    #expect(try table.host(.unban(1), from: table.ada).isOK)
    #expect(try table.come("ben", at: 2, key: table.keys.play).isSeated)
  }

  @Test func `is not somebody with a key that was made up, or is void`() throws {
    let table = try AccessStage(.link)
    let old = table.keys
    #expect(Set([old.play, old.watch, old.host]).count == 3)
    for key in ["", "x", "AAAAAAAA", String(repeating: "é", count: 8)] {
      #expect(table.room.isWrong(key))
      #expect(try table.come("eve", at: 1, as: .watch, key: key) == .role(.key))
    }
    let ben = try table.sit("ben", at: 2)
    #expect(try table.host(.keys, from: table.ada).isOK)
    for key in [old.play, old.watch, old.host] { #expect(table.room.isWrong(key ?? "")) }
    #expect(try table.come("eve", at: 1, key: old.play) == .role(.key))
    #expect(table.room.members[ben]?.seat == SeatNumber(1), "who is there stays")
    #expect(try table.come("ben", at: 3).isSeated, "and comes back without a key")
  }

  @Test(arguments: AccessStage.access) func `is told how far a table is only where they may come to it`(
    level: AccessLevel
  ) throws {
    let table = try AccessStage(level)
    let c = table.stage.nextC()
    table.stage.hear(.command(c: c, Command(.undo)), from: table.at(9))
    let told = try table.stage.messages(to: table.at(9)).compactMap {
      if case .no(let refusal) = $0 { refusal } else { nil }
    }
    #expect(told.map(\.code) == [.role])
    #expect((told.first?.version == nil) == (level == .link))
  }

  @Test func `is everybody at a table of before there were keys`() throws {
    let stage = try RoomStage(seats: 2)
    stage.join(stage.visitor("ada"), at: 0)
    stage.silence()
    let ben = stage.join(stage.visitor("ben"), at: 1)
    #expect(stage.room.members[ben]?.seat == SeatNumber(1))
    #expect(stage.room.keys == nil && !stage.room.isWrong("AAAAAAAA") && stage.room.isListed)
    let told = try stage.messages(to: ben)
    #expect(!told.contains { if case .rights = $0 { true } else { false } })
    #expect(try stage.ask({ .host(c: $0, .lock) }, from: ben) == .role(.host))
  }

  @Test func `comes back without a key if they were there`() throws {
    let table = try AccessStage(.link)
    let eve = table.stage.visitor("eve")
    #expect(try table.come("eve", at: 1, as: .watch, key: table.keys.watch).isWatching)
    table.stage.hear(.lost, from: table.at(1))
    table.stage.join(eve, on: table.at(2), as: .watch, resume: table.stage.position)
    #expect(table.room.watching == 1)
    // What is no position of this table proves nothing.
    table.stage.silence()
    let strange = Hello.Position(room: table.room.id.text, epoch: "00000000", version: 0)
    table.stage.join(table.stage.visitor("fay"), on: table.at(3), as: .watch, resume: strange, isKnown: false)
    #expect(table.room.watching == 1)
    #expect(try table.stage.messages(to: table.at(3)) == [.gone(room: "rTestRoom", why: "key")])
  }

  @Test
  func `comes back only with a key if they were sent away, or the links are void and nobody knows them`()
    throws
  {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    let position = table.stage.position
    #expect(try table.host(.kick(seat: 1), from: table.ada).isOK)
    table.stage.join(table.stage.visitor("ben"), on: ben, as: .watch, resume: position)
    #expect(table.room.members[ben] == nil)
    #expect(try table.come("ben", at: 1, as: .watch, key: table.keys.watch).isWatching)
    #expect(try table.come("eve", at: 2, as: .watch, key: table.keys.watch).isWatching)
    #expect(try table.host(.keys, from: table.ada).isOK)
    #expect(table.room.members[table.at(2)] != nil, "who is there stays")
    for slot in [2, 3] as [UInt32] { table.stage.hear(.lost, from: table.at(slot)) }
    table.stage.join(table.stage.visitor("eve"), on: table.at(4), as: .watch, resume: position)
    #expect(table.room.members[table.at(4)] != nil, "the same visit goes on")
    table.stage.hear(.lost, from: table.at(4))
    table.stage.join(
      table.stage.visitor("eve"), on: table.at(5), as: .watch, resume: position, isKnown: false)
    #expect(table.room.members[table.at(5)] == nil)
  }

  @Test func `comes back with a key to a table that has become private, unless they are there`() throws {
    let table = try AccessStage(.public)
    for (name, slot) in [("eve", 1), ("fay", 2)] as [(String, UInt32)] {
      #expect(try table.come(name, at: slot, as: .mini).isWatching)
    }
    let position = table.stage.position
    table.stage.hear(.lost, from: table.at(1))
    #expect(try table.host(.access(.link), from: table.ada).isOK)
    #expect(table.room.members[table.at(2)] != nil, "who is there stays")
    for isKnown in [true, false] {
      table.stage.join(
        table.stage.visitor("eve"), on: table.at(3), as: .watch, resume: position, isKnown: isKnown)
      #expect(table.room.members[table.at(3)] == nil)
    }
    table.stage.hear(.lost, from: table.at(2))
    table.stage.join(table.stage.visitor("fay"), on: table.at(4), as: .watch, resume: position)
    #expect(table.room.members[table.at(4)] != nil)
  }

  @Test func `comes back to play without a key when they have played, until they are sent away`() throws {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    table.stage.hear(.lost, from: ben)
    table.stage.pass(milliseconds: 3 * 86_400_000)
    #expect(table.room.seats.told[1].person == nil)
    #expect(try table.come("ben", at: 2).isSeated)
    #expect(try table.restarted().access?.isLetIn(GuestID(named: "ben")) == true)
    #expect(try table.host(.kick(seat: 1), from: table.ada).isOK)
    #expect(try table.come("ben", at: 2) == .role(.key))
  }

  @Test func `does not sit down by coming back to watch`() throws {
    let table = try AccessStage(.link)
    #expect(try table.come("eve", at: 1, as: .watch, key: table.keys.watch).isWatching)
    table.stage.join(table.stage.visitor("eve"), on: table.at(1), as: .play, resume: table.stage.position)
    #expect(table.room.members[table.at(1)]?.seat == nil && table.room.watching == 1)
  }

  @Test(arguments: AccessStage.access) func `is known to the lobby unless it is behind a link`(
    level: AccessLevel
  ) throws {
    let table = try AccessStage(level)
    #expect(table.room.isListed == (level != .link))
    #expect(table.room.summary.access == (level == .knock ? .knock : nil))
    #expect(try table.host(.access(.link), from: table.ada).isOK)
    #expect(!table.room.isListed)
  }

  @Test func `holds after a restart`() throws {
    let table = try AccessStage(.knock)
    _ = try table.sit("ben", at: 1)
    _ = try table.sit("cleo", at: 2)
    for command in [.ban(seat: 1), .keys, .lock, .access(.link), .pass(seat: 2)] as [HostCommand] {
      #expect(try table.host(command, from: table.ada).isOK)
    }
    let again = try table.restarted()
    #expect(again.access?.logged == table.room.access?.logged)
    #expect(again.access?.isBanned(GuestID(named: "ben")) == true && again.access?.isLocked == true)
    #expect(again.access?.host == GuestID(named: "cleo") && again.keys == table.room.keys)
  }

  @Test func `is told to everybody as it is decided`() throws {
    let table = try AccessStage(.public)
    #expect(try table.come("eve", at: 5, as: .watch).isWatching)
    table.stage.silence()
    #expect(try table.host(.lock, from: table.ada).isOK)
    #expect(try table.host(.access(.knock), from: table.ada).isOK)
    let told = try table.stage.messages(to: table.at(5)).compactMap {
      if case .crowd(_, _, _, _, _, let access) = $0 { access } else { nil }
    }
    #expect(
      told == [
        AccessTold(level: .public, host: 0, isLocked: true),
        AccessTold(level: .knock, host: 0, isLocked: true),
      ])
  }
}
