import JSON

extension RacePlan: Coded {
  static func coded<C: Coder>(_ plan: RacePlan?, by c: inout C) throws(C.Failure) -> RacePlan {
    let (least, most) = try c.field("entrants", WholePair(), plan.map { ($0.least, $0.most) }, or: (2, 8))
    let mistake = "\"entrants\" must be the least and the most, from 2 to \(WireLimits.entrantsMax)"
    try c.check(2 <= least && least <= most && most <= WireLimits.entrantsMax, mistake)
    return RacePlan(
      least: least, most: most,
      seconds: try c.field("seconds", Whole(WireLimits.raceSeconds), plan?.seconds, or: 600),
      undo: try c.field("undo", Truth(), plan?.undo, or: true),
      hint: try c.field("hint", Truth(), plan?.hint, or: false),
      expected: try c.field("expected", Whole(0...WireLimits.entrantsMax), plan?.expected, unless: 0))
  }
}

extension RaceEntry: Coded {
  static func coded<C: Coder>(_ entry: RaceEntry?, by c: inout C) throws(C.Failure) -> RaceEntry {
    RaceEntry(
      race: try c.field("race", Text(), entry?.race),
      number: try c.field("n", Whole(0...WireLimits.entrantsMax - 1), entry?.number),
      commit: try c.field("commit", Text(), entry?.commit),
      undo: try c.field("undo", Truth(), entry?.undo), hint: try c.field("hint", Truth(), entry?.hint))
  }
}

extension RaceState {
  static let form = Choice<RaceState> { _ in "unknown state of a race" }
}

extension RaceStanding: Coded {
  static func coded<C: Coder>(_ standing: Self?, by c: inout C) throws(C.Failure) -> Self {
    Self(
      state: try c.field("state", Choice<State> { _ in "unknown state of an entrant" }, standing?.state),
      milliseconds: try c.field("ms", Whole(), standing?.milliseconds, unless: 0),
      done: try c.field("done", Whole(), standing?.done, unless: 0),
      since: try c.field("since", Whole(), standing?.since, unless: 0),
      moves: try c.field("moves", Whole(), standing?.moves, unless: 0),
      score: try c.field("score", Whole(), standing?.score, unless: 0))
  }
}

extension RaceStep: Coded {
  private enum Kind: String, CaseIterable {
    case starting, begun, reopened, standing, ended, next, nextBegun, dealt, over, closed
  }

  /// The word that its event is told with.
  package var name: String { kind.rawValue }

  static func coded<C: Coder>(_ step: RaceStep?, by c: inout C) throws(C.Failure) -> RaceStep {
    switch try c.tag("step", step?.kind, { "a race has no step \"\($0)\"" }) {
    case .starting:
      let rooms = List(of: EntrantRow(), 0...WireLimits.entrantsMax)
      return .starting(try c.field("rooms", rooms, step?.rooms))
    case .begun: return .begun(start: try c.field("start", Text(upTo: WireLimits.startBytesMax), step?.text))
    case .reopened: return .reopened
    case .standing:
      let number = try c.field("n", Whole(0...WireLimits.entrantsMax - 1), step?.standing?.0)
      return .standing(number, try RaceStanding.coded(step?.standing?.1, by: &c))
    case .ended: return .ended
    case .next: return .next(try c.field("next", Text(), step?.text))
    case .nextBegun: return .nextBegun
    case .dealt: return .dealt(try Reveal.coded(step?.reveal, by: &c))
    case .over: return .over
    case .closed: return .closed
    }
  }

  private var kind: Kind {
    switch self {
    case .starting: .starting
    case .begun: .begun
    case .reopened: .reopened
    case .standing: .standing
    case .ended: .ended
    case .next: .next
    case .nextBegun: .nextBegun
    case .dealt: .dealt
    case .over: .over
    case .closed: .closed
    }
  }

  private var rooms: [EntrantRoom]? { if case .starting(let rooms) = self { rooms } else { nil } }
  private var standing: (Int, RaceStanding)? {
    if case .standing(let number, let standing) = self { (number, standing) } else { nil }
  }
  private var text: String? {
    switch self {
    case .begun(let text), .next(let text): text
    default: nil
    }
  }
  private var reveal: Reveal? { if case .dealt(let reveal) = self { reveal } else { nil } }

