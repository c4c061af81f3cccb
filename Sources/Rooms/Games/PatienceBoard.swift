package import Boards
import Cards
package import Contests
package import DragDrop
package import Patience
package import Wire

/// A game of patience on a table: rules, deal, and the engine that plays it. What a seat may see of it is a `TableView`
/// and nothing else.
package struct PatienceBoard: GameBoard {
  package enum Dealing: Sendable {
    case open(UInt64)
    case sealed(SealedDeal)
    /// A race's, which has not begun: there are no cards yet, and this is what they are committed to.
    case awaited(commit: String)
  }

  /// How it ended, or may be told, otherwise than by a win.
  struct Ending: Equatable, Sendable {
    /// Given up, or the time of its race is over.
    var isGivenUp = false
    /// Its race goes on: others play the same cards, so nothing opens them.
    var isSecret = false
    /// Its cards were open to everybody once, since it was over: what is computed from them tells nothing new.
    var isOpened = false
  }

  /// What never changes of it.
  private final class Laid: Sendable {
    let ruleset: Ruleset
    let dealing: Dealing
    let deal: Deal
    let undoMax: Int
    /// What was promised of the deal.
    let terms: DealTerms?

    init(ruleset: Ruleset, dealing: Dealing, terms: DealTerms?, deal: Deal, undoMax: Int) {
      self.ruleset = ruleset
      self.dealing = dealing
      self.terms = terms
      self.deal = deal
      self.undoMax = undoMax
    }
  }

  /// One reference, so that copies do not carry it along.
  private let laid: Laid
  package internal(set) var engine: BoardEngine<Table>
  var ending = Ending()

  package var ruleset: Ruleset { laid.ruleset }
  package var dealing: Dealing { laid.dealing }
  package var deal: Deal { laid.deal }
  package var terms: DealTerms? { laid.terms }
  package var options: TableOptions { engine.model.options }
  /// Its race has not begun.
  var isAwaited: Bool { if case .awaited = dealing { true } else { false } }

  /// - Parameters:
  ///   - picked: for a choice that can be won.
  ///   - seats: of the table; they count where seats have piles of their own.
  ///   - balance: points that an earlier deal left.
  ///   - entropy: 48 bytes from the system's random source, for a sealed deal.
  init(
    ruleset: Ruleset, choice: DealChoice, _ picked: PickedDeal? = nil, options: TableOptions, seats: Int = 1,
    balance: Int32 = 0, entropy: () -> [UInt8]
  ) {
    let players = ruleset.players(atTableOf: seats)
    let dealing = Dealing(choice, picked, entropy: entropy)
    var terms: DealTerms?
    if case .winnable(let promised, _, _) = choice { terms = promised }
    self.init(
      ruleset: ruleset, dealing: dealing, terms: terms, deal: dealing.deal(of: ruleset, seats: players),
      options: options, players: players, balance: balance)
  }

  /// The table of an entrant before the race begins: some pack lies there, and nobody is told a face of it.
  init(ruleset: Ruleset, awaiting commit: String, options: TableOptions) {
    let players = ruleset.players(atTableOf: 1)
    self.init(
      ruleset: ruleset, dealing: .awaited(commit: commit), deal: Deal(unshuffled: ruleset, seats: players),
      options: options, players: players)
    ending.isSecret = true
  }

  /// The same table when the race begins.
  func begun(with sealed: SealedDeal) -> PatienceBoard {
    let (dealing, players) = (Dealing.sealed(sealed), engine.model.seats)
    var board = PatienceBoard(
      ruleset: ruleset, dealing: dealing, deal: dealing.deal(of: ruleset, seats: players), options: options,
      players: players)
    board.ending.isSecret = true
    return board
  }

  /// So many steps can be taken back at least: more than the log is long before a game must be gone on from a base.
  package static let undoMax: Int = 4096

  /// A game whose cards are known beforehand.
  package init(
    ruleset: Ruleset, dealing: Dealing, terms: DealTerms? = nil, deal: Deal, options: TableOptions,
    players: UInt8 = 1,
    balance: Int32 = 0, undoMax: Int = Self.undoMax
  ) {
    let table = Table(ruleset: ruleset, deal: deal, options: options, seats: players, carried: balance)
    self.init(
      dealing: dealing, terms: terms, deal: deal, engine: BoardEngine(table: table, undoMax: undoMax),
      undoMax: undoMax)
  }

  /// A game that goes on.
  init(
    dealing: Dealing, terms: DealTerms?, deal: Deal, engine: BoardEngine<Table>, undoMax: Int
  ) {
    laid = Laid(
      ruleset: engine.model.ruleset, dealing: dealing, terms: terms, deal: deal, undoMax: undoMax)
    self.engine = engine
  }

  /// Another deal at the same table, with what players chose there; points are carried over where the next game does
  /// so.
  func dealtAnew(
    _ next: Ruleset, _ choice: DealChoice, _ picked: PickedDeal? = nil, seats: Int, entropy: () -> [UInt8]
  ) -> PatienceBoard {
    let balance = next.scoring.carriesOver && next.id == ruleset.id ? engine.model.score : 0
    return PatienceBoard(
      ruleset: next, choice: choice, picked, options: options, seats: seats, balance: balance,
      entropy: entropy)
  }

  // MARK: - Commands

  package mutating func play(
    _ operation: Command.Operation, player: PlayerID, drag: DragSessionID?, tick: Tick
  ) throws(GameRefusal) -> Played {
    if isAwaited { throw GameRefusal(RaceRefusal.notBegun) }
    let before = engine.model
    var played = Played()
    do throws(Patience.Refusal) {
      try play(operation, player: player, drag: drag, &played)
    } catch {
      throw GameRefusal(error)
    }
    // Nobody listens to drags of cards.
    _ = engine.drainEvents()
    played.beside = cards(beside: operation, since: before)
    return played
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
    _ operation: Command.Operation, player: PlayerID, drag: DragSessionID?, _ played: inout Played
  ) throws(Patience.Refusal) {
    if isOver, operation != .restart { throw .gameOver }
    switch operation {
    case .move(let item, let landing):
      let session = try engine.lift(UInt16(item), player: player)
      played.carried = session.draggedItemIDs.map(Int.init)
      try engine.drop(session.id, player: player, on: try pile(landing))
    case .drop(_, let landing):
      guard let drag else { throw .noSuchDrag }
      played.carried = engine.session(drag)?.draggedItemIDs.map(Int.init) ?? []
      try engine.drop(drag, player: player, on: try pile(landing))
    case .tap(let place, let item):
      let stock = try pile(Landing(place))
      guard item == nil, stock.role == .stock else { throw .notAllowedThere }
      guard stock == engine.model.stock(of: player) else { throw .notYours }
      try engine.turnStock(player: player)
    case .send(let item): _ = try engine.sendToFoundation(UInt16(item), player: player)
    case .finish: try engine.finish(player: player)
    case .restart: played.isAnew = try restart()
    case .set(let auto):
      engine.edit { table in
        table.options.autoMoves = Ruleset.Automatic.Foundation(auto)
        return true
      }
    case .resign:
      engine.cancelSessions(of: player)
      ending.isGivenUp = true
    case .put, .edit, .ready, .salt, .start, .again: throw .notAllowedThere
    case .undo, .redo, .go, .deal: preconditionFailure("not a step within a game")
    }
  }

  package mutating func elapse(to seconds: UInt32) { engine.elapse(to: seconds) }

  // MARK: - Undo

  package var undoDepth: Int { engine.undoDepth }
  package var redoDepth: Int { engine.redoDepth }

  package mutating func takeBack(_ count: Int) throws(GameRefusal) {
    if isOver { throw GameRefusal(Patience.Refusal.gameOver) }
    do throws(Patience.Refusal) { try engine.takeBack(count) } catch { throw GameRefusal(error) }
  }

  package mutating func playAgain(_ count: Int) throws(GameRefusal) {
    if isOver { throw GameRefusal(Patience.Refusal.gameOver) }
    do throws(Patience.Refusal) { try engine.playAgain(count) } catch { throw GameRefusal(error) }
  }

  package mutating func forgetSteps() { engine.forgetSteps() }

  package mutating func beginRepetition(takingBack count: Int) throws(GameRefusal) {
    if isOver { throw GameRefusal(Patience.Refusal.gameOver) }
    guard engine.beginRepetition(takingBack: count) else { throw GameRefusal(Patience.Refusal.nothingToUndo) }
  }

  // What lies on a card goes with it.
  package mutating func repeatStep(carrying items: [Int]) { engine.repeatStep() }
  package mutating func endRepetition() { engine.endRepetition() }

  package var byteCounts: ByteCounts { ByteCounts(kept: 0, steps: engine.historyByteCount) }

  /// The same deal from the start, as a step that can be taken back. What was seen stays seen, and the clock
  /// goes on. A game that is over is not taken back: after it the deal begins anew, clock and all.
  ///
  /// - Returns: whether it does.
  private mutating func restart() throws(Patience.Refusal) -> Bool {
    guard !isOver else {
      let isOpened = !ending.isSecret
      self = PatienceBoard(
        ruleset: ruleset, dealing: dealing, terms: terms, deal: deal, options: options,
        players: engine.model.seats, balance: engine.model.carried, undoMax: laid.undoMax)
      ending.isOpened = isOpened
      return true
    }
    let deal = deal
    if case .refused(let refusal) = engine.perform({ table in
      table.beginAnew(deal)
      return true
    }) {
      throw Patience.Refusal(refusal)
    }
    return false
  }

  /// Goes on with a game that was given up.
  ///
  /// - Returns: false where nobody gave it up, or it is one of a race.
  mutating func takeUpAgain() -> Bool {
    if case .sealed(let sealed) = dealing, sealed.start != nil { return false }
    guard ending.isGivenUp, !ending.isSecret, engine.model.status != .won else { return false }
    (ending.isGivenUp, ending.isOpened) = (false, true)
    return true
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

  package mutating func lift(_ item: Int, player: PlayerID, tick: Tick) throws(GameRefusal) -> Held {
    if isAwaited { throw GameRefusal(RaceRefusal.notBegun) }
    if isOver { throw GameRefusal(Patience.Refusal.gameOver) }
    let session: DragSession<UInt16>
    do throws(Patience.Refusal) {
      session = try engine.lift(UInt16(item), player: player)
    } catch {
      throw GameRefusal(error)
    }
    return Held(
      session: session.id, items: session.draggedItemIDs.map(Int.init), index: session.draggedItemIndex,
      formation: engine.formation(of: session, over: nil).wireName.description,
      destinations: engine.destinations(for: session.draggedItemIDs.first ?? 0, player: player)
        .compactMap { $0.destination?.collectionID.text })
  }

  package mutating func cancel(_ session: DragSessionID, player: PlayerID) {
    // It may be over already.
    _ = try? engine.cancel(session, player: player)
    _ = engine.drainEvents()
  }

  package mutating func emptyHands(of player: PlayerID) {
    engine.cancelSessions(of: player)
    _ = engine.drainEvents()
  }

  // MARK: - Lines

  package var keepsLines: Bool { true }
  package func positions(after depth: Int) -> [PackedBytes] { engine.packedModels(after: depth) }
  package var nextPosition: PackedBytes? { engine.nextPacked }
  package mutating func lead(through positions: [PackedBytes]) { engine.lead(through: positions) }

  package mutating func leadOn(as earlier: any GameBoard) {
    guard let earlier = earlier as? PatienceBoard else { preconditionFailure("the same game, as it was") }
    engine.leadOn(as: earlier.engine)
  }

  package func lies(as position: PackedBytes) -> Bool {
    engine.model.unpacked(position.bytes).isPosition(of: engine.model)
  }
}

extension PatienceBoard.Dealing {
  /// - Parameters:
  ///   - picked: for a choice that can be won.
  ///   - entropy: for a sealed deal.
  fileprivate init(_ choice: DealChoice, _ picked: PickedDeal?, entropy: () -> [UInt8]) {
    switch (choice, picked?.source) {
    case (.open(let number), _): self = .open(number)
    case (.sealed, _): self = .sealed(SealedDeal(random: entropy()))
    case (.winnable, .number(let number)): self = .open(number)
    case (.winnable, .random(let random)): self = .sealed(SealedDeal(random: random, line: picked?.line))
    case (.winnable, nil): preconditionFailure("a deal that can be won was picked before")
    }
  }

  fileprivate func deal(of ruleset: Ruleset, seats: UInt8) -> Deal {
    switch self {
    case .open(let number): return Deal(number: number, of: ruleset, seats: seats)
    case .sealed(let sealed):
      var generator = sealed.generator
      return Deal(of: ruleset, seats: seats, using: &generator)
    case .awaited: preconditionFailure("there are no cards before the race begins")
    }
  }
}

extension GameRefusal {
  init(_ refusal: Patience.Refusal) { self.init(word: refusal.wireName.description) }
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

/// Why something cannot be done at the table of a race; each case is a word of the protocol.
package enum RaceRefusal: String, CaseIterable, Sendable {
  /// The cards are not dealt yet.
  case notBegun
  /// Who opened the race has ruled it out.
  case notAtThisTable
}

extension GameRefusal {
  init(_ refusal: RaceRefusal) { self.init(code: .illegal, why: refusal.rawValue) }
}
