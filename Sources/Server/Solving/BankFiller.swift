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
  /// After so many deals without a batch that can be won a game is given up.
  private static let triesMax = 400
  /// A game is searched for so long, then it is another one's turn.
  private static let sliceMicroseconds: Int64 = 1_000_000
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
    // The others are kept ready once somebody has wanted them.
    for game in games where WinnableOffer(of: game) == .usual {
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
    var work = Work(searches: PositionSearches(bytes: bytes))
    while !hasEnded.load(ordering: .relaxed) {
      do {
        let isUrgent = ready.isMissed
        guard isUrgent || watch.isIdle else {
          _ = ready.wants.wait(milliseconds: Self.idleMilliseconds)
          continue
        }
        if try !doMostWanted(&work, isUrgent: isUrgent) {
          _ = ready.wants.wait(milliseconds: Self.restMilliseconds)
        }
      } catch {
        log.error("the bank of winnable deals cannot be used now: \(error)")
        _ = ready.wants.wait(milliseconds: Self.restMilliseconds)
      }
    }
    bank.close()
  }

  /// What the thread goes by.
  private struct Work {
    let searches: PositionSearches
    /// How many deals of a kind were searched since a batch of it was taken.
    var tries: [ReadyDeals.Kind: Int] = [:]
    /// What games of the bank have taken so far, in microseconds.
    var spent: [ReadyDeals.Kind: Int64] = [:]
    var barren: Set<Ruleset> = []
    /// Games whose levels are being measured.
    var measurings: [Ruleset: Measuring] = [:]
  }

  /// How much work the winnable ones of the first open deals were.
  private struct Measuring {
    var next: UInt64 = 1
    var positions: [Int] = []
  }

  /// - Returns: false where nothing is to be done.
  private func doMostWanted(_ work: inout Work, isUrgent: Bool) throws -> Bool {
    if let (kind, lacking) = ready.mostWanted(isUrgent: isUrgent, now: Instant.microseconds()) {
      try fill(kind, lacking, &work, isUrgent: isUrgent)
      return true
    }
    return try stock(&work)
  }

  private func game(_ ruleset: Ruleset) throws -> Int64 {
    try bank.game(
      of: SHA256.digest(of: ruleset.bytes + Array(Self.format.utf8)), at: Instant.wallMilliseconds())
  }

  /// Puts deals of a kind where tables take them.
  private func fill(
    _ kind: ReadyDeals.Kind, _ lacking: Int, _ work: inout Work, isUrgent: Bool
  ) throws {
    let game = try game(kind.ruleset)
    guard let positions = try range(of: kind, game, &work) else { return }
    // Never the last ones that were found, or when they come would tell of them.
    if try bank.count(of: game, isSealed: kind.isSealed, positions: positions) < Self.batch {
      let tries = try find(kind, game, positions, work.searches, isUrgent: isUrgent)
      work.tries[kind, default: 0] += tries
      guard try bank.count(of: game, isSealed: kind.isSealed, positions: positions) >= Self.batch else {
        if work.tries[kind, default: 0] >= Self.triesMax { ready.giveUp(kind) }
        return
      }
    }
    work.tries[kind] = nil
    let taken = try bank.take(lacking, of: game, isSealed: kind.isSealed, positions: positions)
    let deals = taken.compactMap { $0.picked(for: kind.ruleset) }
    if deals.count < taken.count {
      told.withLock { $0.refuted += taken.count - deals.count }
      log.error("a line of the bank does not win", metadata: ["game": "\(kind.ruleset.id.text)"])
    }
    ready.put(deals, as: kind)
    try noteCount()
  }

  /// Makes the bank fuller, each game as long as the others.
  ///
  /// - Returns: false where it is full.
  private func stock(_ work: inout Work) throws -> Bool {
    var least: (kind: ReadyDeals.Kind, game: Int64, spent: Int64)?
    for ruleset in ready.games where !work.barren.contains(ruleset) {
      let game = try game(ruleset)
      for isSealed in [true, false] {
        let kind = ReadyDeals.Kind(ruleset: ruleset, isSealed: isSealed, level: nil)
        let spent = work.spent[kind] ?? 0
        guard spent < least?.spent ?? .max,
          try bank.count(of: game, isSealed: isSealed, positions: 0...Int.max) < dealsMax
        else { continue }
        least = (kind, game, spent)
      }
    }
    guard let least else {
      try bank.keepNewest(Self.gamesMax)
      return false
    }
    let began = Instant.microseconds()
    let found = told.withLock { $0.found }
    let tries = try find(least.kind, least.game, 0...Int.max, work.searches, isUrgent: false)
    work.spent[least.kind, default: 0] += Instant.microseconds() - began
    work.tries[least.kind, default: 0] += tries
    if told.withLock({ $0.found }) > found { work.tries[least.kind] = nil }
    if work.tries[least.kind, default: 0] >= Self.triesMax { work.barren.insert(least.kind.ruleset) }
    return true
  }

  // MARK: - Searching

  /// Looks for deals for a while, for a batch at most, and keeps them.
  ///
  /// - Parameter positions: where the bank is full, only deals of so much work are kept.
  /// - Returns: how many were searched.
  private func find(
    _ kind: ReadyDeals.Kind, _ game: Int64, _ positions: ClosedRange<Int>, _ searches: PositionSearches,
    isUrgent: Bool
  ) throws -> Int {
    let isFull = try bank.count(of: game, isSealed: kind.isSealed, positions: 0...Int.max) >= dealsMax
    let end = Instant.microseconds() + Self.sliceMicroseconds
    var (deals, tries) = ([DealBank.Deal](), 0)
    while deals.count < Self.batch, Instant.microseconds() < end, !hasEnded.load(ordering: .relaxed) {
      if !isUrgent, !watch.isIdle || ready.isMissed { break }
      tries += 1
      let source: PickedDeal.Source =
        kind.isSealed ? .random(systemRandomBytes(48)) : .number(UInt64.random(in: Self.numbers))
      if let deal = search(source, of: kind.ruleset, searches, isUrgent: isUrgent),
        !isFull || positions.contains(deal.positions)
      {
        deals.append(deal)
      }
    }
    if !deals.isEmpty {
      try bank.put(deals, of: game)
      try noteCount()
    }
    return tries
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

  /// How much work deals of a kind are; nil where that is not known yet, or the game has too few that can be won.
  private func range(
    of kind: ReadyDeals.Kind, _ game: Int64, _ work: inout Work
  ) throws -> ClosedRange<Int>? {
    guard let level = kind.level else { return 0...Int.max }
    guard let bounds = try bank.bounds(of: game) ?? measure(kind, game, &work) else { return nil }
    let mediumMin = bounds.easyMax + 1
    let hardMin = max(mediumMin, bounds.mediumMax) + 1
    return switch level {
    case .easy: 0...bounds.easyMax
    case .medium: mediumMin...hardMin - 1
    case .hard: hardMin...Int.max
    }
  }

  /// Goes on for a while with measuring a game: a third of the winnable deals among its first ones are easy, a third
  /// hard.
  ///
  /// - Returns: nil until it is done.
  private func measure(
    _ kind: ReadyDeals.Kind, _ game: Int64, _ work: inout Work
  ) throws -> (easyMax: Int, mediumMax: Int)? {
    var measuring = work.measurings[kind.ruleset] ?? Measuring()
    let end = Instant.microseconds() + Self.sliceMicroseconds
    while measuring.next <= Self.measured, Instant.microseconds() < end {
      let deal = search(.number(measuring.next), of: kind.ruleset, work.searches, isUrgent: true)
      // A search that was stopped says nothing.
      if hasEnded.load(ordering: .relaxed) { return nil }
      if let deal { measuring.positions.append(deal.positions) }
      measuring.next += 1
    }
    work.measurings[kind.ruleset] = measuring
    guard measuring.next > Self.measured else { return nil }
    work.measurings[kind.ruleset] = nil
    let positions = measuring.positions.sorted()
    guard positions.count >= Self.batch else {
      ready.giveUp(kind)
      return nil
    }
    let bounds = (easyMax: positions[positions.count / 3], mediumMax: positions[positions.count * 2 / 3])
    try bank.set(easyMax: bounds.easyMax, mediumMax: bounds.mediumMax, of: game)
    return bounds
  }
}
