/// Which blobs there are and who pays for them: the first who brought them, and the network that they came from.
/// Invariant: `used`, `accounts` and `networks` are the sums over `kept` and what is booked for blobs on their way to
/// the disk, and none passes its limit by what was booked here.
struct BlobLedger: Sendable {
  struct Entry: Sendable, Equatable {
    let type: BlobType
    let byteCount: Int
    /// The guest whose quota the blob counts against; letters, digits and "_".
    var owner: String
    /// Where they came from, as it is counted; nil: from this machine, or before networks were remembered.
    var network: UInt32?
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

    func covers(_ other: Account) -> Bool { bytes >= other.bytes && count >= other.count }
  }

  private struct Kept {
    var entry: Entry
    /// When somebody brought or named it last, in milliseconds since 1970.
    var namedAt: Int64
  }

  var limits: Blobs.Limits
  private var kept: [BlobID: Kept] = [:]
  private(set) var used = Account()
  private var accounts: [String: Account] = [:]
  private var networks: [UInt32: Account] = [:]

  init(limits: Blobs.Limits) { self.limits = limits }

  subscript(id: BlobID) -> Entry? { kept[id]?.entry }

  func account(of owner: String) -> Account { accounts[owner] ?? Account() }
  func account(ofNetwork network: UInt32) -> Account { networks[network] ?? Account() }

  /// Books a blob that is on its way to the disk; it cannot be read yet.
  mutating func book(_ entry: Entry) throws(Blobs.Refusal) {
    let account = account(of: entry.owner)
    guard account.count < limits.countPerOwnerMax else { throw .ownerCount(limits.countPerOwnerMax) }
    guard entry.byteCount <= limits.bytesPerOwnerMax - account.bytes else {
      throw .ownerBytes(limits.bytesPerOwnerMax)
    }
    // Guests cost nothing to make up, networks do.
    if let network = entry.network {
      let account = self.account(ofNetwork: network)
      guard account.count < limits.countPerNetworkMax else { throw .networkCount(limits.countPerNetworkMax) }
      guard entry.byteCount <= limits.bytesPerNetworkMax - account.bytes else {
        throw .networkBytes(limits.bytesPerNetworkMax)
      }
    }
    guard used.count < limits.countMax, entry.byteCount <= limits.bytesMax - used.bytes else { throw .full }
    count(entry)
  }

  /// It lies on the disk: from now on it can be read.
  mutating func enter(_ id: BlobID, _ entry: Entry, at: Int64) {
    precondition(
      kept.updateValue(Kept(entry: entry, namedAt: at), forKey: id) == nil, "a blob is entered once")
    #if DEBUG
      if kept.count <= 64 { checkInvariants(isAtRest: false) }
    #endif
  }

  /// Somebody names it, or brings it again: it stays for a while.
  mutating func name(_ id: BlobID, at: Int64) -> Entry? {
    guard let known = kept[id] else { return nil }
    kept[id]?.namedAt = max(at, known.namedAt)
    return known.entry
  }

  func entries(of owner: String) -> [(BlobID, Entry)] {
    kept.filter { $0.value.entry.owner == owner }.map { ($0.key, $0.value.entry) }
  }

  /// Somebody else pays for it, also where they have more than one may.
  mutating func pass(_ id: BlobID, to owner: String) {
    guard let known = kept[id] else { return }
    giveBack(known.entry)
    kept[id]?.entry.owner = owner
    if let entry = kept[id]?.entry { count(entry) }
  }

  /// Those that nobody brought or named since then.
  func resting(since time: Int64) -> Set<BlobID> { Set(kept.filter { $0.value.namedAt < time }.keys) }

  /// It is going: from now on nobody is told of it, and nobody pays for it.
  ///
  /// - Returns: nil when somebody has named it since then.
  mutating func remove(_ id: BlobID, restingSince time: Int64) -> Entry? {
    guard let known = kept[id], known.namedAt < time else { return nil }
    kept[id] = nil
    giveBack(known.entry)
    return known.entry
  }

  /// The disk did not take it.
  mutating func giveBack(_ entry: Entry) {
    used.remove(entry.byteCount)
    accounts[entry.owner]?.remove(entry.byteCount)
    if accounts[entry.owner]?.count == 0 { accounts[entry.owner] = nil }
    guard let network = entry.network else { return }
    networks[network]?.remove(entry.byteCount)
    if networks[network]?.count == 0 { networks[network] = nil }
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
    if let network = entry.network { networks[network, default: Account()].add(entry.byteCount) }
  }

  /// Debug builds look after it where there are few blobs.
  ///
  /// - Parameter isAtRest: nothing is on its way to the disk.
  func checkInvariants(isAtRest: Bool) {
    var sums: [String: Account] = [:]
    var sumsOfNetworks: [UInt32: Account] = [:]
    for entry in kept.values.map(\.entry) {
      sums[entry.owner, default: Account()].add(entry.byteCount)
      if let network = entry.network { sumsOfNetworks[network, default: Account()].add(entry.byteCount) }
    }
    precondition(
      sums.allSatisfy { account(of: $0.key).covers($0.value) }, "owners pay for what is kept of theirs")
    precondition(
      sumsOfNetworks.allSatisfy { account(ofNetwork: $0.key).covers($0.value) },
      "networks pay for what is kept of theirs")
    precondition(used.count == accounts.values.reduce(0) { $0 + $1.count }, "somebody pays for each blob")
    guard isAtRest else { return }
    precondition(
      sums == accounts && sumsOfNetworks == networks,
      "with nothing on its way the accounts are the sums of the entries")
    precondition(used.count == kept.count, "with nothing on its way each blob is counted once")
  }
}
