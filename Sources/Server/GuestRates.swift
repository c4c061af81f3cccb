import Rooms
import Synchronization

/// How often each guest may do something that costs, over all their connections and loops.
/// Invariant: never more guests are remembered than `guestsMax`.
final class GuestRates: Sendable {
  private struct Terms {
    let rate: Allowance.Rate
    /// Whoever has done nothing for so long has all to spend again, as if never seen.
    let fullMilliseconds: Int64

    init(perSecond: Int, burst: Int) {
      rate = Allowance.Rate(perSecond: perSecond, burst: burst)
      fullMilliseconds = Int64((burst + perSecond - 1) / perSecond) * 1000
    }
  }

  private struct State {
    var terms: Terms
    var spent: [GuestID: (allowance: Allowance, at: Int64)] = [:]
  }

  private let guestsMax: Int
  private let state: Mutex<State>

  init(perSecond: Int, burst: Int, guestsMax: Int = 10_000) {
    state = Mutex(State(terms: Terms(perSecond: perSecond, burst: burst)))
    self.guestsMax = guestsMax
  }

  /// From now on.
  func change(perSecond: Int, burst: Int) {
    state.withLock { $0.terms = Terms(perSecond: perSecond, burst: burst) }
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  func take(_ guest: GuestID, now: Int64) -> Int? {
    state.withLock { state in
      let terms = state.terms
      if state.spent[guest] == nil, state.spent.count >= guestsMax {
        state.spent = state.spent.filter { now - $0.value.at < terms.fullMilliseconds }
        if state.spent.count >= guestsMax { state.spent = [:] }
      }
      var allowance = state.spent[guest]?.allowance ?? Allowance()
      let wait = allowance.take(now: now, terms.rate)
      state.spent[guest] = (allowance, now)
      return wait
    }
  }
}
