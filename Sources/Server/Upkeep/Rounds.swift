import Reactor
import Rooms
import WebSocket
import Wire

/// What a loop looks at again and again: its tables four times a second, its connections once. Each turn has a little
/// time for it, so that a loop with thousands of tables is not deaf to its players for milliseconds.
///
/// Invariant: no more tables were met than had their turn; a list for the lobby is made only while tables are met.
final class Rounds {
  private let loop: LoopContext
  private let connections: Connections
  private let homes: Homes
  private let fanout: Fanout
  private let responder: Responder
  private var tables: Round<RoomID>
  /// Of connections.
  private var members: Round<Token>
  /// How many tables were met that have members, how many that have none, and how much waits for the journal.
  var met = (busy: 0, awake: 0, waiting: 0)
  /// For the lobby's list, where that is made anew.
  private var newest: NewestTables?
  /// Those in the lobby are told when the round is over.
  private var tellsLobby = false
  private var lobbyDueAt: Instant

  init(
    _ loop: LoopContext, _ connections: Connections, _ homes: Homes, _ fanout: Fanout, _ responder: Responder
  ) {
    self.loop = loop
    self.connections = connections
    self.homes = homes
    self.fanout = fanout
    self.responder = responder
    tables = Round(at: loop.now)
    members = Round(at: loop.now)
    lobbyDueAt = loop.now
  }

  var areGoing: Bool { tables.isGoing || members.isGoing }

  /// Called four times a second.
  func beginTables() {
    guard !tables.isGoing else { return }
    tables.begin(Array(homes.places.rooms.keys), at: loop.now)
    met = (0, 0, 0)
    tellsLobby = loop.now >= lobbyDueAt
    newest = nil
    guard tellsLobby else { return }
    lobbyDueAt = loop.now + loop.settings.lobbyMilliseconds
    if homes.places.takeTouch() { newest = NewestTables() }
  }

  /// Called once a second.
  func beginConnections() {
    if !members.isGoing { members.begin(connections.tokens, at: loop.now) }
  }

  /// At one at least in each turn, however late it is; by turns at a table and a connection.
  func goOn() {
    guard areGoing else { return }
    let end = Instant.microseconds() + Int64(loop.settings.roundMicrosecondsMax)
    repeat {
      if tables.isGoing { lookAtNextTable() }
      if members.isGoing, let token = members.next(),
        let connection = connections[token]
      {
        look(at: connection)
      }
    } while areGoing && Instant.microseconds() < end
  }

  // MARK: - Tables

  private func lookAtNextTable() {
    guard let id = tables.next() else { return endRoundOfTables() }
    if let host = homes.look(at: id) { count(host) }
  }

  private func count(_ host: RoomHost) {
    met.waiting += host.waiting
    if host.room.hasMembers {
      met.busy += 1
      newest?.add(host.room)
    } else {
      met.awake += 1
    }
  }

  private func endRoundOfTables() {
    (loop.counters.tablesBusy, loop.counters.tablesAwake, loop.counters.gateWaiting) = met
    if var newest = newest { loop.shared.tables.lobby.put(newest.summaries(), of: loop.index) }
    newest = nil
    if tellsLobby { fanout.beginTellingLobby() }
  }

  // MARK: - Connections

  /// Ends what was silent too long, and pings what is quiet.
  private func look(at connection: Connection) {
    if let deadline = connection.deadline(settings: loop.settings, now: loop.now), loop.now >= deadline {
      expire(connection)
    } else if connection.outbox.isBeyondShare {
      fanout.endings.closeSlow(connection)
    } else if connection.webSocket != nil, !connection.isLeaving {
      keepAlive(connection)
    }
  }

  /// Whatever comes from a peer shows that it is there; who is silent for long is asked, once in each such time.
  private func keepAlive(_ connection: Connection) {
    let interval = loop.settings.heartbeatMilliseconds
    let silence = max(0, members.beganAt - connection.incoming.heard.instant(before: loop.now))
    if silence / interval > (silence - members.milliseconds) / interval {
      connection.webSocket?.sendPing()
      fanout.endings.takeOutput(of: connection)
    }
    // Scripts in browsers see no pings, so they are told a line when nothing else was sent.
    if connection.visitor != nil, loop.now - connection.outgoing.sent.instant(before: loop.now) >= interval {
      fanout.tellHeartbeat(connection)
    }
  }

  private func expire(_ connection: Connection) {
    if case .visiting = connection.phase,
      connection.hasMuchUnread(unreadBytesMax: loop.settings.unreadBytesMax)
    {
      return fanout.endings.closeSlow(connection)
    }
    countSlow(connection)
    switch connection.phase {
    case .readingHead, .streaming, .leaving: fanout.endings.close(connection)
    case .readingBody: responder.expire(.tooSlow, on: connection)
    case .awaiting: responder.expire(.busy, on: connection)
    case .greeting: fanout.endings.goodbye(connection, .helloMissing, "say hello first")
    case .visiting, .echoing, .listening, .publishing:
      fanout.endings.goodbye(connection, .silent, "nothing heard for too long")
    }
  }

  /// Its time is over. Who only kept a connection open was not slow.
  private func countSlow(_ connection: Connection) {
    switch connection.phase {
    case .readingBody: loop.counters.slow(.body)
    case .streaming: loop.counters.slow(.unread)
    case .greeting, .visiting, .echoing, .listening, .publishing: loop.counters.slow(.silent)
    case .readingHead: if connection.exchange?.inbox.isEmpty == false { loop.counters.slow(.head) }
    case .awaiting, .leaving: break
    }
  }

  /// What holds between turns.
  func checkInvariants() {
    tables.checkInvariants()
    members.checkInvariants()
    precondition(met.busy + met.awake <= tables.done, "no more tables were met than had their turn")
    precondition(newest == nil || tables.isGoing, "a list is put up when its round is over")
  }
}
