/// Which blobs there are, who pays for them - the first who brought them - and which of them are on their way out.
/// Invariant: `used` and `accounts` are the sums over `kept` and what is booked for blobs on their way to the
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

  private struct Kept {
    let entry: Entry
    /// When somebody brought it last, in milliseconds since 1970.
    var broughtAt: Int64
    /// Nobody is told of it any more; it is there until whoever named it just before has been heard.
    var isLeaving = false
  }

  var limits: Blobs.Limits
  private var kept: [BlobID: Kept] = [:]
  private(set) var used = Account()
  private var accounts: [String: Account] = [:]

  init(limits: Blobs.Limits) { self.limits = limits }

  /// nil also for what is on its way out.
  subscript(id: BlobID) -> Entry? { kept[id].flatMap { $0.isLeaving ? nil : $0.entry } }

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
  mutating func enter(_ id: BlobID, _ entry: Entry, at: Int64) {
    precondition(
      kept.updateValue(Kept(entry: entry, broughtAt: at), forKey: id) == nil, "a blob is entered once")
  }

  /// The very bytes came again: it stays.
  ///
  /// - Returns: nil when there is no such blob.
  mutating func broughtAgain(_ id: BlobID, at: Int64) -> Entry? {
    guard let known = kept[id] else { return nil }
    kept[id] = Kept(entry: known.entry, broughtAt: max(at, known.broughtAt))
    return known.entry
  }

  /// The disk did not take it.
  mutating func giveBack(_ entry: Entry) {
    used.remove(entry.byteCount)
    accounts[entry.owner]?.remove(entry.byteCount)
    if accounts[entry.owner]?.count == 0 { accounts[entry.owner] = nil }
  }

  /// What an earlier start of the server left; it counts even where the limits are narrower now.
  mutating func restore(_ id: BlobID, _ entry: Entry, at: Int64) {
    guard kept[id] == nil else { return }
    count(entry)
    enter(id, entry, at: at)
  }

  private mutating func count(_ entry: Entry) {
    used.add(entry.byteCount)
    accounts[entry.owner, default: Account()].add(entry.byteCount)
  }

  func checkInvariants() {
    var sums: [String: Account] = [:]
    for kept in kept.values { sums[kept.entry.owner, default: Account()].add(kept.entry.byteCount) }
    precondition(sums == accounts, "with nothing on its way the accounts are the sums of the entries")
    precondition(used.count == kept.count, "with nothing on its way each blob is counted once")
  }

  // MARK: - Leaving

  var leaving: [BlobID] { kept.filter { $0.value.isLeaving }.map(\.key) }

  /// Those that stay and that nobody brought since then.
  func brought(before time: Int64) -> [BlobID] {
    kept.filter { !$0.value.isLeaving && $0.value.broughtAt < time }.map(\.key)
  }

  /// Of these, those that nobody brought again meanwhile are on their way out.
  mutating func letLeave(_ ids: some Sequence<BlobID>, broughtBefore time: Int64) {
    for id in ids where kept[id].map({ $0.broughtAt < time }) == true { kept[id]?.isLeaving = true }
  }

  mutating func letStay(_ ids: some Sequence<BlobID>) {
    for id in ids { kept[id]?.isLeaving = false }
  }

  /// It is gone, and nobody pays for it any more.
  ///
  /// - Returns: nil when it stays.
  mutating func remove(_ id: BlobID) -> Entry? {
    guard let known = kept[id], known.isLeaving else { return nil }
    kept[id] = nil
    giveBack(known.entry)
    return known.entry
  }
}
