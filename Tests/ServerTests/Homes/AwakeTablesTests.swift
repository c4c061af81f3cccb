import Foundation
import Rooms
import Testing

@testable import Server
@testable import Store

@Suite(.serialized) struct `Tables that are awake` {
  private let directory = TestDirectory()

  private func server(_ change: (inout Server.Configuration) -> Void) throws -> KeptServer {
    let tables = try SQLiteTables(directory: directory.path)
    return KeptServer(
      try TestServer(loops: 1, journal: Journal(tables), in: directory) {
        $0.proxies = believing("127.0.0.0/8")
        $0.roomsMax = 4
        $0.tablesLeftToNetworkMin = 0
        change(&$0)
      })
  }

  /// Somebody whom a proxy names, as the guest of a token if they have one.
  private func come(
    _ name: String, from address: String, _ token: String? = nil, to server: KeptServer
  ) throws -> TestClient {
    let client = try TestClient(port: server.port)
    try client.upgrade("X-Forwarded-For: \(address)\r\n")
    try client.say(#"{"t":"hello","name":"\#(name)"\#(token.map { #","tok":"\#($0)""# } ?? "")}"#)
    client.welcome = try client.hear("welcome")
    return client
  }

  /// Tables that sleep, with the token of the guest who holds their seats.
  private func sleepingTables(_ count: Int, of address: String) throws -> (rooms: [String], token: String) {
    let server = try server { $0.roomsMax = 100 }
    let opener = try come("Ada", from: address, to: server)
    let rooms = try (0..<count).map { try opener.openTable(deal: UInt64($0 + 1)).room }
    return (rooms, try #require(opener.welcome?["tok"]))
  }

  private func ask(_ client: TestClient, _ room: String, _ presence: String) throws -> Heard {
    try client.answer(to: try client.ask(#""t":"sub","room":"\#(room)","as":"\#(presence)""#))
  }

  @Test func `A table that is only watched makes way for players`() throws {
    let (rooms, token) = try sleepingTables(6, of: "192.0.2.1")
    let server = try server { _ in }
    let eve = try come("Eve", from: "192.0.2.2", to: server)
    for room in rooms.prefix(4) { #expect(try ask(eve, room, "watch")["t"] == "ok") }
    // Who watches waits, and so does who would sit down where others sit.
    let dan = try come("Dan", from: "192.0.2.3", to: server)
    for presence in ["watch", "play"] {
      let refused = try ask(dan, rooms[4], presence)
      #expect(refused["code"] == "full" && refused["why"]?.contains("try again") == true)
    }
    let ada = try come("Ada", from: "192.0.2.1", token, to: server)
    #expect(try ask(ada, rooms[4], "play").int("seat") == 0)
    let gone = try eve.hear("gone")
    #expect(gone["r"] == rooms[0] && gone["why"] == "full", "the one that was used least")
    // It is kept, and wakes again for who plays there.
    #expect(try ask(ada, rooms[0], "play").int("seat") == 0)
    // Nothing more of it is told to who was sent away.
    let move = try ada.ask(#""t":"cmd","r":"\#(rooms[0])","op":"tap","in":"stock""#)
    #expect(try ada.answer(to: move).int("v") == 2)
    let before = try eve.ask(#""t":"lobby","on":false"#)
    #expect(try eve.answer(to: before)["t"] == "ok")
    #expect(!eve.drain().contains { $0["t"] == "ev" && $0["r"] == rooms[0] })
  }

  @Test func `A table of a network that has many makes way for one that has few`() throws {
    let (rooms, token) = try sleepingTables(2, of: "192.0.2.1")
    let server = try server { _ in }
    let crowd = try come("Mob", from: "198.51.100.1", to: server)
    let held = try (0..<4).map { try crowd.openTable(deal: UInt64($0 + 1)).room }
    let ada = try come("Ada", from: "192.0.2.1", token, to: server)
    #expect(try ask(ada, rooms[0], "play").int("seat") == 0)
    #expect(try crowd.hear("gone")["r"] == held[0])
    let opened = try ada.openTable()
    #expect(try crowd.hear("gone")["r"] == held[1])
    // Both have two now: nobody has more than their share.
    #expect(try ask(ada, rooms[1], "play")["code"] == "full")
    let c = try crowd.ask(#""t":"open","game":"fruits""#)
    #expect(try crowd.answer(to: c)["code"] == "full")
    for (client, room) in [(ada, rooms[0]), (ada, opened.room), (crowd, held[2]), (crowd, held[3])] {
      let c = try client.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try client.answer(to: c)["t"] == "ok")
    }
  }

  @Test func `take limited memory, and a guest with little takes from the one with most`() throws {
    let (rooms, token) = try sleepingTables(1, of: "192.0.2.1")
    let server = try server {
      $0.roomsMax = 100
      // Of four tables with somebody at each.
      $0.tableMemoryMax = Room.bytesMin * 5
    }
    let crowd = try come("Mob", from: "198.51.100.1", to: server)
    var held: [String] = []
    var refused: Heard?
    while held.count < 20 {
      let opened = try crowd.answer(
        to: try crowd.ask(#""t":"open","game":"klondike1","deal":{"kind":"open","n":7}"#))
      guard let room = opened["room"] else {
        refused = opened
        break
      }
      held.append(room)
      #expect(try ask(crowd, room, "play")["t"] == "ok")
    }
    #expect(refused?["code"] == "full" && (3...5).contains(held.count), "\(held.count)")
    let ada = try come("Ada", from: "192.0.2.1", token, to: server)
    #expect(try ask(ada, rooms[0], "play").int("seat") == 0)
    #expect(try crowd.hear("gone")["r"] == held[0])
    // The others play on.
    for (client, room) in [(ada, rooms[0]), (crowd, held[1])] {
      let c = try client.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      #expect(try client.answer(to: c)["t"] == "ok")
    }
  }

  @Test func `A table that grew puts those to sleep that nobody is at, and they wake again`() async throws {
    let server = try server {
      $0.roomsMax = 100
      $0.roomUnusedMillisecondsMin = 0
      $0.tableMemoryMax = Room.bytesMin * 3
      $0.tablesLeftToNetworkMin = 50
      ($0.commandsPerSecond, $0.commandsBurst) = (10_000, 10_000)
      ($0.messagesPerSecond, $0.messagesBurst) = (10_000, 10_000)
    }
    let ada = try come("Ada", from: "192.0.2.1", to: server)
    let left = try ada.openTable(deal: 1).room
    #expect(try ada.answer(to: try ada.ask(#""t":"unsub","room":"\#(left)""#))["t"] == "ok")
    let room = try ada.openTable(deal: 2).room
    var commands = 0
    // It goes on growing when there is no other left to sleep.
    var later = 0
    while commands < 4_000, later < 900 {
      if await server.counts().rooms == 1 { later += 1 }
      let c = try ada.ask(#""t":"cmd","r":"\#(room)","op":"tap","in":"stock""#)
      _ = try ada.answer(to: c)
      commands += 1
    }
    #expect(commands < 4_000)
    #expect(try ask(ada, left, "play")["code"] == "full", "there is no memory for both")
    #expect(try ada.answer(to: try ada.ask(#""t":"unsub","room":"\#(room)""#))["t"] == "ok")
    #expect(try ask(ada, left, "play")["t"] == "ok")
  }

  @Test func `Tables shared by two networks have no more memory: the largest falls asleep`() throws {
    let server = try server {
      $0.roomsMax = 100
      $0.tableMemoryMax = Room.bytesMin * 7 / 2
      ($0.commandsPerSecond, $0.commandsBurst) = (10_000, 10_000)
      ($0.messagesPerSecond, $0.messagesBurst) = (10_000, 10_000)
    }
    let (ada, bob) = (
      try come("Ada", from: "192.0.2.1", to: server), try come("Bob", from: "192.0.2.2", to: server)
    )
    let tables = try (1...2).map { try ada.openTable(deal: $0, seats: 2).room }
    for table in tables { #expect(try ask(bob, table, "play").int("seat") == 1) }
    var isGone = false
    for _ in 0..<8_000 where !isGone {
      let c = try ada.ask(#""t":"cmd","r":"\#(tables[0])","op":"tap","in":"stock""#)
      let said = try ada.hear(where: { $0.int("c") == c || $0["t"] == "gone" })
      isGone = said["t"] == "gone"
      if isGone { #expect(said["r"] == tables[0]) }
    }
    #expect(isGone)
    let c = try bob.ask(#""t":"cmd","r":"\#(tables[1])","op":"tap","in":"stock""#)
    #expect(try bob.answer(to: c)["t"] == "ok")
    // All of it is kept.
    #expect(try ask(ada, tables[0], "play").int("seat") == 0)
  }

  @Test func `A table of a network that has many stays awake where somebody else plays`() throws {
    let (rooms, token) = try sleepingTables(2, of: "192.0.2.1")
    let server = try server { _ in }
    let crowd = try come("Mob", from: "198.51.100.1", to: server)
    // Both sit at the first, which the crowd opened.
    let shared = try crowd.openTable(seats: 2).room
    let bob = try come("Bob", from: "192.0.2.7", to: server)
    #expect(try ask(bob, shared, "play").int("seat") == 1)
    let held = try (0..<3).map { try crowd.openTable(deal: UInt64($0 + 1)).room }
    let ada = try come("Ada", from: "192.0.2.1", token, to: server)
    for (room, gone) in zip(rooms, held) {
      #expect(try ask(ada, room, "play").int("seat") == 0)
      #expect(try crowd.hear("gone")["r"] == gone)
    }
    let c = try bob.ask(#""t":"cmd","r":"\#(shared)","op":"tap","in":"stock""#)
    #expect(try bob.answer(to: c)["t"] == "ok")
  }

  @Test func `The tables of a person and of a network are limited, without those that were left`() throws {
    let server = try server {
      $0.roomsMax = 100
      ($0.awakePerGuestMax, $0.awakePerNetworkMax) = (3, 5)
      $0.roomUnusedMillisecondsMin = 0
    }
    let ada = try come("Ada", from: "192.0.2.1", to: server)
    let rooms = try (0..<3).map { try ada.openTable(deal: UInt64($0 + 1)).room }
    let refused = try ada.answer(to: try ada.ask(#""t":"open","game":"fruits""#))
    #expect(refused["code"] == "full" && refused["why"]?.contains("leave one") == true)
    // Somebody else of the same network has what is left of it.
    let bob = try come("Bob", from: "192.0.2.1", to: server)
    for number in 0..<2 { _ = try bob.openTable(deal: UInt64(number + 1)) }
    #expect(try bob.answer(to: try bob.ask(#""t":"open","game":"fruits""#))["code"] == "full")
    // Watching what is awake takes no place.
    #expect(try ask(bob, rooms[0], "watch")["t"] == "ok")
    // Another network is not their neighbour, and programs of this machine may do as they like.
    let eve = try come("Eve", from: "192.0.2.2", to: server)
    _ = try eve.openTable()
    let local = try server.client("Local")
    for number in 0..<8 { _ = try local.openTable(deal: UInt64(number + 1)) }
    #expect(try ada.answer(to: try ada.ask(#""t":"unsub","room":"\#(rooms[1])""#))["t"] == "ok")
    #expect(try ada.answer(to: try ada.ask(#""t":"open","game":"fruits""#))["t"] == "ok")
  }

  @Test func `count for guests who are there, not for those who left`() throws {
    let server = try server {
      $0.roomsMax = 100
      ($0.awakePerGuestMax, $0.awakePerNetworkMax) = (2, 3)
    }
    let ada = try come("Ada", from: "192.0.2.1", to: server)
    let eve = try come("Eve", from: "192.0.2.2", to: server)
    // Eve watches what Ada has left; that is Eve's affair.
    for number in 0..<3 {
      let room = try ada.openTable(deal: UInt64(number + 1)).room
      let watched = try ask(eve, room, "watch")
      #expect(watched["t"] == "ok")
      #expect(try ada.answer(to: try ada.ask(#""t":"unsub","room":"\#(room)""#))["t"] == "ok")
    }
    // Who comes from Ada's address finds nothing taken.
    let others = try ["Bob", "Cid"].map { try come($0, from: "192.0.2.1", to: server) }
    for other in others { _ = try other.openTable() }
    let dan = try come("Dan", from: "192.0.2.1", to: server)
    _ = try dan.openTable()
    #expect(try dan.answer(to: try dan.ask(#""t":"open","game":"fruits""#))["code"] == "full")
  }

  @Test func `wake for a guest who may, though others wait there who may not`() throws {
    let (rooms, token) = try sleepingTables(1, of: "192.0.2.1")
    let hold = HeldLoop()
    let tables = try SQLiteTables(directory: directory.path)
    let server = KeptServer(
      try TestServer(loops: 1, journal: Journal(tables), in: directory, log: hold.logger) {
        $0.proxies = believing("127.0.0.0/8")
        $0.awakePerGuestMax = 1
      })
    let mob = try come("Mob", from: "198.51.100.1", to: server)
    _ = try mob.openTable()
    let ada = try come("Ada", from: "192.0.2.1", token, to: server)
    hold.begins(at: "hello")
    let last = try TestClient(port: server.port)
    try last.upgrade("X-Forwarded-For: 192.0.2.9\r\n")
    try last.say(#"{"t":"hello","name":"Last"}"#)
    hold.waits()
    let watching = try mob.ask(#""t":"sub","room":"\#(rooms[0])","as":"watch""#)
    let playing = try ada.ask(#""t":"sub","room":"\#(rooms[0])","as":"play""#)
    hold.ends()
    #expect(try ada.answer(to: playing).int("seat") == 0)
    #expect(try mob.answer(to: watching)["t"] == "ok", "watching what is awake takes no place")
    // By themselves they are told why.
    let other = try mob.ask(#""t":"open","game":"fruits""#)
    #expect(try mob.answer(to: other)["why"]?.contains("too many tables") == true)
  }

  @Test func `are counted by person and by network, and of this machine not at all`() {
    let awake = AwakeTables(perGuestMax: 2, perNetworkMax: 3)
    func keeper(_ guest: UInt8, _ network: UInt32?) -> AwakeTables.Keeper {
      AwakeTables.Keeper(guest: GuestID(digest: [UInt8](repeating: guest, count: 16)), network: network)
    }
    #expect(awake.add(keeper(1, 7)) && awake.add(keeper(1, 7)) && !awake.add(keeper(1, 7)))
    #expect(awake.add(keeper(2, 7)) && !awake.add(keeper(3, 7)) && awake.add(keeper(3, 8)))
    #expect((0..<9).allSatisfy { _ in awake.add(keeper(4, nil)) } && awake.add(nil))
    #expect(awake.count(of: 7) == 3 && awake.count(of: nil) == 9 && awake.keepers == 4)
    for _ in 0..<2 { awake.remove(keeper(1, 7)) }
    awake.remove(keeper(2, 7))
    awake.remove(nil)
    #expect(awake.count(of: 7) == 0 && awake.keepers == 2 && awake.add(keeper(3, 7)))
    awake.change(perGuestMax: 1, perNetworkMax: 1)
    #expect(!awake.add(keeper(1, 7)) && awake.count(of: 7) == 1)
  }
}
