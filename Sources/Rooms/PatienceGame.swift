import DragDrop
import Patience
import Wire

/// A game of patience in progress, with its deal and its clock.
struct PatienceGame: Game {
  enum Dealing {
    case open(Int)
    case sealed(SealedDeal)
  }

  let ruleset: Ruleset
  let dealing: Dealing
  let deal: Deal
  private(set) var options: TableOptions
  private let undoMax: UInt32
  var engine: BoardEngine<Table>
  var clock = GameClock()
  var steps = Steps()
  private(set) var carried: [Int] = []

  /// - Parameter entropy: 48 bytes from the system's random source, for a sealed deal.
  init(ruleset: Ruleset, choice: DealChoice, options: TableOptions, entropy: () -> [UInt8]) {
    switch choice {
    case .open(let number):
      let deal = Deal(number: UInt64(number), packs: ruleset.packs)
      self.init(ruleset: ruleset, dealing: .open(number), deal: deal, options: options)
    case .sealed:
      let sealed = SealedDeal(random: entropy())
      var generator = sealed.generator
      let deal = Deal(packs: ruleset.packs, using: &generator)
      self.init(ruleset: ruleset, dealing: .sealed(sealed), deal: deal, options: options)
    }
  }

  /// So many steps can be taken back at least.
  static let undoMax: UInt32 = 1024

  /// A game whose cards are known beforehand.
  init(
    ruleset: Ruleset, dealing: Dealing, deal: Deal, options: TableOptions, undoMax: UInt32 = Self.undoMax
  ) {
    let table = Table(ruleset: ruleset, deal: deal, options: options)
    self.init(
      dealing: dealing, deal: deal, engine: BoardEngine(table: table, undoMax: undoMax), undoMax: undoMax)
  }

