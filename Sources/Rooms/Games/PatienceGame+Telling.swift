import DragDrop
import Patience
package import Wire

// What a game of patience tells of itself.

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
    precondition(engine.model.census().count == deal.cards.count, "no card is lost or doubled")
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

  var secret: Secret { Secret(reveal: sealedReveal, description: book.text) }
  /// What is built in is named by its id, in the reader's own language.
  var nameTold: String { book.text.isEmpty ? "" : ruleset.title.text }

  var name: String { ruleset.id.text }

  var told: GameTold {
    let passes: Int =
      switch ruleset.stock?.passes {
      case .count(let count)?: Int(count)
      default: -1
      }
    return GameTold(
      id: name, name: ruleset.title.text, draw: Int(ruleset.stock?.draw ?? 0), passes: passes,
      // What is foreseen in a browser is what the first seat may do.
      rules: engine.model.seats > 1 ? [] : ruleset.bytes, of: engine.model.progress.all,
      pairs: ruleset.match.map { Int($0.sum) },
      score: ruleset.scoring.isNone ? .none : ruleset.scoring.isLowBetter ? .low : .points,
      zones: ZoneTold.zones(of: ruleset, seats: engine.model.seats))
  }

  func status(now: Int64) -> Status {
    let table = engine.model
    return Status(
      score: Int(table.score), moves: Int(table.moves), pass: Int(table.pass) - 1,
      redeal: table.passesLeft.map { $0 > 0 } ?? true, up: cardsUp,
      clockMilliseconds: Int(clock.milliseconds(now: now)),
      clockRuns: clock.runs, ticks: Int(table.penaltyTicks), status: state,
      undo: isOver ? 0 : engine.undoDepth, redo: isOver ? 0 : engine.redoDepth,
      auto: AutoMoves(options.autoMoves), timed: timeCounts, bonus: winBonus, streak: Int(table.streakNow))
  }

  /// Whether time costs points here, or brings some.
  private var timeCounts: Bool {
    options.timed && (ruleset.scoring.timePenalty != nil || ruleset.scoring.timeBonus != nil)
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

  var cardsUp: Int { engine.model.progress.done }
  var cardsInAll: Int { engine.model.progress.all }

  /// What lies face down again is not told, nor what was put on it or went with it: who came later would learn what it
  /// might be.
  package var linesTold: LinesTold {
    let open = Set(
      engine.model.view().piles.flatMap(\.cards).filter { $0.face != nil }.map { Int($0.handle) })
    return steps.told { step in
      guard let item = step.operation?.item else { return true }
      return open.contains(item) && open.isSuperset(of: step.beside)
    }
  }

  package func hints(for seat: SeatNumber) -> [HintTold] {
    let stock = engine.model.stock(of: seat.player).text
    return engine.hints(for: seat.player).map { hint in
      let why = hint.reason.wireName.description
      return switch hint.action {
      case .drop(let handle, let pile): HintTold(.move(item: Int(handle), into: pile.text), why: why)
      case .turnStock: HintTold(.tap(stock), why: why)
      case .finish: HintTold(.finish, why: why)
      }
    }
  }

  /// Destinations of each item for one seat, computed from what it can see.
  package func dests(room: String, version: Int, seat: SeatNumber) -> Dests {
    let choices = engine.choices(for: seat.player)
    return Dests(
      room: room, version: version,
      sources: choices.drops.map { drop in
        Dests.Source(
          item: Int(drop.handle),
          destinations: drop.places.map { Dests.Destination(collection: $0.pile.text, reveals: $0.reveals) })
      },
      taps: choices.canTapStock ? [engine.model.stock(of: seat.player).text] : [],
      sends: choices.sends.map { Dests.Send(item: Int($0.handle), collection: $0.pile.text) },
      canFinish: choices.canFinish, canUndo: !isOver && steps.canUndo(seat),
      canRedo: !isOver && steps.canRedo(seat))
  }
}

extension RunTold {
  /// What lies face down, or is covered where only the top counts, cannot be lifted.
  fileprivate static func runs(of pile: TableView.PileView) -> [RunTold] {
    let liftable: Int
    switch pile.id.role {
    case .stock: liftable = pile.cards.count
    case .tableau: liftable = pile.cards.firstIndex { !$0.isDown } ?? pile.cards.count
    default: liftable = max(0, pile.cards.count - 1)
    }
    func run(_ cards: ArraySlice<TableView.CardView>, drag: Bool) -> RunTold {
      RunTold(
        collection: pile.id.text, drag: drag,
        items: cards.map { ItemTold($0) })
    }
    if pile.id.role == .stock { return [run(pile.cards[...], drag: false)] }
    let inert = pile.cards[..<liftable]
    return (inert.isEmpty ? [] : [run(inert, drag: false)]) + [run(pile.cards[liftable...], drag: true)]
  }
}

extension ItemTold {
  /// A face that is known although its card lies face down is marked.
  fileprivate init(_ card: TableView.CardView) {
    self.init(handle: Int(card.handle), face: card.face.map { card.isDown ? "~" + $0.text : $0.text })
  }
}
