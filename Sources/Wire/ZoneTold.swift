package import JSON

/// Piles of one kind, as they are drawn.
package struct ZoneTold: Equatable, Sendable {
  package var role: String
  package var count: Int
  /// The most cards that a pile is dealt.
  package var dealt = 0
  /// Cards of a pile are seen one below the other.
  package var isSpread = false
  /// Pile 0 is for clubs, 1 for diamonds, 2 for hearts, 3 for spades, and so on.
  package var hasSuits = false
  /// Takes complete runs only.
  package var takesRuns = false
  /// Empty piles close up: those behind move to the left.
  package var isRow = false
  /// What may begin an empty pile: "any", "king", "ace", "base" or "none".
  package var empty = "any"
  /// Where each pile lies, in halves of a card to the right and in rows, where piles cover each other.
  package var places: [[Int]] = []
}

// Here, so that there is an initialiser of all properties as well.
extension ZoneTold {
  package init(role: String, count: Int) {
    self.init(role: role, count: count, dealt: 0)
  }
}

extension [ZoneTold] {
  /// As the field "zones".
  package func write(into json: inout JSONWriter) {
    _ = json.field("zones", Objects<ZoneTold>(), self)
  }
}

extension ZoneTold: Coded {
  static func coded<C: Coder>(_ told: ZoneTold?, by c: inout C) throws(C.Failure) -> ZoneTold {
    ZoneTold(
      role: try c.field("role", Text(), told?.role), count: try c.field("count", Whole(), told?.count),
      dealt: try c.field("dealt", Whole(), told?.dealt, unless: 0),
      isSpread: try c.flag("spread", told?.isSpread),
      hasSuits: try c.flag("suits", told?.hasSuits), takesRuns: try c.flag("runs", told?.takesRuns),
      isRow: try c.flag("row", told?.isRow), empty: try c.field("empty", Text(), told?.empty, unless: "any"),
      places: try c.field("places", List(of: List(of: Whole(), 2...2), 0...255), told?.places, unless: []))
  }
}
