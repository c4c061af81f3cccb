import Patience
import Positions

/// What a search of Klondike looks up: made for one position.
struct KlondikeDeal {
  static let columnStride = 16

  let rules: KlondikeRules
  /// By column: its cards that are locked when the search begins, deepest first.
  let columns: UnsafeMutablePointer<UInt8>
  /// By card: its column, or its place in the stock.
  let columnOf: UnsafeMutablePointer<UInt8>
  let placeOf: UnsafeMutablePointer<UInt8>
  /// By place in the stock, in the order in which cards are turned: those of the waste first.
  let stock: UnsafeMutablePointer<UInt8>
  /// For each byte of a set of places: the cards there.
  let stockCards: UnsafeMutablePointer<UInt64>
  /// For each number of cards that are left, each number of those that lie in the waste, and whether the pass is to be
  /// ended first: which of them can be turned to, a bit for each of those that are left.
  let turns: UnsafeMutablePointer<UInt32>
  /// Cards that lie in stock and waste when the search begins.
  private(set) var stocked: UInt64 = 0
  /// Cards that lie at the bottom of their columns.
  var bottoms: UInt64 = 0
  /// By column: how many codes of held cards those of the columns before it make.
  let radix: UnsafeMutablePointer<UInt32>
  var heldCodes: UInt32 = 1
  /// The numbers of cards in the waste that whole turns lead to, a bit each.
  let inStep: UInt32
  /// Cards that go on others.
  let fits: UInt64
  var root: KlondikeNode

  /// - Returns: nil where the arena has no room, or the position has no place in the kernel's codes.
  init?(
    _ position: borrowing Position, _ compiled: CompiledRules, _ rules: KlondikeRules, in arena: inout Arena
  ) {
    guard let columns = arena.take(KlondikeRules.columnsMax * Self.columnStride, of: UInt8.self)?.baseAddress,
      let columnOf = arena.take(64, of: UInt8.self)?.baseAddress,
      let placeOf = arena.take(64, of: UInt8.self)?.baseAddress,
      let stock = arena.take(32, of: UInt8.self)?.baseAddress,
      let stockCards = arena.take(3 * 256, of: UInt64.self)?.baseAddress,
      let turns = arena.take(25 * 25 * 2, of: UInt32.self)?.baseAddress,
      let radix = arena.take(KlondikeRules.columnsMax, of: UInt32.self)?.baseAddress,
      let firstColumn = compiled.index(of: PileID(.tableau, 0))
    else { return nil }
    (self.rules, self.columns, self.columnOf, self.placeOf) = (rules, columns, columnOf, placeOf)
    (self.stock, self.stockCards, self.turns, self.radix) = (stock, stockCards, turns, radix)
    inStep = (0...KlondikeRules.stockMax).reduce(0) {
      $1 % max(rules.draw, 1) == 0 ? $0 | 1 << UInt32($1) : $0
    }
    fits = rules.closedRank.map { $0 > 0 ? ~(0xF << UInt64(4 * $0 - 4)) : ~0 } ?? ~0
    columnOf.update(repeating: 0xFF, count: 64)
    root = KlondikeNode(
      open: 0, locked: 0, due: 0, stock: 0, held: 0, heldCode: 0, home: 0, drawn: 0, left: 0)
    var isOut: UInt64 = 0
    for column in 0..<rules.columnCount {
      let pile = firstColumn + column
      let (length, down) = (position.length(of: pile), position.downCount(of: pile))
      if length == 0 { continue }
      guard length > down, down < KlondikeRules.columnMax else { return nil }
      for place in 0..<length {
        let card = KlondikeCard.of(raw: position.code(at: place, of: pile))
        isOut |= 1 << UInt64(card)
        if place <= down {
          columns[column * Self.columnStride + place] = UInt8(card)
          columnOf[card] = UInt8(column)
          root.locked |= 1 << UInt64(card)
        }
        if place >= down { root.open |= 1 << UInt64(card) }
        if place == 0 { bottoms |= 1 << UInt64(card) }
        // What lies open has to be a run: the kernel forgets on which of two twins a card lies.
        if place > down,
          !compiled.lies(
            position.code(at: place, of: pile), on: position.code(at: place - 1, of: pile), inZoneOf: pile)
        {
          return nil
        }
      }
      root.held |= UInt32(down + 1) << UInt32(4 * column)
    }
    for column in 0..<rules.columnCount {
      radix[column] = heldCodes
      heldCodes *= UInt32(root.held(column) + 1)
      guard heldCodes <= 1 << 16 else { return nil }
      root.heldCode += UInt32(root.held(column)) * radix[column]
    }
    var count = 0
    if rules.draw > 0, let pile = compiled.index(of: PileID(.stock, 0)),
      let waste = compiled.index(of: PileID(.waste, 0))
    {
      let (inStock, inWaste) = (position.length(of: pile), position.length(of: waste))
      guard inStock + inWaste <= KlondikeRules.stockMax else { return nil }
      let codes =
        (0..<inWaste).map { position.code(at: $0, of: waste) }
        + (0..<inStock).reversed().map { position.code(at: $0, of: pile) }
      for code in codes {
        let card = KlondikeCard.of(raw: code)
        isOut |= 1 << UInt64(card)
        stock[count] = UInt8(card)
        stocked |= 1 << UInt64(card)
        placeOf[card] = UInt8(count)
        count += 1
      }
      root.drawn = UInt8(inWaste)
    }
    root.left = UInt8(count)
    root.stock = UInt32((UInt64(1) << UInt64(count)) - 1)
    for suit in 0..<4 {
      let height = (0..<13).first { isOut >> UInt64(KlondikeCard.code(rank: $0, suit: suit)) & 1 != 0 } ?? 13
      root.home |= UInt16(height) << UInt16(4 * suit)
      root.due |= 1 << UInt64(KlondikeCard.code(rank: height, suit: suit))
    }
    for byte in 0..<3 {
      for places in 0..<256 {
        var cards: UInt64 = 0
        for bit in 0..<8 where places >> bit & 1 != 0 && byte * 8 + bit < count {
          cards |= 1 << UInt64(stock[byte * 8 + bit])
        }
        stockCards[byte * 256 + places] = cards
      }
    }
    for left in 0...24 {
      for drawn in 0...24 { for ends in 0...1 { noteTurns(left, drawn, ends: ends == 1) } }
    }
  }

