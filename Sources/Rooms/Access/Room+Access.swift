import Boards
package import Wire

/// Who may come in, and what a host does. See "Access and hosts" in docs/PROTOCOL.md.
extension Room {
  // MARK: - Keys

  /// Those that open something now; nil at a table that needs none.
  package var keys: TableKeys? { access.map { keyRing.all(number: $0.number) } }

  /// Whether a key was made up, or is void by now.
  package func isWrong(_ key: String) -> Bool { access != nil && role(of: key) == nil }

  private var keyRing: KeyRing { KeyRing(id, ring: access?.ring, secret: surroundings.secret) }

  func role(of key: String) -> KeyRole? { access.flatMap { keyRing.role(of: key, number: $0.number) } }

  // MARK: - Coming

  /// Whether somebody who asks from outside may know what everybody at the table sees.
  package func admits(_ guest: GuestID?, key: String?) -> Bool {
    admittance.admits(guest, key: key.flatMap(role))
  }

  func admission(
    of visitor: Visitor, as presence: RoomMessage.Presence, key: KeyRole?, from connection: ConnectionID,
    resume: RoomMessage.Resumption?, now: Int64
  ) -> Access.Admission {
    let guest = visitor.guest
    if isHidden(from: guest) || isHidden(from: visitor.payer) { return .refused(.stillPlaying) }
    guard let access else { return .admitted }
    if access.isBanned(guest) || access.isBanned(visitor.payer) { return .refused(.banned) }
    if seats.seat(of: guest) != nil { return .admitted }
    if presence == .play, race.map(\.keepsSeats) ?? false { return .full }
    if guest == seats.opener { return .admitted }
    if presence == .play, resume == nil {
      let toPlay = access.admitsToPlay(guest, key: key)
      guard toPlay == .knocking else { return toPlay }
      // Nobody is let in where no seat is; they are told so, and may watch.
      guard seats.hasRoom(now: now) else { return .full }
      if outside.knocks.wasRefused(guest, now: now) { return .refused(.refused) }
      guard isHostHere else { return .refused(.hostAway) }
      return outside.knocks.isFull && !outside.knocks.isWaiting(guest) ? .full : .knocking
    }
    let toWatch = access.admitsToWatch(guest, key: key)
    guard toWatch == .refused(.key) else { return toWatch }
    let isBack = members[connection] != nil || resume.map { wasHere(visitor, $0) } ?? false
    return isBack ? .admitted : toWatch
  }

  /// Whether somebody who comes back without a key was here of late, in a visit that goes on: they had a key, or were
  /// here when the table became private. All others need one, also after a restart.
  private func wasHere(_ visitor: Visitor, _ resume: RoomMessage.Resumption) -> Bool {
    guard let before = resume.before, resume.position.epoch == epoch,
      !outside.sentAway.contains(visitor.guest)
    else {
      return false
    }
    return members[before]?.visitor.visit == visitor.visit || lastTold.absences[visitor.visit] != nil
  }

  /// Whether somebody who was admitted may have a free seat: who comes back to watch has not been asked that.
  func mayPlay(_ visitor: Visitor, key: KeyRole?) -> Bool {
    // A race's table is its entrant's, and nobody's when they are no more.
    if entry != nil { return visitor.guest == seats.opener }
    guard let access, visitor.guest != seats.opener else { return true }
    return seats.seat(of: visitor.guest) != nil || access.admitsToPlay(visitor.guest, key: key) == .admitted
  }

  /// - Parameter c: nil for who came back by itself.
  func turnAway(
    _ connection: ConnectionID, _ code: RefusalCode, _ why: String?, c: Int?, into effects: inout [Effect]
  ) {
    // Who watches goes on watching.
    let isMember = members[connection] != nil
    if !isMember { effects.append(.dismiss(connection)) }
    if let c {
      refuseForSure(c, code, why: why, to: connection, into: &effects)
    } else if !isMember {
      tellGone(connection, why: why ?? code.rawValue, into: &effects)
    }
  }

  func tellGone(_ connection: ConnectionID, why: String, into effects: inout [Effect]) {
    effects.append(.tell(connection, line: ServerMessage.gone(room: id.text, why: why).line()))
  }

  // MARK: - The host

  /// What everybody may know of who may come.
  var accessTold: AccessTold {
    guard let access else { return AccessTold() }
    return AccessTold(
      level: access.level, host: seats.seat(of: access.host)?.index, isLocked: access.isLocked,
      isChatOn: isChatOn)
  }

  var isHostHere: Bool { hosts.contains(where: isHere) }

  /// The host, those who came with the host's key, and who opened the table: nobody takes it away from them.
  var hosts: Set<GuestID> { access.map { Set($0.coHosts + [$0.host, seats.opener]) } ?? [] }

  private func isHere(_ guest: GuestID) -> Bool {
    seats.seat(of: guest).map(seats.isHere) ?? false || members.isWatching(guest)
  }

