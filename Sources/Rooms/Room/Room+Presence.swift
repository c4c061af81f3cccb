import Wire

/// Joining and leaving.
extension Room {
  func join(
    _ visitor: Visitor, as presence: RoomMessage.Presence, key: String? = nil,
    from connection: ConnectionID, c: Int?, resume: RoomMessage.Resumption?, now: Int64,
    into effects: inout [Effect]
  ) {
    let role = key.flatMap { self.role(of: $0) }
    let admission = admission(
      of: visitor, as: presence, key: role, from: connection, resume: resume, now: now)
    switch admission {
    case .admitted, .knocking: break
    case .refused(let why): return turnAway(connection, .role, why.rawValue, c: c, into: &effects)
    case .full: return turnAway(connection, .full, nil, c: c, into: &effects)
    }
    var seat: SeatNumber?
    var isReleased = false
    if admission == .admitted,
      presence == .play && mayPlay(visitor, key: role)
        || presence == .back && seats.seat(of: visitor.guest) != nil
    {
      // A player who comes to a seat finds nothing in its hands.
      isReleased = releaseSeats(keeping: visitor.guest, now: now, into: &effects)
      seat = seats.take(visitor, now: now)
      // A watcher who finds no seat goes on watching.
      if seat == nil, let c {
        turnAway(connection, .full, nil, c: c, into: &effects)
        if isReleased, let line = crowdNotice(now: now) { effects.append(.crowd(line: line)) }
        return
      }
    }
    if let seat, seats.isNew(seat, for: visitor.guest) { changeGames { $0.disown(seat) } }
    // After the seat was taken, so that joining again from one connection is no absence.
    let left = remove(connection, now: now, into: &effects)
    let clockStood = seat != nil && !game.clock.runs
    let since = toldSince(visitor, resuming: resume)
    members.join(
      visitor, on: connection, seat: seat, isMini: presence == .mini, since: since ?? version)
    if role != nil { outside.forget(visitor.guest) }
    welcome(visitor, to: seat, by: role, now: now, into: &effects)
    noteHost(now: now)
    use.wasVisited = true
    if seat != nil {
      if talk.isMuted(visitor.guest) { tellRightsToHosts(into: &effects) }
      if !isTimedByRace { changeGames { $0.clock.proceed(now: now) } }
      drags.regained(visitor.visit)
      let author = Remembered.Author(guest: visitor.guest, visit: visitor.visit, c: nil)
      rememberSeats(author, now: now, into: &effects)
    }

    let areSeatsTouched = seat != nil || left?.seat != nil || isReleased
    let notice = crowdNotice(areSeatsTouched: areSeatsTouched, now: now)
    effects.append(
      .admit(
        connection, seat: seat?.index ?? -1, version: version,
        // What a race tells of those who play takes the place of what others have in hand.
        wantsDrag: (visitor.wantsDrag || race != nil) && presence != .mini, isMini: presence == .mini))
    if let c {
      let number = seat?.index ?? -1
      answerForSure(to: connection, into: &effects) { version in
        .ok(
          c: c,
          Agreement(
            room: id.text, seat: number, version: version, isKnocking: admission == .knocking))
      }
    }
    let missed = resume.flatMap {
      self.missed(since: $0.position, wasThere: since != nil, clockStood: clockStood, now: now)
    }
    prime(connection, with: missed, or: resume == nil ? .join : .resume, now: now, into: &effects)
    if let notice {
      // What everybody hears comes to the member who was just admitted as well.
      effects.append(.crowd(line: notice))
    } else if missed != nil {
      // Others may have come and gone meanwhile, which is in no event.
      effects.append(.tell(connection, line: crowdLine(now: now)))
    }
    if admission == .knocking { knock(visitor, from: connection, now: now, into: &effects) }
    tellRights(to: connection, into: &effects)
    tellQuestion(to: connection, now: now, into: &effects)
    tellTalk(to: connection, into: &effects)
  }

