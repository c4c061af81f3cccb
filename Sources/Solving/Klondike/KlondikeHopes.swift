/// Which columns can still be cleared, in a game that forgets the order and the place of all open cards. Of each vector
/// of held cards, whether it can come down to nothing held face down.
///
/// A step unlocks the top card c of a column. It is allowed where (a) every lower card of its suit lies open or
/// elsewhere: c may go up; or (b) c is a king and fewer columns than there are are surely taken; or (c) more cards that
/// c fits on are not face down than c's twin surely lies on. Each real unlocking is one of these: a card goes up after
/// all lower ones of its suit, which are not face down then; a king goes to a column that nothing takes; any other card
/// goes to one that is bare, and so not under its twin. So a line that wins is a way through these vectors.
struct KlondikeHopes {
  private enum Hope { static let unknown: UInt8 = 0, alive: UInt8 = 1, dead: UInt8 = 2 }

  private let deal: KlondikeDeal
  private let known: UnsafeMutablePointer<UInt8>
  /// By column and how many of its cards are held: what these weigh.
  private let weights: UnsafeMutablePointer<Int16>

  init?(_ deal: KlondikeDeal, in arena: inout Arena) {
    guard let known = arena.take(Int(deal.heldCodes), of: UInt8.self)?.baseAddress,
      let weights = arena.take(KlondikeRules.columnsMax * KlondikeDeal.columnStride, of: Int16.self)?
        .baseAddress
    else { return nil }
    known.update(repeating: Hope.unknown, count: Int(deal.heldCodes))
    (self.deal, self.known, self.weights) = (deal, known, weights)
    for column in 0..<deal.rules.columnCount { weigh(column) }
  }

  /// A card that lies face down weighs 8, and 4 more for each higher one of its suit on it and 2 for each that it fits
  /// on.
  private func weigh(_ column: Int) {
    let at = column * KlondikeDeal.columnStride
    let cards = deal.columns + at
    weights[at] = 0
    for count in 0..<deal.root.held(column) {
      var weight = 8 * count
      for lower in 0..<count {
        for higher in lower + 1..<count + 1 {
          let (card, other) = (Int(cards[lower]), Int(cards[higher]))
          if KlondikeCard.suit(card) == KlondikeCard.suit(other), other >> 2 > card >> 2 { weight += 4 }
          if card & ~1 == other & ~1 + 4 { weight += 2 }
        }
      }
      weights[at + count + 1] = Int16(weight)
    }
  }

  @inline(__always)
  func weight(_ column: Int, _ held: Int) -> Int {
    Int(weights[column &* KlondikeDeal.columnStride &+ held])
  }

  @inline(__always)
  func isAlive(_ node: KlondikeNode) -> Bool {
    let hope = known[Int(node.heldCode)]
    return hope == Hope.alive || hope == Hope.unknown && isAlive(node.held, node.heldCode)
  }

  /// - Parameter code: the same as a small number.
  private func isAlive(_ held: UInt32, _ code: UInt32) -> Bool {
    switch known[Int(code)] {
    case Hope.alive: return true
    case Hope.dead: return false
    default: break
    }
    let rules = deal.rules
    var down: UInt64 = 0
    var open: UInt64 = 0
    var taken = 0
    var isDone = true
    for column in 0..<rules.columnCount {
      let count = Int(held &>> UInt32(4 &* column) & 15)
      let cards = deal.columns + column * KlondikeDeal.columnStride
      for place in 0..<deal.root.held(column) {
        if place + 1 < count {
          down |= 1 << UInt64(cards[place])
        } else if place >= count {
          open |= 1 << UInt64(cards[place])
        }
      }
      if count > 0 { taken += 1 }
      if count > 1 { isDone = false }
    }
    if isDone {
      known[Int(code)] = Hope.alive
      return true
    }
    // By suit, all up to the lowest one that lies face down may be home.
    var mayBeHome: UInt64 = 0
    for suit in 0..<4 {
      let cards = KlondikeCard.cards(of: suit)
      let hidden = down & cards
      mayBeHome |= cards & (hidden == 0 ? ~0 : (1 << UInt64((hidden.trailingZeroBitCount >> 2 + 1) * 4)) &- 1)
    }
    for column in 0..<rules.columnCount where held &>> UInt32(4 &* column) & 15 == 1 {
      // A king at the bottom may go home.
      let card = Int(deal.columns[column * KlondikeDeal.columnStride])
      if card >= 4 * KlondikeCard.king, mayBeHome >> UInt64(card) & 1 != 0 { taken -= 1 }
    }
    let stuck = open & ~mayBeHome
    taken += (stuck & KlondikeCard.kings).nonzeroBitCount
    var isAlive = false
    // First what turns a card up, then what empties a column.
    for turnsUp in [true, false] where !isAlive {
      for column in 0..<rules.columnCount where !isAlive {
        let count = Int(held &>> UInt32(4 &* column) & 15)
        if turnsUp ? count < 2 : count != 1 { continue }
        let card = Int(deal.columns[column * KlondikeDeal.columnStride + count - 1])
        if !turnsUp, card >= 4 * KlondikeCard.king { continue }
        let canGo: Bool
        if mayBeHome >> UInt64(card) & 1 != 0 {
          canGo = true
        } else if card >= 4 * KlondikeCard.king {
          canGo = taken < rules.columnCount
        } else {
          let fitting = (~down >> UInt64((card & ~1) + 4) & 3).nonzeroBitCount
          canGo = fitting > Int(stuck >> UInt64(card ^ 1) & 1)
        }
        if canGo, self.isAlive(held - 1 << UInt32(4 * column), code - deal.radix[column]) { isAlive = true }
      }
    }
    known[Int(code)] = isAlive ? Hope.alive : Hope.dead
    return isAlive
  }
}
