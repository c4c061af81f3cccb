import DragDrop
import Patience
import Wire

/// A game in progress with its deal and its clock; a value, so that a room can go back to an earlier one.
struct Game {
  enum Dealing {
    case open(Int)
    case sealed(SealedDeal)
  }

  let ruleset: Ruleset
  let dealing: Dealing
  private let deal: Deal
  private(set) var options: TableOptions
  var engine: BoardEngine<Table>
  var clock = GameClock()

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

  /// A game whose cards are known beforehand.
  init(ruleset: Ruleset, dealing: Dealing, deal: Deal, options: TableOptions) {
    self.ruleset = ruleset
    self.dealing = dealing
    self.deal = deal
    self.options = options
    engine = BoardEngine(table: Table(ruleset: ruleset, deal: deal, options: options))
  }

  var view: TableView { engine.view() }
  var isOver: Bool { engine.model.status == .won }

  // MARK: - Commands

  /// Carries out a command that stays within this game.
  ///
  /// - Parameter drag: the engine's session of a `drop`.
  /// - Throws: `Refusal` of patience; the game may then have changed and must be thrown away.
  mutating func carryOut(
    _ operation: Command.Operation, seat: SeatNumber, drag: UInt32?, now: Int64
  ) throws(Patience.Refusal) {
    let player = seat.player
    if operation.isMove { clock.begin(now: now) }
    engine.elapse(to: UInt32(clipped: clock.milliseconds(now: now) / 1000))
    switch operation {
    case .move(_, _, _?), .drop(_, _, _?):
      // Cards land on top of a pile and nowhere else.
      throw .notAllowedThere
    case .move(let item, let into, nil):
      let session = try engine.lift(UInt16(item), player: player)
      try engine.drop(session.id, player: player, on: try pile(into))
    case .drop(_, let into, nil):
      guard let drag else { throw .noSuchDrag }
      try engine.drop(drag, player: player, on: try pile(into))
    case .tap(let collection):
      guard try pile(collection) == .stock else { throw .notAllowedThere }
      try engine.turnStock(player: player)
    case .send(let item): _ = try engine.sendToFoundation(UInt16(item), player: player)
    case .finish: try engine.finish(player: player)
    case .undo: try engine.takeBack()
    case .redo: try engine.playAgain()
    case .restart: try restart()
    case .set(let safe):
      options.safeAutoMoves = safe
      let changed = options
      engine.edit { table in
        table.options = changed
        return true
      }
    case .deal: preconditionFailure("a new deal is a new game")
    }
    if isOver { clock.end(now: now) }
  }

  /// The same deal from the start, as a step that can be taken back. What was seen stays seen, and the clock
  /// goes on. A game that is over is not taken back: after it the deal begins anew, clock and all.
  private mutating func restart() throws(Patience.Refusal) {
    guard !isOver else {
      self = Game(ruleset: ruleset, dealing: dealing, deal: deal, options: options)
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

  private func pile(_ name: String) throws(Patience.Refusal) -> PileID {
    guard let pile = PileID(wireName: name.utf8), ruleset.pileIDs.contains(pile) else { throw .noSuchPile }
    return pile
  }

  // MARK: - What is told

  var dealTold: DealTold {
    switch dealing {
    case .open(let number): .open(number)
    case .sealed(let sealed): .sealed(commit: sealed.commit, reveal: isOver ? sealed.reveal : nil)
    }
  }

  /// What opens a sealed deal, once the game is over.
  var reveal: Reveal? { isOver ? secret : nil }

  /// What opens a sealed deal: for the journal only.
  var secret: Reveal? {
    if case .sealed(let sealed) = dealing { sealed.reveal } else { nil }
  }

  var gameTold: GameTold {
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
      canFinish: choices.canFinish)
  }
}

extension Command.Operation {
  /// The first move starts the clock; a switch does not, and neither does going back to the start.
  fileprivate var isMove: Bool {
    switch self {
    case .move, .drop, .tap, .send, .finish: true
    case .undo, .redo, .restart, .deal, .set: false
    }
  }
}

extension UInt32 {
  fileprivate init(clipped value: Int64) {
    self = value < 0 ? 0 : value > Int64(UInt32.max) ? .max : UInt32(value)
  }
}
