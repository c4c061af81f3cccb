import Bytes
import DragDrop
import Hashes
import Testing
import Wire

@testable import Contests

/// A race without a room around it: people come and go, say things, and time passes.
private struct Play {
  var race: Contest
  var now: Int64 = 1_000
  var begunAt: Int64?
  private var rooms = 0
  private(set) var steps: [RaceStep] = []

  static let salt = "000102030405060708090a0b0c0d0e0f"
  static let commit = hex(SHA256.digest(of: Array(0..<16)))

  init(_ plan: RacePlan = RacePlan(least: 2, most: 4, seconds: 300)) {
    let table = OpenTable(game: "klondike1", deal: .sealed, race: plan)
    race = Contest(
      table, plan: plan, title: "Klondike", cards: 52, ranking: Ranking(points: false, low: false),
      random: Array(repeating: 7, count: 48))
  }

  /// - Parameter here: people's seats, in which nobody sits who is not named; the first is the host.
  mutating func come(_ here: [Int], programs: [Int] = []) {
    race.attend(
      (0..<race.plan.most).map { seat in
        let isHere = here.contains(seat) || programs.contains(seat)
        return isHere
          ? Contest.Attendance(isHere: true, isProgram: programs.contains(seat), isHost: seat == here.first)
          : nil
      })
  }

  mutating func say(_ operation: Command.Operation, _ seat: Int) throws {
    _ = try race.play(operation, player: PlayerID(rawValue: UInt32(seat)), drag: nil, tick: 0)
  }

  func refusal(_ operation: Command.Operation, _ seat: Int) -> String? {
    var copy = self
    do {
      try copy.say(operation, seat)
      return nil
    } catch {
      return "\(error)".contains("why: Optional")
        ? "\(error)".split(separator: "\"").dropFirst().first.map(String.init) : "\(error)"
    }
  }

  var clock: Int { begunAt.map { Int(max(0, now - $0)) } ?? 0 }

  /// All steps that are due now.
  mutating func go() -> [RaceStep] {
    var taken: [RaceStep] = []
    while true {
      var rooms = rooms
      let step = race.next(now: now, clock: clock) {
        rooms += 1
        return "r\(rooms)"
      }
      self.rooms = rooms
      guard let step else { return taken }
      let isTaken = race.apply(step, now: now)
      #expect(isTaken, "a step that is due can be taken")
      race.checkInvariants()
      if case .begun = step { begunAt = race.startsAt }
      taken.append(step)
      steps.append(step)
      if taken.count > 20 { return taken }
    }
  }

  mutating func pass(_ milliseconds: Int64) -> [RaceStep] {
    now += milliseconds
    return go()
  }

  /// Two people who race.
  static func running(seconds: Int = 300) throws -> Play {
    var play = Play(RacePlan(least: 2, most: 4, seconds: seconds))
    play.come([0, 1])
    for seat in [0, 1] { try play.say(.ready(true, commit: commit), seat) }
    _ = play.go()
    for seat in [0, 1] { try play.say(.salt(salt), seat) }
    _ = play.pass(Contest.saltMilliseconds)
    try #require(play.race.phase == .running)
    _ = play.pass(500)
    return play
  }
}

@Suite struct `A race on one deal` {
  @Test func `begins when all who are here are ready, and not before`() throws {
    var play = Play()
    play.come([0, 1])
    try play.say(.ready(true, commit: Play.commit), 0)
    #expect(play.go().isEmpty)
    try play.say(.ready(true, commit: Play.commit), 1)
    #expect(play.go() == [.starting([.init(0, "r1"), .init(1, "r2")])])
  }

  @Test func `does not begin with fewer than it takes`() throws {
    var play = Play(RacePlan(least: 3, most: 4))
    play.come([0, 1])
    for seat in [0, 1] { try play.say(.ready(true, commit: Play.commit), seat) }
    #expect(play.go().isEmpty)
    #expect(play.refusal(.start, 0) == "tooFew")
  }

  @Test func `the host begins without those who are not ready, and nobody else does`() throws {
    var play = Play()
    play.come([0, 1, 2])
    for seat in [0, 1] { try play.say(.ready(true, commit: Play.commit), seat) }
    #expect(play.go().isEmpty)
    #expect(play.refusal(.start, 1) == "host")
    try play.say(.start, 0)
    #expect(play.go() == [.starting([.init(0, "r1"), .init(1, "r2")])])
  }

