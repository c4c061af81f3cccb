import Bytes
import Contests
import Patience
import Player
import Rooms
import Wire

/// What is looked at in each step, and at the end.
extension World {
  // MARK: - In each step

  /// No race waits for nothing, or for what was due long ago.
  func checkStates(of host: Host) throws(Violation) {
    guard let race = host.room.race, race.phase == .starting || race.phase == .running else { return }
    guard let at = host.room.alarm(now: now), at >= now - Self.tickMilliseconds else {
      throw Violation(
        invariant: .results, what: "nothing will move a race that is \(race.phase)", at: now)
    }
  }

  /// An answer, and what a client that plays is told of others' tables.
  func note(_ message: ServerMessage, _ client: Int) throws(Violation) {
    if let c = message.c {
      clients[client].unanswered.removeAll { $0.c == c }
      clients[client].answers[c, default: 0] += 1
      guard clients[client].answers[c] == 1 else {
        throw Violation(invariant: .answers, what: "client \(client) has two answers to \(c)", at: now)
      }
    }
    if case .ok(let c, let agreement) = message, clients[client].commands.contains(c),
      let room = agreement.room, let version = agreement.version, agreement.question == nil
    {
      clients[client].agreed[c] = (room, version)
    }
    try checkSecrecy(of: message, client)
  }

  /// Nobody is told a face before the race begins, and who still plays in it is told none of another table.
  private func checkSecrecy(of message: ServerMessage, _ client: Int) throws(Violation) {
    let (room, faces): (String, Bool) =
      switch message {
      case .snapshot(let snapshot):
        (
          snapshot.room,
          snapshot.regions.contains { $0.runs.contains { $0.items.contains { $0.face != nil } } }
        )
      case .event(let event): (event.room, event.up.contains { $0.face != nil })
      default: ("", false)
      }
    guard faces,
      let host = races.compactMap({ hosts[$0] }).first(where: { $0.room.race?.number(of: room) != nil }),
      let race = host.room.race
    else { return }
    // It is bound half a second before it begins.
    guard race.phase != .starting, race.startsAt.map({ $0 <= now }) ?? true else {
      throw Violation(
        invariant: .secrecy, what: "client \(client) is told cards of \(room) before the start", at: now)
    }
    // It counts what the race itself has of them: what is on its way to a client may be older.
    guard case .racer(let bot) = clients[client].mind, room != bot.tableRoom,
      let seat = host.room.seat(of: clients[client].guest), race.unfinished.contains(seat)
    else { return }
    throw Violation(
      invariant: .secrecy, what: "client \(client) still plays, and is told cards of \(room)", at: now)
  }

  /// What a client has is what was told, and a pack of cards is whole.
  ///
  /// - Parameter message: what it has just heard. It changes no room but its own.
  func checkMirrors(of client: Int, after message: ServerMessage) throws(Violation) {
    let room: String
    switch message {
    case .snapshot(let snapshot): room = snapshot.room
    case .event(let event): room = event.room
    default: return
    }
    for mirror in clients[client].mirrors
    where mirror.room == room && (mirror.hasState || mirror.mismatches > 0) {
      guard mirror.mismatches == 0 else {
        throw Violation(
          invariant: .mirrors, what: "client \(client) has something else at \(mirror.room) than was told",
          at: now)
      }
      guard let game = mirror.game, game.kind == .patience, let ruleset = Catalogue.ruleset(id: game.id)
      else {
        continue
      }
      let seen = mirror.places.reduce(0) { $0 + $1.items.count }
      let count = Int(ruleset.pack.packs) * 52
      guard seen == count else {
        throw Violation(
          invariant: .cards, what: "client \(client) sees \(seen) cards of \(count) at \(mirror.room)",
          at: now)
      }
      guard ruleset.pack.suits == .four else { continue }
      var faces: [Substring: Int] = [:]
      for place in mirror.places {
        for case let face? in place.items.lazy.map(\.face) { faces[face.suffix(2), default: 0] += 1 }
      }
      if let twice = faces.first(where: { $0.value > Int(ruleset.pack.packs) }) {
        throw Violation(
          invariant: .cards,
          what: "client \(client) sees \(twice.key) \(twice.value) times at \(mirror.room)", at: now)
      }
    }
  }

