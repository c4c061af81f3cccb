import Bytes
import Wire

/// Lines: answers, snapshots, destinations.
extension Room {
  // MARK: - Answers

  func ok(_ c: Int) -> Reply { Reply(.ok(c: c, Agreement(room: id.text, version: version))) }

  func no(_ c: Int, _ code: RefusalCode, _ why: String? = nil) -> Reply {
    Reply(.no(Refusal(c: c, room: id.text, version: version, code: code, why: why)))
  }

  func agree(_ c: Int, _ connection: ConnectionID, into effects: inout [Effect]) {
    answer(c, ok(c), isAgreement: true, connection, into: &effects)
  }

  func refuse(
    _ c: Int, _ code: RefusalCode, _ why: String? = nil, to connection: ConnectionID,
    into effects: inout [Effect]
  ) {
    answer(c, no(c, code, why), connection, into: &effects)
  }

  /// Too soon: to be said again after so many milliseconds.
  func refuse(
    _ c: Int, waiting milliseconds: Int, _ why: String? = nil, to connection: ConnectionID,
    into effects: inout [Effect]
  ) {
    let refusal = Refusal(
      c: c, room: id.text, version: version, code: .rate, why: why, resetMilliseconds: milliseconds)
    effects.append(.answer(connection, Reply(.no(refusal)), ifLost: lostAnswer(c)))
  }

  /// An answer to a command: remembered for a visit that asks again, replaced when the journal loses what it
  /// reflects.
  ///
  /// - Parameter isAgreement: it is `ok(c)`, which can be made again.
  func answer(
    _ c: Int, _ reply: Reply, isAgreement: Bool = false, _ connection: ConnectionID,
    into effects: inout [Effect]
  ) {
    // A watcher changes nothing: asked again, it does no harm.
    if let member = members[connection], member.seat != nil {
      answers.give(isAgreement ? nil : reply, to: c, of: member.visitor.visit, at: version)
    }
    effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
  }

  /// An answer that holds whatever becomes of the journal: a version that never came to be is left out of it
  /// then.
  func answerForSure(
    to connection: ConnectionID, into effects: inout [Effect], _ message: (_ version: Int?) -> ServerMessage
  ) {
    effects.append(.answer(connection, Reply(message(version)), ifLost: Reply(message(nil))))
  }

  func refuseForSure(
    _ c: Int, _ code: RefusalCode, why: String? = nil, to connection: ConnectionID,
    into effects: inout [Effect]
  ) {
    // Who may not come to a private table is not told how far it is either.
    let isTold = access?.level != .link || members[connection] != nil
    answerForSure(to: connection, into: &effects) { version in
      .no(Refusal(c: c, room: id.text, version: isTold ? version : nil, code: code, why: why))
    }
  }

  func lostAnswer(_ c: Int) -> Reply { Reply(.no(Refusal(c: c, room: id.text, code: .paused))) }

  func answeredBefore(_ c: Int, _ connection: ConnectionID, into effects: inout [Effect]) -> Bool {
    guard let visit = members[connection]?.visitor.visit else { return false }
    switch answers.known(c, of: visit) {
    case .fresh: return false
    case .agreed(let version):
      let reply = Reply(.ok(c: c, Agreement(room: id.text, version: version)))
      effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
      return true
    case .answered(let reply):
      effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
      return true
    case .forgotten:
      refuseForSure(c, .gone, why: "answered", to: connection, into: &effects)
      return true
    }
  }

  /// Plies of one answer about the lines that were played: some 6 kB.
  static let pliesPerPage = 512

  /// Tells a member one page of the lines that were played.
  func tellLines(after ply: Int, c: Int, to connection: ConnectionID, into effects: inout [Effect]) {
    guard members[connection] != nil else { return refuseForSure(c, .role, to: connection, into: &effects) }
    let lines = views.lines ?? game.linesTold
    views.lines = lines
    let page = lines.page(after: ply, countMax: Self.pliesPerPage)
    let reply = Reply(.lines(c: c, room: id.text, version: version, page))
    effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
  }

  // MARK: - State

  /// What a snapshot shows now.
  func shownState(now: Int64) -> Primes.State {
    Primes.State(
      lineage: lineage, version: version, crowd: lastTold.crowd.serial,
      clockSeconds: game.clock.milliseconds(now: now) / 1000, clockRuns: game.clock.runs)
  }

  /// Brings a member to the room's version, and tells it what it can do there and what is in the hands of others.
  ///
  /// - Parameters:
  ///   - lines: what it lacks; nil if everything.
  ///   - why: why it needs a snapshot then.
  func prime(
    _ connection: ConnectionID, with lines: [UInt8]?, or why: Snapshot.Reason, now: Int64,
    into effects: inout [Effect]
  ) {
    guard let member = members[connection] else { return }
    let primed =
      lines
      ?? (member.isMini
        ? snapshot(why: why, isMini: true, now: now)
        : primes.snapshot(why, at: shownState(now: now)) { snapshot(why: why, now: now) })
    effects.append(.prime(connection, version: version, lines: primed))
    // A snapshot ends what was in hands before; without one it has to be said.
    let areDragsNews =
      !drags.isEmpty || game.board.titles != lastTold.titles || lines != nil && drags.haveBegun
    if member.visitor.wantsDrag, !member.isMini, areDragsNews {
      effects.append(.tell(connection, line: dragsLine))
    }
    if let seat = member.seat, member.visitor.wantsDests {
      effects.append(.tell(connection, line: dests(of: seat)))
    }
  }

  /// Everybody starts again at this version.
  func tellSnapshotToAll(why: Snapshot.Reason, now: Int64, into effects: inout [Effect]) {
    lastTold.crowd.tell(seatsTold, accessTold, watching: watching, now: now)
    // Of the game before, or of what was taken back, nothing is shown any more.
    effects.append(.publish(revision: version, line: snapshot(why: why, now: now), hides: true))
  }

  /// The table as it was left by what everybody heard last. Live drags, what the board says to them, and counts that
  /// are not told yet are left out: they change from one moment to the next, and lines of their own tell them.
  ///
  /// - Parameter isMini: for somebody who plays nothing ahead, and needs no rules.
  private func snapshot(why: Snapshot.Reason, isMini: Bool = false, now: Int64) -> [UInt8] {
    let shown = self.shown
    var told = game.board.told
    if isMini { told.rules = [] }
    var regions = shown.regions
    for settled in lastTold.titles {
      guard let title = settled.title else { continue }
      for place in regions.indices where regions[place].name == settled.name { regions[place].title = title }
    }
    let snapshot = Snapshot(
      room: id.text, epoch: epoch, version: version, hash: hex(shown.hash), why: why, game: told,
      deal: game.board.dealTold, regions: regions, selections: shown.selections,
      status: game.status(now: now), seats: lastTold.crowd.seats, watching: lastTold.crowd.watching, live: [],
      access: lastTold.crowd.access, race: race?.raceTold(now: now), entry: entry)
    return ServerMessage.snapshot(snapshot).line()
  }

  // MARK: - Destinations

  func dests(of seat: SeatNumber) -> [UInt8] {
    ServerMessage.dests(game.dests(room: id.text, version: version, seat: seat)).line()
  }

  func tellDestsToAll(into effects: inout [Effect]) {
    var lines: [SeatNumber: [UInt8]] = [:]
    for connection in members.seated {
      guard let member = members[connection], member.visitor.wantsDests, let seat = member.seat else {
        continue
      }
      let line = lines[seat] ?? dests(of: seat)
      lines[seat] = line
      effects.append(.tell(connection, line: line))
    }
  }
}
