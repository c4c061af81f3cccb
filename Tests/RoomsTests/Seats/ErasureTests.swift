import Testing
import Wire

@testable import Rooms

@Suite struct `Somebody who is erased` {
  private func erasure(_ name: String, _ number: UInt8 = 1) -> Erasure {
    Erasure(of: GuestID(named: name), random: Array(repeating: number, count: 8))
  }

  @Test func `is replaced by nobody, another one each time`() {
    let (one, other) = (erasure("ada", 1), erasure("ada", 2))
    #expect(one.replacement.isErased && !one.guest.isErased && one.replacement != other.replacement)
    #expect(one.replacement.text.utf8.count == one.guest.text.utf8.count)
    #expect(GuestID(one.replacement.text)?.isErased == true)
  }

  @Test func `frees the seat, lets go of what was in hand, and is named nowhere`() throws {
    let table = try AccessStage(.link)
    let ben = try table.sit("ben", at: 1)
    let item = try #require(table.room.shown.places.first { $0.name == "t0" }?.items.last?.handle)
    #expect(try table.stage.ask({ .lift(c: $0, item: item) }, from: ben).isLease)
    let before = table.room.shown.hash
    table.stage.silence()
    table.stage.erase(erasure("ben"))
    #expect(table.room.drags.isEmpty && table.room.shown.hash == before)
    #expect(table.room.seats.seat(of: GuestID(named: "ben")) == nil)
    let told = try table.stage.messages(to: table.ada)
    let seats = told.compactMap { message -> [Seat]? in
      if case .crowd(_, let seats, _, _, _, _) = message { seats } else { nil }
    }
    #expect(seats.last?[1].person == nil)
    #expect(try table.restarted().seats.logged == table.room.seats.logged)
    #expect(
      !table.stage.log.contains {
        String(decoding: $0.bytes, as: UTF8.self).contains(GuestID(named: "ben").text)
      })
    // The seat is anybody's.
    _ = try table.sit("joe", at: 2)
  }

  @Test func `leaves no seat kept, no host and no permission behind`() throws {
    let table = try AccessStage(.link, seats: 2)
    let ben = try table.sit("ben", at: 1)
    #expect(try table.host(.pass(seat: 1), from: table.ada).isOK)
    #expect(try table.host(.pass(seat: 0), from: ben).isOK)
    table.stage.erase(erasure("ada"))
    // Who opened it is nobody, so both seats are for those who come.
    #expect(table.room.seats.opener.isErased && table.room.access?.host.isErased == true)
    _ = try table.sit("joe", at: 2)
    // Somebody becomes the host as for one who has been away for long.
    table.stage.pass(milliseconds: Access.hostAwayMillisecondsMax + 1)
    #expect(table.room.access?.host == GuestID(named: "ben"))
    let again = try table.restarted()
    #expect(again.seats.opener.isErased && again.access?.host == GuestID(named: "ben"))
    #expect(again.seats.logged == table.room.seats.logged)
  }

  @Test func `is neither banned nor let in any more, also in the log`() throws {
    let table = try AccessStage(.link)
    _ = try table.sit("ben", at: 1)
    _ = try table.sit("eve", at: 2)
    #expect(try table.host(.ban(seat: 1), from: table.ada).isOK)
    #expect(try table.come("hal", at: 3, as: .watch, key: table.keys.host).isWatching)
    for name in ["ben", "eve", "hal"] { table.stage.erase(erasure(name)) }
    let again = try table.restarted()
    for access in [try #require(table.room.access), try #require(again.access)] {
      #expect(access.bans.isEmpty && access.guests.isEmpty && access.coHosts.isEmpty)
    }
    let log = table.stage.log.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for name in ["ben", "eve", "hal"] {
      #expect(!log.contains(GuestID(named: name).text) && !log.contains("\"\(name)\""), "\(name)")
    }
  }

  @Test func `is one of several who sat at one seat, and each takes back only their own`() throws {
    let table = try AccessStage(.public, seats: 2)
    _ = try table.sit("ben", at: 1)
    let moved = try #require(
      table.room.game.dests(room: "r", version: 1, seat: SeatNumber(1)).sources.first {
        !$0.destinations.isEmpty
      })
    let item = try #require(moved.items.last)
    let to = try #require(moved.destinations.first?.collection)
    #expect(try table.stage.ask(.move(item: item, to: Landing(to)), from: table.at(1)).isOK)
    table.stage.hear(.leave(c: 900), from: table.at(1))
    table.stage.pass(milliseconds: Seats.awayMillisecondsMax + 1)
    _ = try table.sit("eve", at: 2)
    // Eve sits where Ben sat, and cannot take back what he did, before and after both are erased.
    #expect(try !table.stage.ask(.undo, from: table.at(2)).isOK)
    table.stage.erase(erasure("ben", 1))
    table.stage.erase(erasure("eve", 2))
    let again = RoomStage(room: try table.restarted(), durable: table.room.sequence)
    again.join(again.visitor("joe"), at: 5)
    #expect(try !again.ask(.undo, from: ConnectionID(loop: 0, slot: 5, generation: 1)).isOK)
  }

  @Test(arguments: [
    #"{"f":9,"k":"seats"}"#, "not a record", #"{"k":"unknown","x":["ID"]}"#, "\u{0}\u{1}ID", "",
  ])
  func `has no identifier left in what this program does not understand`(text: String) {
    let erasure = erasure("ada")
    let bytes = Array(text.replacing("ID", with: erasure.guest.text).utf8)
    guard let rewritten = erasure.rewritten(bytes) else { return #expect(!text.contains("ID")) }
    #expect(rewritten.count == bytes.count)
    #expect(String(decoding: rewritten, as: UTF8.self).contains(erasure.replacement.text))
    #expect(erasure.rewritten(rewritten) == nil)
  }
}

extension Answer {
  fileprivate var isLease: Bool { if case .lease = self { true } else { false } }
}
