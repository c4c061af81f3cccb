package import Cards
package import Patience

/// A game position without handles, points and clocks, all of it in one piece of memory: for searches that go
/// through millions of them. Promise: moves change it in place without any allocation. To take a move back, copy the
/// position before it, which costs less than a move.
@usableFromInline  // Embedded Swift sees no deinit of another module but of what clients' code may use
package struct Position: ~Copyable, @unchecked Sendable {  // the memory has one owner
  package let rules: CompiledRules
  let piles: Piles

  private init(room rules: CompiledRules) {
    self.rules = rules
    piles = Piles(of: rules.tables)
  }

  deinit { piles.deallocate() }

  /// The position of a table.
  ///
  /// - Returns: `nil` if it is a table of another game or of several seats, or does not know all faces.
  package init?(_ table: Table, of rules: CompiledRules) {
    guard table.seats == 1, table.ruleset == rules.ruleset, let layout = table.layoutWithHiddenCards else {
      return nil
    }
    let count = layout.reduce(0) { $0 + $1.cards.count }
    guard layout.count == rules.pileIDs.count, count <= rules.tables.pointee.cardCount else { return nil }
    self.init(room: rules)
    var end = 0
    for (pile, open) in layout.enumerated() {
      for card in open.cards {
        piles.cards[end] = card.rawValue
        end += 1
      }
      piles.ends[pile + 1] = UInt16(end)
      piles.downs[pile] = UInt16(open.down)
    }
    piles.standing.pointee.downLeft = piles.downLeft
    piles.standing.pointee.pass = table.pass
    piles.standing.pointee.base = table.baseRank?.rawValue ?? 0
    piles.standing.pointee.isWon = table.status == .won
    piles.checkInvariants()
  }

  /// Another one like this.
  package func copy() -> Position {
    var other = Position(room: rules)
    other.become(self)
    return other
  }

  /// Is from now on as the other one is: a few hundred bytes are copied.
  ///
  /// - Precondition: both are of the same rules.
  @inline(__always)
  package mutating func become(_ other: borrowing Position) {
    assert(rules === other.rules, "positions of different rules")
    piles.copy(other.piles)
  }

  // MARK: play

  /// All that a player can do, in the order of piles, from deeper cards to higher ones, and for each of them
  /// in the order of targets; the stock comes last. Nothing once the game is won.
  ///
  /// - Precondition: the list was made for the same rules.
  package func moves(into list: inout MoveList) {
    list.count = piles.moves(into: list.moves, list.notes)
  }

  /// Whether a move is one of `moves`.
  ///
  /// - Parameter list: made for the same rules; what stands in it is lost.
  package func allows(_ move: Move, using list: inout MoveList) -> Bool {
    list.count = 0
    return piles.allows(move, list.moves, list.notes)
  }

  /// Makes a move, with all that follows from it by itself.
  ///
  /// - Precondition: it is one of `moves`.
  package mutating func apply(_ move: Move) {
    piles.apply(move)
    piles.checkInvariants()
  }

  // MARK: queries

  package var isWon: Bool { piles.standing.pointee.isWon }
  /// Which pass through the stock this is, from 1.
  package var pass: UInt16 { piles.standing.pointee.pass }
  /// How many cards and how many piles there are.
  package var cardCount: Int { Int(piles.ends[pileCount]) }
  package var pileCount: Int { rules.pileIDs.count }

  /// A number of 64 bits that is the same for positions with the same cards in the same piles, as many of
  /// them face down, and as many passes left, also where piles have changed places and nothing in the game
  /// with them. Others share one as rarely as chance wills.
  package var key: UInt64 { piles.key }

  // MARK: - For searches

  /// A number as `key` is, the same also for positions that differ only in what nothing in the game asks for: the order
  /// of cards that never come back, and suits where ranks are all that counts.
  ///
  /// - Parameter salt: makes other numbers of the same positions: two that share one by chance do not share the other.
  @inline(__always)
  package func searchKey(salt: UInt64) -> UInt64 { piles.key(salt: salt, isReduced: true) }

  /// How many bytes `save` writes.
  package var byteCount: Int { piles.byteCount }

  /// Writes down what `restore` needs to be here again.
  @inline(__always)
  package func save(to bytes: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(bytes).copyMemory(
      from: UnsafeRawPointer(piles.standing), byteCount: piles.byteCount)
  }

  /// Is from now on as the position was that was saved there.
  ///
  /// - Precondition: a position of the same rules was.
  @inline(__always)
  package mutating func restore(from bytes: UnsafePointer<UInt8>) {
    UnsafeMutableRawPointer(piles.standing).copyMemory(
      from: UnsafeRawPointer(bytes), byteCount: piles.byteCount)
  }

  /// These ask nothing whether there is such a pile or card.
  @inline(__always)
  package func length(of pile: Int) -> Int { piles.length(pile) }
  @inline(__always)
  package func isEmpty(_ pile: Int) -> Bool { piles.isEmpty(pile) }
  @inline(__always)
  package func downCount(of pile: Int) -> Int { Int(piles.downs[pile]) }
  /// The raw value of a pile's last card.
  @inline(__always)
  package func top(of pile: Int) -> UInt8 { piles.top(pile) }
  /// The raw value of a card, counted from the deepest one.
  @inline(__always)
  package func code(at place: Int, of pile: Int) -> UInt8 { piles.cards[Int(piles.ends[pile]) &+ place] }

  /// How many cards a pile has; piles are told by their place in the list of all piles.
  package func count(of pile: Int) -> Int {
    precondition(pile >= 0 && pile < pileCount, "there is no such pile")
    return piles.length(pile)
  }

  /// How many of them lie face down.
  package func down(of pile: Int) -> Int {
    precondition(pile >= 0 && pile < pileCount, "there is no such pile")
    return Int(piles.downs[pile])
  }

  /// The cards of a pile, deepest first.
  package func cards(of pile: Int) -> [Card] {
    (0..<count(of: pile)).compactMap { Card(rawValue: piles.cards[Int(piles.ends[pile]) + $0]) }
  }
}
