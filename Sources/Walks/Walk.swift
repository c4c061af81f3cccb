import Cards
import DragDrop
package import Patience

/// A game of two who try everything at random, broken calls among it. Promise: the same digest for
/// the same ruleset, seed and number of steps on every machine: it is how one build of the rules is
/// compared with another.
package struct Walk {
  private static let undoMax: Int = 32
  private static let gameSteps: UInt32 = 600
  private static let wholeLookEvery: UInt32 = 16

  private let ruleset: Ruleset
  private var dice: SplitMix64
  private var engine: BoardEngine<Table>
  private var revision: UInt32 = 0
  private var seconds: UInt32 = 0
  private var digest = Digest()

  package init(ruleset: Ruleset, seed: UInt32) {
    self.ruleset = ruleset
    dice = SplitMix64(seed: UInt64(seed))
    engine = Self.game(of: ruleset, using: &dice)
  }

  package static func digest(ruleset: Ruleset, seed: UInt32, steps: UInt32) -> UInt32 {
    var walk = Walk(ruleset: ruleset, seed: seed)
    for number in 0..<steps { walk.step(number) }
    return walk.digest.value
  }

  /// The same for a game of the catalogue; 0 if it has none of this number.
  package static func digest(game: UInt8, seed: UInt32, steps: UInt32) -> UInt32 {
    guard Int(game) < Catalogue.rulesets.count else { return 0 }
    return digest(ruleset: Catalogue.rulesets[Int(game)], seed: seed, steps: steps)
  }

  private static func game(of ruleset: Ruleset, using dice: inout SplitMix64) -> BoardEngine<Table> {
    let deal = Deal(number: dice.next(), of: ruleset)
    let options = TableOptions(autoMoves: dice.below(2) == 0 ? .safe : .off, timed: dice.below(2) == 0)
    let table = Table(ruleset: ruleset, deal: deal, options: options)
    return BoardEngine(board: Board(ruleset), model: table, undoMax: undoMax)
  }

  // MARK: one step

  private mutating func step(_ number: UInt32) {
    if number % Self.gameSteps == Self.gameSteps - 1 {
      engine = Self.game(of: ruleset, using: &dice)
      seconds = 0
    }
    let player = PlayerID(rawValue: dice.below(2))
    let answer: UInt8
    do throws(Refusal) {
      try act(by: player)
      answer = 0
    } catch {
      answer = error.rawValue
    }
    digest.add(answer)
    look(whole: number % Self.wholeLookEvery == 0)
  }

  private mutating func act(by player: PlayerID) throws(Refusal) {
    switch dice.below(24) {
    case 0..<8: try dragSomethingThatFits(by: player)
    case 8..<12: try engine.turnStock(player: player)
    case 12..<14:
      let session = try engine.lift(anyHandle(), player: player)
      digest.add(UInt32(session.draggedItemIDs.count))
    case 14: try engine.drop(anySession(), player: player, on: anyPile())
    case 15: digest.add(engine.whyNotDrop(anySession(), on: anyPile())?.rawValue ?? 0)
    case 16: engine.cancelSessions(of: player)
    case 17: digest.add(try engine.sendToFoundation(anyHandle(), player: player).index)
    case 18: try sendWhatFits(by: player)
    case 19: try engine.finish(player: player)
    case 20: try engine.takeBack()
    case 21: try engine.playAgain()
    case 22:
      seconds &+= dice.below(20)
      engine.elapse(to: seconds)
    default:
      let safe = dice.below(2) == 0
      engine.edit { table in
        table.options.autoMoves = safe ? .safe : .off
        return true
      }
    }
  }

  private mutating func dragSomethingThatFits(by player: PlayerID) throws(Refusal) {
    let drops = engine.choices(for: player).drops.filter { !$0.places.isEmpty }
    guard !drops.isEmpty else { return }
    let drop = drops[Int(dice.below(UInt32(drops.count)))]
    let place = drop.places[Int(dice.below(UInt32(drop.places.count)))]
    let session = try engine.lift(drop.handle, player: player)
    try engine.drop(session.id, player: player, on: place.pile)
  }

  private mutating func sendWhatFits(by player: PlayerID) throws(Refusal) {
    for send in engine.choices(for: player).sends {
      digest.add(try engine.sendToFoundation(send.handle, player: player).index)
    }
  }

  // MARK: what may not be there

  private mutating func anyHandle() -> UInt16 {
    UInt16(truncatingIfNeeded: dice.below(UInt32(ruleset.cardCount()) + 4))
  }

  private mutating func anyPile() -> PileID {
    let piles = engine.model.pileIDs
    let index = Int(dice.below(UInt32(piles.count) + 2))
    return index < piles.count ? piles[index] : PileID(.reserve, 200)
  }

  private mutating func anySession() -> DragSessionID {
    let index = Int(dice.below(3))
    return index < engine.sessions.count
      ? engine.sessions[index].id : DragSessionID(rawValue: dice.below(1000))
  }

  // MARK: what is seen

  private mutating func look(whole: Bool) {
    digest.add(engine.revision)
    digest.add(UInt32(engine.undoDepth))
    digest.add(UInt32(engine.redoDepth))
    for session in engine.sessions {
      digest.add(session.id.rawValue)
      for handle in session.draggedItemIDs { digest.add(handle) }
    }
    digest.add(UInt32(engine.drainEvents().count))
    if engine.revision != revision { digest.add(engine.model.sight.bytes) }
    revision = engine.revision
    if whole { lookAtChoices() }
  }

  private mutating func lookAtChoices() {
    for player: PlayerID in [0, 1] {
      let choices = engine.choices(for: player)
      for drop in choices.drops {
        digest.add(drop.handle)
        for place in drop.places {
          digest.add(place.pile.role.rawValue)
          digest.add(place.pile.index)
          digest.add(UInt8(place.reveals ? 1 : 0))
        }
      }
      for send in choices.sends { digest.add(send.handle) }
      digest.add(UInt8((choices.canTapStock ? 1 : 0) | (choices.canFinish ? 2 : 0)))
    }
  }
}

extension SplitMix64 {
  /// 0..<bound, near enough evenly.
  mutating func below(_ bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }
}
