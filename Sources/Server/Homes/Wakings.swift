import Reactor
import Rooms
import Store
import Wire

/// Tables that are being looked for. They wake when somebody comes, are opened where there is none yet, and are
/// forgotten when nobody comes for long.
///
///     a message ── looked for ──→ found: awake ──→ `Woken`, with all that was said meanwhile
///       │            ├────────── none, and somebody opens it: begun ──→ `Woken`
///       │            ├────────── none, damaged, no place: everybody is told so
///       │            └────────── the disk did not give it: looked for again
///       └─ no table wakes for it ──→ refused
///
/// Invariant: no table is looked for that is awake, that is being forgotten, or that nobody waits for.
final class Wakings {
  /// A table that is awake now, what it says first, and what it is to hear then.
  struct Woken {
    let host: RoomHost
    let effects: [Effect]
    let heard: Waking
  }

  /// Why a table is not opened.
  private struct OpeningRefusal: Error {
    let code: RefusalCode
    let why: String
    var waitMilliseconds: Int?
  }

  private let loop: LoopContext
  private let post: Post
  private let places: Places
  private let replies: HomeReplies
  private var byRoom: [RoomID: Waking] = [:]

  init(_ loop: LoopContext, _ post: Post, _ places: Places, _ replies: HomeReplies) {
    self.loop = loop
    self.post = post
    self.places = places
    self.replies = replies
  }

  /// Somebody opens a table that is not awake.
  func open(_ id: RoomID, _ opening: RoomOpening, c: Int, from connection: ConnectionID) -> Woken? {
    let isLookedFor = byRoom[id] != nil
    byRoom[id, default: Waking()].openings.append((opening, c, connection, nil))
    return isLookedFor ? nil : look(for: id)
  }

  /// A race opens a room: a table for an entrant, or the next race.
  func open(_ id: RoomID, _ opening: RoomOpening, by race: RoomID) -> Woken? {
    let isLookedFor = byRoom[id] != nil
    byRoom[id, default: Waking()].openings.append((opening, Room.orderC, .none, race))
    return isLookedFor ? nil : look(for: id)
  }

  /// Somebody comes to a table that is not awake.
  ///
  /// - Returns: false for what no table wakes for.
  func wake(_ id: RoomID, for message: RoomMessage, from connection: ConnectionID) -> Bool {
    if byRoom[id] == nil {
      guard loop.shared.store.journal.storage.isDurable else { return false }
      if case .letter = message {
        byRoom[id] = Waking()
        byRoom[id]?.messages.append((message, connection))
        look(for: id)
        return true
      }
      guard case .join(_, let visitor, _, _, _) = message else { return false }
      guard
        loop.shared.limits.wakings.take(visitor.payer, of: visitor.network, now: loop.now.milliseconds) == nil
      else {
        replies.refuse(message, in: id, to: connection, .full, why: Places.NoPlace.full.why)
        return true
      }
      byRoom[id] = Waking()
      look(for: id)
    }
    guard let count = byRoom[id]?.messages.count, count < Waking.messagesMax || message.isPresence else {
      replies.putOff(message, in: id, to: connection)
      return true
    }
    byRoom[id]?.messages.append((message, connection))
    return true
  }

  /// Somebody wants to read the rules of a table that is not awake.
  ///
  /// - Returns: false where there is none to be woken.
  func wake(_ id: RoomID, for reader: RulesReader) -> Bool {
    if byRoom[id] == nil {
      guard loop.shared.store.journal.storage.isDurable else { return false }
      guard loop.shared.limits.wakings.take(nil, of: reader.network, now: loop.now.milliseconds) == nil
      else {
        replies.send(.busy, to: reader.connection)
        return true
      }
      byRoom[id] = Waking()
      byRoom[id]?.readers.append(reader)
      look(for: id)
      return true
    }
    if byRoom[id]?.readers.count ?? 0 < Waking.messagesMax {
      byRoom[id]?.readers.append(reader)
    } else {
      replies.send(.busy, to: reader.connection)
    }
    return true
  }

  @discardableResult
  private func look(for id: RoomID) -> Woken? {
    let opener = byRoom[id]?.openings.first.map {
      Shelf.Opener(guest: $0.opening.payer ?? $0.opening.opener, network: $0.opening.network)
    }
    byRoom[id]?.retryAt = nil
    guard loop.shared.store.journal.storage.isDurable else { return found(.none(.admitted), as: id) }
    let mailbox = post.mailbox
    loop.shared.store.shelf.find(id, for: opener, now: loop.now.milliseconds) {
      mailbox.send(.homes(.found(id, $0)))
    }
    return nil
  }

