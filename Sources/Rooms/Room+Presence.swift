import Wire

/// Joining and leaving.
extension Room {
  func join(
    _ visitor: Visitor, as presence: ClientMessage.Presence, from connection: ConnectionID, c: Int?,
    resume: Hello.Position?, now: Int64, into effects: inout [Effect]
  ) {
    var seat: SeatNumber?
    if presence == .play {
      // Whoever comes to a seat finds nothing in its hands.
      releaseSeats(keeping: visitor.guest, now: now, into: &effects)
      seat = seats.take(visitor, now: now)
      // Whoever watches and finds no seat goes on watching.
      if seat == nil, let c {
        if members[connection] == nil { effects.append(.dismiss(connection)) }
        return refuseForSure(c, .full, to: connection, into: &effects)
      }
    }
    if let seat, seats.isNew(seat, for: visitor.guest) { changeGames { $0.steps.disown(seat) } }
    // After the seat was taken, so that joining again from one connection is no absence.
    remove(connection, now: now)
    let clockStood = seat != nil && !game.clock.runs
    members[connection] = Member(visitor: visitor, seat: seat)
    wasUsed = true
    memberOrder.append(connection)
    membersByLoop[connection.loop, default: 0] += 1
    if seat != nil {
      changeGames { $0.clock.proceed(now: now) }
      drags.regained(visitor.visit)
    }

    effects.append(
      .admit(connection, seat: seat?.index ?? -1, version: version, wantsDrag: visitor.wantsDrag))
    if let c {
      let number = seat?.index ?? -1
      answerForSure(to: connection, into: &effects) { version in
        .ok(c: c, Agreement(room: id.text, seat: number, version: version))
      }
    }
    tellState(to: connection, resume: resume, clockStood: clockStood, now: now, into: &effects)
    if let seat, visitor.wantsDests { effects.append(.tell(connection, line: dests(of: seat))) }
    tellCrowd(now: now, into: &effects)
  }

  /// What was missed if that is still known, else everything.
  private func tellState(
    to connection: ConnectionID, resume: Hello.Position?, clockStood: Bool, now: Int64,
    into effects: inout [Effect]
  ) {
    guard let resume else { return tellSnapshot(why: .join, to: connection, now: now, into: &effects) }
    // A clock that stood shows in a status only, so somebody who missed no event needs a snapshot to set
    // theirs.
    if resume.epoch == epoch, let missed = history.since(resume.version, now: version),
      !(missed.isEmpty && clockStood)
    {
      for line in missed { effects.append(.tell(connection, line: line)) }
    } else {
      tellSnapshot(why: .resume, to: connection, now: now, into: &effects)
    }
  }

  /// Frees the seats of those who were away too long.
  ///
  /// - Parameter guest: Who is just coming back keeps theirs.
  /// - Returns: Whether there were any.
  @discardableResult
  func releaseSeats(keeping guest: GuestID? = nil, now: Int64, into effects: inout [Effect]) -> Bool {
    let released = seats.release(keeping: guest, now: now)
    for seat in released { clear(seat, now: now, into: &effects) }
    return !released.isEmpty
  }

  func leave(_ connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    effects.append(.dismiss(connection))
    guard remove(connection, now: now) else { return }
    tellCrowd(now: now, into: &effects)
  }

  @discardableResult
  private func remove(_ connection: ConnectionID, now: Int64) -> Bool {
    guard let member = members.removeValue(forKey: connection) else { return false }
    memberOrder.removeAll { $0 == connection }
    membersByLoop[connection.loop, default: 0] -= 1
    if membersByLoop[connection.loop] == 0 { membersByLoop[connection.loop] = nil }
    if let seat = member.seat {
      seats.leave(seat, now: now)
      // Another window of the same person does not know of the hand in this one.
      if !members.values.contains(where: { $0.visitor.visit == member.visitor.visit }) {
        drags.lost(member.visitor.visit, now: now)
      }
      if !seats.isAnybodyHere { changeGames { $0.clock.pause(now: now) } }
    }
    return true
  }

  func tellCrowd(now: Int64, into effects: inout [Effect]) {
    let crowd = ServerMessage.crowd(
      room: id.text, seats: seats.told, watching: watching,
      clockMilliseconds: Int(game.clock.milliseconds(now: now)), clockRuns: game.clock.runs)
    effects.append(.crowd(line: crowd.line()))
  }
}
