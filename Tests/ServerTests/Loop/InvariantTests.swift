import Reactor
import Rooms
import TestChecks
import Testing
import Wire

@testable import Server

/// The one who opened `TurnedLoop.host`.
private func visitor() -> Visitor {
  Visitor(
    guest: GuestID(digest: 0..<16), visit: VisitID(random: 0..<16), name: "Ann", isBot: false,
    wantsDests: false, wantsDrag: false)
}

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
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.outgoing.isDirty = true
      loop.events.checkInvariants()
    }
    expectFailedCheck("a connection knows whether it is due", of: end)
  }

  @Test func `find a connection that waits to be read and is not in line`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.incoming.isInLine = true
      loop.events.checkInvariants()
    }
    expectFailedCheck("who says so is in line", of: end)
  }

  @Test func `find a connection that is turned away and not counted so`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.addressKey = Addresses.turnedAway
      loop.events.checkInvariants()
    }
    expectFailedCheck("those that are turned away are counted", of: end)
  }

  @Test func `find a conversation that nobody will look at`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.begin(Conversation(visitor()))
      loop.events.checkInvariants()
    }
    expectFailedCheck("all conversations are looked at", of: end)
  }

  @Test func `find a member of a gallery whose connection has left it`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop(), case () = loop.watches(),
        let gallery = loop.events.fanout.galleries[TurnedLoop.room]
      else { return }
      loop.connection.leave(gallery)
      loop.events.checkInvariants()
    }
    expectFailedCheck("a member's connection knows where it stands", of: end)
  }

  @Test func `find a member that has read what was not written`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop(), case () = loop.watches(),
        let gallery = loop.events.fanout.galleries[TurnedLoop.room]
      else { return }
      gallery.took(0, next: 1)
      loop.events.checkInvariants()
    }
    expectFailedCheck("nobody has read what was not written", of: end)
  }

  @Test func `find a letter behind its place in the turn`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.events.post.send(.fanout(.line(loop.connection.id, Reply(line: []))), to: 0)
      loop.events.checkInvariants()
    }
    expectFailedCheck("nobody on this loop writes to Fanout behind its place in the turn", of: end)
  }

  @Test func `find a peer who was turned away and not told so`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop({ $0.waitingOfNetworkMax = 0 }) else { return }
      let reader = RulesReader(connection: loop.connection.id, network: 7, guest: nil, key: nil)
      loop.events.scheduler.put(.explain(TurnedLoop.room, reader))
      loop.events.checkInvariants()
    }
    expectFailedCheck("all who were turned off were told so", of: end)
  }

  @Test func `find tables whose memory is not counted`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.events.loop.counters.tableBytes = 1
      loop.events.checkInvariants()
    }
    expectFailedCheck("and shown", of: end)
  }

  @Test func `find a table whose keeper is not counted`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop(), let host = TurnedLoop.host() else { return }
      host.keeper = AwakeTables.Keeper(guest: GuestID(digest: 0..<16), network: 7)
      loop.events.homes.places.add(host)
      loop.events.checkInvariants()
    }
    expectFailedCheck("a table's keeper is counted", of: end)
  }

  @Test func `find a table that is looked for and awake`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let events = TurnedLoop()?.events, let host = TurnedLoop.host() else { return }
      let places = events.homes.places
      let wakings = Wakings(events.loop, events.post, places, HomeReplies(events.post))
      wakings.forget(host.id)
      wakings.checkInvariants()
      places.add(host)
      wakings.checkInvariants()
    }
    expectFailedCheck("a table that is awake is not looked for", of: end)
  }

  @Test func `find tables that were met and had no turn`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let events = TurnedLoop()?.events else { return }
      let rounds = Rounds(
        events.loop, events.connections, events.homes, events.fanout, events.front.api.responder)
      rounds.checkInvariants()
      rounds.met.busy = 1
      rounds.checkInvariants()
    }
    expectFailedCheck("no more tables were met than had their turn", of: end)
  }

  @Test func `find a loop that says that it stops and takes no leave`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.events.loop.isStopping = true
      loop.events.checkInvariants()
    }
    expectFailedCheck("all know whether leave is taken", of: end)
  }

  @Test func `find a player who parts while the server serves`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      let partings = loop.events.front.partings
      partings.begin(loop.connection.token, rooms: [TurnedLoop.room], until: .now() + 1_000)
      loop.events.checkInvariants()
    }
    expectFailedCheck("nobody parts while the server serves", of: end)
  }

  @Test func `find somebody who parts and was no visitor`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.events.loop.isStopping = true
      loop.events.front.checkInvariants(all: true)
      let partings = loop.events.front.partings
      partings.begin(loop.connection.token, rooms: [TurnedLoop.room], until: .now() + 1_000)
      loop.events.front.checkInvariants(all: true)
    }
    expectFailedCheck("only visitors part", of: end)
  }

  @Test func `find a turn that has answered more requests than it may`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TurnedLoop { $0.requestsPerTurnOfAllMax = -1 }
    }
    expectFailedCheck("no more requests are answered in a turn than may be", of: end)
  }

  @Test func `find a connection that was sent everything, of which Front has not heard`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop() else { return }
      loop.connection.outbox.append([1])
      loop.events.connections.markDirty(loop.connection)
      loop.events.fanout.send()
      loop.events.checkInvariants()
    }
    expectFailedCheck("Front has heard who lacks nothing any more", of: end)
  }

  @Test func `find records that the journal did not get`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let loop = TurnedLoop(), let host = TurnedLoop.host() else { return }
      let homes = loop.events.homes
      homes.places.add(host)
      homes.checkInvariants(turn: 0, all: true)
      let messages: [RoomMessage] = [
        .join(c: 1, visitor(), as: .play, resume: nil),
        .command(c: 2, Command(.tap(place: "stock", item: nil))),
      ]
      for message in messages {
        loop.events.scheduler.put(.hear(host.id, message, from: loop.connection.id, network: nil))
      }
      homes.decide()
      homes.checkInvariants(turn: 0, all: true)
    }
    expectFailedCheck("the records of a turn are with the journal", of: end)
  }
}

