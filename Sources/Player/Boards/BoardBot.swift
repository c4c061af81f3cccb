package import Wire

/// A bot on a board of any kind: so many things, mostly such as a person does, some that nobody may do; those it
/// expects to be refused. Invariant: at most one request is unanswered, and none while a drag is under way.
///
///     opening ─→ joining ─→ looking ⇄ asking ─→ over
///                              ↑  ╲    │ lease
///                              │   holding (told to wait)
///                              └──── dragging (hovers, then the drop is asked)
package struct BoardBot: Bot {
  private enum Phase {
    case idle
    case opening(c: Int)
    case joining(c: Int)
    case looking
    case asking(c: Int, BoardStep, at: Int)
    case dragging(BoardDrag)
    /// What is to be asked again, if anything.
    case holding(BoardStep?)
    case over
  }

  private let seat: BotGame.Seat
  /// The kind of board; nil takes what is there.
  private let kind: String?
  private let stepsMax: Int
  private let hoverMilliseconds: Int
  private var mind: BoardMind
  private var phase = Phase.idle
  private var seatNumber: Int?
  private var agreedVersion = 0
  private var refusalsInARow = 0
  private var quietSeconds = 0
  /// The seat that made the last change we heard of.
  private var lastMover: Int?
  package private(set) var mirror: TableMirror?

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
    _ seat: BotGame.Seat, kind: String?, steps: Int, seed: UInt64, pictures: [Picture] = [],
    hoverMilliseconds: Int = 0
  ) {
    self.seat = seat
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
    let table = OpenTable(game: kind, deal: nil, seats: seats)
    return BoardBot(
      room.map { .at(room: $0) } ?? .new(table), kind: kind, steps: steps, seed: seed, pictures: pictures,
      hoverMilliseconds: hoverMilliseconds)
  }

  package var tried: Int { done.count + refusals + beaten + surprises.count }

  package var isOver: Bool { if case .over = phase { true } else { false } }

  package var positions: [Hello.Position] {
    // A seat that is not agreed on yet is asked for again.
    guard seatNumber != nil, let mirror else { return [] }
    return [mirror.position]
  }

  // MARK: - Coming in

  package mutating func begin(_ numbers: inout RequestNumbers) -> [BotAct] {
    switch seat {
    case .new(let table):
      let c = numbers.next()
      phase = .opening(c: c)
      return [.tell(.open(c: c, table))]
    case .at(let room): return [join(room, &numbers)]
    }
  }

  private mutating func join(_ room: String, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .joining(c: c)
    mirror = TableMirror(room: room)
    return .tell(.subscribe(c: c, room: room, as: .play))
  }

  // MARK: - Hearing

  package mutating func hear(
    _ message: ServerMessage, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    quietSeconds = 0
    var acts: [BotAct] = []
    // The table first: an answer is judged by what the table is then.
    switch mirror?.hear(message) {
    case .wantsSync(.gap)?:
      if let room { acts.append(.tell(.sync(room: room, why: TableMirror.SyncReason.gap.rawValue))) }
    case .wantsSync(.hash)?: throw .wrongHash(room ?? "", times: mirror?.mismatches ?? 0)
    case .ended(let why)?: throw .roomEnded(room ?? "", why: why)
    case .snapshot?: try check(mirror?.game)
    case .event(let event)?: lastMover = event.seat
    default: break
    }
    switch message {
    case .ok(let c, let agreement): acts += try hearAgreement(c, agreement, &numbers)
    case .lease(let c, let lease): acts += try hear(lease, c, &numbers)
    case .data(let c, _, let items): try hear(items, c)
    case .no(let refusal): acts += try hearRefusal(refusal, &numbers)
    default: break
    }
    return acts + decide(&numbers)
  }

  package mutating func missed() -> [BotAct] {
    guard case .wantsSync(let why)? = mirror?.missed(), let room else { return [] }
    return [.tell(.sync(room: room, why: why.rawValue))]
  }

  private func check(_ game: GameTold?) throws(PlayerFailure) {
    guard let game, let room else { return }
    let isOther = kind.map { $0 != game.id } ?? false
    guard game.kind == .board, !isOther else {
      throw .otherBoard(room, there: game.id, wanted: kind ?? "a board")
    }
  }

  private mutating func hearAgreement(
    _ c: Int, _ agreement: Agreement, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    switch phase {
    case .opening(c):
      guard let room = agreement.opened else { throw .badServerMessage("a table was opened without a name") }
      return [join(room, &numbers)]
    case .joining(c):
      seatNumber = agreement.seat
      refusalsInARow = 0
      phase = .looking
    case .asking(c, let step, let version):
      if isProvenWrong(step, decidedAt: version, agreedAt: agreement.version) {
        throw .accepted(step.what, room: room ?? "", version: agreement.version ?? 0)
      }
      agreedVersion = agreement.version ?? agreedVersion
      agreed(step)
    default: break
    }
    return []
  }

  private mutating func hear(
    _ lease: Lease, _ c: Int, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    guard case .asking(c, let step, _) = phase, case .lift = step.request, let mirror else { return [] }
    guard step.expectation != .refused else {
      throw .accepted(step.what, room: room ?? "", version: lease.version)
    }
    refusalsInARow = 0
    phase = .dragging(mind.drag(lease, on: mirror))
    return lead(&numbers)
  }

  private mutating func hear(_ items: [ItemData], _ c: Int) throws(PlayerFailure) {
    guard case .asking(c, let step, _) = phase, case .export(let item) = step.request else { return }
    guard step.expectation != .refused, items.contains(where: { $0.handle == item }) else {
      throw .accepted(step.what, room: room ?? "", version: mirror?.version ?? 0)
    }
    agreed(step)
  }

  private mutating func agreed(_ step: BoardStep) {
    done.append(step.record(on: mirror))
    refusalsInARow = 0
    phase = .looking
  }

  /// Whether a thing that has to be refused was carried out, whatever others did in between.
  private func isProvenWrong(_ step: BoardStep, decidedAt version: Int, agreedAt agreed: Int?) -> Bool {
    switch step.expectation {
    case .agreed, .either: false
    case .refused: true
    case .refusedAsThingsStand:
      agreed == version || agreed == version + 1 && mirror?.version == agreed && lastMover == seatNumber
    }
  }

  private mutating func hearRefusal(
    _ refusal: Wire.Refusal, _ numbers: inout RequestNumbers
  ) throws(PlayerFailure) -> [BotAct] {
    switch phase {
    case .opening(let c) where c == refusal.c: return try wait(refusal, then: nil, "to open a table")
    case .joining(let c) where c == refusal.c: return try wait(refusal, then: nil, "us a seat")
    case .asking(let c, let step, let version) where c == refusal.c:
      switch refusal.code {
      case .rate, .paused: return try wait(refusal, then: step, step.what)
      case .role, .full: throw .refused(refusal.code, why: refusal.why, what: step.what)
      default: return try refused(step, refusal, decidedAt: version)
      }
    default: return []
    }
  }

  private mutating func refused(
    _ step: BoardStep, _ refusal: Wire.Refusal, decidedAt version: Int
  ) throws(PlayerFailure) -> [BotAct] {
    phase = .looking
    switch step.expectation {
    case .refused, .refusedAsThingsStand:
      refusals += 1
      refusalsInARow = 0
      return []
    case .agreed, .either: break
    }
    refusalsInARow += 1
    guard refusalsInARow <= BotLimits.refusalsInARowMax else {
      throw .refused(refusal.code, why: refusal.why, what: step.what)
    }
    let isPromised = step.expectation == .agreed && (refusal.version ?? version) == version
    switch refusal.code {
    case .illegal where isPromised, .bad where isPromised:
      surprises.append("\(step.what): \(refusal.code.rawValue) \(refusal.why ?? "")")
    default: beaten += 1
    }
    guard refusal.code == .leased else { return [] }
    // Somebody has it in hand: they may have let go in a moment.
    phase = .holding(nil)
    return [.hold(milliseconds: 250)]
  }

  private mutating func wait(
    _ refusal: Wire.Refusal, then step: BoardStep?, _ what: String
  ) throws(PlayerFailure) -> [BotAct] {
    refusalsInARow += 1
    let isPassing = refusal.code == .rate || refusal.code == .paused
    guard isPassing, refusalsInARow <= BotLimits.refusalsInARowMax else {
      throw .refused(refusal.code, why: refusal.why, what: what)
    }
    phase = .holding(step)
    return [.hold(milliseconds: max(1, refusal.resetMilliseconds ?? 250))]
  }

  // MARK: - Time

  /// The same again under a new number, the next hover, or a new look at the table.
  package mutating func proceed(_ numbers: inout RequestNumbers) -> [BotAct] {
    switch phase {
    case .dragging: return lead(&numbers)
    case .holding(let step?): return [ask(step, &numbers)]
    case .holding(nil):
      if let room, seatNumber == nil { return [join(room, &numbers)] }
      guard mirror != nil else { return begin(&numbers) }
      phase = .looking
      return decide(&numbers)
    default: return []
    }
  }

  /// Asks for what may never have been told.
  package mutating func quiet(_ numbers: inout RequestNumbers) throws(PlayerFailure) -> [BotAct] {
    quietSeconds += 1
    guard quietSeconds <= BotLimits.quietSecondsMax else { throw .silent(seconds: BotLimits.quietSecondsMax) }
    guard case .looking = phase, let mirror, mirror.hasState, mirror.sources == nil else { return [] }
    return [.tell(.query(c: numbers.next(), room: mirror.room, .dests))]
  }

  // MARK: - Doing

  private mutating func decide(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .looking = phase, let seatNumber, let mirror, mirror.version >= agreedVersion else {
      return []
    }
    guard tried < stepsMax else { return end() }
    guard mirror.sources != nil else { return [] }
    guard let step = mind.next(on: mirror, seat: seatNumber) else { return end() }
    return [ask(step, &numbers)]
  }

  private mutating func ask(_ step: BoardStep, _ numbers: inout RequestNumbers) -> BotAct {
    let c = numbers.next()
    phase = .asking(c: c, step, at: mirror?.version ?? 0)
    return .play(step.message(c: c, room: room ?? ""))
  }

  /// Leads the drag on: one hover at a time, or all of them at once where nobody has to see them.
  private mutating func lead(_ numbers: inout RequestNumbers) -> [BotAct] {
    guard case .dragging(var drag) = phase, let room else { return [] }
    var acts: [BotAct] = []
    while let hover = drag.hovers.popLast() {
      acts.append(.tell(.hover(room: room, hover)))
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
