import Patience
import Positions
import Solving
import Strategies

/// Plays a line of the exact solver where no card is hidden, and as `greedy` does elsewhere. Promise: it wins each
/// position that a search finds winnable where nobody else moves, and says that one is impossible only with a proof. A
/// dead end of the server's is none for it: there cards may come back from the foundations. In races it never searches:
/// they are between players.
package struct SolverStrategy: Sendable {
  private var greedy = GreedyStrategy()
  private var line: LineUnderWay?
  /// How many moves were made since a search ended without a verdict; nil where none did.
  private var movesSinceUnknown: Int?
  /// So many moves are made after such a search before the next one; each time twice as many.
  private var pause = 5
  private let budget: Budget
  /// How often it has searched.
  private(set) var searches = 0

  /// What one search may take, and a proof as much again. Nothing is heard and said meanwhile, and a server lets go of
  /// who is silent for a minute: so much is searched in ten seconds.
  private static let positionsMax: UInt64 = 2_000_000
  private static let bytesMax = 512 << 20
  /// At one table: two who search could undo each other's moves for ever.
  private static let searchesMax = 500

  /// - Parameter positionsMax: so many positions a search may look at.
  init(positionsMax: UInt64) {
    budget = Budget(positions: positionsMax, bytes: Self.bytesMax)
  }

  package init() { self.init(positionsMax: Self.positionsMax) }

  mutating func next(at mirror: TableMirror, _ choices: Choices) -> BotStrategy.Answer {
    let view = mirror.view
    guard mirror.entry == nil, !choices.canFinish, let table = mirror.knownTable else {
      return BotStrategy.Answer(greedy.next(view, choices), at: view)
    }
    if let move = line?.next(at: table) { return .play(move) }
    if movesSinceUnknown ?? .max >= pause, let found = search(table) { return found }
    let decision = greedy.next(view, choices)
    if decision != nil {
      movesSinceUnknown? += 1
    } else if movesSinceUnknown ?? 0 > 0, let found = search(table) {
      // The last search was elsewhere.
      return found
    }
    return BotStrategy.Answer(decision, at: view)
  }

  /// - Returns: nil where there is no verdict.
  private mutating func search(_ table: Table) -> BotStrategy.Answer? {
    line = nil
    guard searches < Self.searchesMax, let rules = CompiledRules(table.ruleset) else { return nil }
    if movesSinceUnknown != nil { pause *= 2 }
    movesSinceUnknown = nil
    searches += 1
    var solver = Solver(for: rules, bytes: budget.bytes)
    switch solver.solve(table, within: budget) {
    case .winnable(let found)?:
      line = LineUnderWay(found, at: table)
      return line?.next(at: table).map { .play($0) }
    case .impossible?: return .end(.impossible)
    case .unknown?, nil:
      movesSinceUnknown = 0
      return nil
    }
  }
}
