import Boards
import Bytes
import Wire

/// A command that the rules have taken.
struct Accepted {
  let command: Command
  let seat: SeatNumber
  /// nil for what a room does by itself.
  var author: Remembered.Author?
  /// What a `drop` dropped.
  var drag: Drags.Drag?

  init(_ command: Command, by seat: SeatNumber, author: Remembered.Author? = nil, drag: Drags.Drag? = nil) {
    self.command = command
    self.seat = seat
    self.author = author
    self.drag = drag
  }
}

/// Commands and drags: who asks, what they saw, what the rules say, who is told.
extension Room {
  func carryOut(
    _ command: Command, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    if let refusal = objection(to: command.operation) {
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    var drag: Drags.Drag?
    if case .drop(let number, _) = command.operation {
      drag = drags.drag(number, of: seat)
      guard drag != nil else { return refuse(c, .gone, to: connection, into: &effects) }
    }
    if let refusal = unfit(command.tops, for: seat) {
      if let drag { end(drag, of: connection, into: &effects) }
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    if case .deal(let choice, let id) = command.operation {
      return askOrDeal(
        choice, game: id, c: c, command: command, by: seat, from: connection, now: now, into: &effects)
    }

    // A person has one hand: moving a card lets go of what another window of theirs still holds.
    if case .move = command.operation, let held = drags.drag(of: seat) {
      end(held, of: connection, into: &effects)
    }

    // On a copy: a refused command must leave no trace, not even that time was told.
    var next = game
    do throws(GameRefusal) {
      try next.perform(command.operation, seat: seat, held: drag, now: now)
    } catch {
      let refusal = lostRace(error, by: seat, drag, command.operation)
      if let drag { end(drag, of: connection, into: &effects) }
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    if let wish = Question.Wish(command.operation), game.moves > 0,
      asks(wish, c: c, by: seat, from: connection, now: now, into: &effects)
    {
      return
    }
    if case .resign = command.operation { letGo() }
    if command.operation.movesUnseen, isTakenFromAHand(by: seat, in: next) {
      return refuse(c, .leased, BoardRefusal.inUse.rawValue, to: connection, into: &effects)
    }
    if let drag { drags.end(drag.number) }
    if case .again = command.operation { openNextAgain(into: &effects) }
    accept(
      next, Accepted(command, by: seat, author: author(c, connection), drag: drag), c: c, from: connection,
      now: now, into: &effects)
  }

  /// Whether something that somebody else holds would lie elsewhere.
  private func isTakenFromAHand(by seat: SeatNumber, in next: Game) -> Bool {
    let held = drags.live.filter { $0.seat != seat }.flatMap(\.items)
    if held.isEmpty { return false }
    let (before, after) = (shown, Shown(regions: surroundings.projection.regions(of: next), selections: []))
    return held.contains { before.neighbours(of: $0).isLost(in: after.neighbours(of: $0)) }
  }

  /// What is refused because somebody was faster is told so.
  private func lostRace(
    _ refusal: GameRefusal, by seat: SeatNumber, _ drag: Drags.Drag?, _ operation: Command.Operation
  ) -> GameRefusal {
    guard refusal.code == .illegal, let place = operation.landing?.place, let last = lastTold.movers[place],
      last.seat != seat
    else { return refusal }
    // A drag knows how old its view of the table is. A move does not, but it names what it saw there.
    let isRace = drag.map { last.version > $0.version } ?? (refusal.why == BoardRefusal.badPlace.rawValue)
    return isRace ? GameRefusal(code: .lostRace, why: refusal.why) : refusal
  }

  private func accept(
    _ next: Game, _ accepted: Accepted, c: Int, from connection: ConnectionID, now: Int64,
    into effects: inout [Effect]
  ) {
    apply(next, accepted, now: now, into: &effects)
    agree(c, connection, into: &effects)
    tellDestsToAll(into: &effects)
    if case .drop = accepted.command.operation { tellDrags(except: connection, into: &effects) }
  }

  /// Nobody keeps anything in hand.
  func letGo() {
    for drag in drags.live {
      game.cancel(drag.session, seat: drag.seat)
      drags.end(drag.number)
    }
  }

  /// All have agreed to the same deal from the start, or to give it up; nobody keeps a card of it in hand.
  func carryOutAgreed(
    _ operation: Command.Operation, by seat: SeatNumber, now: Int64, into effects: inout [Effect]
  ) {
    letGo()
    var next = game
    let command = Command(operation)
    // Somebody may have taken back the only step meanwhile.
    guard (try? next.perform(command.operation, seat: seat, held: nil, now: now)) != nil else { return }
    apply(next, Accepted(command, by: seat), now: now, into: &effects)
    tellDestsToAll(into: &effects)
    tellDrags(except: nil, into: &effects)
  }

  private func apply(_ next: Game, _ accepted: Accepted, now: Int64, into effects: inout [Effect]) {
    let before = shown
    let (depth, wasOver) = (game.undoDepth, game.isOver)
    let raceBefore = race
    game = next
    let after = shown
    let change = ViewDifference(from: before, to: after) { game.board.arrival(of: $0) }
    // What was asked of a race before is done already; on a board, what lands where it lay. Nobody has anything to hear
    // of it.
    let isStill =
      if let raceBefore {
        race?.isUnchanged(since: raceBefore) == true
      } else {
        game.undoDepth == depth && change.isEmpty && game.board.told.kind == .board
          && after.selections == before.selections
          && after.changes(since: before, titles: lastTold.titles).isEmpty
      }
    let news = raceBefore.flatMap { race?.raceTold(now: now).changes(since: $0.raceTold(now: now)) }
    if !isStill { advance(change, from: before, accepted, race: news, now: now, into: &effects) }
    if game.board.state == .won, !wasOver { effects.append(.won(seats.guestsHere)) }
  }

  /// Goes on to the next version: it is remembered, and told to everybody.
  private func advance(
    _ change: ViewDifference, from before: Shown, _ accepted: Accepted, race: RaceTold? = nil, now: Int64,
    into effects: inout [Effect]
  ) {
    let seat = accepted.seat
    remember(accepted, hash: shown.hash, now: now, into: &effects)
    for place in change.places { lastTold.movers[place] = (seat, version) }
    tell(
      change, from: before, by: seat.index, accepted.command.operation.name, race: race, now: now,
      into: &effects)
  }

  /// A step that a race takes, or a table of one, by itself.
  func advance(
    _ step: RaceStep, from before: Shown, race: RaceTold?, now: Int64, into effects: inout [Effect]
  ) {
    let change = ViewDifference(from: before, to: shown) { game.board.arrival(of: $0) }
    remember(step, hash: shown.hash, now: now, into: &effects)
    tell(change, from: before, by: -1, step.name, race: race, now: now, into: &effects)
  }

  /// An event for everybody.
  private func tell(
    _ change: ViewDifference, from before: Shown, by seat: Int, _ operation: String, race: RaceTold?,
    now: Int64, into effects: inout [Effect]
  ) {
    let after = shown
    let event = Event(
      room: id.text, from: version - 1, to: version, seat: seat, operation: operation, moves: change.moves,
      up: change.up, down: change.down, gone: change.gone,
      regions: after.changes(since: before, titles: lastTold.titles),
      selections: after.selections == before.selections ? nil : after.selections, hash: hex(after.hash),
      status: game.status(now: now), reveal: game.reveal, race: race)
    lastTold.titles = game.board.titles
    let line = ServerMessage.event(event).line()
    lastTold.history.append(from: version - 1, to: version, line: line)
    effects.append(.publish(revision: version, line: line, hides: change.hides))
  }

  /// What a resting drag has opened is a step like any other.
  func tellSprung(since before: Shown, now: Int64, into effects: inout [Effect]) {
    var before = before
    for sprung in game.takeSprung() {
      game.note(sprung)
      let change = ViewDifference(from: before, to: shown) { game.board.arrival(of: $0) }
      advance(
        change, from: before,
        Accepted(Command(sprung.operation), by: SeatNumber(Int(sprung.player.rawValue))), now: now,
        into: &effects)
      before = shown
      tellDestsToAll(into: &effects)
    }
  }

  /// The player who sat here is gone: what they were at ends.
  func clear(_ seat: SeatNumber, now: Int64, into effects: inout [Effect]) {
    if let drag = drags.drag(of: seat) {
      game.cancel(drag.session, seat: seat)
      drags.end(drag.number)
      tellDrags(except: nil, into: &effects)
    }
    var before = shown
    for operation in game.leave(seat) {
      let change = ViewDifference(from: before, to: shown) { game.board.arrival(of: $0) }
      advance(change, from: before, Accepted(Command(operation), by: seat), now: now, into: &effects)
      // The first event tells all of it.
      before = shown
    }
  }

  /// What everybody may see now.
  var shown: Shown {
    if let shown = views.shown { return shown }
    let shown = Shown(
      regions: surroundings.projection.regions(of: game), selections: game.selections(seats: seats.count))
    views.shown = shown
    return shown
  }

  /// A new game lies there instead of the one before.
  ///
  /// - Parameter answer: appends the answer to who commanded it, behind the snapshot.
  func lay(
    _ next: Game, _ accepted: Accepted, now: Int64, into effects: inout [Effect],
    answer: (inout [Effect]) -> Void = { _ in }
  ) {
    game = next
    remember(accepted, hash: shown.hash, now: now, into: &effects)
    tellLaid(why: .deal, now: now, into: &effects, answer: answer)
  }

  /// The cards of a race lie there.
  func lay(_ next: Game, _ step: RaceStep, now: Int64, into effects: inout [Effect]) {
    game = next
    remember(step, hash: shown.hash, now: now, into: &effects)
    tellLaid(why: .start, now: now, into: &effects)
  }

  private func tellLaid(
    why: Snapshot.Reason, now: Int64, into effects: inout [Effect],
    answer: (inout [Effect]) -> Void = { _ in }
  ) {
    drags.removeAll()
    lastTold.movers.removeAll()
    lastTold.history.removeAll()
    tellSnapshotToAll(why: why, now: now, into: &effects)
    answer(&effects)
    tellDestsToAll(into: &effects)
    tellDrags(except: nil, into: &effects)
  }

  func author(_ c: Int, _ connection: ConnectionID) -> Remembered.Author? {
    members[connection].map { Remembered.Author(guest: $0.visitor.guest, visit: $0.visitor.visit, c: c) }
  }

  // MARK: - Drags

  func lift(_ item: Int, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    if ties.entered?.isHeld == true { return refuse(c, .paused, to: connection, into: &effects) }
    // A person has one hand: a new lift lets go of what another window of theirs still holds.
    if let held = drags.drag(of: seat) { end(held, of: connection, into: &effects) }
    let held: Held
    do throws(GameRefusal) {
      held = try game.lift(item, seat: seat, now: now)
    } catch {
      return refuse(c, error.code, error.why, to: connection, into: &effects)
    }
    let drag = drags.begin(
      held, seat: seat, visit: members[connection]?.visitor.visit, version: version, now: now)
    let lease = Lease(
      room: id.text, version: version, drag: drag.number, items: held.items, index: held.index,
      formation: held.formation, destinations: held.destinations, onto: held.onto,
      silenceMillisecondsMax: Int(Drags.silenceMillisecondsMax))
    answer(c, Reply(.lease(c: c, lease)), connection, into: &effects)
    tellDrags(except: connection, into: &effects)
  }

  func hover(_ hover: Hover, from connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    guard let seat = members[connection]?.seat else { return }
    guard let drag = drags.drag(hover.drag, of: seat) else { return }
    // What is no place here is nothing that others should hear.
    var heard = hover
    if hover.over.map({ !game.board.hasPlace($0) }) ?? true {
      (heard.over, heard.before, heard.onto) = (nil, nil, nil)
    }
    let before = game.board.springs ? shown : nil
    let formation = game.hover(heard, session: drag.session, seat: seat, now: now)
    _ = drags.hover(heard, formation: formation, by: seat, now: now)
    if let before { tellSprung(since: before, now: now, into: &effects) }
    tellDrags(except: connection, into: &effects)
  }

  func cancel(_ number: Int, c: Int, from connection: ConnectionID, into effects: inout [Effect]) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    guard let drag = drags.drag(number, of: seat) else {
      return refuse(c, .gone, to: connection, into: &effects)
    }
    end(drag, of: connection, into: &effects)
    agree(c, connection, into: &effects)
  }

  private func end(_ drag: Drags.Drag, of connection: ConnectionID, into effects: inout [Effect]) {
    // Over already when the rules refused the drop.
    game.cancel(drag.session, seat: drag.seat)
    drags.end(drag.number)
    tellDrags(except: connection, into: &effects)
  }

  func tellDrags(except connection: ConnectionID?, into effects: inout [Effect]) {
    // The player who drags knows where, but not what the board says to it.
    effects.append(.hover(line: dragsLine, except: game.board.titles.isEmpty ? connection : nil))
  }

  /// All live drags, and what the board says to them.
  var dragsLine: [UInt8] {
    let followed = game.board.titles.filter { !lastTold.titles.contains($0) }
    return ServerMessage.drag(room: id.text, live: drags.told, regions: followed).line()
  }

  // MARK: - Data

  /// Items leave the board as data for those who may see them.
  func export(_ item: Int, c: Int, to connection: ConnectionID, into effects: inout [Effect]) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let member = members[connection] else {
      return refuseForSure(c, .role, to: connection, into: &effects)
    }
    // A spectator is nobody's hand.
    let hand = member.seat ?? SeatNumber(seats.count)
    do throws(GameRefusal) {
      let items = try game.board.exported(item, player: hand.player)
      let reply = Reply(.data(c: c, room: id.text, items))
      effects.append(.answer(connection, reply, ifLost: lostAnswer(c)))
    } catch {
      refuse(c, error.code, error.why, to: connection, into: &effects)
    }
  }

  // MARK: - Preconditions

  /// Handles of tops are known to everybody, so comparing them tells nothing; what is not a pile or a card is
  /// `bad` first.
  private func unfit(_ tops: [Command.Top], for seat: SeatNumber) -> (code: RefusalCode, why: String?)? {
    for top in tops where !game.board.hasPlace(top.collection) {
      return (.bad, "\"if\" names \"\(top.collection)\", which is not a collection here")
    }
    for top in tops where game.board.top(of: top.collection) != top.item {
      let isRace = lastTold.movers[top.collection].map { $0.seat != seat } ?? false
      return (isRace ? .lostRace : .stale, nil)
    }
    return nil
  }

  /// The seat of a connection that may command; otherwise it was refused.
  func seated(_ connection: ConnectionID, c: Int, into effects: inout [Effect]) -> SeatNumber? {
    if let seat = members[connection]?.seat { return seat }
    refuseForSure(c, .role, to: connection, into: &effects)
    return nil
  }
}
