import Hashes
import Logging
import Patience
import Positions
import Reactor
import Rooms
import Solving
import Store
import Synchronization
import Wire

/// Fills the bank of deals that can be won, and the ready deals from it, while the server has nothing else to do. What
/// somebody waits for it does at any time, on the cores that nobody else wants.
///
///     find 8 ──→ bank (on the disk) ──→ taken out, played at a table ──→ ready ──→ a table
final class BankFiller: Sendable {
  /// Found and kept together.
  private static let batch = 8
  /// What the search of one deal may take: some tenths of a second.
  private static let positionsMax: UInt64 = 300_000
  /// After so many deals without one that can be won a game is given up.
  private static let triesMax = 400
  /// Open deals by which it is decided which deals are easy: 1 to this number.
  private static let measured: UInt64 = 99
  /// Deals whose number people write down.
  private static let numbers: ClosedRange<UInt64> = 1...999_999
  /// Games whose deals are kept.
  private static let gamesMax = 96
  /// Changes where the same search takes other numbers of positions, since bounds and deals are of no use then.
  private static let format = "1"

  private let bank: DealBank
  private let ready: ReadyDeals
  private let watch = IdleWatch()
  /// Of each kind, without a level.
  private let dealsMax: Int
  private let bytes: Int
  private let log: Logger
  private let hasEnded = Atomic(false)
  private let told = Mutex(Told())

  /// What it has done.
  struct Told: Sendable {
    var deals = 0
    var searched = 0
    var found = 0
    /// Lines that a table refused.
    var refuted = 0
  }

  /// - Parameters:
  ///   - dealsMax: how many the bank keeps of each game and kind.
  ///   - bytes: of memory, for searches.
  ///   - games: those that are kept ready from the start.
  init(
    _ bank: DealBank, _ ready: ReadyDeals, dealsMax: Int, bytes: Int, games: [Ruleset], log: Logger
  ) {
    (self.bank, self.ready, self.dealsMax, self.bytes, self.log) = (bank, ready, dealsMax, bytes, log)
    let now = Instant.now().milliseconds
    for game in games where game.seats.min <= 1 {
      ready.keep(ReadyDeals.Kind(ruleset: game, isSealed: true, level: nil), now: now)
    }
  }

  var figures: Told { told.withLock { $0 } }

  func end() {
    hasEnded.store(true, ordering: .relaxed)
    ready.wants.signal()
  }

  // MARK: - Its thread

  private static let idleMilliseconds = 250
  private static let restMilliseconds = 30_000

  func run() {
    let searches = PositionSearches(bytes: bytes)
    while !hasEnded.load(ordering: .relaxed) {
      do {
        let isUrgent = ready.mostWanted(isUrgent: true) != nil
        guard isUrgent || watch.isIdle else {
          _ = ready.wants.wait(milliseconds: Self.idleMilliseconds)
          continue
        }
        if try !work(searches, isUrgent: isUrgent) {
          _ = ready.wants.wait(milliseconds: Self.restMilliseconds)
        }
      } catch {
        log.error("the bank of winnable deals cannot be used now: \(error)")
        _ = ready.wants.wait(milliseconds: Self.restMilliseconds)
      }
    }
    bank.close()
  }

  /// Does what is wanted most.
  ///
  /// - Returns: false where nothing is to be done.
  private func work(_ searches: PositionSearches, isUrgent: Bool) throws -> Bool {
    if let (kind, lacking) = ready.mostWanted(isUrgent: isUrgent) {
      try fill(kind, lacking, searches, isUrgent: isUrgent)
      return true
    }
    return try stock(searches)
  }

  private func game(_ ruleset: Ruleset) throws -> Int64 {
    try bank.game(
      of: SHA256.digest(of: ruleset.bytes + Array(Self.format.utf8)), at: Instant.wallMilliseconds())
  }

  /// Puts deals of a kind where tables take them.
  private func fill(
    _ kind: ReadyDeals.Kind, _ lacking: Int, _ searches: PositionSearches, isUrgent: Bool
  ) throws {
    let game = try game(kind.ruleset)
    guard let positions = try range(of: kind, game, searches) else { return ready.giveUp(kind) }
    // Never the last ones that were found, or when they come would tell of them.
    var count = try bank.count(of: game, isSealed: kind.isSealed, positions: positions)
    var tries = Self.triesMax
    while count < Self.batch {
      let found = try find(
        kind.ruleset, game, isSealed: kind.isSealed, positions, searches, isUrgent: isUrgent, &tries)
      count = try bank.count(of: game, isSealed: kind.isSealed, positions: positions)
      if tries <= 0, count < Self.batch { return ready.giveUp(kind) }
      if found == 0 { return }
    }
    let taken = try bank.take(lacking, of: game, isSealed: kind.isSealed, positions: positions)
    let deals = taken.compactMap { $0.picked(for: kind.ruleset) }
    if deals.count < taken.count {
      told.withLock { $0.refuted += taken.count - deals.count }
      log.error(
        "a line of the bank does not win", metadata: ["game": "\(kind.ruleset.id.text)"])
    }
    ready.put(deals, as: kind)
    try noteCount()
  }

