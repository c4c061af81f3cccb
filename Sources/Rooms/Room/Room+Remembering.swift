import DragDrop
import Wire

/// What the log is told.
extension Room {
  /// Goes on to the next version.
  ///
  /// - Parameter hash: of the view that everybody has there.
  func remember(_ accepted: Accepted, hash: UInt32, now: Int64, into effects: inout [Effect]) {
    rememberSeats(now: now, into: &effects)
    rememberAccess(now: now, into: &effects)
    version += 1
    let logged = LogRecord.CommandLogged(
      accepted.command, seat: accepted.seat.index,
      clockMilliseconds: Int(game.clock.milliseconds(now: now)), secret: newSecret(of: accepted.command),
      drag: accepted.drag?.logged, hash: hash)
    remember(.command(logged), of: accepted.author, into: &effects)
    // What a room does by itself may be several records of which only the last leads to the game as it is.
    if accepted.author != nil { keepBase(now: now, into: &effects) }
    checkpoint()
    if accepted.author != nil { forgetIfOverdue(now: now, into: &effects) }
  }

  /// The same for a step of a race.
  func remember(_ step: RaceStep, hash: UInt32, now: Int64, into effects: inout [Effect]) {
    rememberSeats(now: now, into: &effects)
    rememberAccess(now: now, into: &effects)
    version += 1
    let clock = Int(game.clock.milliseconds(now: now))
    remember(
      .race(LogRecord.RaceLogged(step, clockMilliseconds: clock, hash: hash)), of: nil, into: &effects)
    checkpoint()
  }

  /// Who sits where belongs to the table: after a crash everybody finds their own seat. To be called before anybody is
  /// told of a seat.
  func rememberSeats(_ author: Remembered.Author? = nil, now: Int64, into effects: inout [Effect]) {
    if log.hasSeats(after: seats.changes) { return }
    remember(seats.logged, of: author, now: now, into: &effects)
  }

  /// Who may come belongs to the table: after a crash nobody who was sent away comes back.
  func rememberAccess(
    _ author: Remembered.Author? = nil, now: Int64, into effects: inout [Effect]
  ) {
    guard let access, log.accessChanges != access.changes else { return }
    log.accessChanges = access.changes
    remember(.access(access.logged), of: author, into: &effects)
    keepBase(now: now, into: &effects)
  }

  /// The clock stands, and nobody may come for long.
  func rememberRest(now: Int64, into effects: inout [Effect]) {
    remember(seats.logged, of: nil, now: now, into: &effects)
    forgetIfOverdue(now: now, into: &effects)
  }

  private func remember(
    _ seats: LogRecord.SeatsLogged, of author: Remembered.Author?, now: Int64, into effects: inout [Effect]
  ) {
    var seats = seats
    seats.clockMilliseconds = Int(game.clock.milliseconds(now: now))
    effects.append(log.append(seats, changes: self.seats.changes, of: author, version: version))
  }

  private func remember(_ record: LogRecord, of author: Remembered.Author?, into effects: inout [Effect]) {
    effects.append(log.append(record, of: author, version: version))
  }

  private func keepBase(now: Int64, into effects: inout [Effect]) {
    guard game.board.isKeptAsBase else { return }
    let base = changeUnseen { log.bases.note(&$0, version: version, sequence: sequence, now: now) }
    if let base { keep(base, into: &effects) }
  }

  /// The log may not become too long to be played through, nor what can be taken back too large to be kept.
  private func forgetIfOverdue(now: Int64, into effects: inout [Effect]) {
    guard game.board.isKeptAsBase,
      log.bases.isOverdue(at: sequence) || game.stepsByteCount > surroundings.stepsBytesMax
    else { return }
    changeUnseen { $0.forgetSteps() }
    remember(.forgotten, of: nil, into: &effects)
    checkpoint()
    keep(log.bases.take(game, version: version, sequence: sequence, now: now), into: &effects)
    tellDestsToAll(into: &effects)
  }

  /// Changes what can be taken back, and nothing that is shown.
  private func changeUnseen<Answer>(_ change: (inout Game) -> Answer) -> Answer {
    let shown = views.shown
    defer { views.shown = shown }
    return change(&game)
  }

  private func keep(_ base: Base, into effects: inout [Effect]) {
    var coder = ByteCoder()
    // Whole lines: who sits where, and who may come.
    var lines = log.seats.map { LogRecord.seats($0).line() } ?? []
    if let access { lines += LogRecord.access(access.logged).line() }
    coder.write(longList: lines)
    coder.write(longList: base.bytes)
    effects.append(.keep(Base(version: base.version, sequence: base.sequence, bytes: coder.bytes)))
  }

  /// The journal is the one place that is told the seed of a sealed deal before its end.
  private func newSecret(of command: Command) -> Secret {
    if case .deal = command.operation { game.secret.withoutDescription } else { Secret() }
  }
}

extension Drags.Drag {
  fileprivate var logged: LogRecord.DragLogged {
    var logged = LogRecord.DragLogged(lifted: lifted, items: items)
    if let x, let y {
      logged.hover = Hover(drag: number, x: x, y: y, over: over, before: before, onto: onto)
    }
    return logged
  }
}
