import Cards
import Patience
import Positions

/// Searches FreeCell and its relatives. A position is told by what each card lies on, so that the order of columns and
/// of cells is forgotten, and a run that moves changes one term of the hash, whatever its length. Children are entries
/// of 20 bytes until they are taken from the queue.
struct CellsKernel<Build: CellsBuild>: ~Copyable {
  let rules: CellsRules
  let weights: CellsWeights
  let tables: CellsTables
  let stride: Int
  let stateSize: Int
  /// Where the search begins.
  let root: CellsState
  let prunings: Prunings
  var spent = Spent()

  // MARK: - What changes a state

  /// - Returns: the card that was on top.
  @inline(__always)
  func pop(_ state: CellsState, _ column: Int) -> Int {
    let place = Int(state.lengths[column]) &- 1
    let cards = state.column(column, stride)
    let card = Int(cards[place])
    let dealt = Int(state.dealt[column])
    let kind: Int
    let at = column &* tables.heights
    if place < dealt {
      kind = Int(tables.dealtKinds[card])
      state.value &+= tables.weights[at &+ place] &- tables.weights[at &+ place &+ 1]
      state.dealt[column] = UInt8(truncatingIfNeeded: place)
    } else {
      kind = place == 0 ? CellsTables.Kind.nothing : CellsTables.Kind.first &+ Int(cards[place &- 1] & 1)
      state.value &-= tables.burying[at &+ dealt]
      if tables.isOverLower(card, column: column, dealt: dealt) {
        state.value &-= Int32(truncatingIfNeeded: weights.inversion)
      }
    }
    state.hash &-= tables.salts[card &* 8 &+ kind]
    state.lengths[column] = UInt8(truncatingIfNeeded: place)
    cards[place] = CellsState.noCard
    if place == 0 { state.emptyColumns &+= 1 }
    return card
  }

  /// The card that a move from there takes first.
  func top(_ state: CellsState, _ place: UInt8) -> Int {
    let place = Int(place)
    if place >= CellsMove.firstCell { return Int(state.cells[place &- CellsMove.firstCell]) }
    return Int(state.column(place, stride)[Int(state.lengths[place]) &- 1])
  }

  @inline(__always)
  func push(_ state: CellsState, _ column: Int, _ card: Int) {
    let place = Int(state.lengths[column])
    let cards = state.column(column, stride)
    let kind: Int
    if place == 0 {
      kind = CellsTables.Kind.nothing
      state.emptyColumns &-= 1
    } else {
      kind = CellsTables.Kind.first &+ Int(cards[place &- 1] & 1)
    }
    state.hash &+= tables.salts[card &* 8 &+ kind]
    cards[place] = UInt8(truncatingIfNeeded: card)
    state.lengths[column] = UInt8(truncatingIfNeeded: place &+ 1)
    state.places[card] = UInt8(truncatingIfNeeded: column)
    let dealt = Int(state.dealt[column])
    state.value &+= tables.burying[column &* tables.heights &+ dealt]
    if tables.isOverLower(card, column: column, dealt: dealt) {
      state.value &+= Int32(truncatingIfNeeded: weights.inversion)
    }
  }

  @inline(__always)
  func goHome(_ state: CellsState, _ card: Int) {
    state.home[card & 3] &+= 1
    state.places[card] = CellsState.isHome
    state.value &-= Int32(truncatingIfNeeded: weights.home)
    state.hash &+= tables.salts[card &* 8 &+ CellsTables.Kind.home]
  }

  @inline(__always)
  func leaveCell(_ state: CellsState, _ cell: Int) -> Int {
    let card = Int(state.cells[cell])
    state.cells[cell] = CellsState.noCard
    state.cellsUsed &-= 1
    state.hash &-= tables.salts[card &* 8 &+ CellsTables.Kind.cell]
    return card
  }

  @inline(__always)
  func enterCell(_ state: CellsState, _ cell: Int, _ card: Int) {
    state.cells[cell] = UInt8(truncatingIfNeeded: card)
    state.places[card] = CellsState.inCell
    state.cellsUsed &+= 1
    state.hash &+= tables.salts[card &* 8 &+ CellsTables.Kind.cell]
  }

  @inline(__always)
  func apply(_ move: CellsMove, to state: CellsState) {
    let (from, to) = (Int(move.from), Int(move.to))
    if from >= CellsMove.firstCell {
      let card = leaveCell(state, from &- CellsMove.firstCell)
      if to < CellsMove.firstCell { push(state, to, card) } else { goHome(state, card) }
    } else if to < CellsMove.firstCell {
      moveRun(Int(move.count), from, to, state)
    } else if to == CellsMove.home {
      goHome(state, pop(state, from))
    } else {
      enterCell(state, to &- CellsMove.firstCell, pop(state, from))
    }
  }

  /// Thirteen cards at most, a byte each: they fit into two words.
  @inline(__always)
  private func moveRun(_ count: Int, _ from: Int, _ to: Int, _ state: CellsState) {
    if count == 1 { return push(state, to, pop(state, from)) }
    var (low, high) = (UInt64(0), UInt64(0))
    for _ in 0..<count {
      high = high &<< 8 | low &>> 56
      low = low &<< 8 | UInt64(truncatingIfNeeded: pop(state, from))
    }
    for _ in 0..<count {
      push(state, to, Int(low & 255))
      low = low &>> 8 | high &<< 56
      high &>>= 8
    }
  }

  /// Safe cards go home, one after the other.
  ///
  /// - Parameter went: is told of each, and of its suit.
  @inline(__always)
  func sendSafeCardsHome(_ state: CellsState, _ went: (CellsMove, Int) -> Void = { _, _ in }) {
    guard prunings.contains(.safeCards) else { return }
    var suit = 0
    while suit < 4 {
      let rank = Int(state.home[suit])
      let card = rank &* 4 &+ suit
      suit &+= 1
      if rank > 12 || !Build.isSafe(rank: rank, suit: card & 3, state.home) { continue }
      let place = Int(state.places[card])
      if place < CellsRules.columnsMax {
        if Int(state.column(place, stride)[Int(state.lengths[place]) &- 1]) != card { continue }
        goHome(state, pop(state, place))
        went(CellsMove(place, CellsMove.home, 1), card & 3)
      } else if place == Int(CellsState.inCell) {
        var cell = 0
        while Int(state.cells[cell]) != card { cell &+= 1 }
        goHome(state, leaveCell(state, cell))
        went(CellsMove(CellsMove.firstCell &+ cell, CellsMove.home, 1), card & 3)
      }
      suit = 0
    }
  }
}
