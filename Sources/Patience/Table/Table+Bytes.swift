package import DragDrop

/// A table in the middle of its game as bytes, hidden cards apart, which are the deal's: what a server
/// goes on from. Promise: equal tables of one deal give equal bytes, and bytes that are no position of
/// that deal give nothing.
extension Table {
  /// Counters of a game that people play stay far below it.
  private static let counterMax: UInt32 = 1 << 30

  // MARK: writing

  package func write(into bytes: inout [UInt8]) {
    bytes.append(options.autoMoves.rawValue | (options.timed ? 4 : 0))
    bytes.append(status.rawValue)
    bytes.append(seats)
    bytes.put(points)
    bytes.put(carried)
    bytes.put(moves)
    bytes.put(steps)
    bytes.put(streak)
    for pass in passes { bytes.put(pass) }
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

  /// - Parameter isFirstFormat: written when a table was one of Klondike.
  package init?(_ reader: inout ByteReader, ruleset: Ruleset, deal: Deal, isFirstFormat: Bool = false) {
    if isFirstFormat {
      self.init(firstFormat: &reader, ruleset: ruleset, deal: deal)
      return
    }
    let flags = reader.u8()
    guard flags < 8, let autoMoves = Ruleset.Automatic.Foundation(rawValue: flags & 3),
      let status = GameStatus(rawValue: reader.u8())
    else { return nil }
    let options = TableOptions(autoMoves: autoMoves, timed: flags & 4 == 4)
    let seats = reader.u8()
    guard 1...ruleset.seats.max ~= seats, deal.cards.count == ruleset.cardCount(seats: seats) else {
      return nil
    }
    self.init(ruleset: ruleset, deal: deal, options: options, seats: seats)
    self.status = status
    points = reader.i32()
    carried = reader.i32()
    moves = reader.u32()
    steps = reader.u32()
    streak = reader.u16()
    for index in passes.indices { passes[index] = reader.u16() }
    guard readCards(&reader) else { return nil }
  }

  private init?(firstFormat reader: inout ByteReader, ruleset: Ruleset, deal: Deal) {
    let flags = reader.u8()
    guard flags < 4, let status = GameStatus(rawValue: reader.u8()), deal.cards.count == ruleset.cardCount()
    else {
      return nil
    }
    let options = TableOptions(autoMoves: flags & 1 == 1 ? .safe : .off, timed: flags & 2 == 2)
    self.init(ruleset: ruleset, deal: deal, options: options)
    self.status = status
    points = reader.i32()
    moves = reader.u32()
    steps = moves
    passes[0] = reader.u16()
    guard readCards(&reader) else { return nil }
  }

  /// The clock, and where each card lies.
  private mutating func readCards(_ reader: inout ByteReader) -> Bool {
    guard let clock = Clock(&reader) else { return false }
    self.clock = clock
    lastArrival = reader.u32()
    guard moves <= Self.counterMax, steps <= Self.counterMax, lastArrival <= Self.counterMax,
      readPiles(&reader)
    else { return false }

    seen = HandleSet(capacity: faces.count)
    for handle in arrivals.indices {
      arrivals[handle] = reader.u32()
      if reader.truth() { seen.insert(UInt16(handle)) }
    }
    return arrivals.allSatisfy { $0 <= lastArrival } && checkInvariants()
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
