import Boards
import Bytes
package import Contests
import Wire

/// A room that hosts a race: it takes the steps that are due, and writes to the tables.
extension Room {
  /// The race that is hosted here; nil at a table.
  package var race: Contest? { ties.desk == nil ? nil : game.race }

  /// Takes all steps that are due. Called behind whatever was heard, and when `alarm` rings.
  func advanceRace(now: Int64, into effects: inout [Effect]) {
    guard let desk = ties.desk else { return }
    change { $0.attend(attendance) }
    notePayers(into: &effects)
    if desk.mustAsk { askTables(now: now, into: &effects) }
    if desk.isNextUnsure, hasPlayers, let next = race?.nextRoom {
      ties.desk?.isNextUnsure = false
      openNext(next, into: &effects)
    }
    var told: RaceTold?
    while true {
      proceedIfBack(now: now, into: &effects)
      let clock = Int(game.clock.milliseconds(now: now))
      let step = change { [surroundings] race in
        race.next(now: now, clock: clock) { RoomID(random: surroundings.entropy()).text }
      }
      guard let step, let race = self.race else { break }
      let before = told ?? race.raceTold(now: now)
      // Tables of a start that does not come to be are done with.
      if step == .reopened { writeToAll(.close, into: &effects) }
      guard game.take(step, now: now) else { preconditionFailure("a step that is due can be taken") }
      told = tell(step, since: before, now: now, into: &effects)
      write(about: step, now: now, into: &effects)
    }
    if change({ $0.takeClosing() }), let race = self.race {
      for number in race.unfinished { write(.end, to: number, into: &effects) }
    }
    tellProgress(now: now, into: &effects)
  }

  /// Changes the race and nothing that a hash is made of.
  @discardableResult
  private func change<Answer>(_ change: (inout Contest) -> Answer) -> Answer {
    guard var race = game.race else { preconditionFailure("a race is hosted here") }
    defer { game.board = race }
    return change(&race)
  }

  private var attendance: [Contest.Attendance?] {
    (0..<seats.count).map { index in
      let seat = SeatNumber(index)
      return seats.holder(of: seat).map { holder in
        Contest.Attendance(
          isHere: seats.isHere(seat), isProgram: holder.person.kind == .bot,
          isHost: access.map { $0.host == holder.guest || $0.coHosts.contains(holder.guest) } ?? false)
      }
    }
  }

  // MARK: - Telling

  /// Remembers a step and tells it to everybody.
  ///
  /// - Returns: what was told.
  private func tell(
    _ step: RaceStep, since before: RaceTold, now: Int64, into effects: inout [Effect]
  ) -> RaceTold {
    let told = game.race?.raceTold(now: now) ?? before
    advance(step, from: shown, race: told.changes(since: before), now: now, into: &effects)
    return told
  }

  private static var progressMilliseconds: Int64 { 500 }

  /// At most twice a second, and each takes the place of the one before.
  private func tellProgress(now: Int64, into effects: inout [Effect]) {
    guard let race, let desk = ties.desk, race.phase == .running,
      now - desk.progressAt >= Self.progressMilliseconds
    else {
      return
    }
    let progress = race.progress
    guard progress != desk.progress else { return }
    ties.desk?.progress = progress
    ties.desk?.progressAt = now
    let clock = Int(game.clock.milliseconds(now: now))
    let line = ServerMessage.progress(room: id.text, clockMilliseconds: clock, progress).line()
    effects.append(.hover(line: line, except: nil))
  }

  // MARK: - Writing to tables

  private func write(_ letter: RoomLetter, to number: Int, into effects: inout [Effect]) {
    guard let room = race?.room(of: number).flatMap(RoomID.init) else { return }
    effects.append(.letter(letter, to: room))
  }

  private func writeToAll(_ letter: RoomLetter, into effects: inout [Effect]) {
    for number in 0..<seats.count { write(letter, to: number, into: &effects) }
  }

