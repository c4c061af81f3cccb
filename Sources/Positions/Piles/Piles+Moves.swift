import Patience

/// Which moves there are.
extension Piles {
  /// Writes all moves there are, in order, and answers how many.
  func moves(into list: UnsafeMutablePointer<Move>, _ notes: MoveNotes) -> Int {
    if standing.pointee.isWon { return 0 }
    noteTakers(notes)
    var next = list
    var role = 0
    while role < RuleTables.roleCount {
      let zone = tables.zones[role]
      if zone.canBeLifted, zone.first < zone.end { addMoves(of: zone, notes, &next) }
      role &+= 1
    }
    if canTurn {
      next.pointee = .turn
      next += 1
    }
    return next - list
  }

  /// Whether a move is one of them. Only those from its pile are looked for.
  ///
  /// - Parameter room: enough for all moves of any position.
  func allows(_ move: Move, _ room: UnsafeMutablePointer<Move>, _ notes: MoveNotes) -> Bool {
    if standing.pointee.isWon { return false }
    if move.isTurn { return canTurn }
    let from = Int(move.from)
    guard from < tables.pileCount else { return false }
    let zone = tables.zones[Int(tables.roles[from])]
    guard zone.canBeLifted else { return false }
    noteTakers(notes)
    var next = room
    addMoves(of: zone, only: from, notes, &next)
    while next > room {
      next -= 1
      if next.pointee == move { return true }
    }
    return false
  }

  // MARK: what each pile takes

  @inline(__always)
  private func noteTakers(_ notes: MoveNotes) {
    var role = 0
    while role < RuleTables.roleCount {
      let zone = tables.zones[role]
      if zone.isTarget { noteTakers(of: zone, notes, &notes.unions[role]) }
      if zone.isPaired { notePartners(of: zone, notes, &notes.unions[role]) }
      role &+= 1
    }
  }

  @inline(__always)
  private func noteTakers(of zone: ZoneRule, _ notes: MoveNotes, _ union: inout MoveNotes.Union) {
    let takers = tables.takers + zone.build
    var (onCards, onEmpty) = (CardSet.none, CardSet.none)
    var pile = zone.first
    while pile < zone.end {
      let set: CardSet
      if isEmpty(pile) {
        set = starters(of: pile, zone)
        onEmpty |= set
      } else {
        set = isOpen(pile) ? takers[Int(top(pile))] : .none
        onCards |= set
      }
      notes.takers[pile] = set
      pile &+= 1
    }
    union.onCards = onCards
    union.onEmpty = onEmpty
  }

  @inline(__always)
  private func notePartners(of zone: ZoneRule, _ notes: MoveNotes, _ union: inout MoveNotes.Union) {
    var inPairs = CardSet.none
    for pile in zone.first..<zone.end {
      let set = isOpen(pile) ? tables.partners[Int(top(pile))] : .none
      inPairs |= set
      notes.partners[pile] = set
    }
    union.inPairs = inPairs
  }

  /// Which cards may begin an empty pile.
  @inline(__always)
  func starters(of pile: Int, _ zone: ZoneRule) -> CardSet {
    let starters = tables.starters[pile]
    return zone.startsWithBase ? starters & tables.ranks[Int(standing.pointee.base)] : starters
  }

  /// All that any pile takes which cards of a zone can go to, of cards that are lifted and of tops; a complete run
  /// is told by its king.
  @inline(__always)
  private func wanted(from zone: ZoneRule, _ notes: MoveNotes) -> (cards: CardSet, tops: CardSet) {
    var (cards, tops) = (CardSet.none, CardSet.none)
    var lane = tables.lanes + zone.laneFirst
    let end = tables.lanes + zone.laneEnd
    while lane < end {
      let union = notes.unions[lane.pointee.target]
      let more: CardSet =
        switch lane.pointee.way {
        case .ordinary: lane.pointee.begins ? union.onCards | union.onEmpty : union.onCards
        case .completeRun: tables.ranks[13]
        case .pair: union.inPairs
        case .alone: tables.loners
        }
      if lane.pointee.judgesTop, lane.pointee.way != .completeRun { tops |= more } else { cards |= more }
      lane += 1
    }
    return (cards, tops)
  }

  // MARK: what can be lifted

  /// - Parameter only: the one pile to lift from; nil: any of the zone.
  @inline(__always)
  private func addMoves(
    of zone: ZoneRule, only: Int? = nil, _ notes: MoveNotes, _ next: inout UnsafeMutablePointer<Move>
  ) {
    let wanted = wanted(from: zone, notes)
    if wanted.cards == .none, wanted.tops == .none { return }
    let most = LiftMost(self, zone)
    let takers = tables.takers + zone.build
    var rowLength = 0
    var begin = Int(ends[zone.first])
    var pile = zone.first
    while pile < zone.end {
      let end = Int(ends[pile &+ 1])
      defer {
        pile &+= 1
        begin = end
      }
      if begin == end { continue }
      notes.row[rowLength] = UInt8(truncatingIfNeeded: pile)
      rowLength &+= 1
      if let only, pile != only { continue }
      let length = end &- begin
      let down = Int(downs[pile])
      if length == down || zone.isCovered && isCovered(pile) { continue }
      let cards = cards + begin
      let isTopWanted = wanted.tops.contains(cards[length &- 1])
      let lowest = max(down, length &- most.onCards)
      let first = firstLifted(zone.take, takers, cards, length: length, lowest: lowest)
      // The whole pile may go where a part of it may not.
      var index = zone.takesWholePiles && down == 0 && length <= most.onCards ? 0 : first
      while index < length {
        let isWhole = index == 0 || index == length &- 1
        let isWanted = isTopWanted || wanted.cards.contains(cards[index])
        if isWanted, !zone.hasToFree || isWhole || frees(pile, index) {
          let lift = Lift(
            card: cards[index], top: cards[length &- 1], count: length &- index, pile: pile,
            rowPlace: rowLength &- 1, mostToBegin: most.onEmpty)
          addMoves(of: lift, zone.laneFirst, zone.laneEnd, notes, &next)
        }
        index = index < first ? first : index &+ 1
      }
    }
  }

  /// From where on all cards of a pile can be lifted with what lies on them; its length if none can.
  @inline(__always)
  private func firstLifted(
    _ take: Take, _ takers: UnsafePointer<CardSet>, _ cards: UnsafeMutablePointer<UInt8>, length: Int,
    lowest: Int
  ) -> Int {
    switch take {
    case .nothing: return length
    case .top: return max(length &- 1, lowest)
    case .anyOpen: return lowest
    case .run, .runOfSuit:
      var first = length &- 1
      if first < lowest { return length }
      while first > lowest {
        let (lower, upper) = (cards[first &- 1], cards[first])
        if !takers[Int(lower)].contains(upper) { break }
        if take == .runOfSuit, (lower ^ upper) & 0x30 != 0 { break }
        first &-= 1
      }
      return first
    }
  }

  /// Whether lifting a card of a pile lays one bare that can go to a foundation.
  private func frees(_ pile: Int, _ index: Int) -> Bool {
    index - 1 >= Int(downs[pile]) && foundation(for: cards[Int(ends[pile]) + index - 1], from: pile) != nil
  }
}
