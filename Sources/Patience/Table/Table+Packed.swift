import DragDrop

/// A table as the bytes that undo keeps: each card has its place in them, so that a move changes few. What all tables
/// of one game have in common is not written.
extension Table {
  /// Wide enough for any place in a pile; most games have no more cards than one byte counts.
  private var isWide: Bool { faces.count > 256 }

  public func packed() -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + piles.count * 2 + faces.count * 8)
    bytes.append(options.autoMoves.rawValue | (options.timed ? 4 : 0))
    bytes.append(status.rawValue)
    for number in [moves, steps, lastArrival, UInt32(bitPattern: points), UInt32(bitPattern: carried)] {
      bytes.put(number)
    }
    bytes.put(streak)
    for pass in passes { bytes.put(pass) }
    bytes.put(clock.now)
    for moment in [clock.startedAt, clock.stoppedAt] {
      bytes.put(moment != nil)
      bytes.put(moment ?? 0)
    }
    for pile in piles { bytes.put(pile.down) }
    var places = Array(repeating: UInt16(0), count: faces.count)
    for pile in piles {
      for (index, handle) in pile.cards.enumerated() { places[Int(handle)] = UInt16(index) }
    }
    for handle in slots.indices {
      bytes.append(slots[handle])
      bytes.append(UInt8(truncatingIfNeeded: places[handle]))
      if isWide { bytes.append(UInt8(truncatingIfNeeded: places[handle] >> 8)) }
      bytes.put(arrivals[handle])
    }
    for word in seen.words { bytes.put(word) }
    return bytes
  }

  public func unpacked(_ bytes: [UInt8]) -> Table {
    var (reader, table) = (ByteReader(bytes), self)
    let flags = reader.u8()
    guard let autoMoves = Ruleset.Automatic.Foundation(rawValue: flags & 3),
      let status = GameStatus(rawValue: reader.u8())
    else { preconditionFailure("bytes of a table") }
    table.options = TableOptions(autoMoves: autoMoves, timed: flags & 4 == 4)
    table.status = status
    (table.moves, table.steps, table.lastArrival) = (reader.u32(), reader.u32(), reader.u32())
    (table.points, table.carried) = (reader.i32(), reader.i32())
    table.streak = reader.u16()
    for index in passes.indices { table.passes[index] = reader.u16() }
    table.clock.now = reader.u32()
    let moments = (0..<2).map { _ in (isThere: reader.truth(), seconds: reader.u32()) }
    table.clock.startedAt = moments[0].isThere ? moments[0].seconds : nil
    table.clock.stoppedAt = moments[1].isThere ? moments[1].seconds : nil
    let downs = piles.map { _ in reader.u16() }
    var counts = piles.map { _ in 0 }
    var places = Array(repeating: 0, count: faces.count)
    for handle in slots.indices {
      let slot = reader.u8()
      table.slots[handle] = slot
      counts[Int(slot)] += 1
      places[handle] = Int(reader.u8()) | (isWide ? Int(reader.u8()) << 8 : 0)
      table.arrivals[handle] = reader.u32()
    }
    for slot in piles.indices {
      table.piles[slot] = Pile(cards: Array(repeating: 0, count: counts[slot]), down: downs[slot])
    }
    for (handle, place) in places.enumerated() {
      table.piles[Int(table.slots[handle])].cards[place] = UInt16(handle)
    }
    table.seen = HandleSet(words: seen.words.map { _ in reader.u64() })
    precondition(reader.isSpent, "bytes of a table of this game")
    table.assertInvariants()
    return table
  }
}
