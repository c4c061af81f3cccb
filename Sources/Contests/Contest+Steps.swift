package import Wire

/// Which step is due, and what it changes.
extension Contest {
  // MARK: - What is heard

  /// Somebody came, went, or became the host.
  package mutating func attend(_ attendance: [Attendance?]) {
    precondition(attendance.count == entrants.count, "a seat for each entrant")
    self.attendance = attendance
  }

  /// Somebody else sits there now, who has not said that they are ready.
  package mutating func vacate(_ number: Int) {
    if phase == .open { entrants[number] = Entrant() }
  }

  /// A table says how its player stands.
  package mutating func hear(_ standing: RaceStanding, of number: Int) {
    heard.insert(number)
    guard entrants.indices.contains(number), entrants[number].standing == nil else { return }
    latest[number] = standing
  }

  /// A table is no more, or was never opened.
  ///
  /// - Parameter clock: the race's, in milliseconds: who leaves early has no better time than who stays.
  package mutating func lose(_ number: Int, clock: Int) {
    guard entrants.indices.contains(number) else { return }
    heard.insert(number)
    guard entrants[number].standing == nil else { return }
    guard var standing = latest[number] else {
      // Of whom nothing was heard comes last, whatever counts.
      latest[number] = RaceStanding(state: .out)
      return
    }
    standing.state = .over
    standing.milliseconds = max(standing.milliseconds, min(clock, untilMilliseconds))
    latest[number] = standing
  }

  /// The server was away: the race stands until all who play are back.
  package mutating func hold(now: Int64) {
    guard phase == .running else { return }
    heldAt = now
    heard = []
  }

  package var isHeld: Bool { heldAt != nil }

  /// Goes on if all are back, or were waited for long enough.
  ///
  /// - Returns: whether it goes on now.
  package mutating func proceed(now: Int64) -> Bool {
    guard let heldAt else { return false }
    let areAllBack = unfinished.allSatisfy { heard.contains($0) && attendance[$0]?.isHere == true }
    guard areAllBack || now - heldAt >= Self.heldMilliseconds else { return false }
    self.heldAt = nil
    return true
  }

  /// The largest clock that anybody knows, in milliseconds.
  package func clockMilliseconds(_ own: Int) -> Int {
    latest.values.reduce(own) { max($0, $1.milliseconds) }
  }

  // MARK: - What comes next

  /// The step that is due; nil while nothing is.
  ///
  /// - Parameters:
  ///   - clock: the race's, in milliseconds.
  ///   - name: a new name for a room.
  package mutating func next(now: Int64, clock: Int, name: () -> String) -> RaceStep? {
    switch phase {
    case .open: return nextWhileOpen(now: now, name: name)
    case .starting: return nextWhileStarting(now: now)
    case .running: return nextWhileRunning(now: now, clock: clock) ?? nextOfDone(name: name)
    case .ended: return nextOfDone(name: name)
    }
  }

  /// Those who are done go on to another race while the others still play this one. When that race has begun,
  /// those who are done later go on to a new one.
  private func nextOfDone(name: () -> String) -> RaceStep? {
    if hasNextBegun, nextRoom != nil { return .nextBegun }
    return nextRoom == nil && wantsAnother != nil ? .next(name()) : nil
  }

  /// The next race says that it has begun. It takes nobody in any more.
  package mutating func nextBegins() { hasNextBegun = true }

  private var isHere: [Int] { attendance.indices.filter { attendance[$0]?.isHere == true } }
  private var isReadyHere: [Int] { isHere.filter { entrants[$0].isReady } }

  private mutating func nextWhileOpen(now: Int64, name: () -> String) -> RaceStep? {
    let ready = isReadyHere
    if ready.count < 2 { secondReadyAt = nil } else { secondReadyAt = secondReadyAt ?? now }
    guard ready.count >= plan.least else {
      isStartAsked = false
      return nil
    }
    let areAllReady = ready.count == isHere.count && ready.count >= plan.expected
    let isLate =
      plan.expected > 0 && secondReadyAt.map { now - $0 >= Self.againMilliseconds } ?? false
    guard areAllReady || isStartAsked || isLate, now >= restsUntil ?? now else { return nil }
    return .starting(ready.map { RaceStep.EntrantRoom($0, name()) })
  }