  /// A table was looked for.
  ///
  /// - Returns: the table, if it is awake now; those who wait have their replies otherwise, or wait on.
  func found(_ found: Shelf.Found, as id: RoomID) -> Woken? {
    guard var heard = byRoom[id] else { return nil }
    switch found {
    case .table(let reopening):
      byRoom[id] = nil
      let keeper: AwakeTables.Keeper?
      do throws(Places.NoPlace) {
        keeper = try places.take(forOneOf: heard.seekers(in: reopening.seats))
      } catch {
        return turnAway(heard, from: id, .full, why: error.why)
      }
      let room = Room(
        id: id, reopening: reopening, generation: loop.shared.store.journal.storage.generation,
        secret: loop.shared.store.journal.storage.secret, now: loop.now.milliseconds,
        entropy: { systemRandomBytes(48) })
      let host = self.host(of: room, keptBy: keeper)
      host.openGate(upTo: room.sequence)
      places.add(host)
      loop.counters.woken += 1
      loop.shared.store.journal.note(
        use: id.text, at: Instant.wallMilliseconds(), sitters: reopening.seats.guests.map(\.text))
      return Woken(host: host, effects: [], heard: heard)
    case .none(let admission):
      // Who opens it came while it was looked for, so nobody has asked whether they may.
      if admission == nil, !heard.openings.isEmpty { return look(for: id) }
      byRoom[id] = nil
      guard let admission, let first = heard.openings.first else {
        return turnAway(heard, from: id, .gone, why: nil)
      }
      do throws(OpeningRefusal) {
        let (host, effects) = try begin(id, first.opening, admission, c: first.c, from: first.connection)
        host.race = first.race
        heard.openings.removeFirst()
        return Woken(host: host, effects: effects, heard: heard)
      } catch {
        refuse(heard.openings, of: id, error.code, why: error.why, waitMilliseconds: error.waitMilliseconds)
        heard.openings = []
        return turnAway(heard, from: id, .gone, why: nil)
      }
    case .damaged(let what):
      byRoom[id] = nil
      loop.log(.error, "a table cannot be reopened", ["room": "\(id)", "why": "\(what)"])
      return turnAway(heard, from: id, .gone, why: "damaged")
    case .closed:
      byRoom[id] = nil
      return turnAway(heard, from: id, .paused, why: nil)
    case .unreadable(let what):
      heard.failures += 1
      guard heard.failures < Waking.failuresMax else {
        byRoom[id] = nil
        return turnAway(heard, from: id, .paused, why: nil)
      }
      if heard.failures == 1 {
        loop.log(.error, "a table cannot be read", ["room": "\(id)", "why": "\(what)"])
      }
      heard.retryAt = loop.now + 1000
      byRoom[id] = heard
      return nil
    }
  }

  /// Tables that the disk did not give are looked for again. Called a few times a second.
  func lookAgain() {
    for (id, heard) in byRoom {
      if let retryAt = heard.retryAt, loop.now >= retryAt { look(for: id) }
    }
  }

  /// - Returns: nil, since nothing is awake.
  private func turnAway(_ heard: Waking, from id: RoomID, _ code: RefusalCode, why: String?) -> Woken? {
    refuse(heard.openings, of: id, code, why: why)
    for (message, connection) in heard.messages {
      replies.refuse(message, in: id, to: connection, code, why: why)
    }
    for reader in heard.readers {
      replies.send(code == .gone ? .nothingHere : .busy, to: reader.connection)
    }
    return nil
  }

  private func refuse(
    _ openings: [(opening: RoomOpening, c: Int, connection: ConnectionID, race: RoomID?)], of id: RoomID,
    _ code: RefusalCode, why: String?, waitMilliseconds: Int? = nil
  ) {
    for (opening, c, connection, race) in openings {
      if let race {
        replies.tellGone(id, to: race)
      } else {
        replies.refuseOpening(
          opening, c: c, from: connection, code, why: why, waitMilliseconds: waitMilliseconds)
      }
    }
  }

  // MARK: - Opening

