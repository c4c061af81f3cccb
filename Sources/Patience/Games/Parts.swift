import Cards

/// What many games have in common.
extension Zone {
  /// Foundations built up by suit from the ace, one card at a time, each bound to its suit.
  ///
  /// - Parameter back: cards may be taken back to the tableau.
  static func foundations(_ count: UInt8, from: Roles, back: Bool = false) -> Zone {
    Zone(
      .foundation, count: count, build: Build(.same, .up, start: .bySuit), putLimit: .count(1),
      take: back ? .top : .none, empty: .ace, from: from, to: .tableau)
  }

  /// Foundations that take nothing but complete runs of a suit.
  static func runs(_ count: UInt8) -> Zone {
    Zone(.foundation, count: count, put: .completeRun, empty: .any, from: .tableau)
  }

  /// Cells that hold a card each.
  static func cells(_ count: UInt8, up: [UInt8] = [], to: Roles = [.foundation, .tableau, .cell]) -> Zone {
    Zone(
      .cell, count: count, up: up, take: .top, empty: .any, from: [.tableau, .cell], to: to,
      capacity: .count(1))
  }
}

extension Scoring {
  /// What further passes cost where one card is turned at once, and where there are three.
  static let firstPassFree = PassPenalty(after: 1, points: -100)
  static let fourPassesFree = PassPenalty(after: 4, points: -20)

  /// The table of the Windows program.
  static func windows(_ passPenalty: PassPenalty) -> Scoring {
    var scoring = Scoring()
    scoring.moves = [
      Move(.waste, .tableau, 5), Move(.waste, .foundation, 10), Move(.tableau, .foundation, 10),
      Move(.foundation, .tableau, -15),
    ]
    scoring.turnUp = 5
    scoring.floor = 0
    scoring.passPenalty = passPenalty
    scoring.timePenalty = TimePenalty(everySeconds: 10, points: -2)
    scoring.timeBonus = TimeBonus(dividend: 700_000, secondsMin: 30)
    return scoring
  }

  /// The pack is bought for 52, and each card on a foundation pays 5.
  static var vegas: Scoring {
    var scoring = Scoring()
    scoring.start = -52
    scoring.standing.foundationCard = 5
    return scoring
  }

  /// 500, a point for each move, taking back included, and 100 for each complete run.
  static var spider: Scoring {
    var scoring = Scoring()
    scoring.start = 500
    scoring.standing.step = -1
    scoring.run = 100
    return scoring
  }
}
