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

/// Fills the bank of deals that can be won, and the ready deals from it, while the server has little else to do. What
/// somebody waits for is searched at any time, on the cores that nobody else wants.
///
///     find 8 ──→ bank (on the disk) ──→ taken out, played at a table ──→ ready ──→ a table
final class BankFiller: Sendable {
  /// Found and kept together.
  static let batch = 8
  /// After so many deals without a batch that can be won a game is given up.
  private static let triesMax = 400
  /// Games whose deals are kept.
  private static let gamesMax = 96
  /// The bank is filled for this many games. It keeps a few more, so that a game that is wanted once drives out none.
  private static let stockedMax = 88
  /// What is remembered of games, in entries of any kind.
  private static let rememberedMax = 2_048
  /// Changes where the same search takes other numbers of positions, since bounds and deals are of no use then.
  private static let format = "1"

  let bank: DealBank
  let ready: ReadyDeals
  let watch: IdleWatch
  /// Of each kind, without a level.
  let dealsMax: Int
  private let bytes: Int
  private let nice: Int
  private let log: Logger
  let hasEnded = Atomic(false)
  let told = Mutex(Told())

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
  ///   - nice: of the thread that searches.
  ///   - games: those that are kept ready from the start.
  init(
    _ bank: DealBank, _ ready: ReadyDeals, dealsMax: Int, bytes: Int, nice: Int, games: [Ruleset],
    watch: IdleWatch = IdleWatch(), log: Logger
  ) {
    (self.nice, self.watch) = (nice, watch)
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
  /// The pause between two takes that nobody waits for: a take is synced, and moves wait for the disk behind it.
  private static let paceMilliseconds = 1_000

  func run() {
    let thread = SearchThread(name: "bank-search", nice: nice)
    defer { thread.end() }
    var work = Work(searches: PositionSearches(bytes: bytes), thread: thread)
    while !hasEnded.load(ordering: .relaxed) {
      do {
        let isUrgent = ready.isMissed(now: Instant.now().milliseconds)
        guard isUrgent || isIdle(thread) else {
          _ = ready.wants.wait(milliseconds: Self.idleMilliseconds)
          continue
        }
        let rest = try doMostWanted(&work, isUrgent: isUrgent)
        if rest > 0 { _ = ready.wants.wait(milliseconds: rest) }
      } catch {
        log.error("the bank of winnable deals cannot be used now: \(error)")
        // A wish does not end the rest, or each would be answered with another line in the log.
        let end = Instant.now() + Int64(Self.restMilliseconds)
        while !hasEnded.load(ordering: .relaxed), Instant.now() < end {
          _ = ready.wants.wait(milliseconds: Int(end - Instant.now()))
        }
      }
    }
    bank.close()
  }

  /// What the thread goes by.
  struct Work {
    let searches: PositionSearches
    let thread: SearchThread
    /// When deals that nobody waits for may be taken again.
    var takesAt = Instant.now()
    /// How many deals of a kind were searched since a batch of it was taken.
    var tries: [ReadyDeals.Kind: Int] = [:]
    /// What games of the bank have taken so far, in microseconds.
    var spent: [ReadyDeals.Kind: Int64] = [:]
    var barren: Set<Ruleset> = []
    /// Games whose levels are being measured.
    var measurings: [Ruleset: Measuring] = [:]
    /// Games that the bank has, as far as that is known.
    var banked: Set<Ruleset> = []
    /// The bank may have more games than it should.
    var mustTrim = false

    /// Forgets the games that nobody has wanted for long, once there are many.
    mutating func forget(allBut games: [Ruleset]) {
      guard tries.count + spent.count + barren.count + measurings.count > BankFiller.rememberedMax else {
        return
      }
      let kept = Set(games)
      tries = tries.filter { kept.contains($0.key.ruleset) }
      spent = spent.filter { kept.contains($0.key.ruleset) }
      barren.formIntersection(kept)
      measurings = measurings.filter { kept.contains($0.key) }
    }
  }

  /// How much work the winnable ones of the first open deals were.
  struct Measuring {
    var next: UInt64 = 1
    var positions: [Int] = []
  }

  /// - Returns: after how many milliseconds there may be something to do again.
  private func doMostWanted(_ work: inout Work, isUrgent: Bool) throws -> Int {
    work.forget(allBut: ready.games)
    // Games leave the bank only here, so a game's number stays valid until the next turn.
    if work.mustTrim, try bank.keepNewest(Self.gamesMax) > 0 { work.banked = [] }
    work.mustTrim = false
    let mayTake = isUrgent || Instant.now() >= work.takesAt
    let wanted = mayTake ? ready.wanted(isUrgent: isUrgent, now: Instant.now().milliseconds) : []
    // Deals that the bank has do not wait for kinds that must be searched.
    if isUrgent {
      for (kind, lacking) in wanted where work.banked.contains(kind.ruleset) {
        if try take(lacking, of: kind, &work) { return 0 }
      }
    }
    if let (kind, lacking) = wanted.first {
      try fill(kind, lacking, &work, isUrgent: isUrgent)
      return 0
    }
    if try stock(&work) { return 0 }
    return mayTake ? Self.restMilliseconds : Self.paceMilliseconds
  }

  private func game(_ ruleset: Ruleset, _ work: inout Work) throws -> Int64 {
    let game = try bank.game(
      of: SHA256.digest(of: ruleset.bytes + Array(Self.format.utf8)), at: Instant.wallMilliseconds())
    if work.banked.insert(ruleset).inserted { work.mustTrim = true }
    return game
  }

  /// Puts deals of a kind where tables take them, after a search where the bank has too few.
  private func fill(
    _ kind: ReadyDeals.Kind, _ lacking: Int, _ work: inout Work, isUrgent: Bool
  ) throws {
    ready.noteTried(kind, now: Instant.now().milliseconds)
    if try take(lacking, of: kind, &work) { return }
    let game = try game(kind.ruleset, &work)
    if try range(of: kind, game) == nil { try measure(kind, game, &work, isUrgent: isUrgent) }
    guard let positions = try range(of: kind, game) else { return }
    work.tries[kind, default: 0] += try find(kind, game, positions, work, isUrgent: isUrgent)
    if try !take(lacking, of: kind, &work), work.tries[kind, default: 0] >= Self.triesMax {
      ready.giveUp(kind)
    }
  }

  /// Puts deals of a kind where tables take them, if the bank has a batch. With a single deal, the time at which it
  /// comes would tell how long its search took.
  ///
  /// - Returns: whether the bank has a batch.
  private func take(_ lacking: Int, of kind: ReadyDeals.Kind, _ work: inout Work) throws -> Bool {
    let game = try game(kind.ruleset, &work)
    guard let positions = try range(of: kind, game),
      try bank.count(of: game, isSealed: kind.isSealed, positions: positions) >= Self.batch
    else { return false }
    work.tries[kind] = nil
    let taken = try bank.take(lacking, of: game, isSealed: kind.isSealed, positions: positions)
    work.takesAt = Instant.now() + Int64(Self.paceMilliseconds)
    // Each line is played through, which is work like a search.
    let deals = work.thread.run { taken.compactMap { $0.picked(for: kind.ruleset) } }
    if deals.count < taken.count {
      told.withLock { $0.refuted += taken.count - deals.count }
      log.error("a line of the bank does not win", metadata: ["game": "\(kind.ruleset.id.text)"])
    }
    ready.put(deals, as: kind)
    try noteCount()
    return true
  }

  /// Makes the bank fuller, each game as long as the others.
  ///
  /// - Returns: false where it is full.
  private func stock(_ work: inout Work) throws -> Bool {
    var least: (kind: ReadyDeals.Kind, game: Int64, spent: Int64)?
    for ruleset in ready.games.prefix(Self.stockedMax) where !work.barren.contains(ruleset) {
      let game = try game(ruleset, &work)
      for isSealed in [true, false] {
        let kind = ReadyDeals.Kind(ruleset: ruleset, isSealed: isSealed, level: nil)
        let spent = work.spent[kind] ?? 0
        guard spent < least?.spent ?? .max,
          try bank.count(of: game, isSealed: isSealed, positions: 0...Int.max) < dealsMax
        else { continue }
        least = (kind, game, spent)
      }
    }
    guard let least else { return false }
    let began = Instant.microseconds()
    let found = told.withLock { $0.found }
    let tries = try find(least.kind, least.game, 0...Int.max, work, isUrgent: false)
    work.spent[least.kind, default: 0] += Instant.microseconds() - began
    work.tries[least.kind, default: 0] += tries
    if told.withLock({ $0.found }) > found { work.tries[least.kind] = nil }
    if work.tries[least.kind, default: 0] >= Self.triesMax { work.barren.insert(least.kind.ruleset) }
    return true
  }
}
