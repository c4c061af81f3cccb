import Patience
import Positions
import Reactor
import Rooms
import Solving
import Wire

/// A verdict with what it took.
struct SolverVerdict {
  var told: VerdictTold
  var positions = 0
}

/// Answers one question. The search runs on `thread`, and the answer is made on the thread that calls.
struct VerdictSearch {
  /// Some 20 ms: nearly all questions are answered by then.
  private static let quickPositions: UInt64 = 40_000
  /// One player's question is not searched longer than a second.
  private static let positions: UInt64 = 4_000_000
  private static let milliseconds: Int64 = 1_000
  /// A game that is over is searched longer, since some twenty of its positions are.
  private static let pastMilliseconds: Int64 = 5_000

  let cache: VerdictCache
  let searches: PositionSearches
  let thread: SearchThread
  let job: SolverDesk.Job

  /// - Returns: nil where it takes longer.
  func quickly() -> SolverVerdict? {
    var positions = 0
    let verdict = verdict(of: job.question.table, Self.quickPositions, until: .max, &positions)
    if case .unknown = verdict { return nil }
    return SolverVerdict(told: VerdictTold(found: verdict), positions: positions)
  }

  /// - Parameter between: called before each position of a game that is over, of which many are searched.
  func thoroughly(_ between: () -> Void) -> SolverVerdict {
    let now = Instant.microseconds()
    var positions = 0
    switch job.question.subject {
    case .position:
      let verdict = verdict(
        of: job.question.table, Self.positions, until: now + Self.milliseconds * 1000, &positions)
      return SolverVerdict(told: VerdictTold(found: verdict), positions: positions)
    case .past:
      let told = past(until: now + Self.pastMilliseconds * 1000, &positions, between)
      return SolverVerdict(told: told, positions: positions)
    }
  }

  private func past(until end: Int64, _ positions: inout Int, _ between: () -> Void) -> VerdictTold {
    let (question, past) = (job.question, job.question.past)
    var (now, end) = (TableVerdict.unknown(.stopped), end)
    let turn = TurningPoint(of: past.count + 1) { index in
      // Other questions do not take the time of this one.
      let before = Instant.microseconds()
      between()
      end += Instant.microseconds() - before
      let isNow = index == past.count
      let table = isNow ? question.table : question.table.unpacked(past[index].table.bytes)
      let verdict = verdict(of: table, Self.positions, until: end, &positions)
      if isNow { now = verdict }
      return switch verdict {
      case .winnable: .winnable
      case .impossible: .impossible
      case .unknown: .unknown
      }
    }
    var told = VerdictTold(found: now)
    func place(_ index: Int) -> PlaceInGame { index == past.count ? question.at : past[index].place }
    (told.won, told.lost) = (turn.won.map(place), turn.lost.map(place))
    return told
  }

  // MARK: - Positions

  /// Memory for a new search is allocated here and not on the thread that searches: the whole process waits for that.
  ///
  /// - Parameter end: on the clock of microseconds.
  private func verdict(
    of table: Table, _ positionsMax: UInt64, until end: Int64, _ positions: inout Int
  ) -> TableVerdict {
    guard let search = searches.search(of: table.ruleset) else { return .unknown(.stopped) }
    return thread.run { verdict(of: table, by: search, positionsMax, until: end, &positions) }
  }

  private func verdict(
    of table: Table, by search: PositionSearches.Search, _ positionsMax: UInt64, until end: Int64,
    _ positions: inout Int
  ) -> TableVerdict {
    guard let position = Position(table, of: search.rules) else { return .unknown(.stopped) }
    if position.isWon { return .winnable(TableLine(steps: [])) }
    let ruleset = table.ruleset.hashValue
    let key = VerdictCache.Key(position, of: ruleset)
    switch cache.find(key) {
    case .impossible: return .impossible
    case .won(let line, let from):
      let rest = Line(moves: Array(line.moves[from...]))
      if let line = TableLine(rest, at: table, of: search.rules) { return .winnable(line) }
    case nil: break
    }
    let budget = Budget(positions: positionsMax, bytes: .max)
    let found = search.solver.solve(position, within: budget) {
      job.isStopped.load(ordering: .relaxed) || Instant.microseconds() >= end
    }
    positions += Int(clamping: search.solver.spent.positions)
    switch found {
    case .winnable(let line):
      note(line, from: position, of: ruleset)
      guard let line = TableLine(line, at: table, of: search.rules) else { return .unknown(.stopped) }
      return .winnable(line)
    case .impossible:
      cache.set(.impossible, for: key)
      return .impossible
    case .unknown(let shortage): return .unknown(shortage)
    }
  }

  /// A player who follows the line is answered from the cache.
  private func note(_ line: Line, from position: borrowing Position, of ruleset: Int) {
    var here = position.copy()
    for (index, move) in line.moves.enumerated() {
      cache.set(.won(line, from: index), for: VerdictCache.Key(here, of: ruleset))
      here.apply(move)
    }
  }
}

extension VerdictTold {
  /// With all of the line. The label tells it from an answer alone: both have cases of the same names.
  init(found verdict: TableVerdict) {
    switch verdict {
    case .winnable(let line):
      self.init(.winnable)
      self.line = line.steps.map { StepTold($0) }
      (moves, next, needsAutoOff) = (line.steps.count, self.line?.first, line.needsAutoOff)
    case .impossible: self.init(.impossible)
    case .unknown: self.init(.unknown, shortage: .hard)
    }
  }

  /// Too many ask.
  static var busy: VerdictTold { VerdictTold(.unknown, shortage: .busy) }
}

extension StepTold {
  init(_ step: TableLine.Step) {
    switch step {
    case .move(let card, let pile): self.init(item: Int(card), place: pile.text)
    case .turnStock: self.init(place: PileID.stock.text)
    }
  }
}
