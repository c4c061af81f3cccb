/// Who takes more of a loop's time than their share. A tenth of it is shared out evenly among the networks that take
/// any; who stays within their part is served at once, whatever others do. The rest is done in what time is left.
struct TimeShares {
  private struct Account {
    /// Taken and not yet grown out of, in microseconds.
    var taken: Int64
    var at: Int64
  }

  /// In microseconds of each second.
  static let sharedOut: Int64 = 100_000
  /// So much may be taken at once, in microseconds: to come, to open a table, and to play some moves.
  static let burst: Int64 = 20_000
  private static let networksMin: Int64 = 2
  private static let shareMin: Int64 = 1_000

  private var accounts: [UInt32: Account] = [:]
  /// What each network may take in a second.
  private(set) var share = sharedOut / networksMin
  /// So many networks were beyond their share when it was shared out last.
  private(set) var countBeyond: Int64 = 0

  /// - Parameters:
  ///   - network: nil for this machine's own programs, which are never beyond their share.
  ///   - now: in milliseconds.
  func isBeyond(_ network: UInt32?, now: Int64) -> Bool {
    network.flatMap { accounts[$0] }.map { taken($0, now) > Self.burst } ?? false
  }

  mutating func charge(_ network: UInt32?, microseconds: Int64, now: Int64) {
    guard let network, microseconds > 0 else { return }
    let before = accounts[network].map { taken($0, now) } ?? 0
    // A debt has a bound: at the smallest share it takes 40 seconds to grow out of it.
    accounts[network] = Account(taken: min(before + microseconds, Self.burst * 2), at: now)
  }

  private func taken(_ account: Account, _ now: Int64) -> Int64 {
    max(0, account.taken - (now - account.at) * share / 1000)
  }

  /// Forgets who has grown out of all they took, and shares out anew. To be called once a second.
  mutating func renew(now: Int64) {
    accounts = accounts.filter { taken($0.value, now) > 0 }
    countBeyond = Int64(accounts.values.count { taken($0, now) > Self.burst })
    let networks = max(Self.networksMin, Int64(accounts.count))
    for (network, account) in accounts { accounts[network] = Account(taken: taken(account, now), at: now) }
    // However many networks there are, each one's debt shrinks by at least `shareMin` a second.
    share = max(Self.shareMin, Self.sharedOut / networks)
  }
}
