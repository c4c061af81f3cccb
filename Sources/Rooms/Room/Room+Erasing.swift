import Wire

/// Somebody who was here wants nothing to be left of them.
extension Room {
  /// Takes them out of the table as it is now; its log is rewritten elsewhere. Their seat is free, and nobody has ever
  /// opened the table or been its host in their stead.
  package func erase(_ erasure: Erasure, now: Int64, into effects: inout [Effect]) {
    let guest = erasure.guest
    for connection in connections where members[connection]?.visitor.guest == guest {
      leave(connection, now: now, into: &effects)
      tellGone(connection, why: "erased", into: &effects)
    }
    if outside.knocks.remove(of: guest) { tellRightsToHosts(into: &effects) }
    outside.forget(guest)
    let seat = seats.seat(of: guest)
    seats.erase(erasure)
    access?.erase(erasure)
    talk.erase(erasure)
    noteHost(now: now)
    if let seat {
      clear(seat, now: now, into: &effects)
      leaveOut(seat, now: now, into: &effects)
    }
    rememberSeats(now: now, into: &effects)
    rememberAccess(now: now, into: &effects)
    if let line = crowdNotice(areSeatsTouched: true, now: now) { effects.append(.crowd(line: line)) }
    tellRightsToHosts(into: &effects)
  }

  /// Nobody else holds a seat here, or held one last.
  package func isPlayed(onlyBy guests: Set<GuestID>) -> Bool { seats.areOnly(guests) }
}
