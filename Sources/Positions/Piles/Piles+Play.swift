import Patience

/// Everything that changes a position.
extension Piles {
  /// Makes a move, with all that follows from it by itself.
  func apply(_ move: Move) {
    var movesMore = true
    if move.isTurn {
      turn()
    } else {
      let from = Int(move.from)
      carry(Int(move.count), from: from, to: Int(move.to))
      // A card just brought back from a foundation is not to leave again by itself.
      movesMore = tables.roles[from] != Zone.Role.foundation.rawValue
    }
    settle(movesMore: movesMore)
  }

  /// Cards go on another pile, or two of them off together.
  @inline(__always)
  func carry(_ count: Int, from: Int, to: Int) {
    if tables.pairs[Int(tables.roles[from]) &* 6 &+ Int(tables.roles[to])] {
      let home = tables.zone(.foundation).pointee.first
      shift(count, from: from, to: home)
      shift(1, from: to, to: home)
    } else {
      shift(count, from: from, to: to)
    }
  }

  /// Moves the topmost cards of a pile; all cards between the two make room.
  @inline(__always)
  func shift(_ count: Int, from: Int, to: Int) {
    if from < to {
      let source = cards + (Int(ends[from &+ 1]) &- count)
      let between = Int(ends[to &+ 1]) &- Int(ends[from &+ 1])
      if count == 1 {
        let card = source.pointee
        source.copy(from: source + 1, count: between)
        source[between] = card
      } else {
        hand.copy(from: source, count: count)
        source.copy(from: source + count, count: between)
        (source + between).copy(from: hand, count: count)
      }
      for pile in from &+ 1...to { ends[pile] &-= UInt16(truncatingIfNeeded: count) }
    } else if from > to {
      let target = cards + Int(ends[to &+ 1])
      let between = Int(ends[from &+ 1]) &- Int(ends[to &+ 1]) &- count
      if count == 1 {
        let card = target[between]
        (target + 1).copy(from: target, count: between)
        target.pointee = card
      } else {
        hand.copy(from: target + between, count: count)
        (target + count).copy(from: target, count: between)
        target.copy(from: hand, count: count)
      }
      for pile in to &+ 1...from { ends[pile] &+= UInt16(truncatingIfNeeded: count) }
    }
    if downs[from] != 0 { lessen(from) }
    if tables.roles[to] == Zone.Role.stock.rawValue { downs[to] = ends[to &+ 1] &- ends[to] }
  }

  /// No more cards lie face down in a pile than it has left.
  @inline(__always)
  private func lessen(_ pile: Int) {
    let length = ends[pile &+ 1] &- ends[pile]
    if downs[pile] <= length { return }
    if tables.roles[pile] != Zone.Role.stock.rawValue { standing.pointee.downLeft &-= downs[pile] &- length }
    downs[pile] = length
  }

  /// Draws from the stock, or begins the next pass.
  private func turn() {
    let stock = tables.stock
    if stock.dealsToTableau {
      let tableau = tables.zone(.tableau).pointee
      var left = stock.draw
      for pile in tableau.first..<tableau.end where left > 0 && length(pile) < stock.capacity {
        if isEmpty(stock.pile) { break }
        shift(1, from: stock.pile, to: pile)
        left -= 1
      }
    } else if isEmpty(stock.pile) {
      turnOver(length(stock.waste), from: stock.waste, to: stock.pile)
      standing.pointee.pass &+= 1
    } else {
      let room = stock.capacity - length(stock.waste)
      turnOver(min(stock.draw, length(stock.pile), room), from: stock.pile, to: stock.waste)
    }
  }

  /// Cards go on another pile one by one, so that they come to lie the other way round.
  private func turnOver(_ count: Int, from: Int, to: Int) {
    shift(count, from: from, to: to)
    var first = cards + (Int(ends[to + 1]) - count)
    var last = cards + (Int(ends[to + 1]) - 1)
    while first < last {
      (first.pointee, last.pointee) = (last.pointee, first.pointee)
      first += 1
      last -= 1
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Takes over so many bytes, which may overlap. `update(from:count:)` is the same natively, but in Embedded Swift a
  /// call for each byte.
  @inline(__always)
  fileprivate func copy(from source: UnsafePointer<UInt8>, count: Int) {
    UnsafeMutableRawPointer(self).copyMemory(from: source, byteCount: count)
  }
}
