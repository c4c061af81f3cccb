package import DragDrop

/// A table in the middle of its game as bytes, hidden cards apart, which are the deal's: what a server
/// goes on from. Promise: equal tables of one deal give equal bytes, and bytes that are no position of
/// that deal give nothing.
extension Table {
  /// Counters of a game that people play stay far below it.
  private static let counterMax: UInt32 = 1 << 30

  package func write(to c: inout ByteCoder) {
    var (table, seats) = (self, seats)
    Self.code(&table.options, &table.status, &seats, by: &c)
    table.code(by: &c)
  }

  /// - Parameter isFirstFormat: written when a table was one of Klondike.
  package init?(_ c: inout ByteCoder, ruleset: Ruleset, deal: Deal, isFirstFormat: Bool = false) {
    var (options, status, seats) = (TableOptions(), GameStatus.playing, UInt8(1))
    Self.code(&options, &status, &seats, by: &c, isFirstFormat)
    guard 1...ruleset.seats.max ~= seats, deal.cards.count == ruleset.cardCount(seats: seats) else {
      return nil
    }
    self.init(ruleset: ruleset, deal: deal, options: options, seats: seats)
    self.status = status
    seen = HandleSet(capacity: faces.count)
    code(by: &c, isFirstFormat)
    guard !c.isBroken, moves <= Self.counterMax, steps <= Self.counterMax, lastArrival <= Self.counterMax,
      hasEachCardOnce()
    else { return nil }
    for (slot, pile) in piles.enumerated() {
      for handle in pile.cards { slots[Int(handle)] = UInt8(slot) }
    }
    guard arrivals.allSatisfy({ $0 <= lastArrival }), checkInvariants() else { return nil }
  }

  private static func code(
    _ options: inout TableOptions, _ status: inout GameStatus, _ seats: inout UInt8, by c: inout ByteCoder,
    _ isFirstFormat: Bool = false
  ) {
    if isFirstFormat {
      var isSafe = false
      c.truths(&isSafe, &options.timed)
      if isSafe { options.autoMoves = .safe }
    } else {
      options.code(by: &c)
    }
    c.word(&status)
    if !isFirstFormat { c.fixed(&seats) }
  }

  private mutating func code(by c: inout ByteCoder, _ isFirstFormat: Bool = false) {
    c.fixed(&points)
    if !isFirstFormat { c.fixed(&carried) }
    c.fixed(&moves)
    steps = isFirstFormat ? moves : c.fixed(steps)
    if !isFirstFormat { c.fixed(&streak) }
    for stock in passes.indices { c.fixed(&passes[stock]) }
    clock.code(by: &c)
    c.fixed(&lastArrival)
    for slot in piles.indices {
      let count = Int(c.fixed(UInt16(piles[slot].cards.count)))
      c.fixed(&piles[slot].down)
      c.parts(&piles[slot].cards, count: count, 0) { $1.fixed(&$0) }
    }
    for handle in arrivals.indices {
      c.fixed(&arrivals[handle])
      if c.truth(seen.contains(UInt16(handle))) { seen.insert(UInt16(handle)) }
    }
  }

  private func hasEachCardOnce() -> Bool {
    var met = HandleSet(capacity: faces.count)
    for handle in piles.lazy.flatMap({ $0.cards }) {
      guard Int(handle) < faces.count, !met.contains(handle) else { return false }
      met.insert(handle)
    }
    return piles.reduce(0) { $0 + $1.cards.count } == faces.count
  }
}

extension Clock {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.fixed(&now)
    c.optional(&startedAt, 0) { $1.fixed(&$0) }
    c.optional(&stoppedAt, 0) { $1.fixed(&$0) }
    c.require((startedAt ?? 0) <= (stoppedAt ?? now) && (stoppedAt ?? now) <= now)
  }
}
