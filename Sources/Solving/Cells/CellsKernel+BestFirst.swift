/// The most promising positions first. A child is an entry with an estimated value and an exact hash, both made from
/// its parent; only what is taken from the queue is copied, played and valued. Keys are half of a hash: where the queue
/// runs empty, a search with all of it has the last word.
extension CellsKernel {
  private struct Entry: BitwiseCopyable {
    /// The state that it is a child of.
    var parent: UInt32
    /// Another one of the same value that came before it, and one of the same type.
    var next: UInt32
    var nextOfType: UInt32
    var move: CellsMove
    var isDone: Bool
  }

  private static var none: UInt32 { .max }
  private static var valuesMax: Int { 4096 }
  /// Types for exploring: how many cards are home, by how many cells are used.
  private static var typesMax: Int { 64 * (CellsRules.cellsMax + 1) }

  /// - Parameters:
  ///   - expansionsMax: so many states are taken from the queue at most.
  ///   - exploresEvery: each so many-th is the newest of a random type, against plateaus; 0: never.
  mutating func bestFirst(
    in arena: inout Arena, expansionsMax: Int, exploresEvery: Int, unless isStopped: () -> Bool
  ) -> SearchOutcome<[CellsMove]> {
    let entriesMax = expansionsMax * 14 + Self.movesMax + 1
    guard let states = arena.take((expansionsMax + 2) * stateSize, of: UInt8.self)?.baseAddress,
      let entryOfState = arena.take(expansionsMax + 2, of: UInt32.self)?.baseAddress,
      let entries = arena.take(entriesMax, of: Entry.self)?.baseAddress,
      let heads = arena.take(Self.valuesMax, of: UInt32.self)?.baseAddress,
      let headsOfType = arena.take(Self.typesMax, of: UInt32.self)?.baseAddress,
      let types = arena.take(Self.typesMax, of: UInt16.self)?.baseAddress,
      let moves = arena.take(Self.movesMax, of: CellsMove.self)?.baseAddress,
      let hashes = arena.take(Self.movesMax, of: UInt64.self)?.baseAddress,
      let digs = arena.take(CellsRules.columnsMax, of: Int32.self)?.baseAddress,
      var keys = KeySet<UInt64>(
        in: &arena, bytesMax: min(entriesMax * 40, arena.left), expected: min(expansionsMax * 5, 20_000))
    else { return .short(.memory) }
    heads.update(repeating: Self.none, count: Self.valuesMax)
    headsOfType.update(repeating: Self.none, count: Self.typesMax)
    var typeCount = 0
    var dice = UInt64(0x1_2345)
    var lowest = Self.valuesMax
    var (entryCount, stateCount) = (0, 0)
    defer {
      spent.bytes = keys.byteCount + stateCount * stateSize + entryCount * MemoryLayout<Entry>.stride
    }

    while true {
      let state = CellsState(bytes: states + stateCount &* stateSize)
      var taken = Self.none
      if stateCount == 0 {
        state.become(root, stateSize)
        sendSafeCardsHome(state)
        _ = keys.insert(UInt64(truncatingIfNeeded: state.hash))
        entries[0] = Entry(
          parent: Self.none, next: Self.none, nextOfType: Self.none, move: CellsMove(0, 0, 0), isDone: true)
        (taken, entryCount) = (0, 1)
      } else {
        if exploresEvery > 0, stateCount % exploresEvery == exploresEvery &- 1, typeCount > 0 {
          for _ in 0..<4 where taken == Self.none {
            dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let type = Int(types[Int(dice >> 33) % typeCount])
            var entry = headsOfType[type]
            while entry != Self.none, entries[Int(entry)].isDone { entry = entries[Int(entry)].nextOfType }
            headsOfType[type] = entry == Self.none ? entry : entries[Int(entry)].nextOfType
            taken = entry
          }
        }
        while taken == Self.none {
          while lowest < Self.valuesMax, heads[lowest] == Self.none { lowest &+= 1 }
          if lowest == Self.valuesMax { return .exhausted(sum: keys.sum, parity: keys.parity) }
          let entry = heads[lowest]
          heads[lowest] = entries[Int(entry)].next
          if !entries[Int(entry)].isDone { taken = entry }
        }
        entries[Int(taken)].isDone = true
        if stateCount > expansionsMax || entryCount &+ Self.movesMax > entriesMax {
          return .short(.positions)
        }
        let entry = entries[Int(taken)]
        let parent = CellsState(bytes: states + Int(entry.parent) &* stateSize)
        let hash = hash(after: entry.move, from: parent)
        state.become(parent, stateSize)
        apply(entry.move, to: state)
        sendSafeCardsHome(state)
        if state.hash != hash {
          switch keys.insert(UInt64(truncatingIfNeeded: state.hash)) {
          case .known: continue
          case .full: return .short(.memory)
          case .new: break
          }
        }
      }
      let here = stateCount
      entryOfState[here] = taken
      stateCount &+= 1
      spent.positions &+= 1
      if state.isWon {
        var line: [CellsMove] = []
        var entry = entries[Int(taken)]
        while entry.parent != Self.none {
          line.append(entry.move)
          entry = entries[Int(entryOfState[Int(entry.parent)])]
        }
        return .won(line.reversed())
      }
      if spent.positions & 1023 == 0, isStopped() { return .short(.stopped) }

      let value = value(of: state, digs)
      let roomHere = tables.room[Int(state.cellsUsed) &* CellsTables.roomStride &+ Int(state.emptyColumns)]
      let homeCount = Int(state.home[0] &+ state.home[1] &+ state.home[2] &+ state.home[3])
      let type = homeCount &+ 64 &* Int(state.cellsUsed)
      if exploresEvery > 0, headsOfType[type] == Self.none, !types.contains(type, typeCount) {
        types[typeCount] = UInt16(type)
        typeCount &+= 1
      }
      let moveCount = self.moves(of: state, into: moves)
      var index = 0
      while index < moveCount {
        hashes[index] = UInt64(truncatingIfNeeded: hash(after: moves[index], from: state))
        keys.prefetch(hashes[index])
        index &+= 1
      }
      for index in 0..<moveCount {
        let move = moves[index]
        switch keys.insert(hashes[index]) {
        case .known: continue
        case .full: return .short(.memory)
        case .new: break
        }
        let estimated = value &- roomHere &+ change(by: move, from: state, digs)
        let bucket = min(max(Int(estimated), 0), Self.valuesMax &- 1)
        entries[entryCount] = Entry(
          parent: UInt32(truncatingIfNeeded: here), next: heads[bucket], nextOfType: headsOfType[type],
          move: move,
          isDone: false)
        heads[bucket] = UInt32(truncatingIfNeeded: entryCount)
        if exploresEvery > 0 { headsOfType[type] = UInt32(truncatingIfNeeded: entryCount) }
        lowest = min(lowest, bucket)
        entryCount &+= 1
      }
    }
  }

