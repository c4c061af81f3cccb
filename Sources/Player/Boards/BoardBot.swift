package import Wire

/// A bot on a board of any kind: so many things, mostly such as a person does, some that nobody may do; those it
/// expects to be refused. Invariant: at most one request is unanswered, and none while a drag is under way.
///
///     looking ⇄ asking ─→ over
///        ↑  ╲    │ lease
///        │   holding (told to wait)
///        └──── dragging (hovers, then the drop is asked)
package struct BoardBot: Bot {
  private enum Phase {
    case looking
    case asking(c: Int, BoardStep, at: Int)
    case dragging(BoardDrag)
    /// What is to be asked again, if anything.
    case holding(BoardStep?)
    case over
  }

  private var seat: BotSeat
  /// The kind of board; nil takes what is there.
  private let kind: String?
  private let stepsMax: Int
  private let hoverMilliseconds: Int
  private var mind: BoardMind
  private var phase = Phase.looking
  private var agreedVersion = 0
  /// The seat that made the last change we heard of.
  private var lastMover: Int?

  /// Things that were done.
  package private(set) var done: [GameRecord.Move] = []
  /// Things that were refused, as was expected.
  package private(set) var refusals = 0
  /// Things that were refused because somebody was faster, or held it.
  package private(set) var beaten = 0
  /// Things that the table said were possible and the server refused all the same.
  package private(set) var surprises: [String] = []

  /// - Parameters:
  ///   - steps: how many things to do, refused ones too.
  ///   - hoverMilliseconds: between two hovers, so that people can watch.
  package init(
    _ wish: BotSeat.Wish, kind: String?, steps: Int, seed: UInt64, pictures: [Picture] = [],
    hoverMilliseconds: Int = 0
  ) {
    seat = BotSeat(wish)
    self.kind = kind
    self.hoverMilliseconds = hoverMilliseconds
    stepsMax = steps
    mind = BoardMind(seed: seed, pictures: pictures)
  }

  /// A table of its own, or a seat at `room`.
  package static func playing(
    _ kind: String, seats: Int, room: String?, steps: Int, seed: UInt64, pictures: [Picture] = [],
    hoverMilliseconds: Int = 0
  ) -> BoardBot {
    let table = OpenTable(game: kind, deal: nil, seats: seats, access: .public)
    return BoardBot(
      room.map { .at(Invitation($0)) } ?? .new(table), kind: kind, steps: steps, seed: seed,
      pictures: pictures,
      hoverMilliseconds: hoverMilliseconds)
  }

  package var tried: Int { done.count + refusals + beaten + surprises.count }

  package var isOver: Bool { if case .over = phase { true } else { false } }

  package var mirror: TableMirror? { seat.mirror }
  package var positions: [Hello.Position] { seat.positions }

  // MARK: - Hearing

  package mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] { seat.ask(&numbers) }

  package mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    var acts: [BotAct] = []
    // The table first: an answer is judged by what the table is then.
    switch try seat.hear(message) {
    case .wantsSync(.gap): acts.append(seat.sync(.gap))
    case .wantsSync(.hash): throw .wrongHash(seat.room, times: mirror?.mismatches ?? 0)
    case .snapshot: try check(mirror?.game)
    case .event(let event): lastMover = event.seat
    default: break
    }
    if let asked = try seat.hearAnswer(message, &numbers) {
      acts += asked
    } else if case .asking(let c, let step, let version) = phase, c == message.c {
      acts += try hearAnswer(message, to: step, decidedAt: version, &numbers)
    }
    return acts + decide(&numbers)
  }

  private mutating func hearAnswer(
    _ message: ServerMessage, to step: BoardStep, decidedAt version: Int, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    switch message {
    case .ok(_, let agreement):
      if isProvenWrong(step, decidedAt: version, agreedAt: agreement.version) {
        throw .accepted(step.what, room: seat.room, version: agreement.version ?? 0)
      }
      agreedVersion = agreement.version ?? agreedVersion
      agreed(step)
    case .lease(_, let lease): return try hear(lease, to: step, &numbers)
    case .data(_, _, let items): try hear(items, to: step)
    case .no(let refusal):
      switch refusal.code {
      case .rate, .paused:
        phase = .holding(step)
        return [try seat.wait(refusal, step.what)]
      case .role, .full: throw .refused(refusal.code, why: refusal.why, what: step.what)
      default: return try refused(step, refusal, decidedAt: version)
      }
    default: break
    }
    return []
  }

  package mutating func missed() -> [BotAct] { seat.missed() }

  private func check(_ game: GameTold?) throws(PlayerFailure) {
    guard let game else { return }
    let isOther = kind.map { $0 != game.id } ?? false
    guard game.kind == .board, !isOther else {
      throw .otherBoard(seat.room, there: game.id, wanted: kind ?? "a board")
    }
  }

  private mutating func hear(
    _ lease: Lease, to step: BoardStep, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    guard case .lift = step.request, let mirror else { return [] }
    guard step.expectation != .refused else {
      throw .accepted(step.what, room: seat.room, version: lease.version)
    }
    seat.agreed()
    phase = .dragging(mind.drag(lease, on: mirror))
    return lead(&numbers)
  }

  private mutating func hear(_ items: [ItemData], to step: BoardStep) throws(PlayerFailure) {
    guard case .export(let item) = step.request else { return }
    guard step.expectation != .refused, items.contains(where: { $0.handle == item }) else {
      throw .accepted(step.what, room: seat.room, version: mirror?.version ?? 0)
    }
    agreed(step)
  }

  private mutating func agreed(_ step: BoardStep) {
    done.append(step.record(on: mirror))
    seat.agreed()
    phase = .looking
  }

  /// Whether a thing that has to be refused was carried out, whatever others did in between.
  private func isProvenWrong(_ step: BoardStep, decidedAt version: Int, agreedAt agreed: Int?) -> Bool {
    switch step.expectation {
    case .agreed, .either: false
    case .refused: true
    case .refusedAsThingsStand:
      agreed == version || agreed == version + 1 && mirror?.version == agreed && lastMover == seat.number
    }
  }

  private mutating func refused(
    _ step: BoardStep, _ refusal: Wire.Refusal, decidedAt version: Int
  ) throws(PlayerFailure) -> [BotAct] {
    phase = .looking
    switch step.expectation {
    case .refused, .refusedAsThingsStand:
      refusals += 1
      seat.agreed()
      return []
    case .agreed, .either: break
    }
    try seat.refused(refusal, step.what)
    let isPromised = step.expectation == .agreed && (refusal.version ?? version) == version
    switch refusal.code {
    case .illegal where isPromised, .bad where isPromised:
      surprises.append("\(step.what): \(refusal.code.rawValue) \(refusal.why ?? "")")
    default: beaten += 1
    }
    guard refusal.code == .leased else { return [] }
    // Somebody has it in hand: they may have let go in a moment.
    phase = .holding(nil)
    return [.hold(milliseconds: BotSeat.holdMilliseconds)]
  }

  // MARK: - Time

  /// The same again under a new number, the next hover, or a new look at the table.
  package mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard seat.isTaken else { return seat.proceed(&numbers) }
    switch phase {
    case .dragging: return lead(&numbers)
    case .holding(let step?): return [ask(step, &numbers)]
    case .holding(nil):
      phase = .looking
      return decide(&numbers)
    default: return []
    }
  }

  package mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    let decides = if case .looking = phase { true } else { false }
    return try seat.quiet(decides: decides, &numbers)
  }

  // MARK: - Doing

  private mutating func decide(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .looking = phase, let number = seat.number, let mirror, mirror.version >= agreedVersion else {
      return []
    }
    guard tried < stepsMax else { return end() }
    guard mirror.sources != nil else { return [] }
    guard let step = mind.next(on: mirror, seat: number) else { return end() }
    return [ask(step, &numbers)]
  }

  private mutating func ask(_ step: BoardStep, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .asking(c: c, step, at: mirror?.version ?? 0)
    return .play(step.message(c: c, room: seat.room))
  }

  /// Leads the drag on: one hover at a time, or all of them at once where nobody has to see them.
  private mutating func lead(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .dragging(var drag) = phase else { return [] }
    var acts: [BotAct] = []
    while let hover = drag.hovers.popLast() {
      acts.append(.tell(.hover(room: seat.room, hover)))
      phase = .dragging(drag)
      if hoverMilliseconds > 0 { return acts + [.hold(milliseconds: hoverMilliseconds)] }
    }
    return acts + [ask(drag.end, &numbers)]
  }

  private mutating func end() -> [BotAct] {
    phase = .over
    return []
  }
}

extension BoardStep {
  /// As it goes into the record.
  fileprivate func record(on mirror: TableMirror?) -> GameRecord.Move {
    switch request {
    case .export(let item): return GameRecord.Move(op: "export", item: item)
    case .cancel: return GameRecord.Move(op: "cancel")
    case .lift(let item): return GameRecord.Move(op: "lift", item: item)
    case .command(let command):
      var record = GameRecord.Move(op: command.operation.name.description)
      switch command.operation {
      case .move(let item, let landing): (record.item, record.in) = (item, landing.place)
      case .drop(_, let landing), .put(_, let landing): record.in = landing.place
      case .tap(let place, let item): (record.item, record.in) = (item, place)
      case .edit(let place, _): record.in = place
      default: break
      }
      return record
    }
  }
}
