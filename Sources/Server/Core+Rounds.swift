import Reactor
import Rooms
import WebSocket
import Wire

/// What a loop looks at again and again: its tables four times a second, its connections once. Each turn has a little
/// time for it, so that a loop with thousands of tables is not deaf to its players for milliseconds.
struct Rounds {
  var tables: Round<RoomID>
  var connections: Round<Token>
  /// How many tables were met that have members, how many that have none, and how much waits for the journal.
  var met = (busy: 0, awake: 0, waiting: 0)
  /// For the lobby's list, where that is made anew.
  var newest: NewestTables?
  /// Those in the lobby are told.
  var tellsLobby = false

  init(at now: Instant) {
    tables = Round(at: now)
    connections = Round(at: now)
  }

  var areGoing: Bool { tables.isGoing || connections.isGoing }
}

extension Core {
  /// Called four times a second.
  func beginRoundOfTables() {
    guard !rounds.tables.isGoing else { return }
    rounds.tables.begin(Array(homes.places.rooms.keys), at: loop.now)
    rounds.met = (0, 0, 0)
    rounds.tellsLobby = loop.now >= lobbyDueAt
    rounds.newest = nil
    guard rounds.tellsLobby else { return }
    lobbyDueAt = loop.now + loop.settings.lobbyMilliseconds
    if homes.places.takeTouch() { rounds.newest = NewestTables() }
  }

  /// Called once a second.
  func beginRoundOfConnections() {
    if !rounds.connections.isGoing { rounds.connections.begin(connections.tokens, at: loop.now) }
  }

  /// At one at least in each turn, however late it is; by turns at a table and a connection.
  func goOnWithRounds() {
    guard rounds.areGoing else { return }
    let end = Instant.microseconds() + Int64(loop.settings.roundMicrosecondsMax)
    repeat {
      if rounds.tables.isGoing { lookAtNextTable() }
      if rounds.connections.isGoing, let token = rounds.connections.next(),
        let connection = connections[token]
      {
        look(at: connection)
      }
    } while rounds.areGoing && Instant.microseconds() < end
  }

  // MARK: - Tables

  private func lookAtNextTable() {
    guard let id = rounds.tables.next() else { return endRoundOfTables() }
    if let host = homes.look(at: id) { count(host) }
  }

  private func count(_ host: RoomHost) {
    rounds.met.waiting += host.waiting
    if host.room.hasMembers {
      rounds.met.busy += 1
      rounds.newest?.add(host.room)
    } else {
      rounds.met.awake += 1
    }
  }

  private func endRoundOfTables() {
    (loop.counters.tablesBusy, loop.counters.tablesAwake, loop.counters.gateWaiting) = rounds.met
    if var newest = rounds.newest { loop.shared.lobby.put(newest.summaries(), of: loop.index) }
    rounds.newest = nil
    if rounds.tellsLobby { fanout.beginTellingLobby() }
  }

  // MARK: - Connections

  /// Ends what was silent too long, and pings what is quiet.
  private func look(at connection: Connection) {
    if let deadline = connection.deadline(settings: loop.settings, now: loop.now), loop.now >= deadline {
      expire(connection)
    } else if connection.outbox.isBeyondShare {
      endings.closeSlow(connection)
    } else if connection.webSocket != nil, !connection.isLeaving {
      keepAlive(connection)
    }
  }

  /// Whatever comes from a peer shows that it is there; who is silent for long is asked, once in each such time.
  private func keepAlive(_ connection: Connection) {
    let interval = loop.settings.heartbeatMilliseconds
    let silence = max(0, rounds.connections.beganAt - connection.heard.instant(before: loop.now))
    if silence / interval > (silence - rounds.connections.milliseconds) / interval {
      connection.webSocket?.sendPing()
      endings.takeOutput(of: connection)
    }
    // Scripts in browsers see no pings, so they are told a line when nothing else was sent.
    if connection.visitor != nil, loop.now - connection.sent.instant(before: loop.now) >= interval {
      fanout.tellHeartbeat(connection)
    }
  }

  private func expire(_ connection: Connection) {
    if case .visiting = connection.phase,
      connection.hasMuchUnread(unreadBytesMax: loop.settings.unreadBytesMax)
    {
      return endings.closeSlow(connection)
    }
    countSlow(connection)
    switch connection.phase {
    case .readingHead, .streaming, .leaving: endings.close(connection)
    case .readingBody: expireRequest(.tooSlow, on: connection)
    case .awaiting: expireRequest(.busy, on: connection)
    case .greeting: endings.goodbye(connection, .helloMissing, "say hello first")
    case .visiting, .echoing, .listening, .publishing:
      endings.goodbye(connection, .silent, "nothing heard for too long")
    }
  }
}
