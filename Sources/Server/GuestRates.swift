import Rooms
import Synchronization

/// How often each guest may do something that costs, over all their connections and loops.
/// Invariant: never more guests are remembered than `guestsMax`.
final class GuestRates: Sendable {
  private let rate: Allowance.Rate
  /// Whoever has done nothing for so long has all to spend again, as if never seen.
  private let fullMilliseconds: Int64
  private let guestsMax: Int
  private let spent: Mutex<[GuestID: (allowance: Allowance, at: Int64)]> = Mutex([:])

  init(perSecond: Int, burst: Int, guestsMax: Int = 10_000) {
    rate = Allowance.Rate(perSecond: perSecond, burst: burst)
    fullMilliseconds = Int64((burst + perSecond - 1) / perSecond) * 1000
    self.guestsMax = guestsMax
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  func take(_ guest: GuestID, now: Int64) -> Int? {
    spent.withLock { spent in
      if spent[guest] == nil, spent.count >= guestsMax {
        spent = spent.filter { now - $0.value.at < fullMilliseconds }
        if spent.count >= guestsMax { spent = [:] }
      }
      var allowance = spent[guest]?.allowance ?? Allowance()
      let wait = allowance.take(now: now, rate)
      spent[guest] = (allowance, now)
      return wait
    }
  }
}
