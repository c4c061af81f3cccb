import Patience

/// The memory of a position, and all that is done to it: plain pointers, which cost nothing to hand on.
/// Invariant: 0 = ends[0] ≤ ends[1] ≤ … ≤ the number of cards, and no more cards of a pile lie face down than
/// it has.
///
///     memory:  [ standing | ends … | downs … | cards ……………… | hand ……… ]
///     cards:   those of the first pile, deepest first, then those of the second, and so on
struct Piles {
  /// What is not cards.
  struct Standing {
    /// Which pass through the stock this is, from 1.
    var pass: UInt16 = 1
    /// How many cards lie face down in piles other than the stock.
    var downLeft: UInt16 = 0
    /// The rank that foundations begin with; 0 if the game has no base rank.
    var base: UInt8 = 0
    var isWon = false
  }

  let rules: UnsafePointer<RuleTables>
  let standing: UnsafeMutablePointer<Standing>
  /// By pile, and one more: where in `cards` it begins. A pile ends where the next begins.
  let ends: UnsafeMutablePointer<UInt16>
  /// By pile: how many of its cards lie face down.
  let downs: UnsafeMutablePointer<UInt16>
  /// Raw values of cards.
  let cards: UnsafeMutablePointer<UInt8>
  /// For cards between two piles.
  let hand: UnsafeMutablePointer<UInt8>

  /// No cards at all.
  init(of rules: UnsafePointer<RuleTables>) {
    let (piles, count) = (rules.pointee.pileCount, rules.pointee.cardCount)
    let (size, cardsAt) = Self.measure(rules.pointee)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size + count, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size + count)
    self.rules = rules
    standing = memory.bindMemory(to: Standing.self, capacity: 1)
    ends = (memory + 8).bindMemory(to: UInt16.self, capacity: piles + 1)
    downs = (memory + 8 + 2 * (piles + 1)).bindMemory(to: UInt16.self, capacity: piles)
    cards = (memory + cardsAt).bindMemory(to: UInt8.self, capacity: size - cardsAt)
    hand = (memory + size).bindMemory(to: UInt8.self, capacity: count)
    standing.initialize(to: Standing())
  }

  func deallocate() { UnsafeMutableRawPointer(standing).deallocate() }

  /// - Precondition: both are of the same rules.
  @inline(__always)
  func copy(_ other: Piles) {
    UnsafeMutableRawPointer(standing).copyMemory(
      from: UnsafeRawPointer(other.standing), byteCount: Self.measure(tables).size)
  }

  /// How many bytes a position has, the hand apart, and where its cards begin. A key reads eight cards at
  /// once, the last ones too.
  @inline(__always)
  private static func measure(_ tables: RuleTables) -> (size: Int, cardsAt: Int) {
    let cardsAt = 8 &+ 2 &* (2 &* tables.pileCount &+ 1)
    return ((cardsAt &+ tables.cardCount &+ 15) & ~7, cardsAt)
  }

  @inline(__always)
  var byteCount: Int { Self.measure(tables).size }

  @inline(__always)
  var tables: RuleTables { rules.pointee }

  @inline(__always)
  func length(_ pile: Int) -> Int { Int(ends[pile + 1]) &- Int(ends[pile]) }

  @inline(__always)
  func isEmpty(_ pile: Int) -> Bool { ends[pile + 1] == ends[pile] }

  /// Whether it has a top card, and that lies open.
  @inline(__always)
  func isOpen(_ pile: Int) -> Bool { length(pile) > Int(downs[pile]) }

  /// - Precondition: the pile is not empty.
  @inline(__always)
  func top(_ pile: Int) -> UInt8 { cards[Int(ends[pile + 1]) &- 1] }

  /// Whether cards of other piles lie on it.
  @inline(__always)
  func isCovered(_ pile: Int, butBy other: Int = -1) -> Bool {
    var place = tables.coverFirst[pile]
    while place < tables.coverFirst[pile &+ 1] {
      let coverer = Int(tables.coverers[place])
      if coverer != other, !isEmpty(coverer) { return true }
      place &+= 1
    }
    return false
  }

  /// Whether the last thirteen cards of a pile lie open and are a suit from king to ace.
  @inline(__always)
  func completeRun(endsIn pile: Int) -> Bool {
    let length = length(pile)
    if length &- Int(downs[pile]) < 13 { return false }
    let top = cards + (Int(ends[pile &+ 1]) &- 1)
    let ace = top.pointee
    if ace & 15 != 1 { return false }
    for rank in 1..<13 as Range<Int> where (top - rank).pointee != ace &+ UInt8(truncatingIfNeeded: rank) {
      return false
    }
    return true
  }

  // MARK: invariants

  /// How many cards lie face down in piles other than the stock, counted.
  var downLeft: UInt16 {
    (0..<tables.pileCount).reduce(0) { tables.roles[$1] == Zone.Role.stock.rawValue ? $0 : $0 + downs[$1] }
  }

  func checkInvariants() {
    assert(ends[0] == 0, "the first pile does not begin at the beginning")
    assert(Int(ends[tables.pileCount]) <= tables.cardCount, "there are more cards than the game has")
    for pile in 0..<tables.pileCount {
      assert(ends[pile] <= ends[pile + 1], "a pile ends before it begins")
      assert(downs[pile] <= ends[pile + 1] - ends[pile], "more cards lie face down than there are")
    }
    assert(downLeft == standing.pointee.downLeft, "face-down cards are miscounted")
  }
}
