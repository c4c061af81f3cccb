import Cards
import Patience
import Positions

/// The rules of FreeCell and its relatives, as far as they differ: all cards lie open in columns and cells, and go to
/// four foundations that are built up by suit.
struct CellsRules: Hashable {
  enum Build { case alternate, sameSuit }
  enum Empty { case any, king, none }

  static let columnsMax = 12
  static let cellsMax = 8

  let build: Build
  /// Which cards begin an empty column.
  let empty: Empty
  let columnCount: Int
  let cellCount: Int
  /// Each suit has its foundation, in the order of suits.
  let foundationsAreOfSuits: Bool
  /// How many cards go at once: one; as many as cells and columns help with; or any number.
  let lift: Lift

  enum Lift { case one, supermove, any }

  /// - Returns: nil for a game that has any rule besides these.
  init?(_ ruleset: Ruleset) {
    guard ruleset.pack.packs == 1, ruleset.pack.suits == .four, ruleset.base == .rank(.ace),
      ruleset.seats.min <= 1,
      ruleset.stock == nil, ruleset.match == nil, ruleset.win == .foundationsFull, !ruleset.automatic.runs,
      ruleset.automatic.foundation == .off,
      ruleset.zones.allSatisfy({ [.foundation, .tableau, .cell].contains($0.role) && $0.isPlain }),
      let home = ruleset.zone(.foundation), home.count == 4, home.take == .none, home.put == .cards,
      home.empty == .ace, home.build?.isUpBySuit == true, home.putLimit == .count(1),
      home.capacity == .unlimited,
      home.emptyFrom == .any,
      let tableau = ruleset.zone(.tableau), let build = tableau.build, build.direction == .down, !build.wraps,
      build.closedBy == nil, build.start == .any, tableau.put == .cards, tableau.putLimit == .unlimited,
      tableau.capacity == .unlimited, tableau.emptyFrom == .any, tableau.leads(to: home),
      tableau.leads(to: tableau),
      Int(tableau.count) <= Self.columnsMax
    else { return nil }
    switch build.suit {
    case .alternateColour: self.build = .alternate
    case .same: self.build = .sameSuit
    default: return nil
    }
    switch tableau.empty {
    case .any: empty = .any
    case .king: empty = .king
    case .none: empty = .none
    case .ace, .base: return nil
    }
    // Runs of a suit are all runs only where they are built so.
    let takesRuns = tableau.take == .run || tableau.take == .runOfSuit && build.suit == .same
    switch tableau.takeLimit {
    case _ where tableau.take == .top: lift = .one
    case .supermove where takesRuns: lift = .supermove
    case .unlimited where takesRuns: lift = .any
    default: return nil
    }
    columnCount = Int(tableau.count)
    foundationsAreOfSuits = home.build?.start == .bySuit
    if let cell = ruleset.zone(.cell) {
      guard cell.capacity == .count(1), cell.take == .top, cell.empty == .any, cell.build == nil,
        cell.put == .cards,
        cell.leads(to: home),
        cell.leads(to: tableau), tableau.leads(to: cell), cell.emptyFrom.contains(.tableau),
        Int(cell.count) <= Self.cellsMax
      else { return nil }
      cellCount = Int(cell.count)
    } else {
      cellCount = 0
    }
  }

  /// Whether all cards of a position lie open, as the kernel takes for granted.
  func hasPlace(for position: borrowing Position, _ compiled: CompiledRules) -> Bool {
    (0..<compiled.pileIDs.count).allSatisfy { position.downCount(of: $0) == 0 }
  }

  /// How many cards go on another column at once, and how many to an empty one.
  @inline(__always)
  func most(freeCells: Int, emptyColumns: Int) -> (onCards: Int, onEmpty: Int) {
    switch lift {
    case .one: (1, 1)
    case .any: (13, 13)
    case .supermove where empty != .any: (freeCells &+ 1, freeCells &+ 1)
    case .supermove:
      (
        (freeCells &+ 1) &<< min(emptyColumns, 8),
        max(1, (freeCells &+ 1) &<< min(max(emptyColumns &- 1, 0), 8))
      )
    }
  }
}

extension Zone {
  /// Nothing happens in it by itself, and each of its piles is like any other.
  fileprivate var isPlain: Bool { fill.isEmpty && reach.isEmpty && places.isEmpty && owner == .shared }
}

extension Zone.Build {
  fileprivate var isUpBySuit: Bool { suit == .same && direction == .up && !wraps && closedBy == nil }
}