  // MARK: - At the end

  func check() throws(Violation) {
    try checkAnswers()
    try checkLogs()
    try checkResults()
    try checkReplay()
  }

  private func checkAnswers() throws(Violation) {
    for client in clients where !client.isErased && client.isOnline {
      guard let message = client.unanswered.first, let c = message.c else { continue }
      throw Violation(invariant: .answers, what: "client \(client.number) has no answer to \(c)", at: now)
    }
  }

  /// What was agreed to is in the log, once, and nothing else is.
  private func checkLogs() throws(Violation) {
    for (id, table) in storage.tables {
      var done: [String: Int] = [:]
      for record in table.records {
        guard let author = record.author, let visit = author.visit, let c = author.c else { continue }
        guard done.updateValue(record.version, forKey: "\(visit.text) \(c)") == nil else {
          throw Violation(invariant: .answers, what: "message \(c) was carried out twice at \(id)", at: now)
        }
      }
      for client in clients where !client.isErased {
        for (c, agreed) in client.agreed where agreed.room == id.text {
          guard done["\(client.visit.text) \(c)"] == agreed.version || wasStill(c, client) else {
            throw Violation(
              invariant: .arbitration,
              what: "client \(client.number) was told that \(c) led to version \(agreed.version) of \(id)",
              at: now)
          }
        }
      }
    }
  }

  /// Some commands change nothing, and are agreed to all the same.
  private func wasStill(_ c: Int, _ client: Client) -> Bool { client.still.contains(c) }

  private func checkResults() throws(Violation) {
    for id in races {
      var (standings, ends): ([Int: Int], Int) = ([:], 0)
      for record in storage.tables[id]?.records ?? [] {
        guard case .race(let logged)? = try? LogRecord.read(record.bytes) else { continue }
        switch logged.step {
        case .standing(let number, _): standings[number, default: 0] += 1
        case .ended: ends += 1
        default: break
        }
      }
      guard standings.values.allSatisfy({ $0 == 1 }), ends <= 1 else {
        throw Violation(invariant: .results, what: "\(id) has more than one result", at: now)
      }
      guard let race = hosts[id]?.room.race, race.phase == .ended else { continue }
      let told = race.raceTold(now: now)
      let places = told.entrants.filter { $0.standing != nil }
      guard places.allSatisfy({ $0.place != nil }), told.reveal != nil else {
        throw Violation(invariant: .results, what: "somebody has no place in \(id)", at: now)
      }
      for client in clients where client.isOnline && !client.isErased {
        guard case .racer(let bot) = client.mind, bot.room == id.text, let heard = bot.race,
          heard.state == .ended
        else { continue }
        guard heard.entrants.filter({ $0.standing != nil }).map(\.place) == places.map(\.place) else {
          throw Violation(
            invariant: .results, what: "client \(client.number) knows other places in \(id)", at: now)
        }
      }
    }
  }

  /// With the shortcut of a base, where there is one, and without.
  private func checkReplay() throws(Violation) {
    for (id, host) in hosts where host.unsynced.isEmpty {
      for usesBase in storage.tables[id]?.base == nil ? [false] : [true, false] {
        guard let reopening = try storage.reopening(id, usesBase: usesBase, now: now) else { continue }
        let again = Room(
          id: id, reopening: reopening, generation: 0, secret: [], now: now,
          entropy: { Array(repeating: 0, count: 48) })
        guard again.version == host.room.version, again.shownHash == host.room.shownHash,
          again.race?.isSame(as: host.room.race) ?? true
        else {
          throw Violation(
            invariant: .replay,
            what: "the log of \(id) leads to version \(again.version) and not to what lies there", at: now)
        }
      }
    }
  }
}
