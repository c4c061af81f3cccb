package import Patience
package import Positions

/// A winning line as a player makes it at a table. Promise: it was played at that table by the rules of tables, with
/// what moves by itself there, and the table was won.
package struct TableLine: Hashable, Sendable {
  /// One step of a player.
  package enum Step: Hashable, Sendable {
    /// The card of this handle, with all that lies on it, goes to a pile.
    case move(UInt16, to: PileID)
    case turnStock
  }

  /// Cards may not go to the foundations by themselves, or this line cannot be played.
  package let needsAutoOff: Bool
  package let steps: [Step]

  package init(needsAutoOff: Bool = false, steps: [Step]) {
    self.needsAutoOff = needsAutoOff
    self.steps = steps
  }

  /// - Returns: nil where the table refuses a move, or is not won in the end.
  package init?(_ line: Line, at table: Table, of rules: CompiledRules) {
    guard let steps = table.steps(of: line, rules) else { return nil }
    if table.options.autoMoves == .off {
      self.init(steps: steps)
    } else if let shorter = table.stepsBesideAutoMoves(steps) {
      self.init(steps: shorter)
    } else {
      self.init(needsAutoOff: true, steps: steps)
    }
  }
}

extension Table {
  /// A line by handles, played where nothing goes to the foundations by itself.
  fileprivate func steps(of line: Line, _ rules: CompiledRules) -> [TableLine.Step]? {
    var (table, steps) = (self, [TableLine.Step]())
    table.options.autoMoves = .off
    for move in line.moves {
      guard let step = table.step(of: move, rules), table.play(step) else { return nil }
      steps.append(step)
    }
    return table.status == .won ? steps : nil
  }

  private func step(of move: Move, _ rules: CompiledRules) -> TableLine.Step? {
    if move.isTurn { return .turnStock }
    guard let lowest = cards(in: rules.pileIDs[Int(move.from)]).suffix(Int(move.count)).first else {
      return nil
    }
    return .move(lowest, to: rules.pileIDs[Int(move.to)])
  }

  /// Those of the steps that are left to the player where cards go to the foundations by themselves.
  ///
  /// - Returns: nil where such a card is in the way of the rest.
  fileprivate func stepsBesideAutoMoves(_ steps: [TableLine.Step]) -> [TableLine.Step]? {
    var (table, left) = (self, [TableLine.Step]())
    for step in steps where table.status != .won {
      if table.play(step) {
        left.append(step)
      } else if case .move(let card, let pile) = step, pile.role == .foundation, table.isUp(card) {
        // It went there by itself.
        continue
      } else {
        return nil
      }
    }
    return table.status == .won ? left : nil
  }

  private func isUp(_ card: UInt16) -> Bool {
    pileIDs.contains { $0.role == .foundation && cards(in: $0).contains(card) }
  }

  /// Makes a step of a line.
  ///
  /// - Returns: false where the rules refuse it; nothing has changed then.
  package mutating func play(_ step: TableLine.Step) -> Bool {
    var next = self
    do throws(Refusal) {
      switch step {
      case .move(let card, let pile): try next.move(next.stack(from: card), to: pile)
      case .turnStock: try next.turnStock()
      }
    } catch {
      return false
    }
    self = next
    return true
  }
}
