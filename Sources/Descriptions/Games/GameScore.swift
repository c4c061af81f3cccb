import Patience

// What a game is worth. The names of its fields are those of the sentences about it.

extension DescriptionForm where Value == GameDraft.Score {
  static var score: Self {
    let preset = DescriptionForm<ScorePreset>.word(GameWords.presets, elsewise: "an object, between { and }")
    return Self { c in
      c.nextKind() == .object
        ? DescriptionForm<Scoring>.scoring.read(&c).map { .own($0) } : preset.read(&c).map { .preset($0) }
    } write: { c, score in
      switch score {
      case .preset(let known): preset.write(&c, known)
      case .own(let scoring): DescriptionForm<Scoring>.scoring.write(&c, scoring)
      }
    }
  }
}

extension DescriptionForm where Value: FixedWidthInteger {
  fileprivate static var points: Self {
    .number(-GameDescription.Limits.pointsMax...GameDescription.Limits.pointsMax)
  }
}

extension DescriptionForm where Value == Scoring {
  fileprivate static var scoring: Self {
    .object("a score", Scoring()) { scoring, c in
      c.field("start", &scoring.start, or: 0, .points)
      c.field("floor", &scoring.floor, .points)
      c.field("moves", &scoring.moves, or: [], .list("moves", max: 36, .move))
      c.field("turnUp", &scoring.turnUp, or: 0, .points)
      c.field("run", &scoring.run, or: 0, .points)
      c.field("foundationCard", &scoring.standing.foundationCard, or: 0, .points)
      c.field("foundationSuit", &scoring.standing.foundationSuit, or: 0, .points)
      c.field("tableauCard", &scoring.standing.tableauCard, or: 0, .points)
      c.field("stockCard", &scoring.standing.stockCard, or: 0, .points)
      c.field("joint", &scoring.standing.joint, or: 0, .points)
      c.field("faceDown", &scoring.standing.faceDown, or: 0, .points)
      c.field("tableauSuit", &scoring.standing.tableauSuit, or: 0, .points)
      c.field("step", &scoring.standing.step, or: 0, .points)
      c.field("streak", &scoring.streak, .streak)
      c.field("pass", &scoring.passPenalty, .passPenalty)
      c.field("time", &scoring.timePenalty, .timePenalty)
      c.field("bonus", &scoring.timeBonus, .timeBonus)
      c.field("carry", &scoring.carriesOver, or: false, .truth)
      c.field("low", &scoring.isLowBetter, or: false, .truth)
    }
  }
}

extension DescriptionForm where Value == Scoring.Move {
  fileprivate static var move: Self {
    .object("a move", Value(.stock, .stock, 0)) { move, c in
      c.field("from", &move.from, isNeeded: true, .choice(GameWords.roleWords))
      c.field("to", &move.to, isNeeded: true, .choice(GameWords.roleWords))
      c.field("points", &move.points, isNeeded: true, .points)
    }
  }
}

extension DescriptionForm where Value == Scoring.Streak {
  fileprivate static var streak: Self {
    .object("a streak", Value(step: 0, turn: 0)) { streak, c in
      c.field("step", &streak.step, isNeeded: true, .points)
      c.field("turn", &streak.turn, or: 0, .points)
      c.field(
        "peaks", &streak.peaks, or: [], .oneOrMore("numbers", max: 16, elsewise: "Leave it out.", .points))
    }
  }
}

extension DescriptionForm where Value == Scoring.PassPenalty {
  fileprivate static var passPenalty: Self {
    .object("a cost of passes", Value(after: 1, points: 0)) { cost, c in
      c.field("after", &cost.after, isNeeded: true, .number(1...1000))
      c.field("points", &cost.points, isNeeded: true, .points)
    }
  }
}

extension DescriptionForm where Value == Scoring.TimePenalty {
  fileprivate static var timePenalty: Self {
    .object("a cost of time", Value(everySeconds: 1, points: 0)) { cost, c in
      c.field("every", &cost.everySeconds, isNeeded: true, .number(1...3600))
      c.field("points", &cost.points, isNeeded: true, .points)
    }
  }
}

extension DescriptionForm where Value == Scoring.TimeBonus {
  fileprivate static var timeBonus: Self {
    .object("a bonus", Value(dividend: 1, secondsMin: 0)) { bonus, c in
      c.field("points", &bonus.dividend, isNeeded: true, .number(1...1_000_000))
      c.field("after", &bonus.secondsMin, isNeeded: true, .number(0...3600))
    }
  }
}