  private func noteTurns(_ left: Int, _ drawn: Int, ends: Bool) {
    let draw = rules.draw
    var found: UInt32 = 0
    if draw > 0, drawn <= left, left > 0 {
      var place = drawn + (drawn == 0 ? draw : 0) - 1
      while place < left - 1 {
        found |= 1 << UInt32(place)
        place += draw
      }
      found |= 1 << UInt32(left - 1)
      if !ends {
        // Another pass: up to where this one began, or all of it where it was out of step.
        place = draw - 1
        while place < (drawn % draw == 0 ? drawn : left) - 1 {
          found |= 1 << UInt32(place)
          place += draw
        }
      }
    }
    turns[(left * 25 + drawn) * 2 + (ends ? 1 : 0)] = found
  }

  // MARK: - The stock

  /// Whether a whole pass leads back to where the stock is.
  @inline(__always)
  func isInStep(_ node: KlondikeNode) -> Bool {
    node.drawn == node.left || inStep &>> UInt32(node.drawn) & 1 != 0
  }

  /// The cards that turning can bring to the top of the waste.
  ///
  /// - Parameter ends: only those of this pass.
  @inline(__always)
  func turnedTo(_ node: KlondikeNode, ends: Bool) -> UInt64 {
    var ranks = turns[(Int(node.left) &* 25 &+ Int(node.drawn)) &* 2 &+ (ends ? 1 : 0)]
    // From the numbers of those that are left to their places.
    var places: UInt32 = 0
    var stock = node.stock
    while ranks != 0 {
      let skipped = ranks.trailingZeroBitCount
      for _ in 0..<skipped { stock &= stock &- 1 }
      places |= stock & (0 &- stock)
      stock &= stock &- 1
      ranks &>>= UInt32(truncatingIfNeeded: skipped &+ 1)
    }
    return stockCards[Int(places & 255)] | stockCards[256 &+ Int(places &>> 8 & 255)]
      | stockCards[512 &+ Int(places &>> 16)]
  }

  /// Lossless, in 61 bits, and never 0.
  @inline(__always)
  func code(of node: KlondikeNode) -> UInt64 {
    let offset = rules.draw == 0 || isInStep(node) ? node.left : node.drawn
    return UInt64(node.home) | UInt64(node.heldCode) &<< 16
      | (UInt64(node.stock) | UInt64(offset) &<< 24) &<< 32 | 1 &<< 63
  }
}
