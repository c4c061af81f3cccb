package import Patience

/// The best-looking choice now, without looking ahead: open hidden cards, get rid of the waste,
/// keep cards that may still be built upon. Promise: it sees only what a player sees, and it ends:
/// every move but a stock turn brings the game forward, and it gives up when turning the stock
/// leads back to a view that it has seen since.
package struct GreedyStrategy: Sendable {
  /// Hashes of the views since the last move that brought the game forward.
  private var visited: [UInt32] = []
  /// The second half of a move in two parts.
  private var planned: Decision?

  package init() {}

  /// `nil`: gives up.
  package mutating func next(_ view: TableView, _ choices: Choices) -> Decision? {
    guard view.status == .playing else { return nil }
    if choices.canFinish { return .finish }
    if let planned, Self.offers(choices, planned) {
      self.planned = nil
      return planned
    }
    planned = nil

    let board = BoardSense(view, choices)
    if let (decision, next) = board.bestAdvance {
      visited.removeAll()
      planned = next
      return decision
    }
    let hash = view.hash32
    if choices.canTapStock, !visited.contains(hash) {
      visited.append(hash)
      return .turnStock
    }
    guard let last = board.lastResort else { return nil }
    visited.removeAll()
    return last
  }

  private static func offers(_ choices: Choices, _ decision: Decision) -> Bool {
    switch decision {
    case .drop(let handle, let pile):
      choices.drops.contains { $0.handle == handle && $0.places.contains { $0.pile == pile } }
    case .send(let handle): choices.sends.contains { $0.handle == handle }
    case .turnStock: choices.canTapStock
    case .finish: choices.canFinish
    }
  }
}
