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
  /// - Returns: how many were searched to the end.
  func find(
    _ kind: ReadyDeals.Kind, _ game: Int64, _ positions: ClosedRange<Int>, _ work: Work,
    isUrgent: Bool
  ) throws -> Int {
    let isFull = try bank.count(of: game, isSealed: kind.isSealed, positions: 0...Int.max) >= dealsMax
    let end = Instant.microseconds() + Self.sliceMicroseconds
    var (deals, tries) = ([DealBank.Deal](), 0)
    while deals.count < Self.batch, Instant.microseconds() < end, !hasEnded.load(ordering: .relaxed) {
      if !isUrgent, !isIdle(work.thread) || ready.isMissed(now: Instant.now().milliseconds) { break }
      let source: PickedDeal.Source =
        kind.isSealed ? .random(systemRandomBytes(48)) : .number(UInt64.random(in: Self.numbers))
      let found = search(source, of: kind.ruleset, work, isUrgent: isUrgent)
      // A search that was stopped says nothing of the game.
      if found != .stopped { tries += 1 }
      if case .deal(let deal) = found, !isFull || positions.contains(deal.positions) { deals.append(deal) }
    }
    if !deals.isEmpty {
      try bank.put(deals, of: game)
      try noteCount()
    }
    return tries
  }

  private enum Found: Equatable {
    case deal(DealBank.Deal)
    /// It cannot be won, or that takes too long to say.
    case none
    case stopped
  }

  private func search(
    _ source: PickedDeal.Source, of ruleset: Ruleset, _ work: Work, isUrgent: Bool
  ) -> Found {
    guard let search = work.searches.search(of: ruleset) else { return .none }
    let found: Found = work.thread.run {
      let table = Table(ruleset: ruleset, deal: PickedDeal(source, line: []).deal(of: ruleset))
      let budget = Budget(positions: Self.positionsMax, bytes: .max)
      let verdict = search.solver.solve(table, within: budget) {
        hasEnded.load(ordering: .relaxed) || (!isUrgent && !watch.isIdle)
      }
      switch verdict {
      case .winnable(let line):
        let positions = Int(clamping: search.solver.spent.positions)
        return .deal(DealBank.Deal(source, line, of: ruleset, positions: positions))
      case .unknown(.stopped): return .stopped
      case .impossible, .unknown, nil: return .none
      }
    }
    told.withLock { told in
      told.searched += 1
      if case .deal = found { told.found += 1 }
    }
    return found
  }

  func isIdle(_ thread: SearchThread) -> Bool { thread.run { watch.isIdle } }

  func noteCount() throws {
    let count = try bank.count()
    told.withLock { $0.deals = count }
  }

  // MARK: - Levels

  /// How much work deals of a kind are; nil where that was not measured yet.
  func range(of kind: ReadyDeals.Kind, _ game: Int64) throws -> ClosedRange<Int>? {
    guard let level = kind.level else { return 0...Int.max }
    guard let bounds = try bank.bounds(of: game) else { return nil }
    let mediumMin = bounds.easyMax + 1
    let hardMin = max(mediumMin, bounds.mediumMax) + 1
    return switch level {
    case .easy: 0...bounds.easyMax
    case .medium: mediumMin...hardMin - 1
    case .hard: hardMin...Int.max
    }
  }

  /// Goes on for a while with measuring a game: a third of the winnable deals among its first ones are easy, a third
  /// hard. A game of which too few can be won is given up.
  func measure(
    _ kind: ReadyDeals.Kind, _ game: Int64, _ work: inout Work, isUrgent: Bool
  ) throws {
    var measuring = work.measurings[kind.ruleset] ?? Measuring()
    let end = Instant.microseconds() + Self.sliceMicroseconds
    while measuring.next <= Self.measured, Instant.microseconds() < end {
      let found = search(.number(measuring.next), of: kind.ruleset, work, isUrgent: isUrgent)
      // A search that was stopped says nothing of the deal.
      if found == .stopped { break }
      if case .deal(let deal) = found { measuring.positions.append(deal.positions) }
      measuring.next += 1
    }
    work.measurings[kind.ruleset] = measuring
    guard measuring.next > Self.measured else { return }
    work.measurings[kind.ruleset] = nil
    let positions = measuring.positions.sorted()
    guard positions.count >= Self.batch else { return ready.giveUp(kind) }
    try bank.set(
      easyMax: positions[positions.count / 3], mediumMax: positions[positions.count * 2 / 3], of: game)
  }
}