  /// The guests who may see no table but their own: those who still play, and the owners of programs that still play.
  ///
  /// - Returns: nil while an owner is not known, which is so from a restart until the program is back.
  private var racing: Set<GuestID>? {
    var guests: Set<GuestID> = []
    for number in race?.unfinished ?? [] {
      guard let holder = seats.holder(of: SeatNumber(number)) else { continue }
      let payer = ties.desk?.payers[number]
      if holder.person.kind == .bot, payer == nil { return nil }
      guests.formUnion([holder.guest, payer ?? holder.guest])
    }
    return guests
  }

  /// Programs that are back name their owners again.
  private func notePayers(into effects: inout [Effect]) {
    guard let race, race.phase == .running else { return }
    var isNews = false
    for connection in members.seated {
      guard let member = members[connection], let seat = member.seat, race.unfinished.contains(seat.index),
        ties.desk?.payers[seat.index] != member.visitor.payer
      else { continue }
      ties.desk?.payers[seat.index] = member.visitor.payer
      isNews = true
    }
    if isNews { writeToAll(.racing(racing), into: &effects) }
  }

  private func write(about step: RaceStep, now: Int64, into effects: inout [Effect]) {
    switch step {
    case .starting(let rooms):
      for entrant in rooms { openTable(for: entrant, into: &effects) }
    case .begun:
      if let before = race?.table.before.flatMap(RoomID.init) {
        effects.append(.letter(.nextBegun, to: before))
      }
      for number in 0..<seats.count { start(number, now: now, into: &effects) }
    case .standing: writeToAll(.racing(racing), into: &effects)
    case .ended: writeToAll(.close, into: &effects)
    case .next(let room): openNext(room, into: &effects)
    case .nextBegun, .reopened, .dealt, .over, .closed: break
    }
  }

  private func openTable(for entrant: RaceStep.EntrantRoom, into effects: inout [Effect]) {
    guard let race, let room = RoomID(entrant.room) else { return }
    let seat = SeatNumber(entrant.number)
    let connection = members.seated.first { members[$0]?.seat == seat }
    guard let visitor = connection.flatMap({ members[$0]?.visitor }) else {
      return change { $0.lose(entrant.number, clock: 0) }
    }
    ties.desk?.payers[entrant.number] = visitor.payer
    var table = race.table
    (table.race, table.before, table.seats, table.access, table.deal) = (nil, nil, 1, nil, .sealed)
    table.entry = RaceEntry(
      race: id.text, number: entrant.number, commit: race.commit, undo: race.plan.undo, hint: race.plan.hint)
    var opening = RoomOpening(table: table, opener: visitor.guest, described: game.described)
    (opening.payer, opening.network) = (visitor.payer, visitor.network)
    effects.append(.order(RoomOrder(room, opening)))
  }

  /// Those who play are told when; a table of somebody who did not open their salt is over.
  private func start(_ number: Int, now: Int64, into effects: inout [Effect]) {
    guard let race else { return }
    guard race.unfinished.contains(number) else { return write(.close, to: number, into: &effects) }
    guard var reveal = race.secret.reveal else { return }
    reveal.start = race.start
    write(.start(reveal, at: max(now, race.startsAt ?? now), racing: racing), to: number, into: &effects)
  }

  /// Somebody wants another race, and it is known already; if the disk did not take it, it is opened again.
  func openNextAgain(into effects: inout [Effect]) {
    guard ties.desk?.isNextLost == true, let next = race?.nextRoom else { return }
    ties.desk?.isNextLost = false
    openNext(next, into: &effects)
  }

  /// Another race for the same people, here or away. Its host is this one's; where they are away, who wants it, or
  /// another person who is here.
  private func openNext(_ room: String, into effects: inout [Effect]) {
    guard let race, let room = RoomID(room) else { return }
    var table = race.table
    table.before = id.text
    table.race?.expected = min(race.plan.most, members.seatedGuests.count)
    table.access = access?.level
    let seated = members.seated.compactMap { members[$0]?.visitor }
    let people = seated.filter { !$0.isBot }
    let wants = race.wantsAnother.flatMap { seats.holder(of: SeatNumber($0))?.guest }
    // A host may be one who only watches.
    let host =
      connections.lazy.compactMap { [members] in members[$0]?.visitor }.first { $0.guest == access?.host }
      ?? people.first { $0.guest == wants } ?? people.first ?? seated.first
    guard let host else { return }
    var opening = RoomOpening(table: table, opener: host.guest, described: game.described)
    (opening.payer, opening.network) = (host.payer, host.network)
    opening.keys = access.map { ($0.ring ?? id, $0.number) }
    opening.invited = invitedToNext
    opening.banned = access?.bans.map { ($0.guest.id, $0.guest.name) } ?? []
    opening.chat = access?.chat
    effects.append(.order(RoomOrder(room, opening)))
  }

