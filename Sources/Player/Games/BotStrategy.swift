package import Patience
package import Strategies

/// How a bot plays, by name.
package enum BotStrategy: Sendable {
  case greedy(GreedyStrategy)
  case random(RandomStrategy)
  case solver(SolverStrategy)

  /// What a strategy says when it is asked for a move.
  package enum Answer: Hashable, Sendable {
    case play(Decision)
    /// It plays no further.
    case end(GameRecord.Result)

    /// - Parameter decision: nil of a strategy that sees nothing to do.
    init(_ decision: Decision?, at view: TableView) {
      self = decision.map { .play($0) } ?? .end(view.status == .deadEnd ? .stuck : .gaveUp)
    }
  }

  package static let names = ["greedy", "random", "solver"]
  /// "greedy, random or solver": what to type.
  package static var known: String {
    names.dropLast().joined(separator: ", ") + names.suffix(1).map { " or \($0)" }.joined()
  }

  /// A fresh mind for one deal: the same seed and deal give the same game.
  package init?(name: String, seed: UInt64, deal: UInt64) {
    switch name {
    case "greedy": self = .greedy(GreedyStrategy())
    case "random":
      let mixed = seed &* 0x9E37_79B9 &+ deal
      self = .random(RandomStrategy(seed: mixed))
    case "solver": self = .solver(SolverStrategy())
    default: return nil
    }
  }

  package mutating func next(at mirror: TableMirror, _ choices: Choices) -> Answer {
    let view = mirror.view
    switch self {
    case .greedy(var mind):
      defer { self = .greedy(mind) }
      return Answer(mind.next(view, choices), at: view)
    case .random(var mind):
      defer { self = .random(mind) }
      return Answer(mind.next(view, choices), at: view)
    case .solver(var mind):
      defer { self = .solver(mind) }
      return mind.next(at: mirror, choices)
    }
  }
}
