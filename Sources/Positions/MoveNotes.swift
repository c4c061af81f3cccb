/// What is noted about a position while its moves are looked for. Invariant: all is written before it is
/// read, for each position anew.
struct MoveNotes {
  /// What any of a zone's piles takes on a card, what any empty one takes, and what any makes a pair with.
  struct Union {
    var onCards = CardSet.none
    var onEmpty = CardSet.none
    var inPairs = CardSet.none
  }

  /// By pile: what it takes, and what makes a pair with its top.
  let takers: UnsafeMutablePointer<CardSet>
  let partners: UnsafeMutablePointer<CardSet>
  /// By role.
  let unions: UnsafeMutablePointer<Union>
  /// The piles of a row that are not empty.
  let row: UnsafeMutablePointer<UInt8>

  init(piles: Int) {
    takers = .allocate(capacity: piles + 1)
    partners = .allocate(capacity: piles + 1)
    unions = .allocate(capacity: RuleTables.roleCount)
    row = .allocate(capacity: piles + 1)
  }

  func deallocate() {
    takers.deallocate()
    partners.deallocate()
    unions.deallocate()
    row.deallocate()
  }
}
