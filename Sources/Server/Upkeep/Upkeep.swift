import Reactor

/// What a loop does beside serving: limits that change, what is done each second, rounds, the operator's survey, and
/// its end. It knows the three others, and none of them knows it.
final class Upkeep {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let scheduler: Scheduler
  private let front: Front
  private let homes: Homes
  private let fanout: Fanout
  private let rounds: Rounds
  private let retention: Retention
  private let leaveTaking: LeaveTaking
  private var tickAt: Instant
  /// Each second tick small boards are told what is new.
  private var tellsMinis = false
  private var secondAt: Instant
  /// This was the last turn: all loops have taken leave of their connections.
  private(set) var hasEnded = false

  private static let tickMilliseconds: Int64 = 250

  init(
    _ loop: LoopContext, _ post: Post, _ connections: Connections, _ scheduler: Scheduler, _ front: Front,
    _ homes: Homes, _ fanout: Fanout
  ) {
    self.loop = loop
    self.post = post
    self.connections = connections
    self.scheduler = scheduler
    self.front = front
    self.homes = homes
    self.fanout = fanout
    rounds = Rounds(loop, connections, homes, fanout, front.api.responder)
    retention = Retention(loop)
    leaveTaking = LeaveTaking(loop, post, connections, front, fanout)
    tickAt = loop.now
    secondAt = loop.now
  }

  /// One turn's share of it.
  func lookAfter() {
    tick()
    rounds.goOn()
    leaveTaking.goOn()
  }

  /// How long the loop may wait, in milliseconds.
  var waits: Int32 {
    if rounds.areGoing { return 0 }
    return leaveTaking.waits ?? Int32(max(0, min(Self.tickMilliseconds, tickAt - Instant.now())))
  }

  func openLetters() {
    guard post.hasLettersToUpkeep else { return }
    for letter in post.takeUpkeep() {
      switch letter {
      case .settings(let changed): loop.apply(changed)
      case .survey(let survey): add(to: survey)
      case .stop(let departure): leaveTaking.begin(departure)
      case .end: hasEnded = true
      }
    }
  }

  private func tick() {
    guard loop.now >= tickAt else { return }
    tickAt = loop.now + Self.tickMilliseconds
    rounds.beginTables()
    tellsMinis.toggle()
    if tellsMinis { fanout.tellMinis() }
    if loop.now >= secondAt {
      secondAt = loop.now + 1000
      loop.renewDate()
      loop.tellLinesLeftOut()
      loop.showCounters()
      rounds.beginConnections()
      homes.lookAgain()
      retention.goOn()
      scheduler.renewShares()
      if loop.index == 0 {
        loop.shared.traffic.visits.expire(before: loop.now.milliseconds - loop.settings.visitMillisecondsMax)
      }
      if !loop.isStopping { front.doors.resume() }
    }
    connections.endConversations()
  }

  // MARK: - The operator's survey

  /// This loop's part, or all of it when it comes back.
  private func add(to survey: Survey) {
    if survey.add(surveyed()) {
      loop.showCounters()
      post.send(.front(.surveyed(survey)), to: Int(survey.asker.loop))
    }
  }

  /// The tables and people here that were busy last.
  private func surveyed() -> Survey.Part {
    loop.showCounters()
    var part = Survey.Part(tableCount: homes.places.rooms.count)
    let newest = homes.places.rooms.values.sorted { $0.room.use.lastAt > $1.room.use.lastAt }.prefix(
      Survey.shownMax)
    for host in newest {
      let summary = host.room.summary
      part.tables.append(
        Survey.Table(
          id: summary.id, game: summary.game, seats: summary.seats, players: summary.players.count,
          watching: summary.watching, version: host.room.versionDurable,
          idleSeconds: Int(loop.now.milliseconds - host.room.use.lastAt) / 1000, waiting: host.waiting))
    }
    for slot in 0..<connections.slots {
      guard let connection = connections[slot: slot], let visitor = connection.visitor else { continue }
      part.personCount += 1
      guard part.people.count < Survey.shownMax else { continue }
      part.people.append(
        Survey.Person(
          guest: visitor.guest.text, name: visitor.name, isBot: visitor.isBot,
          rooms: connection.memberships.compactMap { $0.gallery.room?.text },
          network: connection.socket.peer?.network ?? "gone",
          connectedSeconds: Int(loop.now - connections.arrivedAt(slot: slot)) / 1000))
    }
    return part
  }

  /// What holds between turns.
  func checkInvariants() {
    rounds.checkInvariants()
    leaveTaking.checkInvariants()
  }
}