  /// A game that goes on.
  init(dealing: Dealing, deal: Deal, engine: BoardEngine<Table>, undoMax: UInt32) {
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
    do throws(Patience.Refusal) {
      try play(operation, seat: seat, drag: drag, now: now)
    } catch {
      throw GameRefusal(error)
    }
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
      guard item == nil, try pile(Landing(place)) == .stock else { throw .notAllowedThere }
      try engine.turnStock(player: player)
    case .send(let item): _ = try engine.sendToFoundation(UInt16(item), player: player)
    case .finish: try engine.finish(player: player)
    case .restart: try restart()
    case .set(let safe):
      options.safeAutoMoves = safe
      let changed = options
      engine.edit { table in
        table.options = changed
        return true
      }
    case .put, .edit: throw .notAllowedThere
    case .undo, .redo, .deal: preconditionFailure("not a step within a game")
    }
    if isOver { clock.end(now: now) }
  }

  mutating func takeBack() throws(GameRefusal) {
    do throws(Patience.Refusal) { try engine.takeBack() } catch { throw GameRefusal(error) }
  }

  mutating func playAgain() throws(GameRefusal) {
    do throws(Patience.Refusal) { try engine.playAgain() } catch { throw GameRefusal(error) }
  }

  var undoDepth: Int { engine.undoDepth }

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
      self = PatienceGame(ruleset: ruleset, dealing: dealing, deal: deal, options: options, undoMax: undoMax)
      return
    }
    var fresh = Table(ruleset: ruleset, deal: deal, options: options)
    if case .refused(let refusal) = engine.perform({ table in
      fresh.keep(from: table)
      table = fresh
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
    PileID(wireName: name.utf8).flatMap { ruleset.pileIDs.contains($0) ? $0 : nil }
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

// MARK: - What is told

extension PatienceGame {
  /// The board declares a region for each zone of the ruleset, in their order.
  var regions: [RegionTold] { regions(of: engine.view()) }

  func regions(of view: TableView) -> [RegionTold] {
    ruleset.zones.indices.map { index in
      let role = ruleset.zones[index].role
      var runs: [RunTold] = []
      for pile in view.piles where pile.id.role == role { runs += RunTold.runs(of: pile) }
      return RegionTold(
        name: engine.board.regions[index].name.description,
        formation: Self.told(engine.board.regions[index].dragFormation), runs: runs)
    }
  }

  func selections(seats: Int) -> [SelectionTold] { [] }
  func arrival(of handle: Int) -> UInt32? { engine.model.arrival(of: UInt16(handle)) }
  func hasPlace(_ name: String) -> Bool { pile(named: name) != nil }
  func top(of place: String) -> Int? {
    pile(named: place).flatMap { engine.model.cards(in: $0).last }.map(Int.init)
  }
  var titles: [RegionChange] { [] }

  func exported(_ item: Int, seat: SeatNumber) throws(GameRefusal) -> [ItemData] {
    // Cards stay on their table.
    []
  }

  func checkInvariants() {
    precondition(engine.model.census().count == ruleset.cardCount, "no card is lost or doubled")
  }

  var dealTold: DealTold? {
    switch dealing {
    case .open(let number): .open(number)
    case .sealed(let sealed): .sealed(commit: sealed.commit, reveal: isOver ? sealed.reveal : nil)
    }
  }

  var reveal: Reveal? { isOver ? sealedReveal : nil }

  private var sealedReveal: Reveal? {
    if case .sealed(let sealed) = dealing { sealed.reveal } else { nil }
  }

  var secret: Secret { Secret(reveal: sealedReveal) }

  var told: GameTold {
    let passes: Int =
      switch ruleset.stock?.passes {
      case .count(let count)?: Int(count)
      default: -1
      }
    return GameTold(
      id: ruleset.id.text, name: ruleset.title.text, draw: Int(ruleset.stock?.draw ?? 0), passes: passes,
      rules: ruleset.bytes)
  }

  func status(now: Int64) -> Status {
    let table = engine.model
    return Status(
      score: Int(table.score), moves: Int(table.moves), pass: Int(table.pass) - 1,
      redeal: table.passesLeft.map { $0 > 0 } ?? true, up: cardsUp,
      clockMilliseconds: Int(clock.milliseconds(now: now)),
      clockRuns: clock.runs, ticks: Int(table.penaltyTicks), status: state,
      undo: isOver ? 0 : engine.undoDepth, redo: isOver ? 0 : engine.redoDepth, safe: options.safeAutoMoves,
      timed: options.timed, bonus: winBonus)
  }

  private var winBonus: Int? {
    guard isOver, options.timed, let bonus = ruleset.scoring.timeBonus else { return nil }
    return Int(bonus.points(after: engine.model.elapsed))
  }

  var moves: Int { Int(engine.model.moves) }
  var score: Int { Int(engine.model.score) }

  var state: GameState {
    switch engine.model.status {
    case .playing: .playing
    case .won: .won
    case .deadEnd: .stuck
    }
  }

  var cardsUp: Int {
    ruleset.pileIDs.reduce(0) { $0 + ($1.role == .foundation ? engine.model.cards(in: $1).count : 0) }
  }

  /// Destinations of each item for one seat, computed from what it can see.
  func dests(room: String, version: Int, seat: SeatNumber) -> Dests {
    let choices = engine.choices(for: seat.player)
    return Dests(
      room: room, version: version,
      sources: choices.drops.map { drop in
        Dests.Source(
          item: Int(drop.handle),
          destinations: drop.places.map { Dests.Destination(collection: $0.pile.text, reveals: $0.reveals) })
      },
      taps: choices.canTapStock ? [PileID.stock.text] : [],
      sends: choices.sends.map { Dests.Send(item: Int($0.handle), collection: $0.pile.text) },
      canFinish: choices.canFinish, canUndo: !isOver && steps.canUndo(seat),
      canRedo: !isOver && steps.canRedo(seat))
  }
}

extension Command.Operation {
  /// The first move starts the clock; a switch does not, and neither does going back to the start.
  fileprivate var isMove: Bool {
    switch self {
    case .move, .drop, .tap, .send, .finish, .put: true
    case .undo, .redo, .restart, .deal, .set, .edit: false
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

extension RunTold {
  /// What lies face down, or is covered where only the top counts, cannot be lifted.
  fileprivate static func runs(of pile: TableView.PileView) -> [RunTold] {
    let liftable: Int
    switch pile.id.role {
    case .stock: liftable = pile.cards.count
    case .tableau: liftable = pile.cards.firstIndex { $0.face != nil } ?? pile.cards.count
    default: liftable = max(0, pile.cards.count - 1)
    }
    func run(_ cards: ArraySlice<TableView.CardView>, drag: Bool) -> RunTold {
      RunTold(
        collection: pile.id.text, drag: drag,
        items: cards.map { ItemTold(handle: Int($0.handle), face: $0.face?.text) })
    }
    if pile.id.role == .stock { return [run(pile.cards[...], drag: false)] }
    let inert = pile.cards[..<liftable]
    return (inert.isEmpty ? [] : [run(inert, drag: false)]) + [run(pile.cards[liftable...], drag: true)]
  }
}
