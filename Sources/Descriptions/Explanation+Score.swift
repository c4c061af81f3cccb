import Patience

extension Explanation {
  mutating func score(_ scoring: Scoring) {
    if scoring.isNone { return say("score.none") }
    func points(_ value: some BinaryInteger) -> (String, Argument) { ("points", .number(Int(value))) }
    if scoring.start != 0 { say("score.start", points(scoring.start)) }
    for move in scoring.moves {
      say(
        "score.move", ("from", .word("zone.\(move.from.word)")), ("to", .word("zone.\(move.to.word)")),
        points(move.points))
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
