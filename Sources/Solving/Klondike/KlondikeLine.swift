import Cards
import Patience
import Positions

/// Turns the steps of a search into moves at a table, by playing them on a position. All that it adds is turning the
/// stock, and moving what lies on a card to that card's twin.
struct KlondikeLine: ~Copyable {
  private(set) var moves: [Move] = []
  private var here: Position
  private var list: MoveList
  private let roles: [Zone.Role]
  private let stock: Int?
  private let waste: Int?

  init(_ position: borrowing Position) {
    here = position.copy()
    list = MoveList(for: position.rules)
    roles = position.rules.pileIDs.map { $0.role }
    stock = position.rules.index(of: PileID(.stock, 0))
    waste = position.rules.index(of: PileID(.waste, 0))
  }

  /// - Returns: false where the step cannot be made.
  mutating func make(_ step: KlondikeMove) -> Bool {
    let card = Int(step.card)
    switch step.kind {
    case .tableauHome:
      guard let place = find(card), makeBare(place) else { return false }
      return move(1, from: place.pile, to: .foundation, only: nil)
    case .stockHome:
      return turn(to: card) && waste.map { move(1, from: $0, to: .foundation, only: nil) } == true
    case .stockTableau:
      return turn(to: card) && waste.map { move(1, from: $0, to: .tableau, only: nil) } == true
    case .homeTableau:
      let pile = roles.indices.first {
        roles[$0] == .foundation && !here.isEmpty($0) && KlondikeCard.of(raw: here.top(of: $0)) == card
      }
      return pile.map { move(1, from: $0, to: .tableau, only: nil) } == true
    case .reveal:
      guard let place = find(card) else { return false }
      return move(here.length(of: place.pile) - place.index, from: place.pile, to: .tableau, only: nil)
    }
  }

  /// Where an open card lies in the tableau.
  private func find(_ card: Int) -> (pile: Int, index: Int)? {
    for pile in roles.indices where roles[pile] == .tableau {
      for index in here.downCount(of: pile)..<here.length(of: pile)
      where KlondikeCard.of(raw: here.code(at: index, of: pile)) == card {
        return (pile, index)
      }
    }
    return nil
  }

  /// What lies on a card goes to its twin.
  private mutating func makeBare(_ place: (pile: Int, index: Int)) -> Bool {
    let count = here.length(of: place.pile) - place.index - 1
    if count == 0 { return true }
    let twin = KlondikeCard.of(raw: here.code(at: place.index, of: place.pile)) ^ 1
    guard let other = find(twin), other.index == here.length(of: other.pile) - 1 else { return false }
    return move(count, from: place.pile, to: .tableau, only: other.pile)
  }

  private mutating func turn(to card: Int) -> Bool {
    guard let waste, let stock else { return false }
    // Twice through the stock is enough.
    for _ in 0...2 * (here.length(of: waste) + here.length(of: stock)) + 4 {
      if !here.isEmpty(waste), KlondikeCard.of(raw: here.top(of: waste)) == card { return true }
      here.moves(into: &list)
      guard (0..<list.count).contains(where: { list[$0].isTurn }) else { return false }
      play(.turn)
    }
    return false
  }

  /// - Parameter only: the pile that it has to go to; nil: any that takes it.
  private mutating func move(_ count: Int, from: Int, to role: Zone.Role, only: Int?) -> Bool {
    here.moves(into: &list)
    for index in 0..<list.count {
      let found = list[index]
      if Int(found.from) == from, Int(found.count) == count, !found.isTurn, roles[Int(found.to)] == role,
        only == nil || Int(found.to) == only
      {
        play(found)
        return true
      }
    }
    return false
  }

  private mutating func play(_ move: Move) {
    here.apply(move)
    moves.append(move)
  }
}