  private func isHost(_ connection: ConnectionID) -> Bool {
    members[connection].map { hosts.contains($0.visitor.guest) } ?? false
  }

  /// Somebody came or went: it may have been the host.
  func noteHost(now: Int64) {
    guard let access else { return }
    if isHere(access.host) {
      self.access?.hostAwaySince = nil
    } else if access.hostAwaySince == nil {
      self.access?.hostAwaySince = now
    }
  }

  /// Somebody knocks, or is seated and may become the host.
  var awaitsHost: Bool {
    !outside.knocks.isEmpty || access.map { $0.hostAwaySince != nil && seats.longestHere != nil } ?? false
  }

  /// Ends knocks that nobody answered, and finds another host for one who has been away for long.
  func tickAccess(now: Int64, into effects: inout [Effect]) {
    let late = outside.knocks.takeLate(now: now)
    for knock in late { tell(knock, .late, into: &effects) }
    if !late.isEmpty { tellRightsToHosts(into: &effects) }
    guard let since = access?.hostAwaySince, now - since >= Access.hostAwayMillisecondsMax,
      let heir = seats.longestHere
    else { return }
    pass(to: heir, by: nil, now: now, into: &effects)
  }

  private func pass(
    to guest: GuestID, by author: Remembered.Author?, now: Int64, into effects: inout [Effect]
  ) {
    let before = access?.host
    access?.pass(to: guest)
    noteHost(now: now)
    rememberAccess(author, now: now, into: &effects)
    tellCrowd(now: now, into: &effects)
    for connection in connections {
      let guest = members[connection]?.visitor.guest
      if guest == before { tellRights(to: connection, wasHost: true, into: &effects) }
    }
    tellRightsToHosts(into: &effects)
  }

  private func tellCrowd(now: Int64, into effects: inout [Effect]) {
    if let line = crowdNotice(now: now) { effects.append(.crowd(line: line)) }
  }

  // MARK: - What a host does

  func carryOut(
    _ command: HostCommand, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard isHost(connection) else {
      return refuseForSure(c, .role, why: Access.Refused.host.rawValue, to: connection, into: &effects)
    }
    do throws(GameRefusal) {
      try perform(command, by: author(c, connection), now: now, into: &effects)
      agree(c, connection, into: &effects)
    } catch {
      refuse(c, error.code, error.why, to: connection, into: &effects)
    }
  }

  private func perform(
    _ command: HostCommand, by author: Remembered.Author?, now: Int64, into effects: inout [Effect]
  ) throws(GameRefusal) {
    switch command {
    // Nobody wins a race by sending the others away.
    case .kick where isRaceRunning, .ban where isRaceRunning: throw GameRefusal(RaceRefusal.notAtThisTable)
    case .kick(let seat): try sendAway(seat, isBanned: false, now: now, into: &effects)
    case .ban(let seat): try sendAway(seat, isBanned: true, now: now, into: &effects)
    case .banKnock(let number):
      let knock = try knock(number)
      outside.knocks.remove(number)
      try sendAway(knock.guest, isBanned: true, now: now, into: &effects)
    case .unban(let number):
      guard access?.unban(number) ?? false else { throw GameRefusal(code: .gone) }
    case .lock: access?.lock(true)
    case .unlock: access?.lock(false)
    case .pass(let seat):
      let (guest, person) = try holder(seat)
      guard person.kind == .guest else {
        throw GameRefusal(code: .bad, why: "a program cannot be the host")
      }
      return pass(to: guest, by: author, now: now, into: &effects)
    case .keys:
      let before = access?.coHosts ?? []
      access?.renewKeys()
      for connection in connections {
        guard let member = members[connection] else { continue }
        let wasHost = before.contains(member.visitor.guest)
        if member.seat != nil || wasHost { tellRights(to: connection, wasHost: wasHost, into: &effects) }
      }
    case .letIn(let number):
      let knock = try knock(number)
      access?.letIn(knock.guest)
      outside.knocks.remove(number)
      tell(knock, .letIn, into: &effects)
    case .refuse(let number):
      let knock = try knock(number)
      outside.knocks.refuse(knock, now: now)
      tell(knock, .refused, into: &effects)
    case .access(let level):
      access?.set(level)
      // Who was here before it became private, and is here no more, needs a key.
      if level == .link { lastTold.forgetAbsences() }
    case .chat(let isOn): access?.turnChat(on: isOn)
    case .mute(let seat):
      let guest = try holder(seat).guest
      guard !hosts.contains(guest) else { throw GameRefusal(code: .bad, why: "a host cannot be muted") }
      talk.mute(guest)
    case .unmute(let seat): talk.unmute(try holder(seat).guest)
    }
    rememberAccess(author, now: now, into: &effects)
    tellCrowd(now: now, into: &effects)
    tellRightsToHosts(into: &effects)
  }

