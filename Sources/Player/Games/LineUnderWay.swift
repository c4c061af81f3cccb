import Patience
import Solving
import Strategies

/// A winning line that is played at a table where others may move as well. Promise: a move of it is handed out only
/// where the line expects it.
struct LineUnderWay: Sendable {
  /// Where the first of what is left is done.
  private var table: Table
  private var stopsAutoMoves: Bool
  private var steps: ArraySlice<TableLine.Step>

  /// - Parameter table: where the line begins.
  init(_ line: TableLine, at table: Table) {
    (self.table, stopsAutoMoves, steps) = (table, line.needsAutoOff, line.steps[...])
  }

  /// The first of what is left, at the same table again where a server refused it.
  ///
  /// - Returns: nil where the table is not as the line expects it, since somebody else moved or took a move back.
  mutating func next(at table: Table) -> Decision? {
    if isAt(table) { return first }
    advance()
    return isAt(table) ? first : nil
  }

  private func isAt(_ table: Table) -> Bool {
    self.table.isPosition(of: table) && self.table.options.autoMoves == table.options.autoMoves
  }

  private var first: Decision? {
    if stopsAutoMoves { return .stopAutoMoves }
    switch steps.first {
    case .move(let card, let pile)?: return .drop(handle: card, on: pile)
    case .turnStock?: return .turnStock
    case nil: return nil
    }
  }

  /// As the table is when the first was done, with what moves by itself then.
  private mutating func advance() {
    if stopsAutoMoves {
      stopsAutoMoves = false
      table.options.autoMoves = .off
    } else if let step = steps.popFirst() {
      _ = table.play(step)
    }
  }
}
