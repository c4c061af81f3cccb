import Cards
import DragDrop

@testable import Patience

/// One thing that a player may do, chosen from what they see.
enum Step: Sendable {
  case drop(UInt16, PileID)
  case send(UInt16)
  case turn
  case takeBack
  case playAgain

  /// `nil` if nothing is left to do.
  static func random(
    for engine: BoardEngine<Table>, using dice: inout some RandomNumberGenerator
  ) -> Step? {
    let choices = engine.choices(for: 1)
    if engine.model.status == .won { return nil }
    var steps: [Step] = choices.canTapStock ? [.turn, .turn] : []
    steps += choices.drops.flatMap { drop in drop.places.map { .drop(drop.handle, $0.pile) } }
    steps += choices.sends.map { .send($0.handle) }
    if engine.canUndo { steps.append(.takeBack) }
    if engine.canRedo { steps.append(.playAgain) }
    return steps.randomElement(using: &dice)
  }

  /// Refusals are part of the game.
  func play(on engine: inout BoardEngine<Table>) {
    switch self {
    case .drop(let handle, let pile):
      guard let session = try? engine.lift(handle, player: 1) else { return }
      try? engine.drop(session.id, player: 1, on: pile)
    case .send(let handle): _ = try? engine.sendToFoundation(handle, player: 1)
    case .turn: try? engine.turnStock(player: 1)
    case .takeBack: try? engine.takeBack()
    case .playAgain: try? engine.playAgain()
    }
  }
}
