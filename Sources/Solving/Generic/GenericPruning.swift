import Cards
import Patience
import Positions

/// Which moves of a position are worth trying, by the rule data alone.
struct GenericPruning {
  /// When a card of rank r is of no more use in the tableau. Heights are those of foundations; "others" are the two
  /// suits of the other colour, "twin" is the other suit of the same colour.
  ///
  /// The proof is the same for all. Let S be a line that wins and that leaves the card where it lies. Play S with the
  /// card on its foundation instead. What S puts on the card, a card of rank r − 1 and whatever lies on that,
  /// goes to the foundations in the new line as soon as S puts it there: each rule says that all of it can. What S
  /// takes from there later lies on a foundation then, from where S puts it on a foundation or, where cards come back,
  /// from where it can be played as well. A column is empty in the new line at least when it is in S.
  ///
  /// The proof takes two things for granted. No card goes from one foundation to another one: such a move would be safe
  /// and bring nothing home. A column takes any part of a run: where S moves a run, the new line moves what of it is
  /// not home yet.
  enum SafeRule {
    /// Nothing is safe, or nobody has proved it.
    case none
    /// Columns are built by suit: the card that could lie on it, of its own suit, is on the foundation already.
    case always
    /// Columns are built in alternate colours and only runs move. others ≥ r − 2 and twin ≥ r − 3: a card that could be
    /// put on it can go up at once, and before that what lies on it. Where no card comes back also: others ≥ r − 1.
    case alternate(comesBack: Bool)
    /// Columns are built in alternate colours, and a card moves with all that lies on it, in order or not. Where no
    /// card comes back: others ≥ r − 1, so that none can be put on it. Where cards come back also twin ≥ r − 2, so that
    /// none that comes back can be of use to a buried one.
    case alternateAnyOpen(comesBack: Bool)
    /// Columns are built whatever the suit: all other suits ≥ r − 2.
    case anySuit
  }

  let prunings: Prunings
  private let rules: CompiledRules
  let safeRule: SafeRule
  /// A card of the waste may be safe: turning the stock once more leads to each other card as before.
  private let wasteIsSafe: Bool
  private let firstFoundation: Int
  private let roles: [Zone.Role]

  init(_ rules: CompiledRules, _ prunings: Prunings) {
    self.rules = rules
    self.prunings = prunings
    let ruleset = rules.ruleset
    safeRule = ruleset.safeRule
    wasteIsSafe =
      ruleset.stock.map { $0.draw == 1 && $0.target == .waste && $0.passes == .unlimited } ?? false
      && ruleset.zone(.waste)?.from == Zone.Roles.none
    roles = rules.pileIDs.map { $0.role }
    firstFoundation = roles.firstIndex(of: .foundation) ?? 0
  }

  /// Writes the moves that are left, those to a foundation first, and answers how many.
  func keep(
    _ list: borrowing MoveList, at position: borrowing Position, into kept: UnsafeMutableBufferPointer<Move>
  ) -> Int {
    let home = heights(position)
    var count = 0
    var homeCount = 0
    for index in 0..<list.count {
      let move = list[index]
      if !move.isTurn {
        let (from, to) = (Int(move.from), Int(move.to))
        if prunings.contains(.safeCards), roles[to] == .foundation, move.count == 1,
          isSafe(position.top(of: from), home), roles[from] != .waste || wasteIsSafe
        {
          kept[0] = move
          return 1
        }
        if prunings.contains(.safeBack), roles[from] == .foundation, isSafe(position.top(of: from), home) {
          continue
        }
        if position.isEmpty(to) {
          if prunings.contains(.alikePiles), isBegunBefore(to, position) { continue }
          if prunings.contains(.wholePiles), Int(move.count) == position.length(of: from),
            rules.areAlike(from, to)
          {
            continue
          }
        }
        if roles[to] == .foundation {
          kept[count] = kept[homeCount]
          kept[homeCount] = move
          homeCount += 1
          count += 1
          continue
        }
      }
      kept[count] = move
      count += 1
    }
    return count
  }

