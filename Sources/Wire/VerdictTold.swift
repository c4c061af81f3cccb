/// The answer to whether what lies on a table can be won, by somebody who sees all cards.
package struct VerdictTold: Equatable, Sendable {
  package enum Answer: String, Sendable, CaseIterable {
    case winnable, impossible, unknown
  }

  /// Why nothing is known.
  package enum Shortage: String, Sendable, CaseIterable {
    /// The search would take longer than the server searches for a table.
    case hard
    /// Too many questions wait.
    case busy
  }

  package var answer: Answer
  /// Of an answer that is unknown.
  package var shortage: Shortage?
  /// How many steps the line has that wins; nil where none is known.
  package var moves: Int?
  /// The first of them; nil at a table that is won.
  package var next: StepTold?
  /// Cards may not go up by themselves while the line is played.
  package var needsAutoOff = false
  /// All of the line; nil where it was not asked for.
  package var line: [StepTold]?
  /// Of what was played, the last place where the game could be won, as far as is known.
  package var won: PlaceInGame?
  /// The first place where it could not.
  package var lost: PlaceInGame?

  package init(_ answer: Answer, shortage: Shortage? = nil) {
    self.answer = answer
    self.shortage = shortage
  }
}

/// A step of a line that wins: a card, with all that lies on it, goes to a place. Where no card is named the place is a
/// stock, and it is turned.
package struct StepTold: Hashable, Sendable {
  package var item: Int?
  package var place: String

  package init(item: Int? = nil, place: String) {
    self.item = item
    self.place = place
  }
}

/// A place in the line of play that led to what lies on the table.
package struct PlaceInGame: Equatable, Sendable {
  /// Which can be gone to.
  package var ply: Int
  /// How many steps were made until there from the deal, or from the last start of it.
  package var moves: Int

  package init(ply: Int, moves: Int) {
    self.ply = ply
    self.moves = moves
  }
}

extension VerdictTold: Coded {
  static func coded<C: Coder>(_ told: Self?, by c: inout C) throws(C.Failure) -> Self {
    var verdict = VerdictTold(try c.field("is", Choice { _ in "unknown \"is\" of a verdict" }, told?.answer))
    verdict.shortage = try c.optional("why", Choice { _ in "unknown \"why\" of a verdict" }, told?.shortage)
    verdict.moves = try c.optional("moves", Whole(), told?.moves)
    verdict.next = try c.optional("next", RowField(StepRow()), told?.next)
    verdict.needsAutoOff = try c.flag("autoOff", told?.needsAutoOff)
    verdict.line = try c.optional("line", StepTold.list, told?.line)
    verdict.won = try c.optional("won", RowField(PlaceRow()), told?.won)
    verdict.lost = try c.optional("lost", RowField(PlaceRow()), told?.lost)
    return verdict
  }
}

extension StepTold {
  static let list = List(of: StepRow(), 0...WireLimits.lineStepsMax)
}

/// `[item, place]`, or `[place]` for a stock that is turned.
struct StepRow: Row {
  typealias Value = StepTold

  func coded<C: RowCoder>(_ step: StepTold?, by c: inout C) throws(C.Failure) -> StepTold {
    StepTold(
      item: try c.optional(Whole(.handles), ifNext: .number, step?.item),
      place: try c.element(Text(), step?.place))
  }
}

/// `[ply, moves]`
private struct PlaceRow: Row {
  typealias Value = PlaceInGame

  func coded<C: RowCoder>(_ place: PlaceInGame?, by c: inout C) throws(C.Failure) -> PlaceInGame {
    PlaceInGame(ply: try c.element(Whole(.plies), place?.ply), moves: try c.element(Whole(), place?.moves))
  }
}
