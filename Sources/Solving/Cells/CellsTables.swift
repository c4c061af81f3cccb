import Cards

/// What a search looks up: made for one position, from where it begins. All of it is in the arena.
struct CellsTables {
  /// What a card lies on, as far as positions are told apart by it: its order in a column is told by no more than that.
  enum Kind {
    /// What it lay on when the search began, and does not fit.
    static let dealt = 0
    /// One of the two cards that it fits on.
    static let first = 1
    static let second = 2
    static let nothing = 3
    static let cell = 4
    static let home = 5
  }

  /// One more than the most cards that a column has when a search begins.
  let heights: Int
  /// By card and kind: what it adds to the hash.
  let salts: UnsafeMutablePointer<UInt128>
  /// By card: its kind while it lies where it was dealt.
  let dealtKinds: UnsafeMutablePointer<UInt8>
  /// By column and how many of its dealt cards still lie there: what these weigh, what each card on them weighs for
  /// what it buries, and the lowest rank of each suit among them, a nibble each.
  let weights: UnsafeMutablePointer<Int32>
  let burying: UnsafeMutablePointer<Int32>
  let lowest: UnsafeMutablePointer<UInt16>
  /// By used cells and empty columns: what they weigh.
  let room: UnsafeMutablePointer<Int32>

  static let roomStride = CellsRules.columnsMax + 1

  init?(in arena: inout Arena, heights: Int) {
    guard let salts = arena.take(CellsCard.count * 8, of: UInt128.self)?.baseAddress,
      let kinds = arena.take(CellsCard.count, of: UInt8.self)?.baseAddress,
      let weights = arena.take(CellsRules.columnsMax * heights, of: Int32.self)?.baseAddress,
      let burying = arena.take(CellsRules.columnsMax * heights, of: Int32.self)?.baseAddress,
      let lowest = arena.take(CellsRules.columnsMax * heights, of: UInt16.self)?.baseAddress,
      let room = arena.take((CellsRules.cellsMax + 1) * Self.roomStride, of: Int32.self)?.baseAddress
    else { return nil }
    (self.heights, self.salts, dealtKinds, self.weights, self.burying, self.lowest, self.room) =
      (heights, salts, kinds, weights, burying, lowest, room)
    var generator = SplitMix64(seed: 1)
    for index in 0..<CellsCard.count * 8 {
      salts[index] = UInt128(generator.next()) << 64 | UInt128(generator.next())
    }
  }

  func weighRoom(_ rules: CellsRules, _ weights: CellsWeights) {
    for used in 0...rules.cellCount {
      for empty in 0...rules.columnCount {
        let free = rules.cellCount - used
        let most = rules.empty == .any ? (free + 1) << min(empty, 3) : free + 1
        var value = weights.cell * used + weights.cellSquared * used * used - weights.emptyColumn * empty
        if most == 1 { value += weights.roomForOne }
        if most == 2 { value += weights.roomForTwo }
        if most == 3 { value += weights.roomForThree }
        room[used * Self.roomStride + empty] = Int32(value)
      }
    }
  }

  /// - Parameter lies: whether a card lies rightly on another one.
  func weighColumn(
    _ column: Int, _ cards: [Int], _ weights: CellsWeights, lies: (Int, Int) -> Bool
  ) {
    var low: UInt16 = 0xFFFF
    var (weight, buried) = (0, 0)
    let at = column * heights
    (self.weights[at], burying[at], lowest[at]) = (0, 0, low)
    for (place, card) in cards.enumerated() {
      let (rank, shift) = (card >> 2, UInt16(card & 3) * 4)
      let kind =
        place == 0
        ? Kind.nothing : lies(card, cards[place - 1]) ? Kind.first + cards[place - 1] & 1 : Kind.dealt
      dealtKinds[card] = UInt8(kind)
      let own = Int(low >> shift & 15)
      if own < rank { weight += weights.inversion }
      if kind == Kind.dealt { weight += weights.wrong }
      let lowestOfAll = (0..<4).map { Int(low >> UInt16(4 * $0) & 15) }.min() ?? 15
      if lowestOfAll < rank { weight += weights.low }
      weight += weights.dealt + buried / 16
      buried += weights.buried * max(0, weights.buriedRank - rank)
      if rank < own { low = low & ~(15 << shift) | UInt16(rank) << shift }
      let isKing = cards[0] >> 2 == 12 && place == 0
      self.weights[at + place + 1] = Int32(weight - (isKing ? weights.kingAtBottom : 0))
      burying[at + place + 1] = Int32(buried / 16)
      lowest[at + place + 1] = low
    }
  }

  /// Whether a dealt card of the column is of the card's suit and lower.
  @inline(__always)
  func isOverLower(_ card: Int, column: Int, dealt: Int) -> Bool {
    Int(lowest[column &* heights &+ dealt] &>> UInt16(truncatingIfNeeded: (card & 3) &* 4) & 15) < card &>> 2
  }
}
