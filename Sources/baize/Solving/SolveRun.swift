import Foundation
import Patience
import Positions
import Reactor
import Solving
import Synchronization

/// The search of many deals, on several threads. Promise: they are told in the order of their numbers, whichever is
/// found first, and each verdict is the same on any number of threads.
final class SolveRun: Sendable {
  private struct Progress {
    var next: UInt64 = 0
    /// Those that wait for a deal before them.
    var waiting: [UInt64: SolvedDeal] = [:]
    var told: UInt64 = 0
    var tally = SolveTally()
    var shownAt = Instant.now()
  }

  private let rules: CompiledRules
  private let range: DealRange
  private let budget: SolveBudget
  private let bytes: Int
  private let threads: Int
  private let end: Instant?
  private let verifies: Bool
  private let isStopped = Atomic<Bool>(false)
  private let progress = Mutex(Progress())
  private let lines: LinesInTime
  /// A person looks at the progress.
  private let isWatched: Bool

  private static let progressMilliseconds: Int64 = 250

  /// - Parameters:
  ///   - bytes: of memory, for each thread.
  ///   - secondsMax: no deal is begun later.
  ///   - lines: where the progress is shown, if somebody looks at it.
  init(
    _ rules: CompiledRules, _ range: DealRange, budget: SolveBudget, bytes: Int, threads: Int,
    secondsMax: Int?, verifies: Bool, lines: LinesInTime
  ) {
    (self.rules, self.range, self.budget, self.bytes) = (rules, range, budget, bytes)
    (self.threads, self.verifies, self.lines) = (min(threads, range.count), verifies, lines)
    end = secondsMax.map { Instant.now() + Int64($0) * 1000 }
    isWatched = isatty(STDERR_FILENO) == 1
  }

  /// Somebody ended the run.
  var wasStopped: Bool { isStopped.load(ordering: .relaxed) }

  /// Ends the run: what is begun is not finished.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// From here on Ctrl-C and SIGTERM end the run and not the process; a second one ends both. Call it before `run`.
  func stopsAtSignals() {
    Signals.block()
    _ = Thread(name: "signals") { [self] in
      _ = Signals.wait()
      stop()
      Signals.endAtOnceWhenAskedAgain()
    }
  }

  /// - Parameter tell: is told of each deal, in order.
  func run(_ tell: @escaping @Sendable (SolvedDeal) -> Void) -> SolveTally {
    let began = Instant.microseconds()
    let workers = (0..<threads).map { _ in Thread(name: "solve") { [self] in work(tell) } }
    for worker in workers { worker.join() }
    return progress.withLock { progress in
      // Where the run was ended, some wait for one that was not finished.
      for next in progress.waiting.sorted(by: { $0.key < $1.key }).map(\.value) {
        progress.tally.add(next)
        tell(next)
      }
      progress.tally.seconds = Double(Instant.microseconds() - began) / 1e6
      return progress.tally
    }
  }

  private func work(_ tell: @Sendable (SolvedDeal) -> Void) {
    var solver = Solver(for: rules, bytes: bytes)
    while let number = take() {
      guard let deal = solve(number, &solver) else { return }
      progress.withLock { progress in
        progress.waiting[number - range.first] = deal
        // Counted from the first one, so that the last deal of all has no deal behind it.
        while let next = progress.waiting.removeValue(forKey: progress.told) {
          progress.told += 1
          progress.tally.add(next)
          tell(next)
        }
      }
      showProgress()
    }
  }

  private func take() -> UInt64? {
    if isStopped.load(ordering: .relaxed) { return nil }
    if let end, Instant.now() >= end { return nil }
    return progress.withLock { progress in
      if progress.next > range.last - range.first { return nil }
      defer { progress.next += 1 }
      return range.first + progress.next
    }
  }

  /// - Returns: nil where the run was stopped meanwhile and there is no verdict.
  private func solve(_ number: UInt64, _ solver: inout Solver) -> SolvedDeal? {
    let ruleset = rules.ruleset
    let options = TableOptions(autoMoves: rules.autoMoves)
    let table = Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset), options: options)
    guard let position = Position(table, of: rules) else { preconditionFailure("a deal has a position") }
    let began = Instant.microseconds()
    let limit = budget.milliseconds.map { began + $0 * 1000 }
    var isLate = false
    let verdict = solver.solve(position, within: Budget(positions: budget.positions, bytes: bytes)) {
      showProgress()
      lines.writeLate()
      if let limit, Instant.microseconds() >= limit { isLate = true }
      return isLate || isStopped.load(ordering: .relaxed)
    }
    let microseconds = Instant.microseconds() - began
    let spent = solver.spent
    if case .unknown(.stopped) = verdict, !isLate, range.count > 1 { return nil }
    let check = verifies ? self.check(verdict, table, position, spent) : nil
    return SolvedDeal(
      number: number, verdict: verdict, spent: spent, microseconds: microseconds, isLate: isLate, check: check
    )
  }

  // MARK: - Checks

  /// Impossible deals of more positions are not searched again without prunings: they have a hundred times as many
  /// then. The second search has memory of its own, so that a table which was too small for the first one is seen.
  static let searchedAgainMax: UInt64 = 2_000
  /// The kernel of cells is held against the one of all games, which has its own prunings, as far as this. A class of
  /// Klondike stands for thousands of positions, too many for that.
  private static let positionsToCompare: UInt64 = 1_000_000
  private static let bytesToCheck = 256 << 20

  private func check(
    _ verdict: Verdict, _ table: Table, _ position: borrowing Position, _ spent: Spent
  ) -> SolvedDeal.Check? {
    switch verdict {
    case .winnable(let line): return table.fault(in: line, rules).map { .refuted($0) } ?? .holds
    case .unknown: return nil
    case .impossible(let proof):
      let isSmall = spent.positions <= Self.searchedAgainMax
      guard isSmall || proof.kernel == .cells else { return .tooLarge }
      var other = Solver(
        for: rules, bytes: Self.bytesToCheck, prunings: isSmall ? [] : .all, kind: .generic)
      let budget = Budget(
        positions: isSmall ? 100 * Self.searchedAgainMax : Self.positionsToCompare, bytes: Self.bytesToCheck)
      switch other.solve(position, within: budget, unless: { isStopped.load(ordering: .relaxed) }) {
      case .winnable: return .refuted("another search wins it")
      case .impossible: return .holds
      case .unknown(.stopped): return .stopped
      case .unknown: return .tooLarge
      }
    }
  }

  // MARK: - Progress

  private func showProgress() {
    guard isWatched else { return }
    progress.withLock { progress in
      let now = Instant.now()
      guard now - progress.shownAt >= Self.progressMilliseconds else { return }
      progress.shownAt = now
      let tally = progress.tally
      lines.showProgress(
        "\(tally.count) of \(range.count) deals: \(tally.winnable) winnable, \(tally.impossible) impossible, "
          + "\(tally.unknown) unknown")
    }
  }
}

extension Table {
  /// Plays moves at this table; what is wrong with them as a way to win, nil where it is won.
  fileprivate func fault(in line: Line, _ rules: CompiledRules) -> String? {
    var table = self
    for (step, move) in line.moves.enumerated() {
      do throws(Refusal) {
        try table.make(move, of: rules)
      } catch {
        return "the table refuses move \(step + 1), \(move.text(rules)): \(error)"
      }
    }
    return table.status == .won ? nil : "the table is not won after all moves"
  }
}
