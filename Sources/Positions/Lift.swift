import Patience

/// A card that is lifted with all that lies on it.
struct Lift {
  let card: UInt8
  let top: UInt8
  let count: Int
  let pile: Int
  /// Which of the piles of its zone that are not empty it is.
  let rowPlace: Int
  /// How many cards could go to an empty pile of the same zone.
  let mostToBegin: Int
}

/// How many cards of a zone can be lifted at once.
struct LiftMost {
  /// For a pile that is not empty, or of another zone.
  let onCards: Int
  /// To begin an empty pile of the same zone.
  let onEmpty: Int

  @inline(__always)
  init(_ piles: Piles, _ zone: ZoneRule) {
    if !zone.takesBySupermove {
      (onCards, onEmpty) = (Int(zone.takeMax), Int(zone.takeMax))
      return
    }
    var cells = 1
    if zone.cellsHelp {
      let cell = piles.tables.zone(.cell)
      cells &+= piles.emptyCount(cell.pointee.first, cell.pointee.end)
    }
    if !zone.columnsHelp {
      (onCards, onEmpty) = (cells, cells)
      return
    }
    let columns = piles.emptyCount(zone.first, zone.end)
    onCards = cells << min(columns, 8)
    // One card can always go.
    onEmpty = max(1, cells << min(max(columns &- 1, 0), 8))
  }
}