  @Test func `who is away is not waited for and does not begin`() throws {
    var play = Play()
    play.come([0, 1, 2])
    for seat in [0, 1, 2] { try play.say(.ready(true, commit: Play.commit), seat) }
    play.come([0, 1])
    #expect(play.go() == [.starting([.init(0, "r1"), .init(1, "r2")])])
  }

  @Test func `people commit a salt, and programs need none`() throws {
    var play = Play()
    play.come([0], programs: [1])
    #expect(play.refusal(.ready(true, commit: nil), 0) == "noSalt")
    #expect(play.refusal(.ready(true, commit: "12"), 0) == "badSalt")
    #expect(play.refusal(.ready(true, commit: String(repeating: "x", count: 64)), 0) == "badSalt")
    try play.say(.ready(true, commit: nil), 1)
    try play.say(.ready(true, commit: Play.commit), 0)
    _ = play.go()
    #expect(play.refusal(.salt("00"), 0) == "badSalt")
    #expect(play.refusal(.salt(String(repeating: "1", count: 32)), 0) == "badSalt")
    #expect(play.refusal(.salt(Play.salt), 1) == "badSalt", "a program committed none")
    #expect(play.refusal(.salt(Play.salt), 2) == "notOpen", "they do not begin")
    try play.say(.salt(Play.salt), 0)
    try play.say(.salt(Play.salt), 0)
    #expect(play.refusal(.salt(String(repeating: "1", count: 32)), 0) == "notOpen", "a salt is opened once")
    #expect(play.pass(Contest.saltMilliseconds - 1).isEmpty)
    let text = "baize deal 2\nklondike1\nauto=off timed=1 seconds=300 undo=1 hint=0\n0 \(Play.salt)\n1 bot\n"
    #expect(play.pass(1) == [.begun(start: text)])
    #expect(play.race.players == [0, 1])
    #expect(play.race.startsAt == 1_000 + Contest.countdownMilliseconds)
  }

  @Test func `who does not open their salt is out, and too few begin anew`() throws {
    var play = Play()
    play.come([0, 1, 2])
    for seat in 0...2 { try play.say(.ready(true, commit: Play.commit), seat) }
    _ = play.go()
    for seat in 0...1 { try play.say(.salt(Play.salt), seat) }
    _ = play.pass(Contest.saltMilliseconds)
    #expect(play.race.players == [0, 1])
    #expect(play.race.entrants[2].standing?.state == .out)

    var alone = Play()
    alone.come([0, 1])
    for seat in 0...1 { try alone.say(.ready(true, commit: Play.commit), seat) }
    _ = alone.go()
    try alone.say(.salt(Play.salt), 0)
    #expect(alone.pass(Contest.saltMilliseconds) == [.reopened])
    #expect(alone.race.phase == .open)
    #expect(alone.race.entrants.allSatisfy { !$0.isReady && $0.room == nil && $0.salt == nil })
  }