  private mutating func nextWhileStarting(now: Int64) -> RaceStep? {
    let since = startingAt ?? now
    startingAt = since
    guard now - since >= Self.saltMilliseconds else { return nil }
    let named = entrants.indices.filter { entrants[$0].room != nil }
    let begin = named.count { entrants[$0].isOpened && latest[$0]?.isFinal != true }
    guard begin >= plan.least else { return .reopened }
    // The text also names entrants who do not begin. A server that could leave a name out could choose between deals.
    let text = StartText(
      table, plan: plan,
      entrants: named.map { number in
        let entrant = entrants[number]
        return (number, entrant.salt ?? (entrant.commit == nil ? StartText.program : StartText.unopened))
      })
    return .begun(start: text.text)
  }

  private mutating func nextWhileRunning(now: Int64, clock: Int) -> RaceStep? {
    let unfinished = unfinished
    // Nobody holds their seat any more: they were erased, and their table with them.
    if !isHeld, let number = unfinished.first(where: { attendance[$0] == nil }) {
      lose(number, clock: clock)
    }
    if let number = unfinished.first(where: { latest[$0]?.isFinal == true }), let final = latest[number] {
      return .standing(number, final)
    }
    guard let first = unfinished.first else { return .ended }
    guard !isHeld, clock >= untilMilliseconds else { return nil }
    closedAt = closedAt ?? now
    // A table that says nothing is over as it was last heard of.
    guard let closedAt, now - closedAt >= Self.closingMilliseconds else { return nil }
    lose(first, clock: clock)
    return latest[first].map { .standing(first, $0) }
  }

  /// The time is over, and those who still play are to be told: once.
  package mutating func takeClosing() -> Bool {
    guard phase == .running, closedAt != nil, !isClosingTold else { return false }
    isClosingTold = true
    return true
  }

  /// When `next` is to be asked again at the latest; nil when nothing becomes due by itself.
  ///
  /// - Parameter clock: the race's, in milliseconds.
  package func alarm(now: Int64, clock: Int) -> Int64? {
    switch phase {
    case .open:
      if let restsUntil, restsUntil > now { return restsUntil }
      guard plan.expected > 0, let secondReadyAt, isReadyHere.count >= plan.least else { return nil }
      return secondReadyAt + Self.againMilliseconds
    case .starting: return (startingAt ?? now) + Self.saltMilliseconds
    case .running:
      if let heldAt { return heldAt + Self.heldMilliseconds }
      if let closedAt { return closedAt + Self.closingMilliseconds }
      return now + Int64(max(0, untilMilliseconds - clock))
    case .ended: return nil
    }
  }

  // MARK: - Taking a step

  /// - Parameter now: nil where the log is carried out again.
  /// - Returns: false for a step that does not fit; nothing has changed then.
  package mutating func apply(_ step: RaceStep, now: Int64?) -> Bool {
    switch step {
    case .starting(let rooms):
      guard phase == .open, rooms.allSatisfy({ entrants.indices.contains($0.number) }) else { return false }
      for room in rooms { entrants[room.number].room = room.room }
      (phase, isStartAsked, startingAt) = (.starting, false, now)
      latest = [:]
    case .begun(let text):
      guard phase == .starting, StartText.entrants(in: text).allSatisfy(entrants.indices.contains) else {
        return false
      }
      let players = Set(StartText.entrants(in: text))
      for number in players { entrants[number].plays = true }
      for number in entrants.indices where entrants[number].room != nil && !players.contains(number) {
        entrants[number].standing = RaceStanding(state: .out)
      }
      (phase, start) = (.running, text)
      startsAt = startingAt.map { $0 + Self.countdownMilliseconds }
    case .reopened:
      guard phase == .starting else { return false }
      for number in entrants.indices {
        (entrants[number].room, entrants[number].salt) = (nil, nil)
        // People say anew that they are ready, with another salt; programs still are.
        if entrants[number].commit != nil { entrants[number].isReady = false }
      }
      (phase, startingAt, secondReadyAt) = (.open, nil, nil)
      let rest = min(Self.restMillisecondsMax, Self.restMilliseconds << min(reopenings, 5))
      reopenings += 1
      restsUntil = now.map { $0 + rest }
    case .standing(let number, let standing):
      guard phase == .running, entrants.indices.contains(number), entrants[number].room != nil,
        entrants[number].standing == nil, standing.isFinal
      else { return false }
      entrants[number].standing = standing
    case .ended:
      guard phase == .running, unfinished.isEmpty else { return false }
      phase = .ended
    case .next(let room):
      guard phase == .running || phase == .ended, nextRoom == nil else { return false }
      nextRoom = room
    case .nextBegun:
      guard nextRoom != nil else { return false }
      (nextRoom, hasNextBegun) = (nil, false)
      for number in entrants.indices { entrants[number].wantsAgain = false }
    case .dealt, .over, .closed: return false
    }
    return true
  }
}
