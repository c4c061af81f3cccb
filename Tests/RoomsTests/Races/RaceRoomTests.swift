import Bytes
import Contests
import Hashes
import Testing
import Wire

@testable import Rooms

/// A race in its room, with Ada who opened it, and Bob.
private struct Hall {
  let stage: RoomStage
  let ada: ConnectionID
  let bob: ConnectionID

  static let commit = hex(SHA256.digest(of: bytes(ofHex: Racing.salt) ?? []))

  init(most: Int = 4, bobIsProgram: Bool = false, access: AccessLevel = .public) throws {
    stage = try RoomStage(
      opening: OpenTable(
        game: "klondike1", deal: nil, seats: most, access: access,
        race: RacePlan(least: 2, most: most, seconds: 60)))
    ada = stage.join(stage.visitor("ada"), at: 0)
    bob = ConnectionID(loop: 0, slot: 1, generation: 1)
    let (key, visitor) = (stage.room.keys?.play, stage.visitor("bob", isBot: bobIsProgram))
    stage.hear(.join(c: stage.nextC(), visitor, as: .play, key: key, resume: nil), from: bob)
    stage.silence()
  }

  func ready() throws {
    for connection in [ada, bob] {
      #expect(try stage.ask(.ready(true, commit: Self.commit), from: connection).isOK)
    }
  }

  /// Both have opened their salts, and the time for it is over.
  func begin() throws {
    try ready()
    for connection in [ada, bob] { #expect(try stage.ask(.salt(Racing.salt), from: connection).isOK) }
    stage.pass(milliseconds: 2_500)
    try #require(stage.room.race?.phase == .running)
  }

  var rooms: [RoomID] { (0...1).compactMap { stage.room.race?.room(of: $0).flatMap(RoomID.init) } }

  func standing(_ state: RaceStanding.State, _ milliseconds: Int, of number: Int) {
    let standing = RaceStanding(state: state, milliseconds: milliseconds, done: 10, since: 5, moves: 20)
    stage.write(.standing(standing, isHeld: false, isDealt: true), from: rooms[number])
  }

  func letters(to room: RoomID) -> [RoomLetter] { stage.letters.filter { $0.room == room }.map(\.letter) }
}

@Suite struct `The room of a race` {
  @Test func `opens a table for each who is ready, in their names`() throws {
    let hall = try Hall()
    try hall.ready()
    let orders = hall.stage.orders
    #expect(orders.map(\.room) == hall.rooms && orders.count == 2)
    #expect(orders.map(\.opening.opener) == [GuestID(named: "ada"), GuestID(named: "bob")])
    for (number, order) in orders.enumerated() {
      let table = order.opening.table
      #expect(table.entry?.number == number && table.entry?.race == hall.stage.room.id.text)
      #expect(table.race == nil && table.seats == 1 && table.access == nil && table.deal == .sealed)
    }
  }

  @Test func `tells the tables what the cards are made of, and when, before it is time`() throws {
    let hall = try Hall()
    try hall.begin()
    for room in hall.rooms {
      guard case .start(let reveal, let at, let racing)? = hall.letters(to: room).last else {
        return #expect(Bool(false), "a table is told to start")
      }
      #expect(at == hall.stage.now + 500 && racing == Racing.both)
      #expect(reveal.start?.hasSuffix("0 \(Racing.salt)\n1 \(Racing.salt)\n") == true)
      #expect(SealedDeal(reveal)?.commit == hall.stage.room.race?.commit)
    }
  }

  @Test func `takes the result from its tables alone, and ends when it has all`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.standing(.won, 30_000, of: 1)
    #expect(hall.letters(to: hall.rooms[0]).last == .racing([GuestID(named: "ada")]))
    let stranger = RoomID(random: Array(repeating: 9, count: 8))
    hall.stage.write(
      .standing(RaceStanding(state: .won), isHeld: false, isDealt: true), from: stranger)
    #expect(hall.stage.room.race?.phase == .running)
    #expect(hall.letters(to: stranger) == [.close])
    hall.standing(.over, 40_000, of: 0)
    #expect(hall.stage.room.race?.phase == .ended)
    for room in hall.rooms { #expect(hall.letters(to: room).last == .close) }
    let told = try #require(hall.stage.room.race?.raceTold(now: hall.stage.now))
    #expect(told.entrants.map(\.place) == [2, 1])
    #expect(hall.stage.room.summary.race == .ended && hall.stage.room.summary.status == .over)
  }