  @Test func `ends when all are done, and each standing is taken once`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .playing, done: 10), of: 0)
    #expect(play.go().isEmpty)
    let won = RaceStanding(state: .won, milliseconds: 80_000, done: 52)
    play.race.hear(won, of: 0)
    #expect(play.go() == [.standing(0, won)])
    play.race.hear(RaceStanding(state: .won, milliseconds: 1, done: 52), of: 0)
    #expect(play.go().isEmpty, "what was told once is not told otherwise")
    let over = RaceStanding(state: .over, milliseconds: 90_000, done: 40)
    play.race.hear(over, of: 1)
    #expect(play.go() == [.standing(1, over), .ended])
    let told = play.race.raceTold(now: play.now)
    #expect(told.entrants.map(\.place) == [1, 2])
    #expect(told.reveal?.seed == hex(Array(repeating: UInt8(7), count: 32)))
  }

  @Test func `who won has their place at once`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .over, milliseconds: 70_000, done: 40), of: 1)
    _ = play.go()
    #expect(play.race.raceTold(now: play.now).entrants.map(\.place) == [nil, nil])
    var other = try Play.running()
    other.race.hear(RaceStanding(state: .won, milliseconds: 80_000, done: 52), of: 0)
    _ = other.go()
    #expect(other.race.raceTold(now: other.now).entrants.map(\.place) == [1, nil])
  }

  @Test(arguments: [(100_000, 160_000), (40_000, 100_000), (200_000, 300_000), (160_000, 240_000)])
  func `after the first win the others have half of its time again, or a minute`(
    first: Int, until: Int
  ) throws {
    var play = try Play.running()
    #expect(play.race.untilMilliseconds == 300_000)
    play.race.hear(RaceStanding(state: .won, milliseconds: first, done: 52), of: 0)
    _ = play.go()
    #expect(play.race.untilMilliseconds == until)
  }

  @Test func `the time ends it, also where a table says nothing`() throws {
    var play = try Play.running(seconds: 60)
    play.race.hear(RaceStanding(state: .playing, milliseconds: 5_000, done: 12, since: 4_000), of: 0)
    #expect(play.pass(59_999).isEmpty)
    let told1 = play.race.takeClosing()
    #expect(!told1)
    #expect(play.pass(1).isEmpty)
    let told2 = play.race.takeClosing()
    #expect(told2, "those who still play are to be told")
    let told3 = play.race.takeClosing()
    #expect(!told3, "once")
    let over = RaceStanding(state: .over, milliseconds: 60_000, done: 20)
    play.race.hear(over, of: 1)
    #expect(play.go() == [.standing(1, over)])
    let steps = play.pass(Contest.closingMilliseconds)
    #expect(
      steps == [
        .standing(0, RaceStanding(state: .over, milliseconds: 60_000, done: 12, since: 4_000)), .ended,
      ])
  }

  @Test func `a table that is no more is over as it was last heard of`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .playing, done: 12), of: 0)
    play.race.lose(0, clock: 12_000)
    #expect(play.go() == [.standing(0, RaceStanding(state: .over, milliseconds: 12_000, done: 12))])
    play.race.lose(0, clock: 12_000)
    #expect(play.go().isEmpty)
  }

  @Test func `who was erased is over`() throws {
    var play = try Play.running()
    play.come([1])
    #expect(play.go() == [.standing(0, RaceStanding(state: .out))], "nothing was heard of them")
  }

  @Test func `after the server was away it stands until all are back, or were waited for`() throws {
    var play = try Play.running()
    play.race.hold(now: play.now)
    #expect(play.race.isHeld)
    play.race.hear(RaceStanding(state: .playing, milliseconds: 33_000, done: 12), of: 0)
    let told4 = play.race.proceed(now: play.now)
    #expect(!told4)
    play.race.hear(RaceStanding(state: .playing, milliseconds: 31_000, done: 12), of: 1)
    #expect(play.race.clockMilliseconds(500) == 33_000, "the largest clock that anybody knows")
    let told5 = play.race.proceed(now: play.now)
    #expect(told5)
    let told6 = play.race.proceed(now: play.now)
    #expect(!told6)
    play.race.hold(now: play.now)
    let told7 = play.race.proceed(now: play.now + Contest.heldMilliseconds - 1)
    #expect(!told7)
    let told8 = play.race.proceed(now: play.now + Contest.heldMilliseconds)
    #expect(told8)
  }

  @Test func `again makes one next race, however many want it`() throws {
    var play = try Play.running()
    for seat in [0, 1] { play.race.hear(RaceStanding(state: .over), of: seat) }
    #expect(play.refusal(.again, 0) == "notOpen")
    _ = play.go()
    try play.say(.again, 1)
    let steps = play.go()
    #expect(steps == [.next("r3")])
    try play.say(.again, 0)
    #expect(play.go().isEmpty)
    #expect(play.race.nextRoom == "r3")
  }

  @Test func `who is done goes on to another race while the others still play`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .won, milliseconds: 40_000, done: 52), of: 1)
    _ = play.go()
    #expect(play.refusal(.again, 0) == "notOpen", "who still plays is not done")
    try play.say(.again, 1)
    #expect(play.go() == [.next("r3")])
    #expect(play.race.phase == .running)
    #expect(play.race.unfinished == [0])
    // The race that they left ends as any other, and makes no second one.
    play.race.hear(RaceStanding(state: .over, milliseconds: 50_000, done: 12), of: 0)
    #expect(play.go().last == .ended)
    try play.say(.again, 0)
    #expect(play.go().isEmpty)
    #expect(play.race.nextRoom == "r3")
  }

  @Test func `who was not ready for a race does not ask for another while it runs`() throws {
    var play = Play(RacePlan(least: 2, most: 3))
    play.come([0, 1, 2])
    for seat in [0, 1] { try play.say(.ready(true, commit: Play.commit), seat) }
    try play.say(.start, 0)
    _ = play.go()
    for seat in [0, 1] { try play.say(.salt(Play.salt), seat) }
    _ = play.pass(Contest.saltMilliseconds)
    #expect(play.race.phase == .running)
    #expect(play.refusal(.again, 2) == "notOpen")
  }

  @Test func `a latecomer to the next race may make another one`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .over), of: 1)
    _ = play.go()
    try play.say(.again, 1)
    _ = play.go()
    play.race.nextBegins()
    #expect(play.go() == [.nextBegun])
    #expect(play.race.nextRoom == nil)
    #expect(play.go().isEmpty, "who wanted the first does not want the second")
    play.race.hear(RaceStanding(state: .over), of: 0)
    _ = play.go()
    try play.say(.again, 0)
    #expect(play.go() == [.next("r4")])
  }

  @Test func `after another race it waits for all who were there, but not for long`() throws {
    var play = Play(RacePlan(least: 2, most: 4, expected: 3))
    play.come([0, 1])
    for seat in [0, 1] { try play.say(.ready(true, commit: Play.commit), seat) }
    #expect(play.go().isEmpty)
    #expect(play.race.alarm(now: play.now, clock: 0) == play.now + Contest.againMilliseconds)
    #expect(play.pass(Contest.againMilliseconds - 1).isEmpty)
    #expect(play.pass(1).count == 1)
  }

  @Test func `what is not its state's is refused`() throws {
    let open = Play()
    #expect(open.refusal(.salt(Play.salt), 0) == "notOpen")
    #expect(open.refusal(.again, 0) == "notOpen")
    #expect(open.refusal(.finish, 0) == "notAllowedThere")
    let running = try Play.running()
    #expect(running.refusal(.ready(true, commit: Play.commit), 0) == "notOpen")
    #expect(running.refusal(.start, 0) == "notOpen")
  }

  @Test func `each state that does not wait for people has an alarm that leaves it`() throws {
    var play = Play()
    #expect(play.race.alarm(now: play.now, clock: 0) == nil)
    play.come([0, 1])
    for seat in [0, 1] { try play.say(.ready(true, commit: Play.commit), seat) }
    _ = play.go()
    #expect(play.race.alarm(now: play.now, clock: 0) == play.now + Contest.saltMilliseconds)
    let running = try Play.running()
    #expect(
      running.race.alarm(now: running.now, clock: running.clock) == running.now + 300_000
        - Int64(running.clock))
  }

  @Test func `its steps taken again give the same race`() throws {
    var play = try Play.running()
    play.race.hear(RaceStanding(state: .won, milliseconds: 80_000, done: 52), of: 1)
    play.race.hear(RaceStanding(state: .over, milliseconds: 90_000), of: 0)
    _ = play.go()
    var again = Play()
    for seat in [0, 1] { try again.say(.ready(true, commit: Play.commit), seat) }
    for step in play.steps {
      if case .begun = step { for seat in [0, 1] { try again.say(.salt(Play.salt), seat) } }
      let told9 = again.race.apply(step, now: nil)
      #expect(told9)
    }
    #expect(again.race.entrants == play.race.entrants)
    #expect(again.race.phase == .ended)
    let told10 = again.race.apply(.ended, now: nil)
    #expect(!told10, "and a step that does not fit is refused")
    let told11 = again.race.apply(.reopened, now: nil)
    #expect(!told11)
    let told12 = again.race.apply(.standing(0, RaceStanding(state: .won)), now: nil)
    #expect(!told12)
    let told13 = again.race.apply(.closed, now: nil)
    #expect(!told13)
  }
}
