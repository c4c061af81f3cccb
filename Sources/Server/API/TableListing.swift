import Reactor
import Rooms
import Store
import Synchronization
import Wire

/// A part of the list of a guest's tables on its way to them: which they are is read, each home says how those stand
/// that are awake, and the others are played through. No loop waits for any of it.
///
///     the shelf: which ── a letter to each home of one ── the last answers ──→ the shelf: the others ──→ the asker
///
/// Invariant: a home is asked once, and answers once.
final class TableListing: Sendable {
  /// How a table stands that is awake.
  struct Awake: Sendable {
    let room: RoomID
    let summary: TableSummary
    /// Who is there now.
    let here: [String]
    let usedAt: Int64
    /// The guest may come to it, and finds it here.
    let isOpen: Bool

    fileprivate init(_ room: Room, for guest: GuestID, now: Instant) {
      isOpen = room.isFoundByItself && room.admittance.admits(guest)
      self.room = room.id
      summary = room.summary
      here = room.namesHere
      usedAt = Instant.wallMilliseconds() - (now.milliseconds - room.use.lastAt)
    }
  }

  private let asker: ConnectionID
  private let guest: GuestID
  private let part: TablePart
  private let answered: Mutex<(awake: [RoomID: Awake], missing: Int)>

  private init(_ part: TablePart, of guest: GuestID, for asker: ConnectionID, homes: Int) {
    self.part = part
    self.guest = guest
    self.asker = asker
    answered = Mutex(([:], homes))
  }

  /// Begins to make a list; its asker hears of it once.
  static func begin(of guest: GuestID, _ place: TablePlace, for asker: ConnectionID, _ shared: Shared) {
    let isTaken = shared.store.shelf.list { storage in
      do throws(StorageFault) {
        let part = try TablePart(of: guest, place, in: storage)
        let homes = Set(part.tables.map { $0.room.home(among: shared.mailboxes.count) })
        let listing = TableListing(part, of: guest, for: asker, homes: homes.count)
        if homes.isEmpty { return listing.finish(in: storage, shared) }
        for home in homes { shared.mailboxes[home].send(.homes(.listed(listing))) }
      } catch {
        shared.log.error("a guest's tables cannot be listed: \(error)")
        tell(.unreadable, to: asker, shared)
      }
    }
    if !isTaken { tell(.busy, to: asker, shared) }
  }

  // MARK: - Homes

  /// Those whose home a loop is.
  func rooms(among loops: Int, at loop: Int) -> [RoomID] {
    part.tables.map(\.room).filter { $0.home(among: loops) == loop }
  }

  /// How tables stand that are awake at a home.
  func add(_ rooms: [Room], now: Instant, _ shared: Shared) {
    add(rooms.map { Awake($0, for: guest, now: now) }, shared)
  }

  /// What a home says. After the last of them the others are looked at.
  private func add(_ awake: [Awake], _ shared: Shared) {
    let isLast = answered.withLock { answered in
      for table in awake { answered.awake[table.room] = table }
      answered.missing -= 1
      assert(answered.missing >= 0, "a home answers once")
      return answered.missing == 0
    }
    guard isLast else { return }
    let isTaken = shared.store.shelf.list { [self] in finish(in: $0, shared) }
    if !isTaken { Self.tell(.busy, to: asker, shared) }
  }

  // MARK: - The others

  private func finish(in storage: any TableStorage, _ shared: Shared) {
    let awake = answered.withLock { $0.awake }
    do throws(StorageFault) {
      var rows: [TableRow] = []
      for table in part.tables {
        if let awake = awake[table.room] {
          guard awake.isOpen else { continue }
          rows.append(
            TableRow(
              room: table.room, usedAt: max(table.usedAt, awake.usedAt), standing: .told(awake.summary),
              here: awake.here))
        } else if let standing = try shared.store.summaries.standing(
          of: table.room, at: table.sequence, for: guest, in: storage)
        {
          rows.append(TableRow(room: table.room, usedAt: table.usedAt, standing: standing))
        }
      }
      // Somebody who is at a table uses it, whenever it was written to.
      rows.sort { $0.usedAt > $1.usedAt }
      Self.tell(.tables(rows, more: part.more), to: asker, shared)
    } catch {
      shared.log.error("a guest's tables cannot be read: \(error)")
      Self.tell(.unreadable, to: asker, shared)
    }
  }

  private static func tell(_ answer: APIAnswer, to asker: ConnectionID, _ shared: Shared) {
    shared.mailboxes[Int(asker.loop)].send(.front(.apiAnswer(asker, answer)))
  }
}
