import Patience
import Rooms
import Store
import Synchronization
import Wire

/// Deals that can be won, ready to be taken: a table that wants one takes it at once, and no loop waits for a search or
/// for the disk. `BankFiller` looks here for what is wanted.
///
/// Rule 1: when a deal is found, and how long that took, says something about its cards. So deals come here eight
/// together and in any order, and one that is not there yet is refused at once.
final class ReadyDeals: Sendable {
  /// What is alike of deals.
  struct Kind: Hashable, Sendable {
    let ruleset: Ruleset
    let isSealed: Bool
    /// nil: any.
    let level: DealTerms.Level?
  }

  /// So many of a kind lie ready; those are lost when the server is killed.
  static let readyMax = 8
  /// Kinds that are kept ready; the one that was wanted longest ago makes way.
  static let kindsMax = 256

  private struct Shelf {
    var deals: [PickedDeal] = []
    /// Nobody found one in long searches.
    var isBarren = false
    var wantedAt: Int64
    /// When deals were last looked for, on the clock of microseconds.
    var triedAt: Int64 = 0
    /// Somebody was refused since the last one was put here.
    var isMissed = false
  }

  private struct State {
    var shelves: [Kind: Shelf] = [:]
    var taken = 0
    var missed = 0

    /// The kind that was wanted longest ago goes, with the deals that lie there.
    mutating func makeWay() {
      guard shelves.count >= ReadyDeals.kindsMax else { return }
      if let oldest = shelves.min(by: { $0.value.wantedAt < $1.value.wantedAt })?.key {
        shelves[oldest] = nil
      }
    }
  }

  private let state = Mutex(State())
  /// Signalled when something is taken or missed.
  let wants = Semaphore()
  let isOn: Bool

  init(isOn: Bool) { self.isOn = isOn }

  func take(_ kind: Kind, now: Int64) -> Pick {
    guard isOn, kind.ruleset.seats.min <= 1 else { return .never }
    let pick: Pick = state.withLock { state in
      if state.shelves[kind] == nil { state.makeWay() }
      var shelf = state.shelves[kind] ?? Shelf(wantedAt: now)
      defer { state.shelves[kind] = shelf }
      shelf.wantedAt = now
      if let deal = shelf.deals.popLast() {
        state.taken += 1
        return .picked(deal)
      }
      if shelf.isBarren { return .never }
      shelf.isMissed = true
      state.missed += 1
      return .later
    }
    wants.signal()
    return pick
  }

  // MARK: - Filling

  /// A kind that has fewer deals than it may: those that were missed come first, then those that were not tried for
  /// longest, so that none waits for a game whose deals are rare. nil where none has.
  ///
  /// - Parameters:
  ///   - isUrgent: only what somebody was refused.
  ///   - now: on the clock of microseconds; it counts as tried then.
  func mostWanted(isUrgent: Bool, now: Int64) -> (kind: Kind, lacking: Int)? {
    state.withLock { state in
      let short = state.shelves.filter {
        !$0.value.isBarren && $0.value.deals.count < Self.readyMax && (!isUrgent || $0.value.isMissed)
      }
      let most = short.min { a, b in
        (a.value.isMissed ? 0 : 1, a.value.triedAt) < (b.value.isMissed ? 0 : 1, b.value.triedAt)
      }
      guard let most else { return nil }
      state.shelves[most.key]?.triedAt = now
      return (most.key, Self.readyMax - most.value.deals.count)
    }
  }

  /// Somebody was refused, and nothing was found since.
  var isMissed: Bool { state.withLock { $0.shelves.values.contains { $0.isMissed && !$0.isBarren } } }

  /// Puts deals there together.
  func put(_ deals: [PickedDeal], as kind: Kind) {
    state.withLock { state in
      guard state.shelves[kind] != nil else { return }
      state.shelves[kind]?.deals += deals
      state.shelves[kind]?.deals.shuffle()
      if !deals.isEmpty { state.shelves[kind]?.isMissed = false }
    }
  }

  /// A kind is kept ready from now on, whether or not somebody has wanted it.
  func keep(_ kind: Kind, now: Int64) {
    state.withLock { state in
      guard state.shelves[kind] == nil else { return }
      state.makeWay()
      state.shelves[kind] = Shelf(wantedAt: now)
    }
  }

  /// Of this game none can be found.
  func giveUp(_ kind: Kind) { state.withLock { $0.shelves[kind]?.isBarren = true } }

  /// Games of which some kind is wanted.
  var games: [Ruleset] { state.withLock { Array(Set($0.shelves.keys.map(\.ruleset))) } }

  var figures: (ready: Int, taken: Int, missed: Int) {
    state.withLock { ($0.shelves.values.reduce(0) { $0 + $1.deals.count }, $0.taken, $0.missed) }
  }
}
