import Cards
package import Patience

/// One game played twice, as a table and as a position, by the same random moves. Promise: after each of them
/// it is checked that both have the same cards in the same piles, as many of them face down, the same pass,
/// the same moves in the same order, and that both or none are won.
package final class SideBySide {
  package private(set) var table: Table
  package private(set) var position: Position
  private let rules: CompiledRules
  private let faces: [Card]
  private var list: MoveList
  private var dice: SplitMix64

  /// - Returns: `nil` if the rules make no positions of this table.
  package init?(_ rules: CompiledRules, deal: Deal, seed: UInt64) {
    let options = TableOptions(autoMoves: rules.autoMoves)
    table = Table(ruleset: rules.ruleset, deal: deal, options: options)
    guard let position = Position(table, of: rules) else { return nil }
    self.position = position
    self.rules = rules
    faces = deal.cards
    list = MoveList(for: rules)
    dice = SplitMix64(seed: seed)
  }

  /// Plays one random game of so many moves at most.
  ///
  /// - Returns: how many positions were compared.
  package func play(movesMax: Int) throws(Disagreement) -> Int {
    try compare()
    for step in 0..<movesMax {
      guard try move() else { return step + 1 }
      try compare()
    }
    return movesMax + 1
  }

  /// Makes a random move on both sides; false if no move is possible.
  private func move() throws(Disagreement) -> Bool {
    if list.isEmpty { return false }
    let move = list[Int(dice.next() % UInt64(list.count))]
    position.apply(move)
    do throws(Refusal) {
      try table.make(move, of: rules)
    } catch {
      throw Disagreement(about: .moves, note: "the table refuses \(move): \(error)", table: table)
    }
    return true
  }

  /// Whether both sides are the same; `list` has all moves afterwards.
  private func compare() throws(Disagreement) {
    let view = table.view()
    for (pile, id) in rules.pileIDs.enumerated() {
      let cards = table.cards(in: id).map { faces[Int($0)] }
      let down = view[id].cards.count { $0.isDown }
      try agree(about: .cards, cards, position.cards(of: pile))
      try agree(about: .downs, down, position.down(of: pile))
    }
    try agree(about: .pass, table.pass, position.pass)
    try agree(about: .won, table.status == .won, position.isWon)
    position.moves(into: &list)
    try agree(about: .moves, table.moves(of: rules), (0..<list.count).map { list[$0] })
  }

  private func agree<Fact: Equatable>(
    about subject: Disagreement.Subject, _ known: Fact, _ told: Fact
  ) throws(Disagreement) {
    if known == told { return }
    throw Disagreement(about: subject, note: "\(known), but \(told) as a position", table: table)
  }
}

extension Table {
  /// Makes a move of a position.
  package mutating func make(_ move: Move, of rules: CompiledRules) throws(Refusal) {
    if move.isTurn { return try turnStock() }
    let cards = cards(in: rules.pileIDs[Int(move.from)])
    try self.move(Array(cards.suffix(Int(move.count))), to: rules.pileIDs[Int(move.to)])
  }

  /// All that its player can do, as moves.
  package func moves(of rules: CompiledRules) -> [Move] {
    let choices = choices(whileOthersHold: [])
    var lifts: [UInt16: (pile: Int, count: Int)] = [:]
    for (pile, id) in rules.pileIDs.enumerated() {
      let cards = cards(in: id)
      for (index, handle) in cards.enumerated() { lifts[handle] = (pile, cards.count - index) }
    }
    var moves: [Move] = []
    for drop in choices.drops {
      guard let lift = lifts[drop.handle] else { continue }
      for place in drop.places.map({ $0.pile }).sorted() {
        guard let target = rules.index(of: place) else { continue }
        moves.append(Move(lift.pile, target, lift.count))
      }
    }
    return choices.canTapStock ? moves + [.turn] : moves
  }
}
