import Boards
import Descriptions
import Reactor
package import Rooms
package import Store
import Synchronization
import Wire

/// Where tables sleep. They are looked for, read and played through on threads of its own, so that no loop waits for a
/// disk or a long game.
final class Shelf: Sendable {
  enum Found: Sendable {
    case table(Reopening)
    /// There is no such table; one may be opened under its name, or may not. nil: nobody asked to open it.
    case none(Admission?)
    /// Its records are not as they were written, or this program cannot carry them out.
    case damaged(String)
    /// The disk does not give it now.
    case unreadable(String)
    /// Nothing is opened any more, for what is kept is damaged; nobody can wait for that.
    case closed
  }

  /// Who opens a table, if there is none of that name.
  struct Opener: Sendable {
    let guest: GuestID
    let network: UInt32?
  }

  /// Tables that may wait to be read on one thread.
  private static let waitingMax = 65_536
  private static let listsWaitingMax = 1_024

  private let storage: any TableStorage
  private let desks: [WorkDesk]
  /// Lists of tables, which nobody waits for as for a table.
  private let lists = WorkDesk(waitingMax: Shelf.listsWaitingMax)

  /// - Parameter threads: so many tables are read at the same time.
  init(_ storage: any TableStorage, threads: Int) {
    self.storage = storage
    desks = (0..<threads).map { _ in WorkDesk(waitingMax: Self.waitingMax) }
  }

  /// The bodies of its threads; each returns after `end`.
  var bodies: [@Sendable () -> Void] { desks.map { desk in { desk.run() } } }

  /// The same of the thread for lists, which leaves the cores to others.
  func runLists() { lists.run() }

  func end() {
    for desk in desks + [lists] { desk.end() }
  }

  /// Looks for a table. `told` is called once, on one of the threads or at once.
  func find(_ room: RoomID, for opener: Opener?, now: Int64, told: @escaping @Sendable (Found) -> Void) {
    guard storage.isDurable else { return told(.none(.admitted)) }
    let isTaken = desk(of: room).put { [storage] in told(Self.find(room, for: opener, in: storage, now: now))
    }
    if !isTaken { told(.unreadable("too many tables wake at once")) }
  }

  /// Something else that reads: tables that nobody used for long, figures.
  func ask(_ work: @escaping @Sendable (any TableStorage) -> Void) {
    _ = desks[0].put { [storage] in work(storage) }
  }

  /// A step of a list of somebody's tables: read, and each played through in turn.
  ///
  /// - Returns: false when too many wait; it is not done then.
  func list(_ work: @escaping @Sendable (any TableStorage) -> Void) -> Bool {
    lists.put { [storage] in work(storage) }
  }

  private func desk(of room: RoomID) -> WorkDesk { desks[room.home(among: desks.count)] }

  /// A table as it was kept; nil where there is none.
  ///
  /// - Throws: `StorageFault.damaged` also where this program cannot carry out its records.
  static func reopen(
    _ room: RoomID, in storage: any TableStorage, now: Int64
  ) throws(StorageFault) -> Reopening? {
    guard let stored = try storage.table(room.text, usesBase: true) else { return nil }
    if let reopening = try? Reopening(stored, now: now) { return reopening }
    // Perhaps it is only the shortcut that does not lead there.
    guard let whole = try storage.table(room.text, usesBase: false) else { return nil }
    do throws(Reopening.Fault) {
      return try Reopening(whole, now: now)
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func find(
    _ room: RoomID, for opener: Opener?, in storage: any TableStorage, now: Int64
  ) -> Found {
    do throws(StorageFault) {
      if let reopening = try reopen(room, in: storage, now: now) { return .table(reopening) }
      guard let opener else { return .none(nil) }
      return .none(
        try storage.admit(
          room.text, owner: opener.guest.text, network: opener.network.map { UInt64($0) }))
    } catch {
      switch error {
      case .damaged(let what): return .damaged(what)
      // A guest who opens a table is told that it cannot be kept, and not that it is gone.
      case .corrupt(let what): return opener == nil ? .damaged(what) : .closed
      case .disk(let what), .undecided(let what): return .unreadable(what)
      }
    }
  }
}

extension Reopening {
  /// Plays a table through that was kept.
  package init(_ stored: StoredTable, now: Int64) throws(Fault) {
    guard let room = RoomID(stored.opening.room) else {
      throw .record(sequence: 1, "\(stored.opening.room) is not the name of a table")
    }
    guard case .opening(let opening) = try Self.read(stored.opening) else { throw .opening }
    let described: Described?
    do throws(DescriptionError) {
      described = try Described(opening)
    } catch {
      throw .description
    }
    try self.init(opening, room: room, described: described, now: now)
    if let base = stored.base {
      guard begin(at: base.bytes, version: Int(base.version), sequence: Int(base.sequence)) else {
        throw .base
      }
    }
    for record in stored.records { try replay(try Self.read(record), sequence: Int(record.sequence)) }
    try check()
    for before in stored.answeredBefore {
      if let visit = VisitID(before.visit) { answeredBefore(before.c, of: visit) }
    }
    for answer in stored.answered {
      guard let visit = VisitID(answer.visit) else { continue }
      answered(answer.c, of: visit, at: Int(answer.version), record: answer.bytes)
    }
  }

  private static func read(_ record: Record) throws(Fault) -> LogRecord {
    do throws(BadMessage) {
      return try LogRecord.read(record.bytes)
    } catch {
      throw .record(sequence: Int(record.sequence), error.why)
    }
  }
}

extension Described {
  /// What an opening describes, if it does: a game of patience is dealt, a board is not.
  fileprivate init?(_ opening: LogRecord.Opening) throws(DescriptionError) {
    let text = opening.secret.description
    if text.isEmpty { return nil }
    if opening.table.deal != nil {
      self = .game(try GameDescription.read(text, isKept: true).game, text: text)
    } else {
      self = .board(try BoardDescription.read(text).kind, text: text)
    }
  }
}