  /// Makes the bank fuller.
  ///
  /// - Returns: false where it is full.
  private func stock(_ searches: PositionSearches) throws -> Bool {
    var least: (ruleset: Ruleset, game: Int64, isSealed: Bool, count: Int)?
    for ruleset in ready.games {
      let game = try game(ruleset)
      for isSealed in [true, false] {
        let count = try bank.count(of: game, isSealed: isSealed, positions: 0...Int.max)
        let isBarren = barren.withLock { $0.contains(ruleset) }
        if count < dealsMax, count < least?.count ?? .max, !isBarren {
          least = (ruleset, game, isSealed, count)
        }
      }
    }
    guard let least else {
      try bank.keepNewest(Self.gamesMax)
      return false
    }
    var tries = Self.triesMax
    let found = try find(
      least.ruleset, least.game, isSealed: least.isSealed, 0...Int.max, searches, isUrgent: false, &tries)
    if found == 0, tries <= 0 { barren.withLock { _ = $0.insert(least.ruleset) } }
    return true
  }

  /// Games of which no deal was found.
  private let barren = Mutex<Set<Ruleset>>([])

  // MARK: - Searching

  /// Looks for a batch and keeps it.
  ///
  /// - Parameter positions: where the bank is full, only deals of so much work are kept.
  /// - Returns: how many were found.
  private func find(
    _ ruleset: Ruleset, _ game: Int64, isSealed: Bool, _ positions: ClosedRange<Int>,
    _ searches: PositionSearches, isUrgent: Bool, _ tries: inout Int
  ) throws -> Int {
    let isFull = try bank.count(of: game, isSealed: isSealed, positions: 0...Int.max) >= dealsMax
    var deals: [DealBank.Deal] = []
    while deals.count < Self.batch, tries > 0, !hasEnded.load(ordering: .relaxed) {
      if !isUrgent, !watch.isIdle || ready.mostWanted(isUrgent: true) != nil { break }
      tries -= 1
      let source: PickedDeal.Source =
        isSealed ? .random(systemRandomBytes(48)) : .number(UInt64.random(in: Self.numbers))
      if let deal = search(source, of: ruleset, searches, isUrgent: isUrgent),
        !isFull || positions.contains(deal.positions)
      {
        deals.append(deal)
      }
    }
    if !deals.isEmpty {
      try bank.put(deals, of: game)
      try noteCount()
    }
    return deals.count
  }

  /// - Returns: nil for a deal that cannot be won, or of which that is not known.
  private func search(
    _ source: PickedDeal.Source, of ruleset: Ruleset, _ searches: PositionSearches, isUrgent: Bool
  ) -> DealBank.Deal? {
    guard let search = searches.search(of: ruleset) else { return nil }
    let deal = PickedDeal(source, line: []).deal(of: ruleset)
    let table = Table(ruleset: ruleset, deal: deal)
    let budget = Budget(positions: Self.positionsMax, bytes: .max)
    let verdict = search.solver.solve(table, within: budget) {
      hasEnded.load(ordering: .relaxed) || (!isUrgent && !watch.isIdle)
    }
    told.withLock { $0.searched += 1 }
    guard case .winnable(let line)? = verdict else { return nil }
    told.withLock { $0.found += 1 }
    return DealBank.Deal(
      source, line, of: ruleset, positions: Int(clamping: search.solver.spent.positions))
  }

  private func noteCount() throws {
    let count = try bank.count()
    told.withLock { $0.deals = count }
  }

  // MARK: - Levels

  /// How much work deals of a kind are; nil where the game has too few that can be won.
  private func range(
    of kind: ReadyDeals.Kind, _ game: Int64, _ searches: PositionSearches
  ) throws -> ClosedRange<Int>? {
    guard let level = kind.level else { return 0...Int.max }
    guard let bounds = try bank.bounds(of: game) ?? measure(kind.ruleset, game, searches) else { return nil }
    return switch level {
    case .easy: 0...bounds.easyMax
    case .medium: bounds.easyMax + 1...max(bounds.easyMax + 1, bounds.mediumMax)
    case .hard: max(bounds.easyMax + 1, bounds.mediumMax) + 1...Int.max
    }
  }

  /// A third of the winnable deals among the first ones are easy, a third hard.
  private func measure(
    _ ruleset: Ruleset, _ game: Int64, _ searches: PositionSearches
  ) throws -> (easyMax: Int, mediumMax: Int)? {
    var positions: [Int] = []
    for number in 1...Self.measured {
      if hasEnded.load(ordering: .relaxed) { return nil }
      if let deal = search(.number(number), of: ruleset, searches, isUrgent: true) {
        positions.append(deal.positions)
      }
    }
    positions.sort()
    guard positions.count >= Self.batch else { return nil }
    let (easyMax, mediumMax) = (positions[positions.count / 3], positions[positions.count * 2 / 3])
    try bank.set(easyMax: easyMax, mediumMax: mediumMax, of: game)
    return (easyMax, mediumMax)
  }
}
