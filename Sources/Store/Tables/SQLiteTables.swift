import SQLite
import Synchronization

/// Tables in SQLite: the log of each, a base now and then, and who opened it.
///
/// Promises: after `commit` returned, its records survive a loss of power; a table that was changed by anything but us
/// is refused; once pages cannot be read nothing more is committed; quotas hold however many guests open tables at the
/// same time.
package final class SQLiteTables: TableStorage {
  package struct Limits: Sendable {
    package var tablesMax = 100_000
    /// The size of the database file, with the part of its log that is beyond the usual. At this size no more tables
    /// are opened; a tenth beyond it, all tables stand still.
    package var bytesMax = 4 * 1024 * 1024 * 1024
    package var tablesPerGuestMax = 500
    /// Of one IPv4 address, or one /64 network of IPv6.
    package var tablesPerNetworkMax = 5_000

    package init() {}
  }

  struct State {
    var tails = LogTails()
    var ledger: TableLedger
    var taken: RoomTaken
    var limits: Limits
    /// Why nothing is written any more.
    var corruption: String?
    var nextReader = 0
    /// When the log was made small last.
    var shrunkAt: ContinuousClock.Instant?
  }

  package let isDurable = true
  package let generation: UInt32
  package let secret: [UInt8]
  package var corruption: String? { state.withLock { $0.corruption } }

  private let directory: String
  private let log: LogFile
  /// Told once, on any thread, when damage is met that was not there at the start.
  private let damaged: @Sendable (String) -> Void
  let writer: DatabaseQueue
  /// Told by the writer for as long as that lives.
  private let frames: LogFrames
  private let readers: [DatabaseQueue]
  let tidying: WALTidying
  /// nil where nothing is synced, and so nothing is known.
  let committed: CommittedLog?
  /// The log was damaged at the start: nothing of it may be moved or thrown away, not even at the end.
  private let isAsFound: Bool
  /// False in a damaged file of an older format, which stays as it is.
  private let hasSitters: Bool
  let state: Mutex<State>

  private static let readersCount = 2
  /// So many answers are known again when a table wakes.
  static let answeredMax = 4_096
  /// Up to which number a visit was answered is known by so many of a table's newest records: 20 ms of reading.
  static let soughtMax: Int64 = 32_768
  /// Opens what lies in a directory, or begins it.
  ///
  /// - Parameters:
  ///   - syncs: false: nothing waits for the disk, and a loss of power loses what was told.
  ///   - damaged: told once, on any thread, of damage that is met later, in a sentence with the mend.
  /// - Throws: a sentence with the mend.
  package init(
    directory: String, syncs: Bool = true, limits: Limits = Limits(),
    damaged: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(Unusable) {
    self.directory = directory
    self.damaged = damaged
    let path = directory + "/" + TableDatabase.fileName
    log = LogFile(beside: path)
    do {
      if !syncs { LogMarkFile(beside: path).remove() }
      let look = syncs ? try LogLook(path) : nil
      let isAsFound = look?.damage != nil
      if let scan = look?.scan, !isAsFound { try Self.cutRemains(of: scan, path) }
      let open = {
        isAsFound ? try TableDatabase.openToRead(path) : try TableDatabase.open(path, syncs: syncs)
      }
      let frames = LogFrames(look?.scan?.end ?? 0)
      let (writer, damage) =
        if let damage = look?.damage { (try Self.open(asFound: open, damage), damage as String?) } else {
          try Self.begin(open, frames)
        }
      let begun = try Self.read(writer, damage)
      let corruption = damage ?? begun.corruption
      self.writer = writer
      self.frames = frames
      self.isAsFound = isAsFound
      readers = try (0..<Self.readersCount).map { _ in try TableDatabase.openToRead(path) }
      let tidying = WALTidying(try open())
      self.tidying = tidying
      committed =
        syncs && !isAsFound
        ? CommittedLog(
          log, frames,
          LogMarking(LogMarkFile(beside: path)) { [weak tidying] in tidying?.beside($0) }) : nil
      try committed?.begin()
      generation = begun.generation.reduce(0) { $0 << 8 | UInt32($1) }
      secret = begun.secret
      hasSitters = begun.hasSitters
      state = Mutex(
        State(
          ledger: begun.ledger, taken: begun.taken, limits: limits,
          corruption: corruption.map { Self.damaged($0, directory) }))
      if corruption == nil { tidying.beginAtStart() }
    } catch {
      throw Unusable(error, directory)
    }
  }

  private static func damaged(_ what: String, _ directory: String) -> String {
    "the tables in \(directory) are damaged (\(what)): nothing is written; \(mend(in: directory))"
  }

  /// What may be opened from now on.
  package func set(_ limits: Limits) { state.withLock { $0.limits = limits } }

  // MARK: - Writing

  package func commit(_ batch: Batch) throws(StorageFault) {
    if let corruption { throw .corrupt(corruption) }
    try takeBack()
    guard state.withLock({ $0.taken.isBeyond($0.limits.bytesMax) }) else { return try write(batch) }
    // What makes room is done first, and holds also where it does not make enough.
    var (before, rest) = (Batch(), batch)
    (before.deleted, before.used) = (batch.deleted, batch.used)
    (rest.deleted, rest.used) = ([], [])
    if !before.isEmpty { try write(before) }
    guard state.withLock({ !$0.taken.isBeyond($0.limits.bytesMax) }) else {
      throw Self.roomTaken
    }
    if !rest.isEmpty { try write(rest) }
  }

  private static let roomTaken = StorageFault.disk(
    "the tables take all the room that table-megabytes gives; raise it, or lower keep-days")

  private func write(_ batch: Batch) throws(StorageFault) {
    // Taken out, so that they are changed in place and not copied; after a failure they are looked up anew.
    var tails = state.withLock { state in
      defer { state.tails = LogTails() }
      return state.tails
    }
    let (measures, room) = state.withLock { state in
      let bytesMax = state.limits.bytesMax
      return (state.taken.isDue(with: batch, of: bytesMax), LogRoom(of: bytesMax))
    }
    var changes: [TableLedger.Change] = []
    var taken: RoomTaken?
    do {
      if !batch.deleted.isEmpty { try committed?.marking.forget(batch.deleted) }
      try writer.write { db in
        for room in batch.deleted { try tails.delete(room, &changes, in: db) }
        for record in batch.records { try tails.append(record, &changes, in: db) }
        for base in batch.bases { try tails.keep(base, in: db) }
        for use in batch.used { try tails.note(use: use.room, at: use.at, by: use.sitters, in: db) }
        if measures { taken = try measured(db, room) }
      }
    } catch {
      throw failed(error)
    }
    committed?.committed(batch.records.last.flatMap { tails.last(of: $0.room) })
    tails.forgetIfMany()
    state.withLock { [tails, changes, taken] in
      $0.tails = tails
      for change in changes { $0.ledger.committed(change) }
      if let taken { $0.taken = taken }
    }
    tidying.committed(beside: writer, pages: frames.count, in: room)
  }

  private func measured(_ db: Database, _ room: LogRoom) throws -> RoomTaken {
    try RoomTaken(of: db, logBytes: room.counted(TableDatabase.bytes(of: log.path)))
  }

  /// Moves what the log has into the file and begins it anew, as small as usual, unless somebody still reads what lies
  /// in it. Then it is known again how much it takes.
  private func shrinkLog() throws(StorageFault) {
    let room = state.withLock { state in
      state.shrunkAt = .now
      return LogRoom(of: state.limits.bytesMax)
    }
    do {
      try writer.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_size_limit = \(room.usualBytes)")
        // What it does not move it moves the next time.
        _ = try? WALTidying.checkpoint(on: db)
      }
      try writer.write { try $0.execute(sql: Self.nothing) }
      committed?.committed(nil)
      let taken = try writer.read { try measured($0, room) }
      state.withLock { $0.taken = taken }
    } catch {
      throw failed(error)
    }
  }

  /// It stays what it always is; SQLite writes the page all the same.
  private static let nothing = "PRAGMA user_version = 0"

  package func tryToWrite() throws(StorageFault) {
    if let corruption { throw .corrupt(corruption) }
    try takeBack()
    if state.withLock({ $0.taken.countsLog }) { try shrinkLog() }
    guard state.withLock({ !$0.taken.isBeyond($0.limits.bytesMax) }) else { throw Self.roomTaken }
    do {
      try writer.write { try $0.execute(sql: Self.nothing) }
      committed?.committed(nil)
    } catch {
      throw failed(error)
    }
  }

  package func takeBack() throws(StorageFault) {
    do throws(BlobFolder.Fault) {
      try committed?.takeBack()
    } catch {
      throw .disk("a commit that failed cannot be cut off the log: \(error)")
    }
  }

  /// The fault of a commit that failed: `undecided` where it may be on the disk all the same.
  func failed(_ error: any Error) -> StorageFault {
    let fault = noted(StorageFault(error))
    guard case .disk(let what) = fault, committed?.failed(error) ?? false else { return fault }
    return .undecided(what)
  }

  package func useIdleTime() -> Bool {
    guard corruption == nil else { return false }
    tidying.begin()
    let isHeld = shrinkLogIfDue()
    return committed?.marking.writeIfDue() ?? false || isHeld
  }

  /// A log that counts would else count until somebody plays, and where no table is opened for it nobody might.
  ///
  /// - Returns: whether it counts yet.
  private func shrinkLogIfDue() -> Bool {
    let (counts, isDue) = state.withLock { state in
      (state.taken.countsLog, state.shrunkAt.map { .now - $0 >= Self.shrinkingPace } ?? true)
    }
    guard counts, isDue else { return counts }
    do throws(StorageFault) {
      try takeBack()
      try shrinkLog()
    } catch {
      // What the disk does not take is told of by the commits.
      return corruption == nil
    }
    return state.withLock { $0.taken.countsLog }
  }

  private static let shrinkingPace = Duration.seconds(1)

  /// Everything is in the one file, and nothing holds it open any more.
  package func finish() throws(StorageFault) {
    do {
      try tidying.finish()
      try? committed?.takeBack()
      if corruption == nil { try committed?.marking.finish() }
      for reader in readers { try reader.close() }
      guard !isAsFound else { return try writer.close() }
      try writer.writeWithoutTransaction { _ = try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try writer.close()
    } catch {
      throw StorageFault(error)
    }
  }

  // MARK: - Reading

  package func table(_ room: String, usesBase: Bool = true) throws(StorageFault) -> StoredTable? {
    try read { db in try StoredTable(room, usesBase: usesBase, answeredMax: Self.answeredMax, in: db) }
  }

  package func tables(
    of guest: String, before: Int64?, countMax: Int
  ) throws(StorageFault) -> [GuestTable] {
    try read { db in
      try Sitters.tables(of: guest, before: before, countMax: countMax, areListed: hasSitters, in: db)
    }
  }

  package func admit(_ room: String, owner: String, network: UInt64?) -> Admission {
    state.withLock { state in
      guard !state.taken.isFull(of: state.limits.bytesMax) else { return .full }
      return state.ledger.admit(room, TableLedger.Opening(owner: owner, network: network), state.limits)
    }
  }

  package func giveBack(_ room: String) { state.withLock { $0.ledger.giveBack(room) } }

  package func unused(since: Int64, countMax: Int) throws(StorageFault) -> [String] {
    try read { db in
      try String.fetchAll(
        db, sql: "SELECT room FROM tables WHERE usedAt < ? ORDER BY usedAt LIMIT ?",
        arguments: [since, countMax])
    }
  }

  package func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs {
    // What cannot be read may name any of them.
    if let corruption { throw .corrupt(corruption) }
    return try read { db in try NamedBlobs(after: id, in: db) }
  }

  package func people() throws(StorageFault) -> PeopleRows { try read(Persons.all) }

  package func traces(of guests: Set<String>, after id: Int64) throws(StorageFault) -> Traces {
    if let corruption { throw .corrupt(corruption) }
    return try read { db in try Traces(of: guests, after: id, in: db) }
  }

  package func kept(of guest: String, after id: Int64) throws(StorageFault) -> Kept {
    guard hasSitters else { return Kept() }
    return try read { db in try Kept(of: guest, after: id, in: db) }
  }

  package func pages(naming guests: Set<String>) throws(StorageFault) -> [Int] {
    // Not in a transaction: it would hold the log, which is to be cut off.
    let reader = readers[0]
    do {
      return try reader.writeWithoutTransaction { try Remains.pages(naming: guests, in: $0) }
    } catch {
      throw noted(StorageFault(error))
    }
  }

  package func figures() throws(StorageFault) -> StorageFigures {
    try read { db in
      StorageFigures(
        tables: try Int.fetchOne(db, sql: "SELECT count(*) FROM tables") ?? 0,
        bytes: try measured(db, LogRoom(of: state.withLock { $0.limits.bytesMax })).bytes)
    }
  }

  package func reports() throws(StorageFault) -> [Report] { try read(Reports.open) }

  package func bans() throws(StorageFault) -> [Ban] { try read(Reports.bans) }

  private func read<Value>(_ body: (Database) throws -> Value) throws(StorageFault) -> Value {
    let reader = state.withLock { state in
      state.nextReader = (state.nextReader + 1) % readers.count
      return readers[state.nextReader]
    }
    do {
      return try reader.read(body)
    } catch {
      throw noted(StorageFault(error))
    }
  }

  /// Damage that is met first ends all writing.
  private func noted(_ fault: StorageFault) -> StorageFault {
    guard case .corrupt(let what) = fault else { return fault }
    let sentence = Self.damaged(what, directory)
    let isNew = state.withLock { state in
      defer { state.corruption = state.corruption ?? sentence }
      return state.corruption == nil
    }
    if isNew { damaged(sentence) }
    return fault
  }
}
