import Bytes
import Cards
import TestChecks
import Testing

@testable import Rooms

@Suite struct `Who is in a room` {
  private struct Someone {
    let connection: ConnectionID
    let visitor: Visitor
    let seat: SeatNumber?
  }

  @Test(arguments: [0x0A11_CE01, 0x0A11_CE02, 0x0A11_CE03] as [UInt64])
  func `is what a plain list says, no matter who comes and goes`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var members = Members()
    var list: [Someone] = []
    var joined: UInt32 = 0
    for step in 0..<4_000 {
      // Many come, then many go.
      let comes = Int.random(in: 0..<10, using: &dice) < (step / 1_000 % 2 == 0 ? 7 : 3)
      if comes || list.isEmpty {
        joined += 1
        let connection = ConnectionID(
          loop: UInt16.random(in: 0..<3, using: &dice), slot: joined % 700, generation: joined)
        let encoding = Encoding.allCases.randomElement(using: &dice) ?? .plain
        let visitor = Visitor(
          guest: GuestID(named: "g\(Int.random(in: 0..<300, using: &dice))"),
          visit: VisitID(named: "\(joined)"),
          name: "", isBot: false, wantsDests: true, wantsDrag: true, encoding: encoding)
        let seat = Int.random(in: 0..<20, using: &dice) == 0 ? SeatNumber(2) : nil
        list.append(Someone(connection: connection, visitor: visitor, seat: seat))
        members.join(visitor, on: connection, seat: seat, since: 1)
      } else {
        let gone = list.remove(at: Int.random(in: 0..<list.count, using: &dice))
        let left = members.leave(gone.connection)
        #expect(left?.visitor === gone.visitor && left?.seat == gone.seat, "seed \(seed)")
        #expect(members.leave(gone.connection) == nil, "nobody leaves twice")
      }
      guard step % 50 == 0 else { continue }
      members.checkInvariants()
      #expect(members.count == list.count, "seed \(seed)")
      #expect(members.watching == Set(list.filter { $0.seat == nil }.map(\.visitor.guest)).count)
      #expect(members.seated == list.filter { $0.seat != nil }.map(\.connection), "in the order of coming")
      for someone in list { #expect(members[someone.connection]?.visitor === someone.visitor) }
    }
    for someone in list { #expect(members.leave(someone.connection) != nil) }
    members.checkInvariants()
    #expect(members.isEmpty && members.watching == 0 && members.loops.isEmpty)
  }

  @Test func `is counted by loop and by encoding`() throws {
    let stage = try RoomStage()
    let ada = stage.join(stage.visitor("ada", encoding: .shared), at: 0, loop: 1)
    stage.join(stage.visitor("bob", encoding: .shared), at: 1, as: .watch, loop: 0)
    stage.join(stage.visitor("cyd", encoding: .alone), at: 2, as: .watch, loop: 0)
    #expect(Encoding.allCases.map { stage.room.members(taking: $0) } == [0, 1, 2])
    #expect(stage.room.encoding(of: ada) == .shared)
    #expect(stage.room.encoding(of: ConnectionID(loop: 7, slot: 9, generation: 1)) == nil)
    // The same connection again, as another kind.
    stage.join(stage.visitor("ada"), at: 0, loop: 1)
    #expect(Encoding.allCases.map { stage.room.members(taking: $0) } == [1, 1, 1])
    stage.hear(.lost, from: ada)
    #expect(Encoding.allCases.map { stage.room.members(taking: $0) } == [0, 1, 1])
  }

  @Test func `The invariants find a member who joined twice`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let visitor = Visitor(
        guest: GuestID(named: "ann"), visit: VisitID(named: "1"), name: "", isBot: false, wantsDests: true,
        wantsDrag: true)
      let connection = ConnectionID(loop: 0, slot: 1, generation: 1)
      var members = Members()
      members.join(visitor, on: connection, seat: nil, since: 1)
      members.checkInvariants()
      members.join(visitor, on: connection, seat: nil, since: 1)
      members.checkInvariants()
    }
    expectFailedCheck("everything is found", of: end)
  }
}

@Suite struct `An index of places` {
  /// Names that fall into few rows, so that rows run into each other.
  private struct Name: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 5) }
  }

  @Test(arguments: [0x1DE_0001, 0x1DE_0002] as [UInt64])
  func `finds what stands in it and nothing else, even where hashes are alike`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var things: [Int] = []
    var index = PlaceIndex { (thing: Int) in Name(number: thing) }
    for _ in 0..<3_000 {
      let number = Int.random(in: 0..<60, using: &dice)
      if let place = index.place(of: Name(number: number), in: things) {
        #expect(things[place] == number, "seed \(seed)")
        index.remove(Name(number: number), in: things)
        if place < things.count - 1, let last = things.last {
          index.move(Name(number: last), to: place, in: things)
          things[place] = last
        }
        things.removeLast()
      } else {
        #expect(!things.contains(number), "seed \(seed)")
        things.append(number)
        index.insert(things.count - 1, in: things)
      }
      index.checkInvariants(in: things)
      #expect(index.count == things.count)
    }
  }

  @Test func `The invariants find a thing that changed its name without it`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var index = PlaceIndex { (thing: Int) in Name(number: thing) }
      for place in 0...1 { index.insert(place, in: [1, 2]) }
      index.checkInvariants(in: [1, 2])
      index.checkInvariants(in: [1, 1])
    }
    expectFailedCheck("everything is found", of: end)
  }
}

@Suite struct `A name of sixteen bytes` {
  @Test func `is written as it is read`() throws {
    let visit = VisitID(random: (0..<16).map { UInt8($0 * 17) })
    #expect(visit.text == "00112233445566778899aabbccddeeff" && VisitID(visit.text) == visit)
    #expect(
      GuestID(digest: (0..<32).map { UInt8($0 * 7) }).text == "g_" + hex((0..<16).map { UInt8($0 * 7) }))
  }

  @Test(arguments: [
    "", "0011", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff0",
    "00112233445566778899AABBCCDDEEFF", "g0112233445566778899aabbccddeeff",
    " 0112233445566778899aabbccddeeff",
  ])
  func `A text of another form is not a visit id`(text: String) {
    #expect(VisitID(text) == nil)
  }
}