  private func begin(
    _ id: RoomID, _ opening: RoomOpening, _ admission: Admission, c: Int, from connection: ConnectionID
  ) throws(OpeningRefusal) -> (RoomHost, [Effect]) {
    switch admission {
    case .admitted: break
    case .full: throw OpeningRefusal(code: .full, why: "this server has no room for more tables")
    case .tooManyOfGuest(let countMax):
      throw OpeningRefusal(code: .full, why: "one guest may have \(countMax) tables, and you have that many")
    case .tooManyOfNetwork(let countMax):
      throw OpeningRefusal(
        code: .full, why: "one address may have \(countMax) tables, and yours has that many")
    }
    if let why = opening.objection(among: loop.settings.games) {
      loop.shared.store.journal.storage.giveBack(id.text)
      throw OpeningRefusal(code: .bad, why: why)
    }
    var opening = opening
    opening.decideAccess()
    do throws(OpeningRefusal) {
      try pick(for: &opening)
    } catch {
      loop.shared.store.journal.storage.giveBack(id.text)
      throw error
    }
    let room: Room
    do throws(BadMessage) {
      room = try Room(
        id: id, opening: opening, generation: loop.shared.store.journal.storage.generation,
        secret: loop.shared.store.journal.storage.secret, now: loop.now.milliseconds
      ) { systemRandomBytes(48) }
    } catch {
      loop.shared.store.journal.storage.giveBack(id.text)
      throw OpeningRefusal(code: .bad, why: error.why)
    }
    let keeper = AwakeTables.Keeper(guest: opening.payer ?? opening.opener, network: opening.network)
    do throws(Places.NoPlace) {
      try places.take(for: Places.Seeker(keeper: keeper, isPlayer: true))
    } catch {
      loop.shared.store.journal.storage.giveBack(id.text)
      throw OpeningRefusal(code: .full, why: error.why)
    }
    let host = self.host(of: room, keptBy: keeper)
    (host.network, host.payer) = (opening.network, opening.payer)
    places.add(host)
    var effects: [Effect] = []
    room.begin(c: c, from: connection, opening: opening, into: &effects)
    return (host, effects)
  }

  /// Takes a deal that can be won, where one was asked for.
  private func pick(for opening: inout RoomOpening) throws(OpeningRefusal) {
    guard let wanted = opening.wantedPick else { return }
    switch loop.pick(wanted.ruleset, wanted.terms, isSealed: wanted.isSealed) {
    case .picked(let picked): opening.picked = picked
    case .later:
      throw OpeningRefusal(
        code: .rate, why: PickRefusal.noDealYet.rawValue, waitMilliseconds: PickRefusal.waitMilliseconds)
    case .never: throw OpeningRefusal(code: .illegal, why: PickRefusal.noWinnableDeals.rawValue)
    }
  }

  private func host(of room: Room, keptBy keeper: AwakeTables.Keeper?) -> RoomHost {
    room.pickDeals { [loop] ruleset, terms, isSealed in
      loop.pick(ruleset, terms, isSealed: isSealed)
    }
    let host = RoomHost(room: room, deflater: loop.settings.compression == .shared ? loop.deflater : nil)
    host.keeper = keeper
    return host
  }

  /// It is on its way here, or away.
  func isLookedFor(_ id: RoomID) -> Bool { byRoom[id] != nil }

  /// Deletes a table that nobody used for long, unless somebody has just come.
  ///
  /// - Parameter told: called once, on any thread, when it is no more, or is not to be forgotten.
  func forget(_ id: RoomID, told: @escaping @Sendable () -> Void = {}) {
    // The earlier deletion has not finished.
    if byRoom[id]?.isForgetting == true { return told() }
    guard places.rooms[id] == nil, byRoom[id] == nil else {
      told()
      return loop.shared.store.journal.note(use: id.text, at: Instant.wallMilliseconds())
    }
    // Those who come meanwhile wait until it is known whether it is there.
    byRoom[id] = Waking(isForgetting: true)
    let mailbox = post.mailbox
    loop.shared.store.journal.delete(id.text) {
      mailbox.send(.homes(.forgotten(id)))
      told()
    }
  }

  func forgotten(_ id: RoomID) {
    guard let heard = byRoom[id] else { return }
    byRoom[id]?.isForgetting = false
    if heard.isAwaited { look(for: id) } else { byRoom[id] = nil }
  }

  /// Goes through all tables that are looked for.
  func checkInvariants() {
    for (id, heard) in byRoom {
      precondition(places.rooms[id] == nil, "a table that is awake is not looked for")
      precondition(heard.failures < Waking.failuresMax, "a table is looked for so often")
      precondition(
        !heard.isForgetting || heard.retryAt == nil, "a table that is being forgotten is not looked for")
      precondition(heard.isForgetting || heard.isAwaited, "a table that is looked for is waited for")
      precondition(heard.readers.count <= Waking.messagesMax, "so many wait for a table's rules")
    }
  }
}
