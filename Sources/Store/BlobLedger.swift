/// Which blobs there are and who pays for them: the first who brought them.
/// Invariant: `used` and `accounts` are the sums over `entries` and what is booked for blobs on their way to the
/// disk, and neither passes its limit by what was booked here.
struct BlobLedger: Sendable {
  struct Entry: Sendable, Equatable {
    let type: BlobType
    let byteCount: Int
    /// The name of whoever pays; letters, digits and "_".
    let owner: String
  }

  struct Account: Sendable, Equatable {
    var bytes = 0
    var count = 0

    mutating func add(_ bytes: Int) {
      self.bytes += bytes
      count += 1
    }

    mutating func remove(_ bytes: Int) {
      self.bytes -= bytes
      count -= 1
      precondition(self.bytes >= 0 && count >= 0, "nothing is given back that was not booked")
    }
  }

  var limits: Blobs.Limits
  private var entries: [BlobID: Entry] = [:]
  private(set) var used = Account()
  private var accounts: [String: Account] = [:]

  init(limits: Blobs.Limits) { self.limits = limits }

  subscript(id: BlobID) -> Entry? { entries[id] }

  func account(of owner: String) -> Account { accounts[owner] ?? Account() }

  /// Books a blob that is on its way to the disk; it cannot be read yet.
  mutating func book(_ entry: Entry) throws(Blobs.Refusal) {
    let account = account(of: entry.owner)
    guard account.count < limits.countPerOwnerMax else { throw .ownerCount(limits.countPerOwnerMax) }
    guard entry.byteCount <= limits.bytesPerOwnerMax - account.bytes else {
      throw .ownerBytes(limits.bytesPerOwnerMax)
    }
    guard used.count < limits.countMax, entry.byteCount <= limits.bytesMax - used.bytes else { throw .full }
    count(entry)
  }

  /// It lies on the disk: from now on it can be read.
  mutating func enter(_ id: BlobID, _ entry: Entry) {
    precondition(entries.updateValue(entry, forKey: id) == nil, "a blob is entered once")
  }

  /// The disk did not take it.
  mutating func giveBack(_ entry: Entry) {
    used.remove(entry.byteCount)
    accounts[entry.owner]?.remove(entry.byteCount)
    if accounts[entry.owner]?.count == 0 { accounts[entry.owner] = nil }
  }

  /// What an earlier start of the server left; it counts even where the limits are narrower now.
  mutating func restore(_ id: BlobID, _ entry: Entry) {
    guard entries[id] == nil else { return }
    count(entry)
    entries[id] = entry
  }

  private mutating func count(_ entry: Entry) {
    used.add(entry.byteCount)
    accounts[entry.owner, default: Account()].add(entry.byteCount)
  }

  func checkInvariants() {
    var sums: [String: Account] = [:]
    for entry in entries.values { sums[entry.owner, default: Account()].add(entry.byteCount) }
    precondition(sums == accounts, "with nothing on its way the accounts are the sums of the entries")
    precondition(used.count == entries.count, "with nothing on its way each blob is counted once")
  }
}
