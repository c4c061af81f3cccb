import Patience

/// Whether the stock can be turned.
extension Piles {
  /// Whether the stock can be turned.
  @inline(__always)
  var canTurn: Bool {
    let stock = tables.stock
    if stock.pile < 0 { return false }
    if !isEmpty(stock.pile) {
      if stock.draw == 0 { return false }
      if !stock.dealsToTableau { return stock.waste >= 0 && length(stock.waste) < stock.capacity }
      let tableau = tables.zone(.tableau).pointee
      if !(tableau.first..<tableau.end).contains(where: { length($0) < stock.capacity }) { return false }
      return !(stock.needsFullTableau && couldFill(tableau))
    }
    if stock.dealsToTableau || stock.waste < 0 || stock.isFinal || isEmpty(stock.waste) { return false }
    return !stock.isCounted || standing.pointee.pass < stock.passesMax
  }

  /// Whether one of its piles is empty while there are cards enough for all.
  private func couldFill(_ zone: ZoneRule) -> Bool {
    let piles = zone.end - zone.first
    return Int(ends[zone.end]) - Int(ends[zone.first]) >= piles && emptyCount(zone.first, zone.end) > 0
  }

  /// How many of these piles are empty.
  @inline(__always)
  func emptyCount(_ first: Int, _ end: Int) -> Int {
    var count = 0
    var pile = first
    while pile < end {
      if isEmpty(pile) { count &+= 1 }
      pile &+= 1
    }
    return count
  }
}
