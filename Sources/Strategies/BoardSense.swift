import Cards
import Patience

/// What a look at the board tells: which choices bring the game forward, and how much. Promise: it
/// is made of a view and the choices that came with it.
struct BoardSense {
  /// A card that can be moved, and what the move would mean.
  private struct Lift {
    let handle: UInt16
    let from: TableView.PileView
    let index: Int
    let face: Card
    let place: Choices.Place
  }

  private let view: TableView
  private let choices: Choices
  private let lifts: [Lift]
  /// Ranks reached on the foundations, by suit.
  private var reached: [UInt8] = [0, 0, 0, 0]

  init(_ view: TableView, _ choices: Choices) {
    self.view = view
    self.choices = choices
    var lifts: [Lift] = []
    for drop in choices.drops {
      for pile in view.piles {
        guard let index = pile.cards.firstIndex(where: { $0.handle == drop.handle }) else {
          continue
        }
        guard let face = pile.cards[index].face else { continue }
        for place in drop.places {
          lifts.append(
            Lift(handle: drop.handle, from: pile, index: index, face: face, place: place))
        }
      }
    }
    self.lifts = lifts
    for pile in view.piles where pile.id.role == .foundation {
      if let top = pile.top?.face { reached[Int(top.suit.rawValue)] = top.rank.rawValue }
    }
  }

  // MARK: moves that bring the game forward

  /// The best of them, with the move that must follow it, if it has two parts.
  ///
  /// - Parameter isNew: whether a card was not put on a pile in this view before.
  func bestAdvance(_ isNew: (UInt16, PileID) -> Bool) -> (decision: Decision, next: Decision?)? {
    var best: (worth: Int32, decision: Decision, next: Decision?)?
    func consider(_ worth: Int32, _ decision: Decision, next: Decision? = nil) {
      if worth > (best?.worth ?? 0) { best = (worth, decision, next) }
    }
    for lift in lifts where isNew(lift.handle, lift.place.pile) {
      let drop = Decision.drop(handle: lift.handle, on: lift.place.pile)
      switch (lift.from.id.role, lift.place.pile.role) {
      case (.foundation, _): break
      case (_, .foundation): if let worth = worthOfSending(lift) { consider(worth, drop) }
      case (.tableau, .tableau):
        if lift.place.reveals {
          consider(600 + hidden(in: lift.from) * 10, drop)
        } else if lift.index == 0, isKingWaiting, !isEmpty(lift.place.pile) {
          consider(300, drop)
        } else if let freed = sendableBelow(lift) {
          consider(200, drop, next: .send(handle: freed))
        }
      case (.tableau, .waste): consider(lift.place.reveals ? 500 : 450, drop)
      case (_, .tableau): if let worth = worthOfPlaying(lift) { consider(worth, drop) }
      default: break
      }
    }
    return best.map { ($0.decision, $0.next) }
  }

  /// Sending a card that may still be of use, once nothing else is left.
  var lastResort: Decision? {
    let sends = lifts.filter { $0.place.pile.role == .foundation && $0.from.id.role != .foundation }
    return sends.min { $0.face.rank < $1.face.rank }.map { .send(handle: $0.handle) }
  }

  /// All other moves that are allowed and change something, the likelier ones first.
  var others: [(handle: UInt16, pile: PileID)] {
    func rank(_ lift: Lift) -> Int {
      switch (lift.from.id.role, lift.place.pile.role) {
      case (_, .cell): 3
      case (_, .tableau) where isEmpty(lift.place.pile): 2
      case (.tableau, _): 1
      default: 0
      }
    }
    let moves = lifts.filter { lift in
      let isSameKind = lift.from.id.role == lift.place.pile.role
      return lift.from.id.role != .foundation
        && !(lift.index == 0 && isSameKind && isEmpty(lift.place.pile))
    }
    return (0...3).flatMap { wanted in moves.filter { rank($0) == wanted } }
      .map { ($0.handle, $0.place.pile) }
  }

  // MARK: what a move is worth

  private func worthOfSending(_ lift: Lift) -> Int32? {
    if isSafe(lift.face) { return 1000 }
    if lift.place.reveals { return 550 + hidden(in: lift.from) * 10 }
    if lift.from.id.role == .waste { return 400 }
    return nil
  }

  /// From the waste: any place is good, but a king is to leave room for a king on hidden cards.
  private func worthOfPlaying(_ lift: Lift) -> Int32? {
    isEmpty(lift.place.pile) && isKingOnHiddenCards ? nil : 350 + Int32(lift.face.rank.rawValue)
  }

  /// The card that lies bare once these are lifted, if it can then go to a foundation.
  private func sendableBelow(_ lift: Lift) -> UInt16? {
    guard lift.index > 0, !isEmpty(lift.place.pile) else { return nil }
    let below = lift.from.cards[lift.index - 1]
    guard let face = below.face, reached[Int(face.suit.rawValue)] + 1 == face.rank.rawValue else {
      return nil
    }
    return below.handle
  }

  /// Nothing that could be put on it is still wanted.
  private func isSafe(_ card: Card) -> Bool {
    if card.rank.rawValue <= 2 { return true }
    return Card.Suit.allCases.allSatisfy {
      $0.isRed == card.isRed || reached[Int($0.rawValue)] + 1 >= card.rank.rawValue
    }
  }

  // MARK: what lies there

  private func hidden(in pile: TableView.PileView) -> Int32 {
    pile.cards.reduce(0) { $0 + ($1.face == nil ? 1 : 0) }
  }

  private func isEmpty(_ pile: PileID) -> Bool {
    view[pile].cards.isEmpty
  }

  private var isKingWaiting: Bool {
    isKingOnHiddenCards || view[.waste].top?.face?.rank == .king
  }

  private var isKingOnHiddenCards: Bool {
    view.piles.contains { pile in
      guard pile.id.role == .tableau, let index = pile.cards.firstIndex(where: { $0.face != nil })
      else { return false }
      return index > 0 && pile.cards[index].face?.rank == .king
    }
  }
}
