import Reactor
import Rooms
import Store
import Wire

/// Tables wake when somebody comes, and fall asleep when nobody is there any more.
extension Core {
  func openRoom(_ id: RoomID, _ opening: RoomOpening, c: Int, from connection: ConnectionID) {
    if let host = rooms[id] {
      // The same message again: its answer again, when the table is durable.
      let (line, ifLost) = Room.openingAnswer(id, c: c)
      return settle([.answer(connection, line: line, ifLost: ifLost)], of: host)
    }
    let isLookedFor = waking[id] != nil
    waking[id, default: Waking()].openings.append((opening, c, connection))
    if !isLookedFor { look(for: id) }
  }

  /// Somebody comes to a table that is not awake.
  ///
  /// - Returns: false for what no table wakes for.
  func wake(_ id: RoomID, for message: RoomMessage, from connection: ConnectionID) -> Bool {
    if waking[id] == nil {
      guard case .join(_, let visitor, _, _) = message, loop.shared.journal.storage.isDurable else {
        return false
      }
      guard loop.shared.wakings.take(visitor.guest, of: visitor.network, now: loop.now.milliseconds) == nil
      else {
        answerForNobody(message, in: id, to: connection, .full, why: NoPlace.full.why)
        return true
      }
      waking[id] = Waking()
      look(for: id)
    }
    guard let count = waking[id]?.messages.count, count < Waking.messagesMax || message.isPresence else {
      putOff(message, in: id, to: connection)
      return true
    }
    waking[id]?.messages.append((message, connection))
    return true
  }

  /// Somebody wants to read the rules of a table that is not awake.
  ///
  /// - Returns: false where there is none to be woken.
  func wake(_ id: RoomID, toExplain connection: ConnectionID, of network: UInt32?) -> Bool {
    if waking[id] == nil {
      guard loop.shared.journal.storage.isDurable else { return false }
      guard loop.shared.wakings.take(nil, of: network, now: loop.now.milliseconds) == nil else {
        answer(connection, .busy)
        return true
      }
      waking[id] = Waking()
      waking[id]?.readers.append(connection)
      look(for: id)
      return true
    }
    if waking[id]?.readers.count ?? 0 < Waking.messagesMax {
      waking[id]?.readers.append(connection)
    } else {
      answer(connection, .busy)
    }
    return true
  }

  private func look(for id: RoomID) {
    let opener = waking[id]?.openings.first.map {
      Shelf.Opener(guest: $0.opening.opener, network: $0.opening.network)
    }
    waking[id]?.retryAt = nil
    guard loop.shared.journal.storage.isDurable else { return found(.none(.admitted), as: id) }
    let mailbox = post.mailbox
    loop.shared.shelf.find(id, for: opener, now: loop.now.milliseconds) {
      mailbox.send(.homes(.found(id, $0)))
    }
  }

  /// What came of looking for a table.
  func found(_ found: Shelf.Found, as id: RoomID) {
    guard var heard = waking[id] else { return }
    switch found {
    case .table(let reopening):
      waking[id] = nil
      let keeper: AwakeTables.Keeper?
      do throws(NoPlace) {
        keeper = try takePlace(forOneOf: heard.seekers(in: reopening.seats))
      } catch {
        return turnAway(heard, from: id, .full, why: error.why)
      }
      let room = Room(
        id: id, reopening: reopening, generation: loop.shared.journal.storage.generation,
        now: loop.now.milliseconds,
        entropy: { systemRandomBytes(48) })
      let host = RoomHost(room: room, deflater: loop.settings.compression == .shared ? loop.deflater : nil)
      host.opened(upTo: room.sequence)
      host.keeper = keeper
      add(host)
      loop.counters.woken += 1
      loop.shared.journal.note(use: id.text, at: Instant.wallMilliseconds())
    case .none(let admission):
      // Who opens it came while it was looked for, so nobody has asked whether they may.
      if admission == nil, !heard.openings.isEmpty { return look(for: id) }
      waking[id] = nil
      guard let admission, let first = heard.openings.first else {
        return turnAway(heard, from: id, .gone, why: nil)
      }
      if let refusal = begin(id, first.opening, admission, c: first.c, from: first.connection) {
        for (opening, c, connection) in heard.openings {
          refuseOpening(opening, c: c, from: connection, refusal.code, why: refusal.why)
        }
        heard.openings = []
        return turnAway(heard, from: id, .gone, why: nil)
      }
      heard.openings.removeFirst()
    case .damaged(let what):
      waking[id] = nil
      loop.log(.error, "a table cannot be reopened", ["room": "\(id)", "why": "\(what)"])
      return turnAway(heard, from: id, .gone, why: "damaged")
    case .closed:
      waking[id] = nil
      return turnAway(heard, from: id, .paused, why: nil)
    case .unreadable(let what):
      heard.failures += 1
      guard heard.failures < Waking.failuresMax else {
        waking[id] = nil
        return turnAway(heard, from: id, .paused, why: nil)
      }
      if heard.failures == 1 {
        loop.log(.error, "a table cannot be read", ["room": "\(id)", "why": "\(what)"])
      }
      heard.retryAt = loop.now + 1000
      waking[id] = heard
      return
    }
    for (opening, c, connection) in heard.openings { openRoom(id, opening, c: c, from: connection) }
    for (message, connection) in heard.messages { hear(message, in: id, from: connection) }
    for connection in heard.readers { explain(id, to: connection) }
  }