  private var isRaceRunning: Bool { race.map { $0.phase == .starting || $0.phase == .running } ?? false }

  private func holder(_ seat: Int) throws(GameRefusal) -> (guest: GuestID, person: Person) {
    guard let holder = seats.holder(of: SeatNumber(seat)) else { throw GameRefusal(code: .gone) }
    return holder
  }

  private func knock(_ number: Int) throws(GameRefusal) -> Knocks.Knock {
    guard let knock = outside.knocks.knock(number) else { throw GameRefusal(code: .gone) }
    return knock
  }

  private func sendAway(
    _ index: Int, isBanned: Bool, now: Int64, into effects: inout [Effect]
  ) throws(GameRefusal) {
    let (guest, person) = try holder(index)
    try sendAway(
      Access.Guest(id: guest, name: person.name), isBanned: isBanned, now: now, into: &effects)
  }

  private func sendAway(
    _ named: Access.Guest, isBanned: Bool, now: Int64, into effects: inout [Effect]
  ) throws(GameRefusal) {
    let guest = named.id
    // Their game is theirs for as long as the table is kept, also under another host.
    guard guest != seats.opener else {
      throw GameRefusal(code: .role, why: Access.Refused.opener.rawValue)
    }
    guard guest != access?.host else {
      throw GameRefusal(
        code: .bad, why: "the host cannot be sent away; pass the table to somebody else first")
    }
    if isBanned { access?.ban(named) } else { access?.sendAway(guest) }
    dismiss(guest, why: isBanned ? .banned : nil, now: now, into: &effects)
    guard let seat = seats.seat(of: guest) else { return }
    if race.map(\.keepsSeats) ?? false { return }
    seats.free(seat)
    clear(seat, now: now, into: &effects)
    rememberSeats(now: now, into: &effects)
    leaveOut(seat, now: now, into: &effects)
  }

  /// All of somebody's windows are sent away.
  ///
  /// - Parameter why: nil for who may come again.
  private func dismiss(_ guest: GuestID, why: Access.Refused?, now: Int64, into effects: inout [Effect]) {
    outside.sendAway(guest)
    // A program is not there without its owner's leave.
    for connection in connections
    where members[connection].map({ $0.visitor.guest == guest || $0.visitor.payer == guest }) ?? false {
      leave(connection, now: now, into: &effects)
      tellGone(connection, why: why?.rawValue ?? "kicked", into: &effects)
    }
  }

  /// Who has come in to play by a key, or was let in, comes back without one; and who has come by the host's key is a
  /// host, also after a restart.
  func welcome(
    _ visitor: Visitor, to seat: SeatNumber?, by key: KeyRole?, now: Int64, into effects: inout [Effect]
  ) {
    if seat != nil, outside.knocks.remove(of: visitor.guest) { tellRightsToHosts(into: &effects) }
    guard visitor.guest != seats.opener else { return }
    if key == .host { access?.add(coHost: visitor.guest) }
    if seat != nil, key == .play || key == .host {
      access?.letIn(Access.Guest(id: visitor.guest, name: visitor.name))
    }
    let author = Remembered.Author(guest: visitor.guest, visit: visitor.visit, c: nil)
    rememberAccess(author, now: now, into: &effects)
  }

  // MARK: - Knocking

  func knock(
    _ visitor: Visitor, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    outside.knocks.add(Access.Guest(id: visitor.guest, name: visitor.name), from: connection, now: now)
    tellRightsToHosts(into: &effects)
  }

  private func tell(_ knock: Knocks.Knock, _ end: KnockEnd, into effects: inout [Effect]) {
    guard members[knock.connection] != nil else { return }
    effects.append(.tell(knock.connection, line: ServerMessage.knock(room: id.text, end).line()))
  }

  // MARK: - What one person may do

  func tellRightsToHosts(into effects: inout [Effect]) {
    for connection in connections where isHost(connection) { tellRights(to: connection, into: &effects) }
  }

  /// A player is told what they may hand out, a host all that they have to know.
  ///
  /// - Parameter wasHost: what they could do until now is theirs no more.
  func tellRights(to connection: ConnectionID, wasHost: Bool = false, into effects: inout [Effect]) {
    guard let access, let member = members[connection], let keys else { return }
    let isHost = isHost(connection)
    guard isHost || wasHost || member.seat != nil, !member.isMini else { return }
    let rights =
      isHost
      ? Rights(
        isHost: true, keys: keys, knocks: outside.knocks.waiting.map { .init($0.number, $0.guest.name) },
        bans: access.bans.map { .init($0.number, $0.guest.name) }, muted: seatsMuted)
      : Rights(keys: TableKeys(watch: keys.watch))
    effects.append(.tell(connection, line: ServerMessage.rights(room: id.text, rights).line()))
  }
}
