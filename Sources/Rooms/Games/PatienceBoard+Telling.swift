package import Boards
package import DragDrop
import Patience
package import Wire

// What a game of patience tells of itself.

extension PatienceBoard {
  /// The board declares a region for each zone of the ruleset, in their order.
  package var regions: [RegionTold] {
    let view = engine.view()
    return ruleset.zones.indices.map { index in
      let role = ruleset.zones[index].role
      var runs: [RunTold] = []
      for pile in view.piles where pile.id.role == role { runs += RunTold.runs(of: pile) }
      return RegionTold(
        name: engine.board.regions[index].name.description,
        formation: engine.board.regions[index].dragFormation.told, runs: isAwaited ? runs.map(\.veiled) : runs
      )
    }
  }

  package var hidesFaces: Bool { true }
  package func arrival(of item: Int) -> UInt32? { engine.model.arrival(of: UInt16(item)) }
  package func hasPlace(_ name: String) -> Bool { pile(named: name) != nil }
  package func top(of place: String) -> Int? {
    pile(named: place).flatMap { engine.model.cards(in: $0).last }.map(Int.init)
  }

  package func checkInvariants() {
    precondition(engine.model.census().count == deal.cards.count, "no card is lost or doubled")
  }

  package var dealTold: DealTold? {
    let cards: DealTold.Cards =
      switch dealing {
      case .open(let number): .open(number)
      case .sealed(let sealed): .sealed(commit: sealed.commit, reveal: isOpen ? sealed.reveal : nil)
      case .awaited(let commit): .sealed(commit: commit, reveal: nil)
      }
    return DealTold(cards, terms: terms)
  }

  /// Everybody may know all cards: the game is over, or was once.
  private var isOpen: Bool { !ending.isSecret && (isOver || ending.isOpened) }

  /// How the log has what was dealt; nil where that is what was asked for.
  var choiceLogged: DealChoice? {
    guard let terms else { return nil }
    return switch dealing {
    case .open(let number): .winnable(terms, isSealed: false, number: number)
    case .sealed, .awaited: .winnable(terms, isSealed: true)
    }
  }

  /// Why nobody is told whether it can be won; nil where who sits there may ask.
  func whyNoVerdict() -> GameRefusal? {
    if isAwaited || ending.isSecret { return GameRefusal(RaceRefusal.notAtThisTable) }
    if engine.model.seats > 1 || ruleset.seats.min > 1 { return GameRefusal(VerdictRefusal.notSolvable) }
    return isOpen || engine.model.hidesNothing ? nil : GameRefusal(VerdictRefusal.hiddenCards)
  }

  package var secret: Secret {
    if case .sealed(let sealed) = dealing { Secret(reveal: sealed.reveal) } else { Secret() }
  }

  package var name: String { ruleset.id.text }
  package var title: String { ruleset.title.text }

  package var told: GameTold {
    let passes: Int =
      switch ruleset.stock?.passes {
      case .count(let count)?: Int(count)
      default: -1
      }
    return GameTold(
      id: name, name: title, draw: Int(ruleset.stock?.draw ?? 0), passes: passes,
      // What is foreseen in a browser is what the first seat may do.
      rules: engine.model.seats > 1 ? [] : ruleset.bytes, of: engine.model.progress.all,
      pairs: ruleset.match.map { Int($0.sum) },
      score: ruleset.scoring.isNone ? .none : ruleset.scoring.isLowBetter ? .low : .points,
      zones: ZoneTold.zones(of: ruleset, seats: engine.model.seats))
  }

  package var isTimed: Bool { true }

  package var standing: Standing {
    let table = engine.model
    let progress = table.progress
    var standing = Standing()
    standing.score = Int(table.score)
    standing.moves = Int(table.moves)
    standing.pass = Int(table.pass) - 1
    standing.redeal = table.passesLeft.map { $0 > 0 } ?? true
    (standing.up, standing.of) = (progress.done, progress.all)
    standing.ticks = Int(table.penaltyTicks)
    standing.auto = AutoMoves(options.autoMoves)
    standing.timed = timeCounts
    standing.bonus = winBonus
    standing.streak = Int(table.streakNow)
    return standing
  }

  /// Whether time costs points here, or brings some.
  private var timeCounts: Bool {
    options.timed && (ruleset.scoring.timePenalty != nil || ruleset.scoring.timeBonus != nil)
  }

  private var winBonus: Int? {
    guard isOver, options.timed, let bonus = ruleset.scoring.timeBonus else { return nil }
    return Int(bonus.points(after: engine.model.elapsed))
  }

  var isOver: Bool { state.isEnd }

  package var state: GameState {
    // A start that did not come to be: the deal will never be dealt.
    if isAwaited { return ending.isSecret ? .waiting : .over }
    return switch engine.model.status {
    case .won: .won
    case _ where ending.isGivenUp: .over
    case .playing: .playing
    case .deadEnd: .stuck
    }
  }

  package func hints(for player: PlayerID) -> [HintTold] {
    if isAwaited || isOver { return [] }
    let stock = engine.model.stock(of: player).text
    return engine.hints(for: player).map { hint in
      let why = hint.reason.wireName.description
      return switch hint.action {
      case .drop(let handle, let pile): HintTold(.move(item: Int(handle), into: pile.text), why: why)
      case .turnStock: HintTold(.tap(stock), why: why)
      case .finish: HintTold(.finish, why: why)
      }
    }
  }

  /// Destinations of each item, computed from what the player can see.
  package func dests(for player: PlayerID) -> Dests {
    if isAwaited || isOver { return .none }
    let choices = engine.choices(for: player)
    return Dests(
      room: "", version: 0,
      sources: choices.drops.map { drop in
        Dests.Source(
          item: Int(drop.handle),
          destinations: drop.places.map { Dests.Destination(collection: $0.pile.text, reveals: $0.reveals) })
      },
      taps: choices.canTapStock ? [engine.model.stock(of: player).text] : [],
      sends: choices.sends.map { Dests.Send(item: Int($0.handle), collection: $0.pile.text) },
      canFinish: choices.canFinish, canUndo: false, canRedo: false)
  }
}

extension RunTold {
  /// As backs that nobody can lift.
  fileprivate var veiled: RunTold {
    RunTold(collection: collection, drag: false, items: items.map { ItemTold(handle: $0.handle) })
  }

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
