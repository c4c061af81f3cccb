import Patience

extension Explanation {
  mutating func score(_ ruleset: Ruleset, _ ways: Ways) {
    let scoring = ruleset.scoring
    if scoring.isNone { return say("score.none") }
    func points(_ value: some BinaryInteger) -> (String, Argument) { ("points", .number(Int(value))) }
    if scoring.start != 0 {
      // In its words the points are counted, as in a row of the table they are not.
      say("score.start", points(scoring.start), ("count", .number(Int(scoring.start))))
    }
    for move in scoring.moves where ruleset.happens(move, ways) {
      let from = ("from", Argument.word(move.from.key))
      if ruleset.match != nil, move.to == .foundation {
        say("score.away", from, points(move.points))
      } else {
        say("score.move", from, ("to", .word(move.to.key)), points(move.points))
      }
    }
    let standing = scoring.standing
    for (key, worth) in [
      ("turnUp", scoring.turnUp), ("run", scoring.run), ("foundationCard", standing.foundationCard),
      ("foundationSuit", standing.foundationSuit), ("tableauCard", standing.tableauCard),
      ("stockCard", standing.stockCard), ("joint", standing.joint), ("faceDown", standing.faceDown),
      ("tableauSuit", standing.tableauSuit), ("step", standing.step),
    ] where worth != 0 { say("score.\(key)", points(worth)) }
    if let streak = scoring.streak {
      say("score.streak", points(streak.step))
      say("score.streak.turn", points(streak.turn))
      let peaks = ("points", Argument.numbers(streak.peaks.map { Int($0) }))
      if streak.peaks.count == 3 {
        say("score.peaks", peaks)
      } else if !streak.peaks.isEmpty {
        say("score.peaks.each", peaks)
      }
    }
    if let penalty = scoring.passPenalty {
      say("score.pass", ("count", .number(Int(penalty.after))), points(penalty.points))
    }
    if let penalty = scoring.timePenalty {
      say("score.time", ("count", .number(Int(penalty.everySeconds))), points(penalty.points))
    }
    if let bonus = scoring.timeBonus {
      say("score.bonus", points(bonus.dividend), ("count", .number(Int(bonus.secondsMin))))
    }
    if let floor = scoring.floor { say("score.floor", points(floor)) }
    if scoring.carriesOver { say("score.carry") }
    if scoring.isLowBetter { say("score.low") }
  }
}

extension Ruleset {
  /// Whether cards ever go that way: by hand, in pairs, by turning the stock, or by themselves.
  fileprivate func happens(_ move: Scoring.Move, _ ways: Explanation.Ways) -> Bool {
    if let match, move.to == .foundation, match.among.contains(Zone.Roles(move.from)) { return true }
    // A complete run has points of its own.
    if zone(move.to)?.put == .completeRun { return false }
    let fills = zones.contains { $0.role == move.to && $0.fill.contains(move.from) }
    if fills || ways.contains(Way(from: move.from, to: move.to)) { return true }
    switch (move.from, move.to) {
    case (.stock, .waste), (.waste, .stock): return stock?.target == .waste
    case (.stock, .tableau): return stock?.target == .tableau
    default: return false
    }
  }
}
