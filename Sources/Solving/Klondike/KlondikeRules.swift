import Cards
import Patience

/// The rules of Klondike and of what is described like it, as far as they differ.
struct KlondikeRules: Hashable {
  static let columnsMax = 7
  static let columnMax = 13
  static let stockMax = 24

  let columnCount: Int
  /// Cards turned at once; 0 where there is no stock.
  let draw: Int
  /// No card goes on one of this rank, counted from 0: so one lower is of no use in the tableau. nil: on any.
  let closedRank: Int?
  /// Cards may be taken back from the foundations.
  let comesBack: Bool

  /// - Returns: nil for a game that has any rule besides these.
  init?(_ ruleset: Ruleset) {
    guard ruleset.pack.packs == 1, ruleset.pack.suits == .four, ruleset.base == .rank(.ace),
      ruleset.seats.min <= 1,
      ruleset.match == nil, ruleset.win == .foundationsFull, !ruleset.automatic.runs,
      ruleset.automatic.turnUp,
      ruleset.automatic.foundation == .off,
      ruleset.zones.allSatisfy({
        [.stock, .waste, .foundation, .tableau].contains($0.role) && $0.fill.isEmpty && $0.reach.isEmpty
          && $0.places.isEmpty && $0.capacity == .unlimited && $0.owner == .shared
      }),
      let home = ruleset.zone(.foundation), home.count == 4, home.take == .none || home.take == .top,
      home.put == .cards, home.empty == .ace, let up = home.build, up.suit == .same, up.direction == .up,
      !up.wraps,
      up.closedBy == nil, home.putLimit == .count(1), home.emptyFrom == .any,
      let tableau = ruleset.zone(.tableau), let build = tableau.build, build.suit == .alternateColour,
      build.direction == .down, !build.wraps, build.start == .any, tableau.take == .run,
      tableau.takeLimit == .unlimited, tableau.put == .cards, tableau.putLimit == .unlimited,
      tableau.empty == .king,
      tableau.emptyFrom == .any, tableau.leads(to: home), tableau.leads(to: tableau),
      Int(tableau.count) <= Self.columnsMax
    else { return nil }
    columnCount = Int(tableau.count)
    closedRank = build.closedBy.map { Int($0.rawValue) - 1 }
    comesBack = home.take == .top && home.leads(to: tableau)
    guard let stock = ruleset.stock else {
      guard ruleset.zone(.stock) == nil, ruleset.zone(.waste) == nil else { return nil }
      draw = 0
      return
    }
    guard stock.target == .waste, stock.passes == .unlimited, stock.draw > 0,
      let waste = ruleset.zone(.waste),
      let pile = ruleset.zone(.stock), waste.count == 1, pile.count == 1, waste.take == .top,
      waste.from == .none,
      pile.take == .none, pile.from == .none, waste.leads(to: home), waste.leads(to: tableau)
    else { return nil }
    draw = Int(stock.draw)
  }
}
