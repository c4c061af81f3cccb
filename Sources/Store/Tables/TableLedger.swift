import SQLite

/// How many tables there are, and whose: those that are kept, and those that were admitted and are on their way to the
/// disk. Nothing of the latter outlives the process.
///
/// Invariant: `count` is the number of both, of all owners together, and no limit is passed by what was admitted here,
/// however many ask at the same time.
struct TableLedger: Sendable {
  /// The opener of a table, and the network that they come from.
  struct Opening: Sendable, Equatable {
    let owner: String
    let network: UInt64?
  }

  /// What a commit made of the tables.
  enum Change {
    case opened(String, Opening)
    case deleted(Opening)
  }

  private(set) var count = 0
  private var countsOfOwners: [String: Int] = [:]
  private var countsOfNetworks: [UInt64: Int] = [:]
  /// By the table's name, so that the same opening is counted once.
  private var onTheirWay: [String: Opening] = [:]

  init() {}

  /// What lies on the disk.
  init(of db: Database) throws {
    let tables = try Row.fetchCursor(
      db, sql: "SELECT owner, network, count(*) FROM tables GROUP BY owner, network")
    while let row = try tables.next() { add(Opening(kept: row), try row.decode(atIndex: 2)) }
  }

  /// Counts a table that is to be opened, if it may be. It is counted until it is deleted, or given back.
  mutating func admit(_ room: String, _ opening: Opening, _ limits: SQLiteTables.Limits) -> Admission {
    if onTheirWay[room] != nil { return .admitted }
    guard count < limits.tablesMax else { return .full }
    guard countsOfOwners[opening.owner, default: 0] < limits.tablesPerGuestMax else {
      return .tooManyOfGuest(limits.tablesPerGuestMax)
    }
    if let network = opening.network, countsOfNetworks[network, default: 0] >= limits.tablesPerNetworkMax {
      return .tooManyOfNetwork(limits.tablesPerNetworkMax)
    }
    add(opening, 1)
    onTheirWay[room] = opening
    return .admitted
  }

  /// A table that was admitted does not come.
  mutating func giveBack(_ room: String) {
    if let opening = onTheirWay.removeValue(forKey: room) { add(opening, -1) }
  }

  mutating func committed(_ change: Change) {
    switch change {
    case .opened(let room, let opening):
      // As it was counted, or a table that nobody asked for.
      if onTheirWay.removeValue(forKey: room) == nil { add(opening, 1) }
    case .deleted(let opening): add(opening, -1)
    }
  }

  private mutating func add(_ opening: Opening, _ difference: Int) {
    count += difference
    Self.add(difference, to: &countsOfOwners, opening.owner)
    if let network = opening.network { Self.add(difference, to: &countsOfNetworks, network) }
    #if DEBUG
      checkInvariants()
    #endif
  }

  /// Owners without tables are not remembered, so the memory taken is bounded by the number of tables.
  private static func add<Key>(_ difference: Int, to counts: inout [Key: Int], _ key: Key) {
    let count = counts[key, default: 0] + difference
    counts[key] = count > 0 ? count : nil
  }

  /// Debug builds look after it at each change; where there are many owners, they are not gone through.
  private func checkInvariants() {
    precondition(count >= onTheirWay.count, "tables on their way to the disk are counted")
    guard countsOfOwners.count <= 64 else { return }
    precondition(count == countsOfOwners.values.reduce(0, +), "each table has an owner")
    precondition(countsOfNetworks.values.reduce(0, +) <= count, "a table has one network at most")
  }
}

extension TableLedger.Opening {
  /// What its row begins with. An owner who is not what was written is nobody.
  init(kept row: Row) {
    self.init(
      owner: (try? row.decode(String.self, atIndex: 0)) ?? "",
      network: (try? row.decode(Int64?.self, atIndex: 1)).map { UInt64(bitPattern: $0) })
  }
}
