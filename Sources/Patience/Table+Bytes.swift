package import DragDrop

/// A table in the middle of its game as bytes, hidden cards apart, which are the deal's: what a server
/// goes on from. Promise: equal tables of one deal give equal bytes, and bytes that are no position of
/// that deal give nothing.
extension Table {
  /// Counters of a game that people play stay far below it.
  private static let counterMax: UInt32 = 1 << 30

  // MARK: writing

  package func write(into bytes: inout [UInt8]) {
    bytes.append((options.safeAutoMoves ? 1 : 0) | (options.timed ? 2 : 0))
    bytes.append(status.rawValue)
    bytes.put(score)
    bytes.put(moves)
    bytes.put(pass)
    clock.write(into: &bytes)
    bytes.put(lastArrival)
    for pile in piles {
      bytes.put(UInt16(pile.cards.count))
      bytes.put(pile.down)
      for handle in pile.cards { bytes.put(handle) }
    }
    for (handle, arrival) in arrivals.enumerated() {
      bytes.put(arrival)
      bytes.put(seen.contains(UInt16(handle)))
    }
  }

  // MARK: reading

  /// - Precondition: as for dealing.
  package init?(_ reader: inout ByteReader, ruleset: Ruleset, deal: Deal) {
    let flags = reader.u8()
    guard flags < 4, let status = GameStatus(rawValue: reader.u8()) else { return nil }
    let options = TableOptions(safeAutoMoves: flags & 1 == 1, timed: flags & 2 == 2)
    self.init(ruleset: ruleset, deal: deal, options: options)
    self.status = status
    score = reader.i32()
    moves = reader.u32()
    pass = reader.u16()
    guard let clock = Clock(&reader) else { return nil }
    self.clock = clock
    lastArrival = reader.u32()
    guard moves <= Self.counterMax, lastArrival <= Self.counterMax, readPiles(&reader) else { return nil }

    seen = HandleSet(capacity: faces.count)
    for handle in arrivals.indices {
      arrivals[handle] = reader.u32()
      if reader.truth() { seen.insert(UInt16(handle)) }
    }
    guard arrivals.allSatisfy({ $0 <= lastArrival }), checkInvariants() else { return nil }
  }

  /// Whether each card lies in one pile.
  private mutating func readPiles(_ reader: inout ByteReader) -> Bool {
    var met = HandleSet(capacity: faces.count)
    var left = faces.count
    for slot in piles.indices {
      let (count, down) = (Int(reader.u16()), reader.u16())
      guard count <= left, Int(down) <= count else { return false }
      left -= count
      var cards: [UInt16] = []
      for _ in 0..<count {
        let handle = reader.u16()
        guard Int(handle) < faces.count, !met.contains(handle) else { return false }
        met.insert(handle)
        slots[Int(handle)] = UInt8(slot)
        cards.append(handle)
      }
      piles[slot] = Pile(cards: cards, down: down)
    }
    return left == 0
  }
}

extension Clock {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes.put(now)
    for moment in [startedAt, stoppedAt] {
      bytes.put(moment != nil)
      if let moment { bytes.put(moment) }
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    now = reader.u32()
    startedAt = reader.truth() ? reader.u32() : nil
    stoppedAt = reader.truth() ? reader.u32() : nil
    guard (startedAt ?? 0) <= (stoppedAt ?? now), (stoppedAt ?? now) <= now else { return nil }
  }
}
