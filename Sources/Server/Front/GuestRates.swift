import Rooms
import Synchronization

/// How often each guest may do something that costs, and each network some times as often, over all connections and
/// loops. Of guests and of networks the latest are remembered.
final class GuestRates: Sendable {
  /// Several people share an address.
  static let guestsPerNetwork = 8

  private struct Terms {
    let guest: Allowance.Rate
    let network: Allowance.Rate

    init(perSecond: Int, burst: Int) {
      guest = Allowance.Rate(perSecond: perSecond, burst: burst)
      network = Allowance.Rate(
        perSecond: perSecond * GuestRates.guestsPerNetwork, burst: burst * GuestRates.guestsPerNetwork)
    }

    init(everyMilliseconds milliseconds: Int, burst: Int) {
      guest = Allowance.Rate(everyMilliseconds: milliseconds, burst: burst)
      network = Allowance.Rate(
        everyMilliseconds: milliseconds / GuestRates.guestsPerNetwork,
        burst: burst * GuestRates.guestsPerNetwork)
    }
  }

  private struct State {
    var terms: Terms
    var guests: Recent<GuestID, Allowance>
    var networks: Recent<UInt32, Allowance>
  }

  private let state: Mutex<State>

  /// - Parameter rememberedMin: at least so many guests and so many networks are remembered.
  convenience init(perSecond: Int, burst: Int, rememberedMin: Int = 10_000) {
    self.init(Terms(perSecond: perSecond, burst: burst), rememberedMin)
  }

  /// For what is done rarely: one that was taken is there again after so long.
  convenience init(everyMilliseconds milliseconds: Int, burst: Int, rememberedMin: Int = 10_000) {
    self.init(Terms(everyMilliseconds: milliseconds, burst: burst), rememberedMin)
  }

  private init(_ terms: Terms, _ rememberedMin: Int) {
    state = Mutex(
      State(
        terms: terms, guests: Recent(generationMax: rememberedMin),
        networks: Recent(generationMax: rememberedMin)))
  }

  /// From now on.
  func change(perSecond: Int, burst: Int) {
    state.withLock { $0.terms = Terms(perSecond: perSecond, burst: burst) }
  }

  /// Takes one; nil when it was there, otherwise the milliseconds to wait for it.
  ///
  /// - Parameters:
  ///   - guest: nil where only the network counts.
  ///   - network: where the guest comes from; nil: from this machine, whose programs share nothing.
  func take(_ guest: GuestID?, of network: UInt32?, now: Int64) -> Int? {
    state.withLock { state in
      // Who is refused takes nothing of what others of the network have, and a network that makes up guests makes
      // nobody be forgotten.
      var own = guest.flatMap { state.guests[$0] } ?? Allowance()
      if guest != nil, let wait = own.take(now: now, state.terms.guest) { return wait }
      if let network {
        var all = state.networks[network] ?? Allowance()
        if let wait = all.take(now: now, state.terms.network) { return wait }
        state.networks.set(all, for: network)
      }
      if let guest { state.guests.set(own, for: guest) }
      return nil
    }
  }

  /// How many are remembered.
  var count: Int { state.withLock { $0.guests.count + $0.networks.count } }
}
