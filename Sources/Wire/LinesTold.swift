/// The lines of play of a game as a tree of steps: which was done after which, also those that were taken back and left
/// for others.
package struct LinesTold: Equatable, Sendable {
  /// One step, by its number within the game.
  package struct Ply: Equatable, Sendable {
    package var number: Int
    /// The step that it was done after, or `from`; a smaller number.
    package var parent: Int
    /// Its word, as in a command.
    package var operation: String
    package var item: Int?
    package var place: String?

    package init(
      _ number: Int, after parent: Int, _ operation: String, item: Int? = nil, place: String? = nil
    ) {
      self.number = number
      self.parent = parent
      self.operation = operation
      self.item = item
      self.place = place
    }
  }

  /// What the oldest steps were done after; 0 is the deal.
  package var from: Int
  /// What lies on the table.
  package var at: Int
  /// By their numbers.
  package var plies: [Ply]
  /// Others follow behind these.
  package var hasMore = false

  package init(from: Int, at: Int, plies: [Ply]) {
    self.from = from
    self.at = at
    self.plies = plies
  }

  /// At most so many of the plies that are numbered higher than `ply`.
  package func page(after ply: Int, countMax: Int) -> LinesTold {
    let rest = plies.drop { $0.number <= ply }
    var page = LinesTold(from: from, at: at, plies: Array(rest.prefix(countMax)))
    page.hasMore = rest.count > countMax
    return page
  }
}

extension LinesTold: Coded {
  static func coded<C: Coder>(_ told: LinesTold?, by c: inout C) throws(C.Failure) -> LinesTold {
    var lines = LinesTold(
      from: try c.field("from", Whole(), told?.from), at: try c.field("at", Whole(), told?.at),
      plies: try c.field("plies", List(of: PlyRow(), 0...WireLimits.pliesToldMax), told?.plies))
    lines.hasMore = try c.flag("more", told?.hasMore)
    return lines
  }

  /// `[number, parent, operation, item, place]`; of the last two only those that it has.
  private struct PlyRow: Row {
    typealias Value = Ply

    func coded<C: RowCoder>(_ ply: Ply?, by c: inout C) throws(C.Failure) -> Ply {
      Ply(
        try c.element(Whole(), ply?.number), after: try c.element(Whole(), ply?.parent),
        try c.element(Text(), ply?.operation), item: try c.optional(Whole(), ifNext: .number, ply?.item),
        place: try c.optional(Text(), ply?.place))
    }
  }
}