  /// `[number, room]`
  private struct EntrantRow: Row {
    typealias Value = EntrantRoom

    func coded<C: RowCoder>(_ row: EntrantRoom?, by c: inout C) throws(C.Failure) -> EntrantRoom {
      EntrantRoom(try c.element(Whole(), row?.number), try c.element(Text(), row?.room))
    }
  }
}

extension RaceTold: Coded {
  static func coded<C: Coder>(_ told: RaceTold?, by c: inout C) throws(C.Failure) -> RaceTold {
    RaceTold(
      facts: c.has("game", told.map { $0.facts != nil }) ? try Facts.coded(told?.facts, by: &c) : nil,
      state: try c.field("state", RaceState.form, told?.state),
      startsInMilliseconds: try c.optional("in", Whole(), told?.startsInMilliseconds),
      untilMilliseconds: try c.optional("until", Whole(), told?.untilMilliseconds),
      entrants: try c.field("entrants", Objects<Entrant>(), told?.entrants, unless: []),
      start: try c.optional("start", Text(upTo: WireLimits.startBytesMax), told?.start),
      next: try c.optional("next", Text(), told?.next),
      reveal: c.has("seed", told.map { $0.reveal != nil }) ? try opening(told?.reveal, by: &c) : nil)
  }

  /// Without the text, which stands beside it.
  private static func opening<C: Coder>(_ reveal: Reveal?, by c: inout C) throws(C.Failure) -> Reveal {
    Reveal(seed: try c.field("seed", Text(), reveal?.seed), salt: try c.field("salt", Text(), reveal?.salt))
  }
}

extension RaceTold.Facts: Coded {
  static func coded<C: Coder>(_ facts: Self?, by c: inout C) throws(C.Failure) -> Self {
    let game = try c.field("game", Text(upTo: WireLimits.gameBytesMax), facts?.game)
    let name = try c.field("name", Text(upTo: WireLimits.contentBytesMax), facts?.name)
    // Its rows of entrants have the plan's word.
    let plan = RacePlan(
      least: try c.field("least", Whole(), facts?.plan.least),
      most: try c.field("most", Whole(), facts?.plan.most),
      seconds: try c.field("seconds", Whole(), facts?.plan.seconds),
      undo: try c.field("undo", Truth(), facts?.plan.undo),
      hint: try c.field("hint", Truth(), facts?.plan.hint),
      expected: try c.field("expected", Whole(), facts?.plan.expected, unless: 0))
    return Self(
      game: game, name: name, plan: plan,
      commit: try c.field("commit", Text(), facts?.commit), of: try c.field("of", Whole(), facts?.of),
      points: try c.flag("points", facts?.points), low: try c.flag("low", facts?.low))
  }
}

extension RaceTold.Entrant: Coded {
  static func coded<C: Coder>(_ entrant: Self?, by c: inout C) throws(C.Failure) -> Self {
    let number = try c.field("n", Whole(), entrant?.number)
    let isReady = try c.flag("ready", entrant?.isReady)
    let commit = try c.optional("commit", Text(), entrant?.commit)
    let isSalted = try c.flag("salted", entrant?.isSalted)
    let room = try c.optional("room", Text(), entrant?.room)
    let standing =
      c.has("state", entrant.map { $0.standing != nil })
      ? try RaceStanding.coded(entrant?.standing, by: &c) : nil
    return Self(
      number, isReady: isReady, commit: commit, isSalted: isSalted, room: room, standing: standing,
      place: try c.optional("place", Whole(), entrant?.place))
  }
}

extension RaceProgress {
  /// `[number, done, moves]`
  struct ProgressRow: Row {
    typealias Value = RaceProgress

    func coded<C: RowCoder>(_ row: RaceProgress?, by c: inout C) throws(C.Failure) -> RaceProgress {
      RaceProgress(
        try c.element(Whole(), row?.number), done: try c.element(Whole(), row?.done),
        moves: try c.element(Whole(), row?.moves))
    }
  }
}
