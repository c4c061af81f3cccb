import Rooms
import Synchronization

/// How often each guest may do something that costs, over all their connections and loops.
/// Invariant: never more guests are remembered than `guestsMax`.
final class GuestRates: Sendable {
  private let perSecond: Int
  private let burst: Int
  private let guestsMax: Int
  private let spent: Mutex<[GuestID: (allowance: Allowance, at: Int64)]> = Mutex([:])

  init(perSecond: Int, burst: Int, guestsMax: Int = 10_000) {
    self.perSecond = perSecond
    self.burst = burst
    self.guestsMax = guestsMax
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  func take(_ guest: GuestID, now: Int64) -> Int? {
    spent.withLock { spent in
      if spent[guest] == nil, spent.count >= guestsMax {
        // Whoever has done nothing for so long has all to spend again, as if never seen.
        let full = Int64((burst + perSecond - 1) / perSecond) * 1000
        spent = spent.filter { now - $0.value.at < full }
        if spent.count >= guestsMax { spent = [:] }
      }
      var allowance = spent[guest]?.allowance ?? Allowance(perSecond: perSecond, burst: burst, now: now)
      let wait = allowance.take(now: now)
      spent[guest] = (allowance, now)
      return wait
    }
  }
}
