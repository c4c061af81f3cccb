import Reactor
import Rooms
import Wire

/// Places for tables that are awake: there are so many, and players come before spectators, and a network
/// that has few tables before one that has many.
///
///     a place is free ──→ taken
///       └─ else a table falls asleep: one that nobody is at; for who plays, one that is only watched; then one of a
///          network that has more than theirs ── none ──→ `full`
///
/// Invariant: `bytes` is what all tables took when they were last weighed.
final class Places {
  /// Who asks for a place.
  struct Seeker {
    let keeper: AwakeTables.Keeper?
    /// They hold a seat at that table, or open it.
    let isPlayer: Bool
  }

  /// Why there is no place for a table.
  enum NoPlace: Error {
    /// This person, or their network, keeps as many tables awake as one may.
    case tooManyOfKeeper
    case full

    var why: String {
      switch self {
      case .tooManyOfKeeper:
        "you, or others at your address, have too many tables open; leave one first"
      case .full: "too many tables are open now; try again shortly"
      }
    }
  }

  private let loop: LoopContext
  private let post: Post
  /// Tables that are awake.
  private(set) var rooms: [RoomID: RoomHost] = [:]
  /// What all of them take in memory, as they were last weighed.
  private(set) var bytes = 0
  /// When a place was sought in vain last.
  private var soughtAt: Instant
  private var givenBackAt: Instant
  /// When a table last fell asleep for want of memory.
  private var sentAwayAt: Instant
  /// Something was done at a table since they were put up in the lobby last.
  private var isTouched = false

  /// So long at least lies between two looks at all tables.
  private static let pauseMilliseconds: Int64 = 250

  init(_ loop: LoopContext, _ post: Post) {
    self.loop = loop
    self.post = post
    soughtAt = loop.now + -Self.pauseMilliseconds
    givenBackAt = soughtAt
    sentAwayAt = soughtAt
  }

  func touch() { isTouched = true }

  /// - Returns: whether tables of this loop are to be put up anew.
  func takeTouch() -> Bool {
    defer { isTouched = false }
    return isTouched
  }

  /// Takes a place for one more table. If need be another falls asleep.
  func take(for seeker: Seeker) throws(NoPlace) {
    guard loop.shared.tables.awake.add(seeker.keeper) else { throw .tooManyOfKeeper }
    if isShortOfMemory { giveBackMemory() }
    var sent = 0
    while isShortOfMemory || rooms.count >= max(1, loop.settings.roomsMax / loop.settings.loops) {
      guard sent < Self.sentAwayForOneMax, let host = giver(to: seeker) else {
        loop.shared.tables.awake.remove(seeker.keeper)
        throw .full
      }
      sendAway(host)
      sent += 1
    }
  }

  /// At most this many tables are put to sleep for one newcomer: each search visits all tables.
  private static var sentAwayForOneMax: Int { 4 }

  /// Takes a place for the first of them who may have one.
  ///
  /// - Returns: who that is.
  /// - Throws: why the first may not.
  func take(forOneOf seekers: [Seeker]) throws(NoPlace) -> AwakeTables.Keeper? {
    var first: NoPlace?
    for seeker in seekers {
      do throws(NoPlace) {
        try take(for: seeker)
        return seeker.keeper
      } catch {
        first = first ?? error
      }
    }
    throw first ?? .full
  }

  /// The table that makes way for another.
  private func giver(to seeker: Seeker) -> RoomHost? {
    // What was sought in vain is not sought again in the same tick: each time all tables are looked at.
    if loop.now < soughtAt + Self.pauseMilliseconds, !seeker.isPlayer { return nil }
    if let idle = leastUsed(where: isIdle) { return idle }
    soughtAt = loop.now
    // Where tables are not kept, one that somebody is at would be lost.
    guard seeker.isPlayer, loop.shared.store.journal.storage.isDurable else { return nil }
    if let watched = leastUsed(where: { isFree($0) && !$0.room.hasPlayers }) { return watched }
    // What is scarce counts: memory, or places.
    let one = isShortOfMemory ? Room.bytesMin : 1
    var shares: [UInt32?: Int] = [:]
    for host in rooms.values {
      if let keeper = host.keeper {
        shares[keeper.network, default: 0] += isShortOfMemory ? host.byteCount : 1
      }
    }
    guard let most = shares.max(by: { $0.value < $1.value }) else { return nil }
    let own = seeker.keeper.map { shares[$0.network] ?? 0 } ?? 0
    guard most.value > max(own + one, loop.settings.tablesLeftToNetworkMin * one) else { return nil }
    // Somebody who sits down beside others does not make their table one of their own.
    return leastUsed { host in
      isFree(host) && host.keeper.map { $0.network == most.key } ?? false
        && host.room.isPlayed(onlyBy: most.key)
    }
  }

  /// Nothing speaks against its sleep but those who are there. Nobody's race waits for a table.
  private func isFree(_ host: RoomHost) -> Bool {
    host.hasToldAll && !host.room.isRacing(now: loop.now.milliseconds)
  }

  private func isIdle(_ host: RoomHost) -> Bool {
    !host.room.hasMembers && host.hasToldAll && !host.room.isRacing(now: loop.now.milliseconds)
      && loop.now.milliseconds - host.room.use.lastAt > loop.settings.roomUnusedMillisecondsMin
      && (loop.shared.store.journal.storage.isDurable || !host.room.use.wasVisited)
  }

  private func leastUsed(where fits: (RoomHost) -> Bool) -> RoomHost? {
    rooms.values.lazy.filter(fits).min { $0.room.use.lastAt < $1.room.use.lastAt }
  }