/// The same of what they are made of, and of what loops count together.
@Suite struct `The invariants of a loop's parts` {
  @Test func `find a place of a slab that is free and taken`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var slab = Slab<Int>()
      let token = slab.insert { _ in 1 }
      slab.checkInvariants()
      slab.free.append(token.slot)
      slab.checkInvariants()
    }
    expectFailedCheck("each empty place is on the free list", of: end)
  }

  @Test func `find work that never comes`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = FairQueue<Int>()
      for network in 1...3 as ClosedRange<UInt32> { queue.append(1, of: network) }
      queue.checkInvariants()
      queue.order.removeLast()
      queue.checkInvariants()
    }
    expectFailedCheck("each lane with work is in order once", of: end)
  }

  @Test func `find a member who had more than one turn in a round`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var round = Round<Int>(at: .now())
      round.begin([1, 2], at: .now())
      round.checkInvariants()
      round.done = 3
      round.checkInvariants()
    }
    expectFailedCheck("each has one turn", of: end)
  }

  @Test func `find an address that has a connection which is not open`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let addresses = Addresses(openMax: 2, perKeyMax: 2, secret: [])
      guard case ()? = try? addresses.enter(7) else { return }
      addresses.checkInvariants()
      addresses.leave(Addresses.uncounted)
      addresses.checkInvariants()
    }
    expectFailedCheck("a connection counts for one address at most", of: end)
  }

  @Test func `find memory that a network has and nobody took`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let budget = MemoryBudget(bytesMax: 10)
      budget.checkInvariants()
      budget.taken.withLock { $0.byNetwork[7] = 1 }
      budget.checkInvariants()
    }
    expectFailedCheck("what networks have is taken", of: end)
  }

  @Test func `find an outbox that was emptied by its copy`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var outbox = Outbox()
      outbox.append([1, 2])
      outbox.checkInvariants()
      var copy = outbox
      copy.removeFirst(1)
      outbox.checkInvariants()
    }
    expectFailedCheck("while nothing waits it owns nothing", of: end)
  }

  @Test func `find a frame without bytes`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var log = FrameLog()
      log.append(event: 0) { $0.append([1]) }
      log.checkInvariants()
      log.append(event: 1) { _ in }
      log.checkInvariants()
    }
    expectFailedCheck("each frame has bytes", of: end)
  }

  @Test func `find a visit that began twice`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let visits = Visits(visitsMax: 2)
      for slot in 1...2 as ClosedRange<UInt32> {
        visits.checkInvariants()
        let isBegun = visits.begin(visitor(), on: ConnectionID(loop: 0, slot: slot, generation: 1), now: 0)
        guard isBegun else { return }
      }
      visits.checkInvariants()
    }
    expectFailedCheck("everything is found", of: end)
  }
}