  /// What a position weighs, and by column what each card on it weighs for what it keeps from going home.
  @inline(__always)
  private func value(of state: CellsState, _ digs: UnsafeMutablePointer<Int32>) -> Int32 {
    digs.update(repeating: 0, count: CellsRules.columnsMax)
    var value =
      state.value &+ tables.room[Int(state.cellsUsed) &* CellsTables.roomStride &+ Int(state.emptyColumns)]
    for suit in 0..<4 {
      let rank = Int(state.home[suit])
      if rank < 13 { value &+= dig(rank &* 4 &+ suit, weights.depth, state, digs) }
      if rank < 12 { value &+= dig(rank &* 4 &+ 4 &+ suit, weights.depthOfSecond, state, digs) }
    }
    return value
  }

  @inline(__always)
  private func dig(
    _ card: Int, _ weight: Int, _ state: CellsState, _ digs: UnsafeMutablePointer<Int32>
  ) -> Int32 {
    let column = Int(state.places[card])
    if column >= CellsRules.columnsMax { return 0 }
    let weight = Int32(truncatingIfNeeded: weight)
    digs[column] &+= weight
    let cards = state.column(column, stride)
    let top = Int(state.lengths[column]) &- 1
    var place = top
    while Int(cards[place]) != card { place &-= 1 }
    return weight &* Int32(truncatingIfNeeded: top &- place)
  }

  /// How much more the position weighs that a move leads to, the room apart, and what its room weighs.
  @inline(__always)
  private func change(
    by move: CellsMove, from state: CellsState, _ digs: UnsafeMutablePointer<Int32>
  ) -> Int32 {
    let (from, to, count) = (Int(move.from), Int(move.to), Int(move.count))
    let inversion = Int32(truncatingIfNeeded: weights.inversion)
    var change: Int32 = 0
    var cellsUsed = Int(state.cellsUsed)
    var emptyColumns = Int(state.emptyColumns)
    if from < CellsMove.firstCell {
      let length = Int(state.lengths[from])
      let dealt = Int(state.dealt[from])
      let left = length &- count
      let at = from &* tables.heights
      let cards = state.column(from, stride)
      let top = Int(cards[length &- 1])
      if left < dealt {
        change &+= tables.weights[at &+ left] &- tables.weights[at &+ dealt]
        change &-= Int32(truncatingIfNeeded: length &- dealt) &* tables.burying[at &+ dealt]
      } else {
        change &-= Int32(truncatingIfNeeded: count) &* tables.burying[at &+ dealt]
      }
      if left == 0 { emptyColumns &+= 1 }
      change &-= digs[from] &* Int32(truncatingIfNeeded: count)
      if left > 0 {
        let bare = Int(cards[left &- 1])
        if Int(state.home[bare & 3]) == bare &>> 2 {
          change &-= Int32(truncatingIfNeeded: weights.home &+ weights.bonus)
        }
      }
      if count == 1 {
        if length > dealt, tables.isOverLower(top, column: from, dealt: dealt) { change &-= inversion }
        if to < CellsMove.firstCell, tables.isOverLower(top, column: to, dealt: Int(state.dealt[to])) {
          change &+= inversion
        }
      }
    } else {
      cellsUsed &-= 1
    }
    if to < CellsMove.firstCell {
      if state.lengths[to] == 0 { emptyColumns &-= 1 }
      let burying = tables.burying[to &* tables.heights &+ Int(state.dealt[to])]
      change &+= Int32(truncatingIfNeeded: count) &* (burying &+ digs[to])
    } else if to == CellsMove.home {
      change &-= Int32(truncatingIfNeeded: weights.home)
    } else {
      cellsUsed &+= 1
    }
    return change &+ tables.room[cellsUsed &* CellsTables.roomStride &+ emptyColumns]
  }
}

extension UnsafeMutablePointer<UInt16> {
  /// Whether a number is among the first so many.
  fileprivate func contains(_ number: Int, _ count: Int) -> Bool {
    for index in 0..<count where Int(self[index]) == number { return true }
    return false
  }
}
