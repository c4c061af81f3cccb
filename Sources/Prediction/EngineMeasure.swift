import DragDrop
import Patience

/// Work for a stopwatch, which is held outside. Promise: the answer rests on every step, so that none
/// is left out.
package enum EngineMeasure {
  private static func game() -> BoardEngine<Table> {
    BoardEngine(table: Table(ruleset: .klondike1, deal: Deal(number: 7)))
  }

  package static func destinations(times: UInt32) -> UInt32 {
    let engine = game()
    var sum: UInt32 = 0
    for _ in 0..<times {
      for drop in engine.choices(for: 0).drops { sum = sum &* 31 &+ UInt32(drop.places.count) }
    }
    return sum
  }

  package static func possibilities(times: UInt32) -> UInt32 {
    let engine = game()
    var sum: UInt32 = 0
    for _ in 0..<times {
      for lift in engine.possibilities(for: 0) { sum = sum &* 31 &+ UInt32(lift.places.count) }
    }
    return sum
  }
}
