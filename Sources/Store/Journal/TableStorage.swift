/// Where the records of tables are kept. Of records a commit takes all or none, and what it returned from is there to
/// stay.
package protocol TableStorage: Sendable {
  /// Called on the journal's thread alone, never with an empty batch.
  func commit(_ batch: Batch) throws(StorageFault)
  /// Writes something beside the records, in a commit of its own. Called on the journal's thread.
  func carryOut(_ change: StoredChange) throws(StorageFault)
  /// Writes as a commit does, and changes nothing: whether commits would hold again. Called on the journal's thread.
  func tryToWrite() throws(StorageFault)
  /// After a commit that threw `.undecided`: makes sure that it is not there. Called on the journal's thread.
  func takeBack() throws(StorageFault)
  /// Called on the journal's thread when nothing waits: the time for what would make a commit wait.
  ///
  /// - Returns: whether there is more to do.
  func useIdleTime() -> Bool

  /// Nothing is asked of it any more.
  func finish() throws(StorageFault)

  /// From any thread.
  ///
  /// - Parameter usesBase: false: with all records from the first.
  func table(_ room: String, usesBase: Bool) throws(StorageFault) -> StoredTable?
  /// Tables that a guest opened or held a seat at; what was used last comes first.
  ///
  /// - Parameter before: only those that were used last before then, in milliseconds since 1970.
  func tables(of guest: String, before: Int64?, countMax: Int) throws(StorageFault) -> [GuestTable]
  /// Whether one more table may be opened, and if not, why. One that is admitted counts from now on, until the commit
  /// that opens it or `giveBack`.
  func admit(_ room: String, owner: String, network: UInt64?) throws(StorageFault) -> Admission
  /// A table that was admitted does not come; of others nothing happens.
  func giveBack(_ room: String)
  /// Tables that were not used since then, at most so many.
  func unused(since: Int64, countMax: Int) throws(StorageFault) -> [String]
  /// What the next few tables name, those with a greater identifier than this one.
  ///
  /// - Throws: also where a single record is not as it was written, since it may have named any.
  func namedBlobs(after id: Int64) throws(StorageFault) -> NamedBlobs
  func figures() throws(StorageFault) -> StorageFigures
  /// All persons, with their devices; read once, at the start.
  func people() throws(StorageFault) -> PeopleRows
  /// What the next few tables have of some guests, those with a greater identifier than this one.
  func traces(of guests: Set<String>, after id: Int64) throws(StorageFault) -> Traces
  /// What is kept of somebody at the next few tables.
  func kept(of guest: String, after id: Int64) throws(StorageFault) -> Kept
  /// Pages of the file that name one of them, also where no row does.
  func pages(naming guests: Set<String>) throws(StorageFault) -> [Int]
  /// What people reported and nobody has closed, newest first.
  func reports() throws(StorageFault) -> [Report]
  /// Also those that have ended meanwhile.
  func bans() throws(StorageFault) -> [Ban]

  /// Why nothing may be changed, in a sentence with the mend; nil while all is well.
  var corruption: String? { get }
  /// Whether tables survive this process.
  var isDurable: Bool { get }
  /// Names this life of the data: another one after it was restored from a copy.
  var generation: UInt32 { get }
  /// What names of tables are derived from, so that the same message opens the same table, and nobody guesses one.
  var secret: [UInt8] { get }
}

extension TableStorage {
  package func takeBack() throws(StorageFault) {}
  package func people() throws(StorageFault) -> PeopleRows { PeopleRows() }
  package func traces(of guests: Set<String>, after id: Int64) throws(StorageFault) -> Traces { Traces() }
  package func kept(of guest: String, after id: Int64) throws(StorageFault) -> Kept { Kept() }
  package func pages(naming guests: Set<String>) throws(StorageFault) -> [Int] { [] }
  package func reports() throws(StorageFault) -> [Report] { [] }
  package func bans() throws(StorageFault) -> [Ban] { [] }
}

/// A table in the list of somebody who opened it or held a seat there.
package struct GuestTable: Sendable, Equatable {
  package let room: String
  /// In milliseconds since 1970: when its last record was written, or when somebody came later.
  package let usedAt: Int64
  /// Of its last record: a table with another one is not what it was.
  package let sequence: UInt64

  package init(room: String, usedAt: Int64, sequence: UInt64) {
    self.room = room
    self.usedAt = usedAt
    self.sequence = sequence
  }
}

/// What is committed together.
package struct Batch: Sendable {
  package var records: [Record] = []
  package var bases: [Base] = []
  /// Tables whose records are to be forgotten for good.
  package var deleted: [String] = []
  /// Tables that somebody came to, when, and who has a seat there.
  package var used: [(room: String, at: Int64, sitters: [String])] = []

  package init() {}

  package var isEmpty: Bool { records.isEmpty && bases.isEmpty && deleted.isEmpty && used.isEmpty }

  var rooms: Set<String> {
    Set(records.map(\.room)).union(bases.map(\.room)).union(deleted).union(used.map(\.room))
  }

  /// What concerns one room.
  func part(of room: String) -> Batch {
    var part = Batch()
    part.records = records.filter { $0.room == room }
    part.bases = bases.filter { $0.room == room }
    part.deleted = deleted.filter { $0 == room }
    part.used = used.filter { $0.room == room }
    return part
  }
}

/// Whether a table may be opened.
package enum Admission: Sendable, Equatable {
  case admitted
  /// So many tables are kept as there may be, or they take all the room that there is.
  case full
  case tooManyOfGuest(Int)
  case tooManyOfNetwork(Int)
}

package struct StorageFigures: Sendable, Equatable {
  package var tables = 0
  package var bytes = 0

  package init(tables: Int = 0, bytes: Int = 0) {
    self.tables = tables
    self.bytes = bytes
  }
}

/// What a storage could not do.
package enum StorageFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The disk does not take it now: full, read-only, a write or a sync that failed. It may later.
  case disk(String)
  /// The same, and what was to be committed may be there after a crash, or not: it must be told neither way until
  /// `takeBack` returned.
  case undecided(String)
  /// What is kept contradicts itself; one table is not to be trusted.
  case damaged(String)
  /// Pages of the database cannot be read; nothing more is written, so that nothing gets worse.
  case corrupt(String)

  package var description: String {
    switch self {
    case .disk(let what), .undecided(let what): what
    case .damaged(let what): what
    case .corrupt(let what): what
    }
  }
}