  @Test func `a table that is done with while others play is not opened`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.standing(.over, 10_000, of: 0)
    let told = hall.letters(to: hall.rooms[0]).count
    hall.standing(.playing, 11_000, of: 0)
    #expect(hall.letters(to: hall.rooms[0]).dropFirst(told) == [.end])
    hall.standing(.over, 11_000, of: 0)
    #expect(hall.letters(to: hall.rooms[0]).count == told + 1)
  }

  @Test func `nobody new gets in once it has begun, and nobody is sent away`() throws {
    let hall = try Hall()
    try hall.begin()
    let cat = ConnectionID(loop: 0, slot: 9, generation: 1)
    let answer = try hall.stage.ask(
      { .join(c: $0, hall.stage.visitor("cat"), as: .play, resume: nil) }, from: cat)
    #expect(answer == .no(.full, why: nil))
    let watching = try hall.stage.ask(
      { .join(c: $0, hall.stage.visitor("cat"), as: .watch, resume: nil) }, from: cat)
    #expect(watching.isOK)
    for command in [HostCommand.kick(seat: 1), .ban(seat: 1)] {
      #expect(
        try hall.stage.ask({ .host(c: $0, command) }, from: hall.ada)
          == .no(.illegal, why: "notAtThisTable"))
    }
    hall.stage.hear(.lost, from: hall.bob)
    hall.stage.pass(milliseconds: 200_000)
    #expect(hall.stage.room.seat(of: GuestID(named: "bob")) == 1, "who is away keeps their place")
  }

  @Test func `before it begins the host sends people away, and who sits there next is not ready`() throws {
    let hall = try Hall(most: 2)
    #expect(try hall.stage.ask(.ready(true, commit: Hall.commit), from: hall.bob).isOK)
    #expect(try hall.stage.ask({ .host(c: $0, .kick(seat: 1)) }, from: hall.ada).isOK)
    hall.stage.join(hall.stage.visitor("cat"), at: 7)
    let entrants = try #require(hall.stage.room.race?.raceTold(now: 0).entrants)
    #expect(entrants.map(\.number) == [0, 1] && !entrants[1].isReady)
  }

  @Test func `a program needs no salt and counts as one`() throws {
    let hall = try Hall(bobIsProgram: true)
    #expect(try hall.stage.ask(.ready(true, commit: nil), from: hall.ada) == .no(.illegal, why: "noSalt"))
    #expect(try hall.stage.ask(.ready(true, commit: nil), from: hall.bob).isOK)
    #expect(try hall.stage.ask(.ready(true, commit: Hall.commit), from: hall.ada).isOK)
    #expect(try hall.stage.ask(.salt(Racing.salt), from: hall.ada).isOK)
    hall.stage.pass(milliseconds: 2_500)
    #expect(hall.stage.room.race?.start?.hasSuffix("0 \(Racing.salt)\n1 bot\n") == true)
    #expect(hall.stage.room.summary.bots == [1])
  }

  @Test func `the first request for another race opens the next race for everyone who is here`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.standing(.won, 30_000, of: 1)
    hall.standing(.over, 40_000, of: 0)
    #expect(try hall.stage.ask(.again, from: hall.bob).isOK)
    #expect(try hall.stage.ask(.again, from: hall.ada).isOK)
    let order = try #require(hall.stage.orders.last)
    #expect(hall.stage.orders.count == 3)
    #expect(order.room.text == hall.stage.room.race?.nextRoom)
    #expect(order.opening.opener == GuestID(named: "ada"), "the host stays the host")
    #expect(Set(order.opening.invited.map(\.guest)) == Racing.both)
    #expect(order.opening.table.race?.expected == 2 && order.opening.table.access == .public)
    // The disk did not take it: it is opened again when somebody wants it.
    hall.stage.write(.gone, from: order.room)
    #expect(try hall.stage.ask(.again, from: hall.ada).isOK)
    #expect(hall.stage.orders.count == 4 && hall.stage.orders.last?.room == order.room)
  }

  @Test func `what is asked of it again changes nothing, and is told to nobody`() throws {
    let hall = try Hall()
    try hall.ready()
    #expect(hall.stage.room.race?.phase == .starting)
    let late = try Hall()
    for _ in 0..<3 {
      #expect(try late.stage.ask(.ready(true, commit: Hall.commit), from: late.ada).isOK)
      #expect(late.stage.room.version == 2)
    }
    for connection in [hall.ada, hall.bob] {
      #expect(try hall.stage.ask(.salt(Racing.salt), from: connection).isOK)
    }
    hall.stage.pass(milliseconds: 2_500)
    for number in [0, 1] { hall.standing(.over, 30_000, of: number) }
    #expect(try hall.stage.ask(.again, from: hall.bob).isOK)
    let version = hall.stage.room.version
    for _ in 0..<3 { #expect(try hall.stage.ask(.again, from: hall.bob).isOK) }
    #expect(hall.stage.room.version == version)
  }

  @Test func `commitments and salts count whatever letters they are written in`() throws {
    let hall = try Hall()
    for connection in [hall.ada, hall.bob] {
      #expect(try hall.stage.ask(.ready(true, commit: Hall.commit.uppercased()), from: connection).isOK)
    }
    let told = try #require(hall.stage.room.race?.raceTold(now: hall.stage.now))
    #expect(told.entrants.map(\.commit) == [Hall.commit, Hall.commit])
    for connection in [hall.ada, hall.bob] {
      #expect(try hall.stage.ask(.salt(Racing.salt.uppercased()), from: connection).isOK)
    }
    let version = hall.stage.room.version
    #expect(try hall.stage.ask(.salt(Racing.salt), from: hall.ada).isOK, "another window opens it, too")
    #expect(hall.stage.room.version == version)
    hall.stage.pass(milliseconds: 2_500)
    #expect(hall.stage.room.race?.start?.hasSuffix("0 \(Racing.salt)\n1 \(Racing.salt)\n") == true)
  }

  @Test func `its text names everybody who was to begin, also who opens no salt`() throws {
    let hall = try Hall()
    let cat = hall.stage.join(hall.stage.visitor("cat"), at: 7)
    for connection in [hall.ada, hall.bob, cat] {
      #expect(try hall.stage.ask(.ready(true, commit: Hall.commit), from: connection).isOK)
    }
    for connection in [hall.ada, cat] {
      #expect(try hall.stage.ask(.salt(Racing.salt), from: connection).isOK)
    }
    hall.stage.pass(milliseconds: 2_500)
    let race = try #require(hall.stage.room.race)
    #expect(race.start?.hasSuffix("0 \(Racing.salt)\n1 -\n2 \(Racing.salt)\n") == true)
    #expect(race.players == [0, 2])
    #expect(race.raceTold(now: 0).entrants[1].standing?.state == .out)
  }

  @Test func `after a restart nobody sees another's table until each program has named its owner`() throws {
    let hall = try Hall(bobIsProgram: true)
    #expect(try hall.stage.ask(.ready(true, commit: nil), from: hall.bob).isOK)
    #expect(try hall.stage.ask(.ready(true, commit: Hall.commit), from: hall.ada).isOK)
    #expect(try hall.stage.ask(.salt(Racing.salt), from: hall.ada).isOK)
    hall.stage.pass(milliseconds: 2_500)
    let again = RoomStage(room: try hall.stage.reopened(), durable: hall.stage.room.sequence)
    again.now = 100_000
    again.pass(milliseconds: 1)
    again.pass(milliseconds: 5_000)
    guard case .proceed(_, let racing)? = again.letters.last?.letter else {
      return #expect(Bool(false), "the race goes on")
    }
    #expect(racing == nil)
    again.join(again.visitor("bob", isBot: true), at: 3)
    #expect(again.letters.last?.letter == .racing(Racing.both))
  }

  @Test func `the links to a race open the next one, and its entrants need none, were they here or away`()
    throws
  {
    let hall = try Hall(access: .link)
    let keys = try #require(hall.stage.room.keys)
    try hall.begin()
    hall.standing(.over, 30_000, of: 0)
    // Bob plays on, over a line that is broken just now.
    hall.stage.hear(.lost, from: hall.bob)
    #expect(try hall.stage.ask(.again, from: hall.ada).isOK)
    let next = try RoomStage(try #require(hall.stage.orders.last))
    func come(_ name: String, _ stage: RoomStage, key: String?, at slot: UInt32) throws -> Answer {
      let connection = ConnectionID(loop: 0, slot: slot, generation: 1)
      return try stage.ask(
        { .join(c: $0, stage.visitor(name), as: .play, key: key, resume: nil) }, from: connection)
    }
    for stage in [next, RoomStage(room: try next.reopened(), durable: next.room.sequence)] {
      #expect(stage.room.keys?.play == keys.play && stage.room.keys?.watch == keys.watch)
      #expect(try come("bob", stage, key: nil, at: 1).isOK)
      #expect(try come("cat", stage, key: keys.play, at: 2).isOK)
      #expect(try come("dan", stage, key: keys.watch, at: 3) == .role(.key))
      #expect(try come("eve", stage, key: nil, at: 4) == .role(.key))
    }
    // Another person may be host there, whose key opens nothing here.
    #expect(next.room.keys?.host != keys.host && next.room.isWrong(keys.host ?? ""))
    // New keys are the next race's own.
    #expect(try next.ask({ .host(c: $0, .keys) }, from: next.join(next.visitor("ada"), at: 5)).isOK)
    let own = try #require(next.room.keys)
    #expect(own != keys && own != KeyRing(hall.stage.room.id, secret: []).all(number: 1))
    #expect(try come("fay", next, key: keys.play, at: 6) == .role(.key))
  }

  @Test func `talk is on or off in the next race as its host chose for this one`() throws {
    for chosen in [nil, true, false] {
      let hall = try Hall()
      if let chosen { #expect(try hall.stage.ask({ .host(c: $0, .chat(chosen)) }, from: hall.ada).isOK) }
      try hall.begin()
      hall.standing(.over, 30_000, of: 0)
      #expect(try hall.stage.ask(.again, from: hall.ada).isOK)
      let next = try RoomStage(try #require(hall.stage.orders.last))
      for room in [next.room, try next.reopened()] { #expect(room.access?.chat == chosen) }
    }
  }

  @Test func `the host of the next race is this one's, also one who watches, else the person who asks`()
    throws
  {
    func host(of hall: Hall, asks: ConnectionID) throws -> GuestID? {
      #expect(try hall.stage.ask(.again, from: asks).isOK)
      return hall.stage.orders.last?.opening.opener
    }
    func over(_ hall: Hall) throws -> Hall {
      try hall.begin()
      for number in [0, 1] { hall.standing(.over, 30_000, of: number) }
      return hall
    }
    let away = try over(try Hall())
    away.stage.hear(.lost, from: away.ada)
    #expect(try host(of: away, asks: away.bob) == GuestID(named: "bob"))
    let watching = try over(try Hall())
    watching.stage.hear(.lost, from: watching.ada)
    #expect(try watching.stage.ask({ .host(c: $0, .pass(seat: 1)) }, from: watching.bob) == .role(.host))
    watching.stage.join(watching.stage.visitor("ada", visit: "other"), at: 8, as: .watch)
    #expect(try host(of: watching, asks: watching.bob) == GuestID(named: "ada"))
    #expect(
      watching.stage.orders.last?.opening.invited.contains { $0.guest == GuestID(named: "ada") } == true)
  }

  @Test func `no program becomes the host of the next race where a person is`() throws {
    let hall = try Hall(bobIsProgram: true)
    let cat = hall.stage.join(hall.stage.visitor("cat"), at: 7)
    for (connection, commit) in [(hall.ada, Hall.commit), (hall.bob, nil), (cat, Hall.commit)] {
      #expect(try hall.stage.ask(.ready(true, commit: commit), from: connection).isOK)
    }
    for connection in [hall.ada, cat] {
      #expect(try hall.stage.ask(.salt(Racing.salt), from: connection).isOK)
    }
    hall.stage.pass(milliseconds: 2_500)
    hall.standing(.over, 30_000, of: 1)
    hall.stage.hear(.lost, from: hall.ada)
    #expect(try hall.stage.ask(.again, from: hall.bob).isOK)
    #expect(hall.stage.orders.last?.opening.opener == GuestID(named: "cat"))
  }

  @Test func `a latecomer is told that the next race has begun, and may make another one`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.standing(.over, 30_000, of: 0)
    #expect(try hall.stage.ask(.again, from: hall.ada).isOK)
    let order = try #require(hall.stage.orders.last)
    #expect(order.opening.table.before == hall.stage.room.id.text)
    hall.stage.write(.nextBegun, from: try #require(RoomID("rStranger")))
    #expect(hall.stage.room.race?.nextRoom == order.room.text, "only the next race says so")
    hall.stage.write(.nextBegun, from: order.room)
    #expect(hall.stage.room.race?.nextRoom == nil)
    hall.stage.write(.nextBegun, from: order.room)
    hall.standing(.over, 40_000, of: 1)
    #expect(try hall.stage.ask(.again, from: hall.bob).isOK)
    #expect(hall.stage.orders.last?.room.text == hall.stage.room.race?.nextRoom)
    #expect(hall.stage.orders.last?.room != order.room)
  }

  @Test func `a race that follows another tells that one when it begins`() throws {
    let first = try Hall()
    try first.begin()
    for number in [0, 1] { first.standing(.over, 30_000, of: number) }
    #expect(try first.stage.ask(.again, from: first.ada).isOK)
    let opened = try RoomStage(try #require(first.stage.orders.last))
    // It slept meanwhile.
    let next = RoomStage(room: try opened.reopened(), durable: opened.room.sequence)
    let people = ["ada", "bob"].enumerated().map {
      next.join(next.visitor($0.element), at: UInt32($0.offset))
    }
    for person in people { #expect(try next.ask(.ready(true, commit: Hall.commit), from: person).isOK) }
    #expect(!next.letters.contains { $0.letter == .nextBegun }, "too few may open their salts")
    for person in people { #expect(try next.ask(.salt(Racing.salt), from: person).isOK) }
    next.pass(milliseconds: 2_500)
    #expect(next.letters.filter { $0.letter == .nextBegun }.map(\.room) == [first.stage.room.id])
  }

  @Test func `who is banned stays away from the next race as well`() throws {
    let hall = try Hall()
    hall.stage.join(hall.stage.visitor("cat"), at: 7)
    #expect(try hall.stage.ask({ .host(c: $0, .ban(seat: 2)) }, from: hall.ada).isOK)
    try hall.begin()
    for number in [0, 1] { hall.standing(.over, 30_000, of: number) }
    #expect(try hall.stage.ask(.again, from: hall.bob).isOK)
    let next = try RoomStage(try #require(hall.stage.orders.last))
    for (slot, (name, answer)) in [("dan", true), ("cat", false)].enumerated() {
      let connection = ConnectionID(loop: 0, slot: UInt32(slot), generation: 1)
      let came = try next.ask({ .join(c: $0, next.visitor(name), as: .play, resume: nil) }, from: connection)
      #expect(answer ? came.isOK : came == .role(.banned), "\(name)")
    }
  }

  @Test func `its log leads to the same race, which asks its tables how they stand`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.standing(.won, 30_000, of: 1)
    let again = RoomStage(room: try hall.stage.reopened(), durable: hall.stage.room.sequence)
    #expect(again.room.race?.isSame(as: hall.stage.room.race) == true)
    again.now = 100_000
    again.pass(milliseconds: 1)
    #expect(again.letters.map(\.letter) == [.ask] && again.letters[0].room == hall.rooms[0])
    let clock = again.room.game.clock.milliseconds(now: again.now)
    again.pass(milliseconds: 3_000)
    #expect(again.room.game.clock.milliseconds(now: again.now) == clock, "meanwhile its clock stands")
    again.pass(milliseconds: 2_000)
    guard case .proceed? = again.letters.last?.letter else {
      return #expect(Bool(false), "nobody is waited for for long")
    }
    again.pass(milliseconds: 1_000)
    #expect(again.room.game.clock.milliseconds(now: again.now) == clock + 1_000)
  }

  @Test func `a race that cannot be opened says why`() throws {
    for (table, why) in [
      (OpenTable(game: "fruits", deal: nil, race: RacePlan()), "fruits is a board"),
      (OpenTable(game: "klondike1", deal: .open(7), race: RacePlan()), "leave out \"deal\""),
    ] {
      do {
        _ = try RoomStage(opening: table)
        #expect(Bool(false), "\(why)")
      } catch let error as BadMessage {
        #expect(error.why.contains(why))
      }
    }
  }

  @Test func `progress is told twice a second at most, and not of who is done`() throws {
    let hall = try Hall()
    try hall.begin()
    hall.stage.pass(milliseconds: 500)
    hall.stage.silence()
    var told: [[RaceProgress]] = []
    for step in 1...20 {
      let standing = RaceStanding(state: .playing, milliseconds: step, done: step, moves: step)
      hall.stage.write(.standing(standing, isHeld: false, isDealt: true), from: hall.rooms[0])
      hall.stage.pass(milliseconds: 100)
      for message in try hall.stage.messages(to: hall.bob) {
        if case .progress(_, _, let list) = message { told.append(list) }
      }
    }
    #expect((3...5).contains(told.count), "in two seconds \(told.count) times")
    #expect(told.last?.first?.number == 0)
  }
}