  /// Tables that the disk did not give are looked for again. Called a few times a second.
  func lookAgain() {
    for (id, heard) in waking {
      if let retryAt = heard.retryAt, loop.now >= retryAt { look(for: id) }
    }
  }

  private func turnAway(_ heard: Waking, from id: RoomID, _ code: RefusalCode, why: String?) {
    for (opening, c, connection) in heard.openings {
      refuseOpening(opening, c: c, from: connection, code, why: why)
    }
    for (message, connection) in heard.messages {
      answerForNobody(message, in: id, to: connection, code, why: why)
    }
    for connection in heard.readers { answer(connection, code == .gone ? .nothingHere : .busy) }
  }

  // MARK: - Opening

  /// - Returns: why it is not opened; nil when it is.
  private func begin(
    _ id: RoomID, _ opening: RoomOpening, _ admission: Admission, c: Int, from connection: ConnectionID
  ) -> (code: RefusalCode, why: String)? {
    switch admission {
    case .admitted: break
    case .full: return (.full, "this server has no room for more tables")
    case .tooManyOfGuest(let countMax):
      return (.full, "one guest may have \(countMax) tables, and you have that many")
    case .tooManyOfNetwork(let countMax):
      return (.full, "one address may have \(countMax) tables, and yours has that many")
    }
    if let why = opening.objection(among: loop.settings.games) {
      loop.shared.journal.storage.giveBack(id.text)
      return (.bad, why)
    }
    let room: Room
    do throws(BadMessage) {
      room = try Room(
        id: id, opening: opening, generation: loop.shared.journal.storage.generation,
        now: loop.now.milliseconds
      ) { systemRandomBytes(48) }
    } catch {
      loop.shared.journal.storage.giveBack(id.text)
      return (.bad, error.why)
    }
    let keeper = AwakeTables.Keeper(guest: opening.opener, network: opening.network)
    do throws(NoPlace) {
      try takePlace(for: PlaceSeeker(keeper: keeper, isPlayer: true))
    } catch {
      loop.shared.journal.storage.giveBack(id.text)
      return (.full, error.why)
    }
    let host = RoomHost(room: room, deflater: loop.settings.compression == .shared ? loop.deflater : nil)
    host.network = opening.network
    host.keeper = keeper
    add(host)
    var effects: [Effect] = []
    room.begin(c: c, from: connection, opening: opening, into: &effects)
    settle(effects, of: host)
    return nil
  }

  func refuseOpening(
    _ opening: RoomOpening, c: Int, from connection: ConnectionID, _ code: RefusalCode, why: String?
  ) {
    if c == Room.requestC {
      return post.send(.front(.apiAnswer(connection, .notOpened(code, why: why))), to: Int(connection.loop))
    }
    answer(connection, .no(Refusal(c: c, code: code, why: why)))
  }

  // MARK: - Retention

  /// Looks for tables that nobody used for so long that they are forgotten; their homes decide.
  func lookForUnused() {
    guard loop.index == 0, loop.now >= unusedAt, loop.settings.keepDays > 0,
      loop.shared.journal.storage.isDurable
    else { return }
    unusedAt = loop.now + loop.settings.retentionMilliseconds
    // Where pages are damaged nothing is forgotten either.
    guard loop.shared.journal.storage.corruption == nil else { return }
    let since = Instant.wallMilliseconds() - Int64(loop.settings.keepDays) * 86_400_000
    let (mailboxes, loops, countMax) = (
      loop.shared.mailboxes, loop.settings.loops, loop.settings.deletedAtOnceMax
    )
    loop.shared.shelf.ask { storage in
      for name in (try? storage.unused(since: since, countMax: countMax)) ?? [] {
        if let room = RoomID(name) { mailboxes[room.home(among: loops)].send(.homes(.forget(room))) }
      }
    }
  }

  /// Begins to look for blobs that no table names.
  func lookForUnnamedBlobs() {
    guard loop.index == 0, loop.now >= unnamedBlobsAt, loop.shared.journal.storage.isDurable else { return }
    unnamedBlobsAt = loop.now + loop.settings.blobRoundMilliseconds
    let since = Instant.wallMilliseconds() - loop.settings.blobGraceMilliseconds
    BlobRound(loop.shared.blobs, restingSince: since, log: loop.shared.log).go(on: loop.shared.shelf)
  }

  /// Nobody used it for long; unless somebody came just now, it is no more.
  func forget(_ id: RoomID) {
    // A disk that is slow is still at it.
    if waking[id]?.isForgetting == true { return }
    guard rooms[id] == nil, waking[id] == nil else {
      return loop.shared.journal.note(use: id.text, at: Instant.wallMilliseconds())
    }
    // Whoever comes meanwhile waits until it is known whether it is there.
    waking[id] = Waking(isForgetting: true)
    let mailbox = post.mailbox
    loop.shared.journal.delete(id.text) { mailbox.send(.homes(.forgotten(id))) }
  }

  func forgotten(_ id: RoomID) {
    guard let heard = waking[id] else { return }
    waking[id]?.isForgetting = false
    if heard.openings.isEmpty, heard.messages.isEmpty, heard.readers.isEmpty {
      waking[id] = nil
    } else {
      look(for: id)
    }
  }
}
