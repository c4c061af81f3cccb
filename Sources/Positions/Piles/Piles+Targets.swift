/// Where a card that is lifted can go.
extension Piles {
  /// Adds a move for each pile that takes the card, in order.
  func addMoves(
    of lift: Lift, _ laneFirst: Int, _ laneEnd: Int, _ notes: MoveNotes,
    _ next: inout UnsafeMutablePointer<Move>
  ) {
    for index in laneFirst..<laneEnd {
      let lane = tables.lanes[index]
      let union = notes.unions[lane.target]
      let card = lane.judgesTop ? lift.top : lift.card
      switch lane.way {
      case .ordinary:
        if lift.count > Int(lane.putMax) { continue }
        if !(lane.begins ? union.onCards | union.onEmpty : union.onCards).contains(card) { continue }
        if lane.hasReach {
          addMovesInReach(of: lift, card, lane, notes, &next)
        } else {
          addOrdinaryMoves(of: lift, card, lane, notes, &next)
        }
      case .completeRun:
        if lift.count != 13 || !completeRun(endsIn: lift.pile) { continue }
        for target in lane.first..<lane.end where isEmpty(target) { add(lift, target, &next) }
      case .pair:
        if !union.inPairs.contains(card) { continue }
        for target in lane.first..<lane.end where notes.partners[target].contains(card) {
          if !isInTheWay(of: lift.pile, target) { add(lift, target, &next) }
        }
      case .alone:
        if !tables.loners.contains(card) { continue }
        for target in lane.first..<lane.end { add(lift, target, &next) }
      }
    }
  }

  @inline(__always)
  private func add(_ lift: Lift, _ target: Int, _ next: inout UnsafeMutablePointer<Move>) {
    if target == lift.pile { return }
    next.pointee = Move(lift.pile, target, lift.count)
    next += 1
  }

  @inline(__always)
  private func addOrdinaryMoves(
    of lift: Lift, _ card: UInt8, _ lane: Lane, _ notes: MoveNotes, _ next: inout UnsafeMutablePointer<Move>
  ) {
    // The pile that is begun is of no help on the way.
    let begins = lane.begins && (!lane.staysInZone || lift.count <= lift.mostToBegin)
    var target = lane.first
    while target < lane.end {
      if notes.takers[target].contains(card) {
        let length = length(target)
        if length == 0 ? begins : length &+ lift.count <= Int(lane.capacity) { add(lift, target, &next) }
      }
      target &+= 1
    }
  }

  /// Only so many piles to the left, the farthest first, as that is the order of piles.
  @inline(__always)
  private func addMovesInReach(
    of lift: Lift, _ card: UInt8, _ lane: Lane, _ notes: MoveNotes, _ next: inout UnsafeMutablePointer<Move>
  ) {
    for index in lane.reachFirst..<lane.reachEnd {
      let place = lift.rowPlace &- tables.reaches[index]
      if place < 0 { continue }
      let target = Int(notes.row[place])
      if !notes.takers[target].contains(card) { continue }
      if length(target) &+ lift.count <= Int(lane.capacity) { add(lift, target, &next) }
    }
  }

  /// Whether what lies on a card keeps it from going off with one of another pile.
  private func isInTheWay(of pile: Int, _ target: Int) -> Bool {
    if !tables.zones[Int(tables.roles[target])].isCovered { return false }
    return isCovered(target, butBy: tables.takesCovered ? pile : -1)
  }
}
