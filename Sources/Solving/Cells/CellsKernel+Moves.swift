/// Which moves there are, and what they lead to.
extension CellsKernel {
  /// No position has more. Each card goes on two others at most, with what lies on it. The end of a column also goes to
  /// one empty column in up to thirteen parts, to one free cell and home; a card in a cell goes to one empty column and
  /// home.
  static var movesMax: Int {
    2 * CellsCard.count + CellsRules.columnsMax * (13 + 2) + CellsRules.cellsMax * 2
  }

  /// Writes all moves that lead to positions that differ by more than the order of columns and cells.
  @inline(__always)
  func moves(of state: CellsState, into list: UnsafeMutablePointer<CellsMove>) -> Int {
    var next = list
    @inline(__always) func add(_ from: Int, _ to: Int, _ count: Int) {
      next.pointee = CellsMove(from, to, count)
      next += 1
    }
    var tops: UInt64 = 0
    var firstEmpty = -1
    var column = rules.columnCount &- 1
    while column >= 0 {
      let length = Int(state.lengths[column])
      if length == 0 {
        firstEmpty = column
      } else {
        tops |= 1 &<< UInt64(truncatingIfNeeded: state.column(column, stride)[length &- 1])
      }
      column &-= 1
    }
    var freeCell = -1
    var cell = rules.cellCount &- 1
    while cell >= 0 {
      if state.cells[cell] == CellsState.noCard { freeCell = cell }
      cell &-= 1
    }
    let most = rules.most(
      freeCells: rules.cellCount &- Int(state.cellsUsed), emptyColumns: Int(state.emptyColumns))
    column = 0
    while column < rules.columnCount {
      defer { column &+= 1 }
      let length = Int(state.lengths[column])
      if length == 0 { continue }
      let cards = state.column(column, stride)
      var card = Int(cards[length &- 1])
      if Int(state.home[card & 3]) == card &>> 2 { add(column, CellsMove.home, 1) }
      var count = 1
      while true {
        if count <= most.onCards {
          let (parent, mask) = Build.parents(of: card)
          if parent < CellsCard.count {
            let taking = tops &>> UInt64(truncatingIfNeeded: parent) & mask
            if taking & 1 != 0 { add(column, Int(state.places[parent]), count) }
            if taking & 2 != 0 { add(column, Int(state.places[parent &+ 1]), count) }
          }
        }
        if count >= length { break }
        let below = Int(cards[length &- 1 &- count])
        if !Build.lies(card, on: below) { break }
        card = below
        count &+= 1
      }
      if firstEmpty >= 0 {
        switch rules.empty {
        case .none: break
        case .king:
          if card &>> 2 == 12, count <= most.onEmpty, count < length { add(column, firstEmpty, count) }
        case .any:
          // What moves by way of cells and columns can go card by card, so that shorter parts are reached by single
          // cards; the longest part only saves the search some steps.
          if length > 1 { add(column, firstEmpty, 1) }
          var part = min(count, most.onEmpty)
          while part > 1 {
            if part < length { add(column, firstEmpty, part) }
            if rules.lift == .supermove { break }
            part &-= 1
          }
        }
      }
      if freeCell >= 0 { add(column, CellsMove.firstCell &+ freeCell, 1) }
    }
    cell = 0
    while cell < rules.cellCount {
      defer { cell &+= 1 }
      if state.cells[cell] == CellsState.noCard { continue }
      let card = Int(state.cells[cell])
      if Int(state.home[card & 3]) == card &>> 2 { add(CellsMove.firstCell &+ cell, CellsMove.home, 1) }
      let (parent, mask) = Build.parents(of: card)
      if parent < CellsCard.count {
        let taking = tops &>> UInt64(truncatingIfNeeded: parent) & mask
        if taking & 1 != 0 { add(CellsMove.firstCell &+ cell, Int(state.places[parent]), 1) }
        if taking & 2 != 0 { add(CellsMove.firstCell &+ cell, Int(state.places[parent &+ 1]), 1) }
      }
      if firstEmpty >= 0, rules.empty == .any || rules.empty == .king && card &>> 2 == 12 {
        add(CellsMove.firstCell &+ cell, firstEmpty, 1)
      }
    }
    return next - list
  }

  /// The hash of the position that a move leads to, before anything follows from it by itself.
  @inline(__always)
  func hash(after move: CellsMove, from state: CellsState) -> UInt128 {
    let (from, to) = (Int(move.from), Int(move.to))
    let card: Int
    let kind: Int
    if from < CellsMove.firstCell {
      let place = Int(state.lengths[from]) &- Int(move.count)
      let cards = state.column(from, stride)
      card = Int(cards[place])
      if place < Int(state.dealt[from]) {
        kind = Int(tables.dealtKinds[card])
      } else {
        kind = place == 0 ? CellsTables.Kind.nothing : CellsTables.Kind.first &+ Int(cards[place &- 1] & 1)
      }
    } else {
      card = Int(state.cells[from &- CellsMove.firstCell])
      kind = CellsTables.Kind.cell
    }
    let next: Int
    if to < CellsMove.firstCell {
      let length = Int(state.lengths[to])
      next =
        length == 0
        ? CellsTables.Kind.nothing : CellsTables.Kind.first &+ Int(state.column(to, stride)[length &- 1] & 1)
    } else {
      next = to == CellsMove.home ? CellsTables.Kind.home : CellsTables.Kind.cell
    }
    return state.hash &- tables.salts[card &* 8 &+ kind] &+ tables.salts[card &* 8 &+ next]
  }
}
