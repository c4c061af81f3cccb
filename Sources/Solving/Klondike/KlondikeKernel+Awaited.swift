/// Cards of the stock wait until they are of use, where one is turned at a time. Each of them is at hand at any time
/// then, whatever else is taken, so that taking one gives nothing but what is done with it.
///
/// Proof. Take, of the lines that win, one in which the cards leave the stock as late as can be. Let c leave it for the
/// tableau. Until something comes to lie on c, or c's twin has to be bare and what lies on it goes over to c, no move
/// of the line needs c there: what c lies on could be bare, and the column that c begins empty. So c can leave right
/// before that move. If c goes home or is moved before, it can go there from the stock. Let c go home from the stock.
/// No move needs it there before the next card of its suit goes home, which may have to be made bare for that by
/// another card of the stock; or c comes back to the tableau, which is the same as above. A move needs a place for its
/// card, or that its card is due and bare: nothing but the latter are two needs that two cards of the stock can meet. A
/// line of this kind takes no safe card back if the one that it is made from does not: foundations are never higher
/// than in that one.
///
/// So c goes to the tableau only where c's twin is not bare and something can use c at once, and home only where the
/// next card of its suit can follow. Where what uses c is a free card or one that comes back, c is placed and whatever
/// can be played follows: those moves are within a class.
extension KlondikeKernel {
  /// A move that cards of the stock, placed before it, are wanted for.
  struct Awaited: BitwiseCopyable {
    var first: UInt64
    var move: KlondikeMove
  }

  /// How many cards in a row are placed for one move; what follows is a move like any other.
  private static var rowMax: Int { 3 }
  /// Each of the 24 cards is last in at most 15 such rows.
  static var awaitedMax: Int { 24 * 15 * 2 }
  /// Rows that are not complete: each that is looked at leaves at most two longer ones.
  static var rowsMax: Int { 2 * (rowMax + 1) }

  /// Leaves out what is of no use yet, and finds the moves that cards of the stock make possible.
  ///
  /// - Returns: how many there are.
  func awaitedMoves(
    of node: KlondikeNode, bare: UInt64, turned: UInt64, stockTableau: inout UInt64, stockHome: inout UInt64
  ) -> Int {
    let safe = prunings.contains(.safeBack) ? Self.safe(node) : 0
    let tops = deal.rules.comesBack ? Self.tops(node) & ~safe : 0
    let due = deal.rules.comesBack ? node.due : 0
    let locked = node.open & node.locked & ~(bare & due)
    let free = node.open & ~node.locked

    var home = stockHome
    while home != 0 {
      let card = home.trailingZeroBitCount
      home &= home &- 1
      if bare >> UInt64(card) & 1 == 0, fitting(card) & (node.open | turned | tops) != 0 { continue }
      if !isFollowed(card, node, bare: bare, turned: turned) { stockHome ^= 1 &<< UInt64(card) }
    }

    var count = 0
    var roots = stockTableau & ~bare
    stockTableau = 0
    while roots != 0 {
      let root = roots.trailingZeroBitCount
      roots &= roots &- 1
      var waiting = 1
      rows[0] = Awaited(first: 0, move: KlondikeMove(.stockTableau, root))
      while waiting > 0 {
        waiting &-= 1
        let (first, move) = (rows[waiting].first, rows[waiting].move)
        let card = Int(move.card)
        let pair: UInt64 = 3 &<< UInt64(card & ~1)
        let fitting = fitting(card)
        if fitting & tops != 0 || fitting & free != 0 && pair & node.open & node.due != 0 {
          if first == 0 {
            stockTableau |= 1 &<< UInt64(root)
          } else {
            awaited[count] = Awaited(first: first, move: move)
            count &+= 1
          }
          continue
        }
        let row = first | 1 &<< UInt64(card)
        var reveal = fitting & locked
        while reveal != 0 {
          awaited[count] = Awaited(first: row, move: KlondikeMove(.reveal, reveal.trailingZeroBitCount))
          count &+= 1
          reveal &= reveal &- 1
        }
        var next = fitting & turned & ~due & ~bare
        while next != 0 {
          let place = KlondikeMove(.stockTableau, next.trailingZeroBitCount)
          next &= next &- 1
          if row.nonzeroBitCount == Self.rowMax {
            awaited[count] = Awaited(first: row, move: place)
            count &+= 1
          } else {
            rows[waiting] = Awaited(first: row, move: place)
            waiting &+= 1
          }
        }
      }
    }
    return count
  }

  /// The cards that go on this one.
  @inline(__always)
  private func fitting(_ card: Int) -> UInt64 {
    card < 4 ? 0 : 3 &<< UInt64((card & ~1) &- 4) & deal.fits
  }

  /// Whether the card that follows this one home can do so at once, by way of others of the stock perhaps; or none is
  /// left.
  @inline(__always)
  private func isFollowed(_ card: Int, _ node: KlondikeNode, bare: UInt64, turned: UInt64) -> Bool {
    let suit = KlondikeCard.suit(card)
    var rank = card >> 2
    while rank < KlondikeCard.king {
      rank &+= 1
      let next: UInt64 = 1 &<< UInt64(KlondikeCard.code(rank: rank, suit: suit))
      if turned & next == 0 {
        // Or it can be made bare.
        let twin: UInt64 = 1 &<< UInt64(KlondikeCard.code(rank: rank, suit: suit) ^ 1)
        return node.open & next != 0 && (bare & next != 0 || turned & twin != 0)
      }
    }
    return true
  }
}