  /// The guests who enter the next race without a key: seat holders, hosts, and those who were let in.
  private var invitedToNext: [(guest: GuestID, name: String)] {
    let entrants = (0..<seats.count).compactMap { seats.holder(of: SeatNumber($0)) }
    var invited = entrants.map { (guest: $0.guest, name: $0.person.name) }
    invited += (access?.guests ?? []).map { (guest: $0.id, name: $0.name) }
    // What a host is called is known only where they have a seat.
    invited += hosts.sorted { $0.text < $1.text }.map { (guest: $0, name: "") }
    var known: Set<GuestID> = []
    return Array(invited.filter { known.insert($0.guest).inserted }.prefix(WireLimits.bansMax))
  }

  // MARK: - Hearing from tables

  /// A table of this race says something.
  func hearTable(_ letter: RoomLetter, from sender: RoomID, now: Int64, into effects: inout [Effect]) {
    if sender.text == race?.nextRoom {
      if letter == .gone { ties.desk?.isNextLost = true }
      if letter == .nextBegun { change { $0.nextBegins() } }
      return
    }
    if letter == .nextBegun { return }
    guard let race, let number = race.number(of: sender.text) else {
      // It is of a start that did not come to be.
      if letter != .gone { effects.append(.letter(.close, to: sender)) }
      return
    }
    switch letter {
    case .gone:
      let clock = Int(game.clock.milliseconds(now: now))
      change { $0.lose(number, clock: clock) }
    case .standing(let standing, let isHeld, let isDealt):
      change { $0.hear(standing, of: number) }
      switch race.phase {
      case .open, .starting: return
      // Others may still play the same cards: a table that is done with stays sealed.
      case .running where !race.unfinished.contains(number):
        return standing.isFinal ? () : write(.end, to: number, into: &effects)
      case .running: break
      case .ended: return write(.close, to: number, into: &effects)
      }
      if !isDealt { return start(number, now: now, into: &effects) }
      if isHeld, !race.isHeld {
        let clock = Int(game.clock.milliseconds(now: now))
        write(.proceed(clockMilliseconds: clock, racing: racing), to: number, into: &effects)
      }
    case .start, .proceed, .racing, .ask, .end, .close, .nextBegun: break
    }
  }

  /// The room was woken while its race ran, or fell back: the tables know more of it. Where its clock stands it was
  /// woken, and has not gone on since, or fell back to what it was then.
  private func askTables(now: Int64, into effects: inout [Effect]) {
    if !game.clock.runs { change { $0.hold(now: now) } }
    ties.desk?.mustAsk = false
    for number in race?.unfinished ?? [] { write(.ask, to: number, into: &effects) }
  }

  /// The clock runs on from there, also where the room falls back: what time it is, is in no version.
  func goOn(at clock: Int, now: Int64) {
    changeGames { game in
      game.clock.set(milliseconds: Int64(clock), now: now)
      game.clock.proceed(now: now)
    }
  }

  private func proceedIfBack(now: Int64, into effects: inout [Effect]) {
    guard change({ $0.proceed(now: now) }), let race else { return }
    let clock = race.clockMilliseconds(Int(game.clock.milliseconds(now: now)))
    goOn(at: clock, now: now)
    for number in race.unfinished {
      write(.proceed(clockMilliseconds: clock, racing: racing), to: number, into: &effects)
    }
    if let line = crowdNotice(now: now) { effects.append(.crowd(line: line)) }
  }
}
