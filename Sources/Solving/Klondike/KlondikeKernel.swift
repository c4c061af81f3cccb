import Patience
import Positions

/// Searches Klondike. Its positions forget the order of open cards and have exact codes of 61 bits: no two share one.
///
/// A free card can go up to its foundation and come down again, so such moves lead nowhere by themselves. The search
/// goes from class to class: a class is all positions that they connect. Each other move unlocks a card or takes one
/// from the stock, for good, so that no class comes twice on any way. A class is told by its closed positions, those
/// from which no free card can go up: whatever is reached is closed first, and when a class is looked at, the codes of
/// all its closed positions are noted.
struct KlondikeKernel: ~Copyable {
  let deal: KlondikeDeal
  let prunings: Prunings
  let hopes: KlondikeHopes
  let members: KlondikeMembers
  /// Room for moves that cards of the stock wait for.
  let awaited: UnsafeMutablePointer<Awaited>
  let rows: UnsafeMutablePointer<Awaited>
  var spent = Spent()

  init?(_ deal: KlondikeDeal, prunings: Prunings, in arena: inout Arena) {
    guard let hopes = KlondikeHopes(deal, in: &arena), let members = KlondikeMembers(in: &arena),
      let awaited = arena.take(Self.awaitedMax, of: Awaited.self)?.baseAddress,
      let rows = arena.take(Self.rowsMax, of: Awaited.self)?.baseAddress
    else { return nil }
    (self.deal, self.prunings, self.hopes, self.members) = (deal, prunings, hopes, members)
    (self.awaited, self.rows) = (awaited, rows)
  }

  // MARK: - What can move

  /// The cards that nothing lies on, in one of the ways in which the open cards can lie. A pair of twins has a bare one
  /// unless as many cards that are free lie on it as it has members.
  @inline(__always)
  static func bare(open: UInt64, locked: UInt64) -> UInt64 {
    let free = open & ~locked
    let differing = (open ^ open &>> 1) ^ ((free ^ free &>> 1) &<< 4)
    return (differing | ~((free | free &>> 1) &<< 4)) & (open | open &>> 1) & KlondikeCard.pairs &* 3
  }

  /// Cards that are of no more use in the tableau once they are due: the two that could lie on one, of the other colour
  /// and one lower, are home or can go there at once, and so can what could lie on those: others ≥ r − 2, twin ≥ r − 3.
  @inline(__always)
  static func safe(_ node: KlondikeNode) -> UInt64 {
    let black = min(node.height(0), node.height(1))
    let red = min(node.height(2), node.height(3))
    return KlondikeCard.black & below(min(red &+ 2, black &+ 3)) | KlondikeCard.red
      & below(min(black &+ 2, red &+ 3))
  }

