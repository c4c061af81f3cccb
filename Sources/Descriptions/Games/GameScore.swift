import JSON
import Patience

// What a game is worth, read and written. The names of its fields are those of the sentences about it.

extension DescriptionReader {
  private static let points = -GameDescription.Limits.pointsMax...GameDescription.Limits.pointsMax

  static let scoreFields =
    ["start", "floor", "moves"] + Scoring.worths.map { $0.name.description }
    + ["streak", "pass", "time", "bonus", "carry", "low"]
  static let scoreMoveFields = ["from", "to", "points"]
  static let streakFields = ["step", "turn", "peaks"]
  static let passFields = ["after", "points"]
  static let timeFields = ["every", "points"]
  static let bonusFields = ["points", "after"]

  mutating func readScore(into draft: inout GameDraft) throws(JSONError) {
    guard try nextKind() == .object else {
      let preset = try readWord(Self.presets, elsewise: "an object, between { and }")
      draft.score = preset.map { .preset($0) } ?? draft.score
      return
    }
    var scoring = Scoring()
    _ = try readObject("a score", fields: Self.scoreFields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "start": scoring.start = Int32(try reader.readPoints())
      case "floor": scoring.floor = Int32(try reader.readPoints())
      case "moves":
        try reader.readList("moves", max: 36) { reader throws(JSONError) in
          if let move = try reader.readScoreMove() { scoring.moves.append(move) }
        }
      case "streak": scoring.streak = try reader.readStreak()
      case "pass":
        let (after, points) = try reader.readTwo("a cost of passes", Self.passFields, 1...1000, Self.points)
        scoring.passPenalty = .init(after: UInt16(after), points: Int16(points))
      case "time":
        let (every, points) = try reader.readTwo("a cost of time", Self.timeFields, 1...3600, Self.points)
        scoring.timePenalty = .init(everySeconds: UInt16(every), points: Int16(points))
      case "bonus":
        let (points, after) = try reader.readTwo("a bonus", Self.bonusFields, 1...1_000_000, 0...3600)
        scoring.timeBonus = .init(dividend: UInt32(points), secondsMin: UInt16(after))
      case "carry": scoring.carriesOver = try reader.readBool() ?? false
      case "low": scoring.isLowBetter = try reader.readBool() ?? false
      default:
        guard let worth = Scoring.worths.first(where: { $0.name.description == field }) else { return }
        scoring[keyPath: worth.path] = Int16(try reader.readPoints())
      }
    }
    draft.score = .own(scoring)
  }

  private mutating func readPoints() throws(JSONError) -> Int { try readInt(Self.points)?.value ?? 0 }

  private mutating func readScoreMove() throws(JSONError) -> Scoring.Move? {
    var roles: [Zone.Role] = []
    var points = 0
    let fields = Self.scoreMoveFields
    _ = try readObject("a move", fields: fields, needing: fields) { reader, field throws(JSONError) in
      if field == "points" {
        points = try reader.readPoints()
      } else if let role = try reader.readChoice(Self.roleWords) {
        roles.insert(role.value, at: field == "from" ? 0 : roles.count)
      }
    }
    return roles.count == 2 ? Scoring.Move(roles[0], roles[1], Int16(points)) : nil
  }

  private mutating func readStreak() throws(JSONError) -> Scoring.Streak {
    var streak = Scoring.Streak(step: 0, turn: 0)
    _ = try readObject("a streak", fields: Self.streakFields, needing: ["step"]) {
      reader, field throws(JSONError) in
      switch field {
      case "step": streak.step = Int16(try reader.readPoints())
      case "turn": streak.turn = Int16(try reader.readPoints())
      default:
        try reader.readOneOrMore("numbers", max: 16, elsewise: "Leave it out.") { reader throws(JSONError) in
          streak.peaks.append(Int16(try reader.readPoints()))
        }
      }
    }
    return streak
  }

  /// Two numbers, both of which are needed.
  private mutating func readTwo(
    _ what: String, _ fields: [String], _ first: ClosedRange<Int>, _ second: ClosedRange<Int>
  ) throws(JSONError) -> (Int, Int) {
    var numbers = (first.lowerBound, max(0, second.lowerBound))
    _ = try readObject(what, fields: fields, needing: fields) { reader, field throws(JSONError) in
      if field == fields[0] {
        numbers.0 = try reader.readInt(first)?.value ?? numbers.0
      } else {
        numbers.1 = try reader.readInt(second)?.value ?? numbers.1
      }
    }
    return numbers
  }
}

extension Scoring {
  /// Points for one thing each.
  fileprivate static var worths: [(name: StaticString, path: WritableKeyPath<Scoring, Int16>)] {
    [
      ("turnUp", \.turnUp), ("run", \.run), ("foundationCard", \.standing.foundationCard),
      ("foundationSuit", \.standing.foundationSuit), ("tableauCard", \.standing.tableauCard),
      ("stockCard", \.standing.stockCard), ("joint", \.standing.joint), ("faceDown", \.standing.faceDown),
      ("tableauSuit", \.standing.tableauSuit), ("step", \.standing.step),
    ]
  }

  /// - Parameter draw: cards turned at once.
  func write(to json: inout JSONWriter, draw: UInt8) {
    if let preset = ScorePreset.allCases.first(where: { $0.scoring(draw: draw) == self }) {
      if preset != .none { json.field("score", preset.rawValue) }
      return
    }
    json.key("score")
    json.beginObject()
    if start != 0 { json.field("start", Int(start)) }
    if let floor { json.field("floor", Int(floor)) }
    if !moves.isEmpty { write(moves, to: &json) }
    for (name, path) in Self.worths where self[keyPath: path] != 0 {
      json.field(name, Int(self[keyPath: path]))
    }
    if let streak { write(streak, to: &json) }
    if let cost = passPenalty { json.two("pass", ("after", Int(cost.after)), ("points", Int(cost.points))) }
    if let cost = timePenalty {
      json.two("time", ("every", Int(cost.everySeconds)), ("points", Int(cost.points)))
    }
    if let bonus = timeBonus {
      json.two("bonus", ("points", Int(bonus.dividend)), ("after", Int(bonus.secondsMin)))
    }
    if carriesOver { json.field("carry", true) }
    if isLowBetter { json.field("low", true) }
    json.endObject()
  }

  private func write(_ moves: [Move], to json: inout JSONWriter) {
    json.key("moves")
    json.beginArray()
    for move in moves {
      json.beginObject()
      json.field("from", move.from.word)
      json.field("to", move.to.word)
      json.field("points", Int(move.points))
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ streak: Streak, to json: inout JSONWriter) {
    json.key("streak")
    json.beginObject()
    json.field("step", Int(streak.step))
    if streak.turn != 0 { json.field("turn", Int(streak.turn)) }
    if !streak.peaks.isEmpty {
      json.key("peaks")
      json.write(streak.peaks) { json, points in json.value(Int(points)) }
    }
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func two(
    _ name: StaticString, _ first: (StaticString, Int), _ second: (StaticString, Int)
  ) {
    key(name)
    beginObject()
    field(first.0, first.1)
    field(second.0, second.1)
    endObject()
  }
}
