/// Handles on piles, as a game is dealt.
extension Ruleset {
  /// - Returns: a pile for each of `pileIDs(seats:)`.
  func layout(seats: UInt8) -> [Pile] {
    let ids = pileIDs(seats: seats)
    var piles = ids.map { id in
      Pile(down: UInt16(zone(id.role).map { $0.dealt(to: Int(id.index) % max(1, Int($0.count))).down } ?? 0))
    }
    let packSize = cardCount(seats: seats) / (hasPackPerSeat ? Int(seats) : 1)
    for seat in 0..<(hasPackPerSeat ? Int(seats) : 1) {
      var next = UInt16(seat * packSize)
      for role in dealing.zoneOrder {
        guard let zone = zone(role) else { continue }
        let slots = ids.indices.filter { slot in
          ids[slot].role == role
            && (!hasPackPerSeat || Int(ids[slot].index) / max(1, Int(zone.count)) == seat)
        }
        let sizes = slots.map { zone.dealt(to: Int(ids[$0].index) % max(1, Int(zone.count))) }
        for place in dealing.turns(sizes) {
          piles[slots[place]].cards.append(next)
          next += 1
        }
      }
      guard let stock = ids.firstIndex(of: PileID(.stock, UInt8(seat))) else { continue }
      piles[stock].cards = Array((next..<UInt16((seat + 1) * packSize)).reversed())
      piles[stock].down = UInt16(piles[stock].cards.count)
    }
    return piles
  }
}

extension Dealing {
  /// Which pile of a zone gets the next card, again and again until each has what it is dealt.
  fileprivate func turns(_ sizes: [(down: Int, all: Int)]) -> [Int] {
    switch order {
    case .piles: return sizes.indices.flatMap { Array(repeating: $0, count: sizes[$0].all) }
    case .rows: return rows(sizes.map { 0..<$0.all })
    case .openLast:
      let first = sizes.map { min($0.all, $0.down + 1) }
      return rows(first.map { 0..<$0 }) + rows(sizes.indices.map { 0..<sizes[$0].all - first[$0] })
    }
  }

  private func rows(_ wanted: [Range<Int>]) -> [Int] {
    let most = wanted.reduce(0) { max($0, $1.upperBound) }
    return (0..<most).flatMap { row in wanted.indices.filter { wanted[$0].contains(row) } }
  }
}
