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
  /// Kinds that are kept ready; the one that was wanted longest ago makes way, but for those kept from the start.
  static let kindsMax = 256
  /// A wish counts for this long after the last time that somebody asked. Pages ask again within a second.
  static let missedMilliseconds: Int64 = 30_000

  /// Times are on the monotonic clock, in milliseconds, as all times here.
  private struct Shelf {
    var deals: [PickedDeal] = []
    /// Kept ready whether or not somebody wants it.
    var isKept = false
    /// Nobody found one in long searches.
    var isBarren = false
    var wantedAt: Int64
    /// When deals were last looked for.
    var triedAt: Int64 = 0
    /// Somebody was refused since the last one was put here.
    var isMissed = false

    func isMissed(now: Int64) -> Bool {
      isMissed && !isBarren && now - wantedAt < ReadyDeals.missedMilliseconds
    }
  }

  private struct State {
    var shelves: [Kind: Shelf] = [:]
    var taken = 0
    var missed = 0

    /// The kind that was wanted longest ago goes, with the deals that lie there.
    mutating func makeWay() {
      guard shelves.count >= ReadyDeals.kindsMax else { return }
      let oldest = shelves.filter { !$0.value.isKept }.min { $0.value.wantedAt < $1.value.wantedAt }
      if let oldest { shelves[oldest.key] = nil }
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

  /// Kinds that have fewer deals than they may: those that were not tried for longest come first, so that none waits
  /// for a game whose deals are rare.
  ///
  /// - Parameter isUrgent: only what somebody was refused of late.
  func wanted(isUrgent: Bool, now: Int64) -> [(kind: Kind, lacking: Int)] {
    let short = state.withLock { state in
      state.shelves.filter { _, shelf in
        !shelf.isBarren && shelf.deals.count < Self.readyMax && (!isUrgent || shelf.isMissed(now: now))
      }
    }
    return short.sorted { $0.value.triedAt < $1.value.triedAt }
      .map { ($0.key, Self.readyMax - $0.value.deals.count) }
  }

  func noteTried(_ kind: Kind, now: Int64) { state.withLock { $0.shelves[kind]?.triedAt = now } }

  /// Somebody was refused of late, and nothing was found since.
  func isMissed(now: Int64) -> Bool {
    state.withLock { $0.shelves.values.contains { $0.isMissed(now: now) } }
  }

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
      state.shelves[kind] = Shelf(isKept: true, wantedAt: now)
    }
  }

  /// Of this game none can be found.
  func giveUp(_ kind: Kind) { state.withLock { $0.shelves[kind]?.isBarren = true } }

  /// Games of which some kind is kept or was wanted; those that were wanted longest ago come last.
  var games: [Ruleset] {
    let shelves = state.withLock { $0.shelves }
    let newest = shelves.sorted {
      ($0.value.isKept ? 1 : 0, $0.value.wantedAt) > ($1.value.isKept ? 1 : 0, $1.value.wantedAt)
    }
    var seen: Set<Ruleset> = []
    return newest.map(\.key.ruleset).filter { seen.insert($0).inserted }
  }

  var figures: (ready: Int, taken: Int, missed: Int) {
    state.withLock { ($0.shelves.values.reduce(0) { $0 + $1.deals.count }, $0.taken, $0.missed) }
  }
}
