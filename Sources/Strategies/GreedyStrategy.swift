package import Patience

/// The best-looking choice now, without looking ahead: open hidden cards, get rid of the waste,
/// keep cards that may still be built upon; where nothing looks good, whatever it has not tried yet. Promise: it sees
/// only what a player sees, and it ends: moves bring the game forward, none is made twice in the same view, it gives up
/// when turning the stock leads back to a view that it has seen since, and so many others are tried at most.
package struct GreedyStrategy: Sendable {
  /// Hashes of the views since the last move that brought the game forward.
  private var visited: [Int] = []
  /// The second half of a move in two parts.
  private var planned: Decision?
  /// Cards that were put somewhere, each with the view that it was done in: none is put there again.
  private var tried: Set<Try> = []
  private var triesForWantOfBetter = 0

  private struct Try: Hashable {
    let view: Int
    let handle: UInt16
    let pile: PileID
  }

  private static let triesMax = 500

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
    let hash = view.piles.hashValue
    let best = board.bestAdvance { !tried.contains(Try(view: hash, handle: $0, pile: $1)) }
    if let (decision, next) = best {
      if case .drop(let handle, let pile) = decision {
        tried.insert(Try(view: hash, handle: handle, pile: pile))
      }
      visited.removeAll()
      planned = next
      return decision
    }
    if choices.canTapStock, !visited.contains(hash) {
      visited.append(hash)
      return .turnStock
    }
    guard let last = board.lastResort ?? untried(board, at: hash) else { return nil }
    visited.removeAll()
    return last
  }

  private mutating func untried(_ board: BoardSense, at hash: Int) -> Decision? {
    guard triesForWantOfBetter < Self.triesMax else { return nil }
    for (handle, pile) in board.others
    where tried.insert(Try(view: hash, handle: handle, pile: pile)).inserted {
      triesForWantOfBetter += 1
      return .drop(handle: handle, on: pile)
    }
    return nil
  }

  private static func offers(_ choices: Choices, _ decision: Decision) -> Bool {
    switch decision {
    case .drop(let handle, let pile):
      choices.drops.contains { $0.handle == handle && $0.places.contains { $0.pile == pile } }
    case .send(let handle): choices.sends.contains { $0.handle == handle }
    case .turnStock: choices.canTapStock
    case .finish: choices.canFinish
    case .stopAutoMoves: false
    }
  }
}
