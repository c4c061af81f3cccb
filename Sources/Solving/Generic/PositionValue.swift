import Patience
import Positions

/// How far a position seems to be from its goal; the lower the better. Nothing but the order of a search depends on it.
struct PositionValue {
  /// The highest there is.
  static let most = 2047
  /// How far a game has come is told in so many stages.
  static let stageCount = 32

  private let rules: CompiledRules
  private let roles: [Zone.Role]
  private let goal: Ruleset.Win
  /// Runs are built in the tableau, so that a card over a lower one of its suit is in nobody's way.
  private let countsRuns: Bool
  private let weights: PositionWeights

  /// - Parameter round: of two, which have weights of their own.
  init(_ rules: CompiledRules, round: Int) {
    self.rules = rules
    roles = rules.pileIDs.map { $0.role }
    goal = rules.ruleset.win
    countsRuns = if case .runs = goal { true } else { rules.ruleset.zone(.foundation)?.put == .completeRun }
    weights = (countsRuns ? PositionWeights.forRuns : PositionWeights.plain)[round]
  }

  /// Cards that have left the stock, and those that are home.
  func stage(of position: borrowing Position) -> Int {
    var (stock, home) = (0, 0)
    for (pile, role) in roles.enumerated() {
      if role == .stock { stock += position.length(of: pile) }
      if role == .foundation { home += position.length(of: pile) }
    }
    let all = position.cardCount
    return (all - stock + home) * (Self.stageCount - 1) / (2 * all)
  }

  func of(_ position: borrowing Position) -> Int {
    var value = 300
    var emptyColumns = 0
    for (pile, role) in roles.enumerated() {
      let length = position.length(of: pile)
      switch role {
      case .foundation: break
      case .stock: value += weights.stock * length
      case .waste: value += weights.waste * length
      case .cell: value += weights.cell * length
      case .reserve: value += weights.reserve * length
      case .tableau:
        if length == 0 {
          emptyColumns += 1
        } else {
          value += countsRuns ? runs(pile, length, position) : column(pile, length, position)
        }
      }
    }
    if goal == .onePile { value += 20 * (roles.count - emptyColumns) }
    return min(max(value - weights.empty * emptyColumns, 0), Self.most)
  }

  /// What a column weighs where runs are built in the tableau.
  private func runs(_ pile: Int, _ length: Int, _ position: borrowing Position) -> Int {
    let down = position.downCount(of: pile)
    var value = weights.down * down
    for place in down..<length {
      let card = position.code(at: place, of: pile)
      if place == 0 {
        if card & 15 != 13 { value += weights.base }
        continue
      }
      let below = position.code(at: place - 1, of: pile)
      if below == card &+ 1 { continue }
      value += below & 15 == card & 15 + 1 ? weights.otherSuit : weights.wrong
    }
    return value
  }

  /// What a column of the tableau weighs otherwise.
  private func column(_ pile: Int, _ length: Int, _ position: borrowing Position) -> Int {
    var value = weights.card * length + weights.down * position.downCount(of: pile)
    var lowest = SIMD4<UInt8>(repeating: 15)
    for place in 0..<length {
      let card = position.code(at: place, of: pile)
      let (rank, suit) = (card & 15, Int(card >> 4))
      if lowest[suit] < rank { value += weights.inversion }
      lowest[suit] = min(lowest[suit], rank)
      if place > 0 {
        let below = position.code(at: place - 1, of: pile)
        if !rules.lies(card, on: below, inZoneOf: pile) {
          value += weights.wrong
        } else if below ^ card < 16 {
          value -= weights.sameSuit
        }
      }
    }
    return value
  }
}