  /// Since when somebody who comes back has been told everything, if they prove that they were there at the version
  /// they hold. What was told before they came may show a card that lies face down again.
  private func toldSince(_ visitor: Visitor, resuming resume: RoomMessage.Resumption?) -> Int? {
    let left = lastTold.absences.remove(visitor.visit)
    guard let resume, let before = resume.before else { return nil }
    // Whose line was cut without the server having noticed is still a member.
    let there = members[before].flatMap {
      $0.visitor.visit == visitor.visit ? $0.since...max($0.since, version) : nil
    }
    guard let told = there ?? left, told.contains(resume.position.version) else { return nil }
    return told.lowerBound
  }

  /// What somebody who held a version lacks, if that is still known; nil if only a snapshot helps.
  ///
  /// - Parameter wasThere: they were told of that version. Everybody else is told no event.
  private func missed(since held: Hello.Position, wasThere: Bool, clockStood: Bool, now: Int64) -> [UInt8]? {
    guard held.epoch == epoch, wasThere else { return nil }
    // A clock that stood shows in a status only, so somebody who missed no event needs a snapshot to set
    // theirs.
    if clockStood, held.version == version { return nil }
    return primes.missed(since: held.version, at: shownState(now: now)) {
      lastTold.history.lines(since: held.version, now: version)
    }
  }

  /// Frees the seats of those who were away too long.
  ///
  /// - Parameter guest: Who is just coming back keeps theirs.
  /// - Returns: Whether there were any.
  func releaseSeats(keeping guest: GuestID? = nil, now: Int64, into effects: inout [Effect]) -> Bool {
    // Nobody new takes a seat at a locked table, and nobody loses theirs.
    guard !keepsSeats else { return false }
    let released = seats.release(keeping: guest, now: now)
    for seat in released { clear(seat, now: now, into: &effects) }
    if !released.isEmpty { rememberSeats(now: now, into: &effects) }
    for seat in released { leaveOut(seat, now: now, into: &effects) }
    if !released.isEmpty, !talk.muted.isEmpty { tellRightsToHosts(into: &effects) }
    return !released.isEmpty
  }

  func leave(_ connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    effects.append(.dismiss(connection))
    guard let member = remove(connection, now: now, into: &effects) else { return }
    guard let line = crowdNotice(areSeatsTouched: member.seat != nil, now: now) else { return }
    effects.append(.crowd(line: line))
  }

  /// - Returns: who that was; nil when nobody.
  private func remove(
    _ connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) -> Members.Member? {
    guard let member = members.leave(connection) else { return nil }
    lastTold.absences.set(member.since...max(member.since, version), for: member.visitor.visit)
    if outside.knocks.remove(from: connection, now: now) { tellRightsToHosts(into: &effects) }
    if let seat = member.seat {
      seats.leave(seat, now: now)
      // Another window of the same person does not know of the hand in this one.
      if !members.seated.contains(where: { members[$0]?.visitor.visit == member.visitor.visit }) {
        drags.lost(member.visitor.visit, now: now)
      }
      if !seats.isAnybodyHere, game.clock.runs, !isTimedByRace {
        changeGames { $0.clock.pause(now: now) }
        rememberRest(now: now, into: &effects)
      }
      if questions.open?.by == seat, !seats.isHere(seat) {
        endQuestion(.withdrawn, into: &effects)
      }
    }
    noteHost(now: now)
    return member
  }

  // MARK: - Who is there

  /// What everybody is to hear of who is there, if it is time: seats at once, mere counts now and then.
  ///
  /// - Parameter areSeatsTouched: whether they may be others than everybody heard.
  /// - Parameter isAsked: it is told whatever was told before: the clock has changed.
  func crowdNotice(areSeatsTouched: Bool = true, now: Int64, isAsked: Bool = false) -> [UInt8]? {
    let isNews =
      isAsked
      || areSeatsTouched && (seatsTold != lastTold.crowd.seats || accessTold != lastTold.crowd.access)
    guard isNews || lastTold.crowd.isDue(watching: watching, now: now) else { return nil }
    lastTold.crowd.tell(seatsTold, accessTold, watching: watching, now: now)
    return crowdLine(now: now)
  }

  private func crowdLine(now: Int64) -> [UInt8] {
    ServerMessage.crowd(
      room: id.text, seats: lastTold.crowd.seats, watching: lastTold.crowd.watching,
      clockMilliseconds: Int(game.clock.milliseconds(now: now)), clockRuns: game.clock.runs,
      access: lastTold.crowd.access
    ).line()
  }
}
