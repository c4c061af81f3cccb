import Rooms
import Synchronization

/// Who keeps how many tables in memory, over all loops: the person who woke or opened a table, and their network.
/// Invariant: a person or a network is here only while it keeps tables awake; each table counts for both.
final class AwakeTables: Sendable {
  /// Who keeps a table awake.
  struct Keeper: Equatable {
    let guest: GuestID
    /// nil for this machine's own programs, which may keep any number.
    let network: UInt32?
  }

  private struct Counts {
    var perGuestMax: Int
    var perNetworkMax: Int
    var byGuest: [GuestID: Int] = [:]
    var byNetwork: [UInt32?: Int] = [:]
  }

  private let counts: Mutex<Counts>

  init(perGuestMax: Int, perNetworkMax: Int) {
    counts = Mutex(Counts(perGuestMax: perGuestMax, perNetworkMax: perNetworkMax))
  }

  /// From now on. Who keeps more awake already goes on with them.
  func change(perGuestMax: Int, perNetworkMax: Int) {
    counts.withLock { ($0.perGuestMax, $0.perNetworkMax) = (perGuestMax, perNetworkMax) }
  }

  /// A table more, if its keeper may have one more.
  ///
  /// - Returns: false when they keep as many as they may.
  func add(_ keeper: Keeper?) -> Bool {
    guard let keeper else { return true }
    return counts.withLock { counts in
      let (own, all) = (counts.byGuest[keeper.guest] ?? 0, counts.byNetwork[keeper.network] ?? 0)
      if keeper.network != nil {
        guard own < counts.perGuestMax, all < counts.perNetworkMax else { return false }
      }
      counts.byGuest[keeper.guest] = own + 1
      counts.byNetwork[keeper.network] = all + 1
      return true
    }
  }

  func remove(_ keeper: Keeper?) {
    guard let keeper else { return }
    counts.withLock { counts in
      guard let own = counts.byGuest[keeper.guest], let all = counts.byNetwork[keeper.network] else {
        preconditionFailure("only what was added is removed")
      }
      counts.byGuest[keeper.guest] = own > 1 ? own - 1 : nil
      counts.byNetwork[keeper.network] = all > 1 ? all - 1 : nil
    }
  }

  /// How many tables a network keeps awake.
  func count(of network: UInt32?) -> Int { counts.withLock { $0.byNetwork[network] ?? 0 } }

  /// How many persons keep tables awake.
  var keepers: Int { counts.withLock { $0.byGuest.count } }

  /// - Parameter keepers: of one loop's tables, each table's.
  func checkInvariants(_ keepers: [Keeper]) {
    let here = Dictionary(keepers.map { ($0.guest, 1) }, uniquingKeysWith: +)
    counts.withLock { counts in
      let (guests, networks) = (counts.byGuest.values, counts.byNetwork.values)
      precondition(
        guests.allSatisfy { $0 > 0 } && networks.allSatisfy { $0 > 0 }, "who keeps none is not here")
      precondition(guests.reduce(0, +) == networks.reduce(0, +), "a table counts for a person and a network")
      precondition(
        here.allSatisfy { counts.byGuest[$0.key] ?? 0 >= $0.value }, "a table's keeper is counted")
    }
  }
}
