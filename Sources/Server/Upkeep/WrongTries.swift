import Rooms
import Synchronization

/// How often each address may try a token or a key that is wrong, over all loops. An address that tried too often is
/// not even listened to, so that tries tell nothing.
/// Invariant: never more addresses are remembered than `addressesMax`.
final class WrongTries: Sendable {
  private static let rate = Allowance.Rate(perSecond: 1, burst: 10)
  /// After so long somebody who has tried too often may try again.
  static let waitMilliseconds = 1_000
  /// After so long all tries are there again.
  private static let fullMilliseconds: Int64 = 10_000
  static let addressesMax = 1000

  private let tried: Mutex<[Addresses.Key: (allowance: Allowance, at: Int64)]> = Mutex([:])

  /// May this address try again?
  func admits(_ key: Addresses.Key, now: Int64) -> Bool {
    tried.withLock { tried in
      guard var last = tried[key] else { return true }
      return last.allowance.take(now: now, Self.rate) == nil
    }
  }

  /// It was wrong.
  func note(_ key: Addresses.Key, now: Int64) {
    tried.withLock { tried in
      if tried[key] == nil, tried.count >= Self.addressesMax {
        tried = tried.filter { now - $0.value.at < Self.fullMilliseconds }
        if tried.count >= Self.addressesMax { tried = [:] }
      }
      var allowance = tried[key]?.allowance ?? Allowance()
      _ = allowance.take(now: now, Self.rate)
      tried[key] = (allowance, now)
    }
  }
}