  /// Whether a pile that is like this one and comes before it is empty, too.
  private func isBegunBefore(_ pile: Int, _ position: borrowing Position) -> Bool {
    var other = pile - 1
    while other >= 0, roles[other] == roles[pile] {
      if position.isEmpty(other), rules.areAlike(other, pile) { return true }
      other -= 1
    }
    return false
  }

  // MARK: - Safe cards

  /// By suit, how many cards its foundation has.
  private typealias Heights = SIMD4<UInt8>

  private func heights(_ position: borrowing Position) -> Heights {
    var heights = Heights()
    if case .none = safeRule { return heights }
    for pile in firstFoundation..<firstFoundation + 4 where !position.isEmpty(pile) {
      heights[Int(position.top(of: pile) >> 4)] = UInt8(position.length(of: pile))
    }
    return heights
  }

  private func isSafe(_ card: UInt8, _ home: Heights) -> Bool {
    let (rank, suit) = (Int(card & 15), Int(card >> 4))
    // Clubs and spades are 0 and 3, diamonds and hearts 1 and 2.
    let isRed = suit == 1 || suit == 2
    let others = isRed ? min(Int(home[0]), Int(home[3])) : min(Int(home[1]), Int(home[2]))
    let twin = Int(home[3 - suit])
    return switch safeRule {
    case .none: false
    case .always: true
    case .alternate(let comesBack):
      others >= rank - 2 && twin >= rank - 3 || !comesBack && others >= rank - 1
    case .alternateAnyOpen(let comesBack): others >= rank - 1 && (!comesBack || twin >= rank - 2)
    case .anySuit: others >= rank - 2 && twin >= rank - 2
    }
  }
}

extension Ruleset {
  /// When a card of this game is safe; none where the game has a rule that the proof does not speak of.
  fileprivate var safeRule: GenericPruning.SafeRule {
    guard win == .foundationsFull, match == nil, pack.packs == 1, pack.suits == .four, base == .rank(.ace),
      stock?.target != .tableau, stock?.needsFullTableau != true, automatic.foundation == .off,
      !automatic.runs, automatic.turnUp,
      zones.allSatisfy({ $0.fill.isEmpty && $0.reach.isEmpty && $0.places.isEmpty && $0.owner == .shared }),
      let home = zone(.foundation), home.count == 4, home.empty == .ace, home.put == .cards,
      home.putLimit == .count(1), home.capacity == .unlimited, home.emptyFrom == .any,
      home.take == .none || home.take == .top, !home.leads(to: home), let up = home.build, up.suit == .same,
      up.direction == .up,
      !up.wraps,
      up.closedBy == nil, let tableau = zone(.tableau), tableau.capacity == .unlimited,
      tableau.put == .cards, tableau.leads(to: home),
      // Whatever can be put on a card can go home from where it is: card by card, and straight.
      zones.allSatisfy({ zone in
        switch zone.role {
        case .tableau, .foundation: true
        case .stock: zone.take == .none && zone.from == .none
        case .waste, .cell, .reserve:
          (zone.take == .none || zone.take == .top && zone.leads(to: home)) && zone.build == nil
        }
      })
    else { return .none }
    let comesBack = home.take != .none
    guard let build = tableau.build else { return comesBack ? .none : .always }
    guard build.direction == .down, !build.wraps else { return .none }
    switch (build.suit, tableau.take) {
    case (.same, .top), (.same, .run), (.same, .runOfSuit), (.same, .face): return .always
    case (.alternateColour, .top), (.alternateColour, .run): return .alternate(comesBack: comesBack)
    case (.alternateColour, .face): return .alternateAnyOpen(comesBack: comesBack)
    case (.any, .top), (.any, .run): return .anySuit
    default: return .none
    }
  }
}