  /// A table falls asleep though somebody may be there: they are told that it is kept.
  ///
  /// - Precondition: all that it has said is told.
  private func sendAway(_ host: RoomHost) { close(host, why: "\(RefusalCode.full)") }

  /// The same for another reason, which all who are there are told.
  func close(_ host: RoomHost, why: String) {
    let reply = Reply(.gone(room: host.id.text, why: why))
    for connection in host.room.connections {
      post.send(.fanout(.deliver(host.id, [.dismiss(connection.token)])), to: Int(connection.loop))
      post.send(.fanout(.line(connection, reply)), to: Int(connection.loop))
    }
    letSleep(host)
  }

  /// Somebody came to a table or left it. It counts for somebody who plays there, or where nobody does, for somebody
  /// who watches; one that nobody is at counts for nobody, and is the first to make way.
  func noteKeeper(of host: RoomHost) {
    if let keeper = host.keeper, host.room.isUsed(by: keeper.guest) { return }
    let user = host.room.user.map { AwakeTables.Keeper(guest: $0.payer, network: $0.network) }
    loop.shared.tables.awake.remove(host.keeper)
    // Who has as many as one may was let in to a table that was awake, and keeps it so for nobody.
    host.keeper = user.flatMap { loop.shared.tables.awake.add($0) ? $0 : nil }
  }

  // MARK: - Memory

  func add(_ host: RoomHost) {
    rooms[host.id] = host
    weigh(host)
  }

  func weigh(_ host: RoomHost) {
    let grown = host.weigh()
    if rooms[host.id] === host { bytes += grown }
    loop.counters.tableBytes = bytes
  }

  /// Of all tables that are awake here.
  private var bytesMax: Int { loop.settings.tableMemoryMax / loop.settings.loops }

  private var isShortOfMemory: Bool { bytes + Room.bytesMin > bytesMax }

  /// Tables that grew give back what can be made again; if they take too much then, one falls asleep as for somebody
  /// who comes, or the largest. Called in each turn: one at a time, since to find it all tables are looked at.
  func keepToMemory() {
    guard isShortOfMemory else { return }
    giveBackMemory()
    guard bytes > bytesMax, loop.now >= sentAwayAt + Self.sentAwayMilliseconds else { return }
    sentAwayAt = loop.now
    if let host = giver(to: Seeker(keeper: nil, isPlayer: true)) ?? largest() { sendAway(host) }
  }

  private static var sentAwayMilliseconds: Int64 { 20 }

  /// Where nobody has more than others there is still who takes most. Their table is kept, and wakes for them.
  private func largest() -> RoomHost? {
    guard loop.shared.store.journal.storage.isDurable, rooms.count > 1 else { return nil }
    return rooms.values.lazy.filter(isFree).max { $0.byteCount < $1.byteCount }
  }

  /// What can be made again is given back, by those first that were used least; not each time for a little, and not by
  /// all of many at once.
  private func giveBackMemory() {
    guard loop.now >= givenBackAt + Self.pauseMilliseconds else { return }
    givenBackAt = loop.now
    let end = Instant.microseconds() + Self.givesBackMicrosecondsMax
    for host in rooms.values.sorted(by: { $0.room.use.lastAt < $1.room.use.lastAt }) {
      host.room.giveBackMemory()
      weigh(host)
      if bytes < bytesMax / 8 * 7 || Instant.microseconds() > end { return }
    }
  }

  private static var givesBackMicrosecondsMax: Int64 { 1_000 }

  // MARK: - Falling asleep

  /// Lets go of a table that nobody is at and nobody has used for long. Where tables are kept it wakes again.
  func letSleepIfUnused(_ host: RoomHost) -> Bool {
    guard !host.room.hasMembers, host.hasToldAll, !host.room.isAnybodyAway,
      !host.room.isRacing(now: loop.now.milliseconds),
      loop.now.milliseconds - host.room.use.lastAt > idleMillisecondsMax(of: host.room)
    else { return false }
    letSleep(host)
    return true
  }

  private func letSleep(_ host: RoomHost) {
    remove(host)
    isTouched = true
    if loop.shared.store.journal.storage.isDurable {
      loop.shared.store.journal.release(host.id.text)
    } else {
      loop.shared.store.journal.delete(host.id.text)
    }
  }

  /// It is awake no more, and its keeper has a place to spare.
  func remove(_ host: RoomHost) {
    rooms[host.id] = nil
    bytes -= host.byteCount
    loop.counters.tableBytes = bytes
    loop.shared.tables.awake.remove(host.keeper)
    host.keeper = nil
  }

  private func idleMillisecondsMax(of room: Room) -> Int64 {
    if loop.shared.store.journal.storage.isDurable { return loop.settings.roomAwakeMillisecondsMax }
    if !room.use.wasVisited { return loop.settings.roomUnusedIdleMillisecondsMax }
    return room.isOver ? loop.settings.roomFinishedIdleMillisecondsMax : loop.settings.roomIdleMillisecondsMax
  }

  /// Goes through all tables.
  func checkInvariants() {
    precondition(rooms.allSatisfy { $0.key == $0.value.id }, "tables are found under their own names")
    precondition(
      bytes == rooms.values.reduce(0) { $0 + $1.byteCount }, "what tables take in memory is counted")
    precondition(bytes == loop.counters.tableBytes, "and shown")
    loop.shared.tables.awake.checkInvariants(rooms.values.compactMap(\.keeper))
  }
}
