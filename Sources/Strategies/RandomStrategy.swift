import Cards
package import Patience

/// Any choice, each as likely as the others. Promise: the same seed and the same views give the
/// same game, and it ends after at most `movesMax` moves.
package struct RandomStrategy: Sendable {
  private var generator: SplitMix64
  private var movesLeft: UInt32

  package init(seed: UInt64, movesMax: UInt32 = 1000) {
    generator = SplitMix64(seed: seed)
    movesLeft = movesMax
  }

  /// `nil`: gives up.
  package mutating func next(_ view: TableView, _ choices: Choices) -> Decision? {
    guard view.status == .playing, movesLeft > 0 else { return nil }
    movesLeft -= 1
    var decisions: [Decision] = choices.canFinish ? [.finish] : []
    if choices.canTapStock { decisions.append(.turnStock) }
    for send in choices.sends { decisions.append(.send(handle: send.handle)) }
    for drop in choices.drops {
      for place in drop.places { decisions.append(.drop(handle: drop.handle, on: place.pile)) }
    }
    return decisions.randomElement(using: &generator)
  }
}
