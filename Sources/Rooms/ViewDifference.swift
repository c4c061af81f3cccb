import Cards
import Patience
import Wire

/// What leads from one view to another, as an audience may hear it. It is computed from the two views alone,
/// so it can tell nothing that they do not show.
///
/// Promise: applying `moves` in order, then `up` and `down`, to the first view gives the second.
struct ViewDifference {
  private(set) var moves: [ItemsMoved] = []
  private(set) var up: [ItemTold] = []
  private(set) var down: [Int] = []

  /// - Parameter arrival: a number for each handle that is the larger the later the card came to where it
  ///   lies now.
  init(from before: TableView, to after: TableView, arrival: (UInt16) -> UInt32) {
    var origins: [UInt16: Origin] = [:]
    for (pile, view) in before.piles.enumerated() {
      for card in view.cards { origins[card.handle] = Origin(pile: pile, face: card.face) }
    }
    collectMoves(from: before, to: after, origins: origins, arrival: arrival)
    for view in after.piles {
      for card in view.cards {
        let known = origins[card.handle]?.face
        if let face = card.face, known != face {
          up.append(ItemTold(handle: Int(card.handle), face: face.text))
        } else if card.face == nil, known != nil {
          down.append(Int(card.handle))
        }
      }
    }
  }

  private struct Origin {
    let pile: Int
    let face: Card?
  }

  /// Cards that have come to one pile, in the order in which they lie there.
  private struct Arrivals {
    let pile: Int
    let cards: [UInt16]
    var next = 0

    var head: UInt16? { next < cards.count ? cards[next] : nil }
  }

  private mutating func collectMoves(
    from before: TableView, to after: TableView, origins: [UInt16: Origin], arrival: (UInt16) -> UInt32
  ) {
    var queues: [Arrivals] = []
    for (pile, view) in after.piles.enumerated() {
      let here = view.cards.map(\.handle)
      let stayed = before.piles[pile].cards.map(\.handle).filter(Set(here).contains)
      let kept = zip(stayed, here).prefix { $0 == $1 }.count
      if kept < here.count { queues.append(Arrivals(pile: pile, cards: Array(here[kept...]))) }
    }
    // Of all piles' next cards the one that came first is told first, so a whole run up to the foundations is
    // seen in the order in which it was played.
    var last: (from: Int, to: Int)?
    while let next = earliest(in: queues, arrival: arrival), let handle = queues[next].head {
      let move = (from: origins[handle]?.pile ?? -1, to: queues[next].pile)
      if let last, last == move {
        moves[moves.count - 1].items.append(Int(handle))
      } else {
        moves.append(ItemsMoved(items: [Int(handle)], collection: after.piles[move.to].id.text))
      }
      last = move
      queues[next].next += 1
    }
  }

  private func earliest(in queues: [Arrivals], arrival: (UInt16) -> UInt32) -> Int? {
    var best: (queue: Int, arrival: UInt32)?
    for (index, queue) in queues.enumerated() {
      guard let head = queue.head else { continue }
      let came = arrival(head)
      if best.map({ came < $0.arrival }) ?? true { best = (index, came) }
    }
    return best?.queue
  }
}
