import Reactor
import Rooms
import Testing

@testable import Server

/// Debug builds look after these at the end of each turn. Each fault is planted in a loop that is as it should be.
@Suite struct `The invariants of a loop's owners` {
  @Test func `hold for a loop that serves`() throws {
    let loop = try #require(TurnedLoop())
    loop.events.checkInvariants()
    loop.watches()
    loop.events.checkInvariants()
    _ = loop.events.turn()
    loop.events.fanout.endings.close(loop.connection)
    loop.events.checkInvariants()
    #expect(loop.events.connections.count == 0)
  }

  @Test func `find a connection that is to be sent something and in no list`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.isDirty = true
      loop.events.checkInvariants()
    }
  }

  @Test func `find a connection that waits to be read and is not in line`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.isInLine = true
      loop.events.checkInvariants()
    }
  }

  @Test func `find a connection that is turned away and not counted so`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.addressKey = Addresses.turnedAway
      loop.events.checkInvariants()
    }
  }

  @Test func `find a conversation that nobody will look at`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.begin(
        Conversation(
          Visitor(
            guest: GuestID(digest: 0..<16), visit: VisitID(random: 0..<16), name: "Ann", isBot: false,
            wantsDests: false, wantsDrag: false)))
      loop.events.checkInvariants()
    }
  }

  @Test func `find a member of a gallery whose connection has left it`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop(), case () = loop.watches(),
        let gallery = loop.events.fanout.galleries[TurnedLoop.room]
      else { return }
      loop.connection.leave(gallery)
      loop.events.checkInvariants()
    }
  }

  @Test func `find a member that has read what was not written`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop(), case () = loop.watches(),
        let gallery = loop.events.fanout.galleries[TurnedLoop.room]
      else { return }
      gallery.took(0, next: 1)
      loop.events.checkInvariants()
    }
  }

  @Test func `find a letter behind its place in the turn`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.events.post.send(.fanout(.line(loop.connection.id, [])), to: 0)
      loop.events.checkInvariants()
    }
  }

  @Test func `find somebody who was turned off and not told so`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop({ $0.waitingOfNetworkMax = 0 }) else { return }
      loop.events.scheduler.put(.explain(TurnedLoop.room, from: loop.connection.id, network: 7))
      loop.events.checkInvariants()
    }
  }

  @Test func `find tables whose memory is not counted`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.events.loop.counters.tableBytes = 1
      loop.events.checkInvariants()
    }
  }

  @Test func `find a loop that says that it stops and takes no leave`() async {
    await #expect(processExitsWith: .failure) {
      guard let loop = TurnedLoop() else { return }
      loop.events.loop.isStopping = true
      loop.events.checkInvariants()
    }
  }
}
