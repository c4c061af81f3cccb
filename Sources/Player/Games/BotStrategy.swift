package import Patience
package import Strategies

/// How a bot plays, by name.
package enum BotStrategy: Sendable {
  case greedy(GreedyStrategy)
  case random(RandomStrategy)

  package static let names = ["greedy", "random"]

  /// A fresh mind for one deal: the same seed and deal give the same game.
  package init?(name: String, seed: UInt64, deal: UInt64) {
    switch name {
    case "greedy": self = .greedy(GreedyStrategy())
    case "random":
      let mixed = seed &* 0x9E37_79B9 &+ deal
      self = .random(RandomStrategy(seed: mixed))
    default: return nil
    }
  }

  package mutating func next(_ view: TableView, _ choices: Choices) -> Decision? {
    switch self {
    case .greedy(var mind):
      defer { self = .greedy(mind) }
      return mind.next(view, choices)
    case .random(var mind):
      defer { self = .random(mind) }
      return mind.next(view, choices)
    }
  }
}
