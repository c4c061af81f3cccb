package import DragDrop
package import Patience
import Wire

/// A game of patience in progress, with its deal and its clock.
package struct PatienceGame: Game {
  package enum Dealing: Sendable {
    case open(UInt64)
    case sealed(SealedDeal)
  }

  package let ruleset: Ruleset
  /// What else can be dealt here.
  let book: GameBook
  package let dealing: Dealing
  package let deal: Deal
  package private(set) var options: TableOptions
  private let undoMax: UInt32
  package var engine: BoardEngine<Table>
  package var clock = GameClock()
  var steps = Steps(keepsLines: true) {
    didSet { if positions.count > steps.lines.count { forgetPositions() } }
  }
  /// The table as each ply set aside left it.
  private var positions: [Ply: PackedBytes] = [:]
  /// What they take in memory.
  private var positionsByteCount = 0
  private(set) var carried: [Int] = []
  private(set) var beside: [Int] = []

  /// - Parameters:
  ///   - seats: of the table; they count where seats have piles of their own.
  ///   - balance: points that an earlier deal left.
  ///   - entropy: 48 bytes from the system's random source, for a sealed deal.
  init(
    ruleset: Ruleset, of book: GameBook = .builtIn, choice: DealChoice, options: TableOptions,
    seats: Int = 1, balance: Int32 = 0, entropy: () -> [UInt8]
  ) {
    let players = ruleset.players(atTableOf: seats)
    let (dealing, deal): (Dealing, Deal)
    switch choice {
    case .open(let number):
      (dealing, deal) = (.open(number), Deal(number: number, of: ruleset, seats: players))
    case .sealed:
      let sealed = SealedDeal(random: entropy())
      var generator = sealed.generator
      (dealing, deal) = (.sealed(sealed), Deal(of: ruleset, seats: players, using: &generator))
    }
    self.init(
      ruleset: ruleset, of: book, dealing: dealing, deal: deal, options: options, players: players,
      balance: balance)
  }

  /// So many steps can be taken back at least: more than the log is long before a game must be gone on from a base.
  package static let undoMax: UInt32 = 4096

  /// A game whose cards are known beforehand.
  package init(
    ruleset: Ruleset, of book: GameBook = .builtIn, dealing: Dealing, deal: Deal, options: TableOptions,
    players: UInt8 = 1, balance: Int32 = 0, undoMax: UInt32 = Self.undoMax
  ) {
    let table = Table(ruleset: ruleset, deal: deal, options: options, seats: players, carried: balance)
    self.init(
      of: book, dealing: dealing, deal: deal, engine: BoardEngine(table: table, undoMax: undoMax),
      undoMax: undoMax)
  }

  /// A game that goes on.
  init(
    of book: GameBook = .builtIn, dealing: Dealing, deal: Deal, engine: BoardEngine<Table>, undoMax: UInt32
  ) {
    self.book = book
    ruleset = engine.model.ruleset
    self.dealing = dealing
    self.deal = deal
    options = engine.model.options
    self.engine = engine
    self.undoMax = undoMax
  }

  // MARK: - Commands

  mutating func carryOut(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(GameRefusal) {
    carried = []
    let before = engine.model
    do throws(Patience.Refusal) {
      try play(operation, seat: seat, drag: drag, now: now)
    } catch {
      throw GameRefusal(error)
    }
    // Nobody listens to drags of cards.
    _ = engine.drainEvents()
    beside = cards(beside: operation, since: before)
  }

  /// The cards of which something is told by telling what was done: what a card was put on, and in games of pairs what
  /// went with it. A step may have moved other cards by itself, so what lies beneath afterwards says nothing.
  private func cards(beside operation: Command.Operation, since before: Table) -> [Int] {
    var beside: [UInt16] = []
    if let pile = operation.landing.flatMap({ pile(named: $0.place) }), let top = before.cards(in: pile).last
    {
      beside.append(top)
    }
    if ruleset.match != nil {
      for pile in before.pileIDs where pile.role == .foundation {
        beside += Set(engine.model.cards(in: pile)).subtracting(before.cards(in: pile)).sorted()
      }
    }
    return beside.map { Int($0) }
  }

  private mutating func play(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(Patience.Refusal) {
    let player = seat.player
    if operation.isMove { clock.begin(now: now) }
    engine.elapse(to: UInt32(clipped: clock.milliseconds(now: now) / 1000))
    switch operation {
    case .move(let item, let landing):
      let session = try engine.lift(UInt16(item), player: player)
      carried = session.draggedItemIDs.map(Int.init)
      try engine.drop(session.id, player: player, on: try pile(landing))
    case .drop(_, let landing):
      guard let drag else { throw .noSuchDrag }
      carried = engine.session(drag)?.draggedItemIDs.map(Int.init) ?? []
      try engine.drop(drag, player: player, on: try pile(landing))
    case .tap(let place, let item):
      let stock = try pile(Landing(place))
      guard item == nil, stock.role == .stock else { throw .notAllowedThere }
      guard stock == engine.model.stock(of: player) else { throw .notYours }
      try engine.turnStock(player: player)
    case .send(let item): _ = try engine.sendToFoundation(UInt16(item), player: player)
    case .finish: try engine.finish(player: player)
    case .restart: try restart()
    case .set(let auto):
      options.autoMoves = Ruleset.Automatic.Foundation(auto)
      let changed = options
      engine.edit { table in
        table.options = changed
        return true
      }
    case .put, .edit: throw .notAllowedThere
    case .undo, .redo, .go, .deal: preconditionFailure("not a step within a game")
    }
    if isOver { clock.end(now: now) }
  }

  mutating func takeBack(_ count: Int) throws(GameRefusal) {
    do throws(Patience.Refusal) { try engine.takeBack(count) } catch { throw GameRefusal(error) }
  }

  mutating func playAgain(_ count: Int) throws(GameRefusal) {
    do throws(Patience.Refusal) { try engine.playAgain(count) } catch { throw GameRefusal(error) }
  }

  mutating func keepLine(of earlier: PatienceGame, after depth: Int) {
    let left = earlier.steps.line(from: depth)
    guard !left.isEmpty else { return }
    for (step, table) in zip(left, earlier.engine.packedModels(after: depth)) { positions[step.ply] = table }
    forgetPositions()
  }

  mutating func lead(through plies: [Ply], as earlier: PatienceGame) {
    let ahead = Dictionary(
      uniqueKeysWithValues: zip(
        earlier.steps.future.reversed().map(\.ply), earlier.engine.packedModels(after: earlier.undoDepth)))
    engine.lead(through: plies.compactMap { earlier.positions[$0] ?? ahead[$0] })
  }

  mutating func leadOn(as earlier: PatienceGame) { engine.leadOn(as: earlier.engine) }

  func isSame(as ply: Ply, of earlier: PatienceGame) -> Bool {
    let next = earlier.steps.future.last?.ply == ply ? earlier.engine.nextPacked : nil
    guard let left = next ?? earlier.positions[ply] else { return false }
    return engine.model.unpacked(left.bytes).isPosition(of: engine.model)
  }

  var byteCount: Int { engine.historyByteCount + steps.byteCount + positionsByteCount }
  var stepsByteCount: Int { byteCount }

  private mutating func forgetPositions() {
    positions = positions.filter { steps.lines.asides[$0.key] != nil }
    positionsByteCount = positions.values.reduce(0) { $0 + $1.byteCount + 2 * MemoryLayout<Ply>.stride }
  }

  /// Points that the next deal adds to, where they are carried over.
  func balance(for next: Ruleset) -> Int32 {
    next.scoring.carriesOver && next.id == ruleset.id ? engine.model.score : 0
  }

  package var undoDepth: Int { engine.undoDepth }

  mutating func forgetSteps() {
    engine.forgetSteps()
    steps.forgetAll()
  }

  mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    if isOver { throw GameRefusal(Patience.Refusal.gameOver) }
    guard engine.beginRepetition(takingBack: count) else { throw GameRefusal(Patience.Refusal.nothingToUndo) }
  }

  // What lies on a card goes with it.
  mutating func repeatStep(carrying items: [Int]) { engine.repeatStep() }
  mutating func endRepetition() { engine.endRepetition() }

  /// The same deal from the start, as a step that can be taken back. What was seen stays seen, and the clock
  /// goes on. A game that is over is not taken back: after it the deal begins anew, clock and all.
  private mutating func restart() throws(Patience.Refusal) {
    guard !isOver else {
      self = PatienceGame(
        ruleset: ruleset, of: book, dealing: dealing, deal: deal, options: options,
        players: engine.model.seats, balance: engine.model.carried, undoMax: undoMax)
      return
    }
    let deal = deal
    if case .refused(let refusal) = engine.perform({ table in
      table.beginAnew(deal)
      return true
    }) {
      throw Patience.Refusal(refusal)
    }
  }

  /// Cards land on top of a pile and nowhere else.
  private func pile(_ landing: Landing) throws(Patience.Refusal) -> PileID {
    guard landing.before == nil, landing.onto == nil else { throw .notAllowedThere }
    guard let pile = pile(named: landing.place) else { throw .noSuchPile }
    return pile
  }

  func pile(named name: String) -> PileID? {
    PileID(wireName: name.utf8).flatMap { engine.model.pileIDs.contains($0) ? $0 : nil }
  }

  // MARK: - Drags

  mutating func lift(_ item: Int, seat: SeatNumber, now: Int64) throws(GameRefusal) -> Held {
    let session: DragSession<UInt16>
    do throws(Patience.Refusal) {
      session = try engine.lift(UInt16(item), player: seat.player)
    } catch {
      throw GameRefusal(error)
    }
    return Held(
      session: session.id, items: session.draggedItemIDs.map(Int.init), index: Int(session.draggedItemIndex),
      formation: engine.formation(of: session, over: nil).wireName.description,
      destinations: engine.destinations(for: session.draggedItemIDs.first ?? 0, player: seat.player)
        .compactMap { $0.destination?.collectionID.text },
      onto: [])
  }

  /// Cards look the same wherever they are, and nothing of patience looks on.
  func hover(_ hover: Hover, session: UInt32, seat: SeatNumber, now: Int64) -> String? { nil }

  mutating func cancel(_ session: UInt32, seat: SeatNumber) {
    // It may be over already.
    _ = try? engine.cancel(session, player: seat.player)
    _ = engine.drainEvents()
  }

  mutating func emptyHands(of seat: SeatNumber) {
    engine.cancelSessions(of: seat.player)
    _ = engine.drainEvents()
  }

  mutating func leave(_ seat: SeatNumber) -> [Command.Operation] {
    emptyHands(of: seat)
    return []
  }

  // Nothing springs at patience.
  var springs: Bool { false }
  func wait(now: Int64) {}
  func takeSprung() -> [(seat: SeatNumber, operation: Command.Operation)] { [] }
}

extension Command.Operation {
  /// The first move starts the clock; a switch does not, and neither does going back to the start.
  fileprivate var isMove: Bool {
    switch self {
    case .move, .drop, .tap, .send, .finish, .put: true
    case .undo, .redo, .go, .restart, .deal, .set, .edit: false
    }
  }
}

extension GameRefusal {
  init(_ refusal: Patience.Refusal) {
    let code: RefusalCode =
      switch refusal {
      case .inUse: .leased
      case .noSuchDrag: .gone
      case .notYours: .role
      default: .illegal
      }
    self.init(code: code, why: refusal.wireName.description)
  }
}

extension UInt32 {
  fileprivate init(clipped value: Int64) {
    self = value < 0 ? 0 : value > Int64(UInt32.max) ? .max : UInt32(value)
  }
}

extension AutoMoves {
  init(_ foundation: Ruleset.Automatic.Foundation) {
    self =
      switch foundation {
      case .off: .off
      case .safe: .safe
      case .all: .all
      }
  }
}

extension Ruleset.Automatic.Foundation {
  init(_ auto: AutoMoves) {
    self =
      switch auto {
      case .off: .off
      case .safe: .safe
      case .all: .all
      }
  }
}
