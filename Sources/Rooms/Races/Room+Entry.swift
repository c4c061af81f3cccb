import Boards
import Contests
package import Wire

/// The table of an entrant: it begins when its race says so, and tells the race how its player stands.
extension Room {
  /// Whose table it is, and in which race; nil for any other.
  package var entry: RaceEntry? { ties.entered?.entry }

  private var raceRoom: RoomID? { entry.flatMap { RoomID($0.race) } }

  /// The race goes on, or is expected to: nothing else may want the table's place.
  package func isRacing(now: Int64) -> Bool {
    if let race { return race.phase == .starting || race.phase == .running }
    guard let entered = ties.entered, let board = game.patience, board.ending.isSecret else { return false }
    return now < entered.isAwakeUntil(isAwaited: board.isAwaited)
  }

  // MARK: - Hearing

  func hearRace(_ letter: RoomLetter, from sender: RoomID, now: Int64, into effects: inout [Effect]) {
    // A table obeys the race of its opening, and no other.
    guard sender == raceRoom, let board = game.patience else { return }
    switch letter {
    case .start(let reveal, let at, let racing):
      ties.entered?.racing = racing
      guard board.isAwaited, let sealed = SealedDeal(reveal) else { return tellAgain() }
      ties.entered?.isHeld = false
      ties.entered?.start = (at, sealed)
    case .proceed(let clock, let racing):
      ties.entered?.racing = racing
      guard ties.entered?.isHeld == true else { return }
      ties.entered?.isHeld = false
      guard !game.isOver else { return }
      goOn(at: clock, now: now)
      if let line = crowdNotice(areSeatsTouched: true, now: now, isAsked: true) {
        effects.append(.crowd(line: line))
      }
    case .racing(let racing): ties.entered?.racing = racing
    case .ask: tellAgain()
    case .end:
      if !game.isOver, !board.isAwaited { take(.over, now: now, into: &effects) }
      tellAgain()
    case .close, .gone:
      ties.entered?.start = nil
      if board.ending.isSecret { take(.closed, now: now, into: &effects) }
    case .standing, .nextBegun: break
    }
  }

  private func tellAgain() { ties.entered?.mustTell = true }

  /// Why a player's command is not carried out in this race; nil where nothing speaks against it.
  func objection(to operation: Command.Operation) -> GameRefusal? {
    guard let entered = ties.entered else { return nil }
    if entered.isHeld { return GameRefusal(code: .paused) }
    switch operation {
    // All play with what the start text says.
    case .deal, .set: return GameRefusal(RaceRefusal.notAtThisTable)
    case .undo, .redo, .go, .restart:
      // What is over is played once.
      return entered.entry.undo && !(operation == .restart && game.isOver)
        ? nil : GameRefusal(RaceRefusal.notAtThisTable)
    default: return nil
    }
  }

  /// Whether a guest may see this table: who still plays sees no cards but their own.
  func isHidden(from guest: GuestID) -> Bool {
    guard let entered = ties.entered, game.patience?.ending.isSecret == true, guest != seats.opener else {
      return false
    }
    return entered.racing.map { $0.contains(guest) } ?? true
  }

  // MARK: - Time

  /// Begins when it is time, and tells the race what is news. Called behind whatever was heard, and when `alarm` rings.
  func advanceEntry(now: Int64, into effects: inout [Effect]) {
    guard let entered = ties.entered, let raceRoom else { return }
    if let start = entered.start, now >= start.at {
      begin(start.sealed, at: start.at, now: now, into: &effects)
    }
    let standing = standing(now: now)
    let isNews = ties.entered?.told.map { $0.isNews(beside: standing) } ?? true
    let isDue = standing.isFinal || now - entered.toldAt >= Entered.pauseMilliseconds
    let isUnheard = entered.isHeld && now - entered.toldAt >= Entered.againMilliseconds
    guard entered.mustTell || isUnheard || isNews && isDue else { return }
    ties.entered?.mustTell = false
    ties.entered?.told = standing
    ties.entered?.toldAt = now
    let isDealt = game.patience?.isAwaited == false
    effects.append(
      .letter(.standing(standing, isHeld: ties.entered?.isHeld == true, isDealt: isDealt), to: raceRoom))
  }

  /// The race was not told of something yet.
  var awaitsTelling: Bool {
    guard let entered = ties.entered else { return false }
    return entered.mustTell || entered.isHeld || entered.start != nil
      || entered.told.map { $0.isNews(beside: standing(now: 0)) } ?? true
  }

  private func standing(now: Int64) -> RaceStanding {
    let standing = game.board.standing
    let state: RaceStanding.State =
      switch game.board.state {
      case .won: .won
      case .over: .over
      case .playing, .stuck, .waiting: .playing
      }
    return RaceStanding(
      state: state, milliseconds: Int(game.clock.milliseconds(now: now)), done: standing.up,
      since: Int(game.doneSince), moves: game.moves, score: standing.score)
  }

  // MARK: - Steps

  /// The cards lie there from the moment on that the race has named, for all at once.
  private func begin(_ sealed: SealedDeal, at: Int64, now: Int64, into effects: inout [Effect]) {
    ties.entered?.start = nil
    guard let board = game.patience, board.isAwaited else { return }
    var next = game
    next.deal(board.begun(with: sealed), now: at)
    lay(next, .dealt(sealed.reveal), now: now, into: &effects)
  }

  /// - Precondition: it fits.
  private func take(_ step: RaceStep, now: Int64, into effects: inout [Effect]) {
    let before = shown
    letGo()
    guard game.take(step, now: now) else { preconditionFailure("a step that is due can be taken") }
    advance(step, from: before, race: nil, now: now, into: &effects)
    tellDestsToAll(into: &effects)
    tellDrags(except: nil, into: &effects)
  }
}

extension RaceStanding {
  /// Whether another says more than that time has passed.
  fileprivate func isNews(beside other: RaceStanding) -> Bool {
    (state, done, moves, score) != (other.state, other.done, other.moves, other.score)
  }
}

extension Game {
  /// The cards of a race.
  ///
  /// - Parameter now: when its clock begins.
  mutating func deal(_ board: PatienceBoard, now: Int64) {
    self.board = board
    (steps, clock, movesMade, doneSince) = (Steps(keepsLines: board.keepsLines), GameClock(), 0, 0)
    clock.begin(now: now)
  }

  /// A step of a race, or of a table in one; of `dealt` the cards alone.
  ///
  /// - Parameter isReplayed: it stands in the log, which does not say when it was taken.
  /// - Returns: false for what does not fit.
  mutating func take(_ step: RaceStep, now: Int64, isReplayed: Bool = false) -> Bool {
    if var race {
      guard race.apply(step, now: isReplayed ? nil : now) else { return false }
      board = race
      switch step {
      case .begun: clock.begin(now: race.startsAt ?? now)
      case .ended: clock.end(now: now)
      default: break
      }
      return true
    }
    guard var board = patience else { return false }
    switch step {
    case .dealt(let reveal):
      guard board.isAwaited, let sealed = SealedDeal(reveal) else { return false }
      deal(board.begun(with: sealed), now: now)
      return true
    case .over, .closed:
      if !board.isOver { board.ending.isGivenUp = true }
      if step == .closed { board.ending.isSecret = false }
      self.board = board
      clock.end(now: now)
      return true
    case .starting, .begun, .reopened, .standing, .ended, .next, .nextBegun: return false
    }
  }
}
