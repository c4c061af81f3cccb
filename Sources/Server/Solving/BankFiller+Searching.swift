import Patience
import Reactor
import Rooms
import Solving
import Store
import Synchronization
import Wire

/// Finds deals that can be won, and measures which of them are easy.
extension BankFiller {
  /// What the search of one deal may take: some tenths of a second.
  private static let positionsMax: UInt64 = 300_000
  /// A game is searched for so long, then it is another one's turn.
  private static let sliceMicroseconds: Int64 = 1_000_000
  /// Open deals by which it is decided which deals are easy: 1 to this number.
  private static let measured: UInt64 = 99
  /// Deals whose number people write down.
  private static let numbers: ClosedRange<UInt64> = 1...999_999

  /// Looks for deals for a while, for a batch at most, and keeps them.
  ///
  /// - Parameter positions: where the bank is full, only deals of so much work are kept.
  /// - Returns: how many were searched.
  func find(
    _ kind: ReadyDeals.Kind, _ game: Int64, _ positions: ClosedRange<Int>, _ work: Work,
    isUrgent: Bool
  ) throws -> Int {
    let isFull = try bank.count(of: game, isSealed: kind.isSealed, positions: 0...Int.max) >= dealsMax
    let end = Instant.microseconds() + Self.sliceMicroseconds
    var (deals, tries) = ([DealBank.Deal](), 0)
    while deals.count < Self.batch, Instant.microseconds() < end, !hasEnded.load(ordering: .relaxed) {
      if !isUrgent, !isIdle(work.thread) || ready.isMissed { break }
      tries += 1
      let source: PickedDeal.Source =
        kind.isSealed ? .random(systemRandomBytes(48)) : .number(UInt64.random(in: Self.numbers))
      if let deal = search(source, of: kind.ruleset, work, isUrgent: isUrgent),
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
    _ source: PickedDeal.Source, of ruleset: Ruleset, _ work: Work, isUrgent: Bool
  ) -> DealBank.Deal? {
    guard let search = work.searches.search(of: ruleset) else { return nil }
    let found: DealBank.Deal? = work.thread.run {
      let table = Table(ruleset: ruleset, deal: PickedDeal(source, line: []).deal(of: ruleset))
      let budget = Budget(positions: Self.positionsMax, bytes: .max)
      let verdict = search.solver.solve(table, within: budget) {
        hasEnded.load(ordering: .relaxed) || (!isUrgent && !watch.isIdle)
      }
      guard case .winnable(let line)? = verdict else { return nil }
      return DealBank.Deal(
        source, line, of: ruleset, positions: Int(clamping: search.solver.spent.positions))
    }
    told.withLock { told in
      told.searched += 1
      if found != nil { told.found += 1 }
    }
    return found
  }

  func isIdle(_ thread: SearchThread) -> Bool { thread.run { watch.isIdle } }

  func noteCount() throws {
    let count = try bank.count()
    told.withLock { $0.deals = count }
  }

  // MARK: - Levels

  /// How much work deals of a kind are; nil where that is not known yet, or the game has too few that can be won.
  func range(
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
      let deal = search(.number(measuring.next), of: kind.ruleset, work, isUrgent: true)
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
