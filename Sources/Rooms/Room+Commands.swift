import DragDrop
import Patience
import Wire

/// Commands and drags: who asks, what they saw, what the rules say, who is told.
extension Room {
  func carryOut(
    _ command: Command, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    var drag: Drags.Drag?
    if case .drop(let number, _, _) = command.operation {
      drag = drags.drag(number, of: seat)
      guard drag != nil else { return refuse(c, .gone, to: connection, into: &effects) }
    }
    if let refusal = unfit(command.tops, for: seat) {
      if let drag { end(drag, of: connection, into: &effects) }
      return refuse(c, refusal.code, refusal.why, to: connection, into: &effects)
    }
    if case .deal(let choice, let id) = command.operation {
      return beginDeal(
        choice, game: id, c: c, command: command, by: seat, from: connection, now: now, into: &effects)
    }

    // A person has one hand: moving a card lets go of what another window of theirs still holds.
    if case .move = command.operation, let held = drags.drag(of: seat) {
      end(held, of: connection, into: &effects)
    }

    // On a copy: a refused command must leave no trace, not even that time was told.
    var next = game
    do throws(Patience.Refusal) {
      try next.carryOut(command.operation, seat: seat, drag: drag?.session, now: now)
    } catch {
      if let drag { end(drag, of: connection, into: &effects) }
      return refuse(c, RefusalCode(error), error.wireName.description, to: connection, into: &effects)
    }
    if let drag { drags.end(drag.number) }
    accept(next, command: command, c: c, by: seat, from: connection, now: now, into: &effects)
  }

  private func accept(
    _ next: Game, command: Command, c: Int, by seat: SeatNumber, from connection: ConnectionID, now: Int64,
    into effects: inout [Effect]
  ) {
    let before = projection(game)
    game = next
    version += 1
    checkpoint()
    let after = projection(game)
    let change = ViewDifference(from: before, to: after) { game.engine.model.arrival(of: $0) }
    for (old, new) in zip(before.piles, after.piles) where old.top?.handle != new.top?.handle {
      lastMover[new.id.text] = seat
    }
    let event = Event(
      room: id.text, from: version - 1, to: version, seat: seat.index,
      operation: command.operation.name.description,
      moves: change.moves, up: change.up, down: change.down, hash: hex(after.hash32),
      status: game.status(now: now),
      reveal: game.reveal)
    let line = ServerMessage.event(event).line()
    history.append(from: version - 1, to: version, line: line)

    remember(command, by: seat, now: now, into: &effects)
    effects.append(.publish(revision: version, line: line))
    agree(c, connection, into: &effects)
    tellDestsToAll(into: &effects)
    if case .drop = command.operation { tellDrags(except: connection, into: &effects) }
  }

  private func beginDeal(
    _ choice: DealChoice, game gameID: String?, c: Int, command: Command, by seat: SeatNumber,
    from connection: ConnectionID, now: Int64, into effects: inout [Effect]
  ) {
    guard let ruleset = gameID.map(Catalogue.ruleset(id:)) ?? game.ruleset else {
      return refuse(c, .bad, "there is no such game", to: connection, into: &effects)
    }
    game = Game(ruleset: ruleset, choice: choice, options: game.options, entropy: entropy)
    version += 1
    checkpoint()
    drags.removeAll()
    lastMover.removeAll()
    history.removeAll()
    remember(command, by: seat, now: now, into: &effects)
    effects.append(.publish(revision: version, line: snapshot(why: .deal, now: now)))
    agree(c, connection, into: &effects)
    tellDestsToAll(into: &effects)
    tellDrags(except: nil, into: &effects)
  }

  // MARK: - Drags

  func lift(_ item: Int, c: Int, from connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    guard !answeredBefore(c, connection, into: &effects) else { return }
    guard let seat = seated(connection, c: c, into: &effects) else { return }
    // A person has one hand: a new lift lets go of what another window of theirs still holds.
    if let held = drags.drag(of: seat) { end(held, of: connection, into: &effects) }
    let player = seat.player
    let session: DragSession<UInt16>
    do throws(Patience.Refusal) {
      session = try game.engine.lift(UInt16(item), player: player)
    } catch {
      return refuse(c, RefusalCode(error), error.wireName.description, to: connection, into: &effects)
    }
    let items = session.draggedItemIDs.map(Int.init)
    let drag = drags.begin(session: session.id, seat: seat, items: items, now: now)
    let lease = Lease(
      room: id.text, version: version, drag: drag.number, items: items, index: Int(session.draggedItemIndex),
      formation: game.engine.formation(of: session, over: nil).wireName.description,
      destinations: game.engine.destinations(for: session.draggedItemIDs.first ?? 0, player: player)
        .compactMap { $0.destination?.collectionID.text },
      silenceMillisecondsMax: Int(Drags.silenceMillisecondsMax))
    let line = ServerMessage.lease(c: c, lease).line()
    answer(c, line, connection, into: &effects)
    tellDrags(except: connection, into: &effects)
  }

  func hover(_ hover: Hover, from connection: ConnectionID, now: Int64, into effects: inout [Effect]) {
    guard let seat = members[connection]?.seat else { return }
    let pile = hover.over.flatMap { PileID(wireName: $0.utf8) }.flatMap {
      game.ruleset.pileIDs.contains($0) ? $0 : nil
    }
    // What is no collection here is nothing that others should hear.
    let heard = Hover(drag: hover.drag, x: hover.x, y: hover.y, over: pile?.text)
    guard drags.hover(heard, by: seat, now: now) else { return }
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
    _ = try? game.engine.cancel(drag.session, player: drag.seat.player)
    drags.end(drag.number)
    tellDrags(except: connection, into: &effects)
  }

  func tellDrags(except connection: ConnectionID?, into effects: inout [Effect]) {
    effects.append(
      .hover(line: ServerMessage.drag(room: id.text, live: drags.told).line(), except: connection))
  }

  // MARK: - Preconditions

  /// Handles of tops are known to everybody, so comparing them tells nothing; what is not a pile or a card is
  /// `bad` first.
  private func unfit(_ tops: [Command.Top], for seat: SeatNumber) -> (code: RefusalCode, why: String?)? {
    var piles: [(top: Command.Top, pile: PileID)] = []
    for top in tops {
      guard let pile = PileID(wireName: top.collection.utf8), game.ruleset.pileIDs.contains(pile) else {
        return (.bad, "\"if\" names \"\(top.collection)\", which is not a collection here")
      }
      piles.append((top, pile))
    }
    for (top, pile) in piles {
      let actual = game.engine.model.cards(in: pile).last.map(Int.init)
      guard actual != top.item else { continue }
      let isRace = lastMover[top.collection].map { $0 != seat } ?? false
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