  /// All cards of lower ranks than this one.
  @inline(__always)
  private static func below(_ rank: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: min(rank, 15) &* 4)) &- 1
  }

  /// Cards that a free one or one of the stock could be put on, each as the card that would go there; kings where a
  /// column is empty.
  @inline(__always)
  func slots(_ node: KlondikeNode, bare: UInt64) -> UInt64 {
    let columnsTaken = (node.open & (node.locked | KlondikeCard.kings)).nonzeroBitCount
    return bare &>> 4 & deal.fits | (columnsTaken < deal.rules.columnCount ? KlondikeCard.kings : 0)
  }

  /// The cards on top of the foundations.
  @inline(__always)
  static func tops(_ node: KlondikeNode) -> UInt64 {
    // The colours are changed over from rank to rank.
    let lower = node.due &>> 4
    return lower &>> 2 & 0x3333_3333_3333_3333 | (lower & 0x3333_3333_3333_3333) &<< 2
  }

  /// The last card of the stock.
  @inline(__always)
  private func last(_ node: KlondikeNode) -> UInt64 {
    1 &<< UInt64(deal.stock[31 &- node.stock.leadingZeroBitCount])
  }

  /// A card of the stock that is safe and can be taken without any harm: for a draw of one any that can go home, since
  /// taking it changes no other card's reach; for more the last one, when a whole pass leads back to where the stock
  /// is.
  @inline(__always)
  func safeOfStock(_ node: KlondikeNode, safe: UInt64, turned: UInt64) -> UInt64 {
    if node.left == 0 { return 0 }
    if deal.rules.draw == 1 { return turned & safe & node.due }
    return deal.isInStep(node) ? last(node) & safe & node.due : 0
  }

  /// Whether the pass is ended first: while the last card of the stock can go home safely, nothing before the present
  /// place is to be had sooner than by taking it.
  @inline(__always)
  func endsPass(_ node: KlondikeNode, safe: UInt64) -> Bool {
    node.left > 0 && deal.rules.draw > 1 && safe & node.due != 0 && last(node) & safe & node.due != 0
  }

  // MARK: - What moves do

  /// Cards of the stock go to the tableau, each on the one before: the highest one first.
  @inline(__always)
  func place(_ cards: UInt64, _ node: inout KlondikeNode, _ made: (KlondikeMove) -> Void = { _ in }) {
    var cards = cards
    while cards != 0 {
      let card = 63 &- cards.leadingZeroBitCount
      cards ^= 1 &<< UInt64(card)
      let move = KlondikeMove(.stockTableau, card)
      make(move, &node)
      made(move)
    }
  }

  /// Makes a move that cannot be taken back.
  @inline(__always)
  func make(_ move: KlondikeMove, _ node: inout KlondikeNode) {
    let card = Int(move.card)
    switch move.kind {
    case .tableauHome:
      node.goUp(card)
      if node.locked & 1 &<< UInt64(card) != 0 { unlock(card, &node) }
    case .stockHome:
      node.sendHome(card)
      take(card, &node)
    case .stockTableau:
      take(card, &node)
      node.open |= 1 &<< UInt64(card)
    case .reveal: unlock(card, &node)
    case .homeTableau: node.comeDown(card)
    }
  }

  @inline(__always)
  private func take(_ card: Int, _ node: inout KlondikeNode) {
    let bit: UInt32 = 1 &<< UInt32(deal.placeOf[card])
    node.drawn = UInt8(truncatingIfNeeded: (node.stock & (bit &- 1)).nonzeroBitCount)
    node.stock ^= bit
    node.left &-= 1
  }

  /// A locked card has moved away, with what lay on it; what it lay on is turned up.
  @inline(__always)
  private func unlock(_ card: Int, _ node: inout KlondikeNode) {
    node.locked &= ~(1 &<< UInt64(card))
    let column = Int(deal.columnOf[card])
    node.held &-= 1 &<< UInt32(truncatingIfNeeded: 4 &* column)
    node.heldCode &-= deal.radix[column]
    let left = node.held(column)
    if left > 0 {
      node.open |= 1 &<< UInt64(deal.columns[column &* KlondikeDeal.columnStride &+ left &- 1])
    }
  }

  /// Closes a position: free cards go up, since they can come back, and safe ones go up for good.
  ///
  /// - Parameter made: is told of each move.
  @inline(__always)
  func close(_ node: inout KlondikeNode, _ made: (KlondikeMove) -> Void = { _ in }) {
    while true {
      let up = Self.bare(open: node.open, locked: node.locked) & node.open & node.due
      let free = deal.rules.comesBack ? up & ~node.locked : 0
      if free != 0 {
        let card = free.trailingZeroBitCount
        node.goUp(card)
        made(KlondikeMove(.tableauHome, card))
        continue
      }
      // Whether a card is safe matters only where one is due that could go home.
      if up == 0, node.left == 0 || node.due & deal.stocked == 0 { return }
      guard prunings.contains(.safeCards) else { return }
      let safe = Self.safe(node)
      if up & safe != 0 {
        let move = KlondikeMove(.tableauHome, (up & safe).trailingZeroBitCount)
        make(move, &node)
        made(move)
        continue
      }
      if safe & node.due == 0 || node.left == 0 { return }
      let turned = deal.rules.draw == 1 ? deal.turnedTo(node, ends: false) : 0
      let taken = safeOfStock(node, safe: safe, turned: turned)
      if taken == 0 { return }
      let move = KlondikeMove(.stockHome, taken.trailingZeroBitCount)
      make(move, &node)
      made(move)
    }
  }
}
