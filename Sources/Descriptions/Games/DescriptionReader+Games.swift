import Cards
import JSON
import Patience

// MARK: - the parts of a game

extension DescriptionReader {
  private typealias Games = GameDescription.Limits

  static let gameFields = [
    "game", "title", "family", "packs", "suits", "base", "seats", "deal", "stock", "waste", "foundation",
    "tableau", "cell", "reserve", "pairs", "goal", "automatic", "score", "options",
  ]
  static let dealFields = ["order", "first", "numbers", "basesFirst"]
  static let pairsFields = ["sum", "among", "covered"]
  static let automaticFields = ["turnUp", "foundation", "runs"]
  static let goalFields = ["empty", "runs"]

  mutating func readGame(into draft: inout GameDraft) throws(JSONError) {
    try mark(&draft)
    _ = try readObject("a game", fields: Self.gameFields, needing: ["game", "title"]) {
      reader, field throws(JSONError) in
      draft.isEmpty = false
      try reader.mark(&draft)
      switch field {
      case "game": draft.id = try reader.readName()
      case "title":
        draft.title = try reader.readText(charactersMax: Games.titleMax, isNeeded: true)?.value ?? ""
      case "family":
        draft.family = try reader.readText(charactersMax: Games.familyMax, isNeeded: true)?.value
      case "packs": draft.pack.packs = UInt8(try reader.readInt(1...Games.packsMax)?.value ?? 1)
      case "suits": try reader.readSuits(into: &draft)
      case "base": draft.base = try reader.readRank(or: [("dealt", .dealt)]) ?? draft.base
      case "seats": try reader.readSeats(into: &draft)
      case "deal": try reader.readDeal(into: &draft)
      case "stock": try reader.readStock(into: &draft)
      case "pairs": try reader.readPairs(into: &draft)
      case "goal": try reader.readGoal(into: &draft)
      case "automatic": try reader.readAutomatic(into: &draft)
      case "score": try reader.readScore(into: &draft)
      case "options": try reader.readOptions(into: &draft)
      default:
        guard let role = Self.roleWords.first(where: { $0.word == field })?.means else { return }
        draft.zones[role] = try reader.readPiles(of: role, into: &draft)
      }
    }
  }

  mutating func mark(_ draft: inout GameDraft) throws(JSONError) {
    _ = try nextKind()
    draft.mark(path, at: offset)
  }

  private mutating func readSuits(into draft: inout GameDraft) throws(JSONError) {
    guard let written = try readInt(1...4) else { return }
    guard let suits = Deck.Suits(rawValue: UInt8(written.value)) else {
      complaints.add(
        at: written.offset, written.path, "A pack is never of three suits.", mend: "Write 1, 2 or 4.")
      return
    }
    draft.pack.suits = suits
  }

  /// A number, or the least and the most.
  private mutating func readSeats(into draft: inout GameDraft) throws(JSONError) {
    let start = (try nextKind(), offset)
    var numbers: [UInt8] = []
    try readOneOrMore("numbers", max: 2, elsewise: "Write 1, or leave it out.") { reader throws(JSONError) in
      if let number = try reader.readInt(1...Games.seatsMax) { numbers.append(UInt8(number.value)) }
    }
    guard let least = numbers.first, let most = numbers.last else { return }
    if least > most {
      complaints.add(
        at: start.1, path, "The least comes after the most.", mend: "Write [\(most), \(least)].")
    }
    draft.seats = Ruleset.Seats(min(least, most), max(least, most))
  }

  private mutating func readDeal(into draft: inout GameDraft) throws(JSONError) {
    _ = try readObject("a deal", fields: Self.dealFields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "order": draft.order = try reader.readChoice(Self.orders)?.value
      case "first": draft.first = try reader.readRoleList()
      case "numbers": draft.generator = try reader.readChoice(Self.generators)?.value
      default: draft.basesFirst = try reader.readBool() ?? false
      }
    }
  }

  private mutating func readPairs(into draft: inout GameDraft) throws(JSONError) {
    var pairs = GameDraft.Pairs()
    _ = try readObject("the rule of pairs", fields: Self.pairsFields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "sum": pairs.sum = try reader.readInt(13...14)?.value ?? 13
      case "among": pairs.among = try reader.readRoles()
      default: pairs.takesCovered = try reader.readBool() ?? false
      }
    }
    draft.pairs = pairs
  }

  private mutating func readGoal(into draft: inout GameDraft) throws(JSONError) {
    let words: Words<Ruleset.Win> = [("foundations", .foundationsFull), ("onePile", .onePile)]
    guard try nextKind() == .object else {
      let mend = "write {\"runs\": 8} or {\"empty\": \"tableau\"}"
      draft.win = try readWord(words, elsewise: mend) ?? draft.win
      return
    }
    var goals: [Ruleset.Win] = []
    let start = try readObject("a goal", fields: Self.goalFields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      if field == "empty" {
        if let roles = try reader.readRoles() { goals.append(.emptied(roles)) }
      } else if let runs = try reader.readInt(1...4 * Games.packsOfAllMax) {
        goals.append(.runs(UInt8(runs.value)))
      }
    }
    if goals.count > 1, let start {
      complaints.add(at: start, path, "There is one goal only.", mend: "Take \"empty\" or \"runs\" out.")
    } else if goals.isEmpty, let start, !complaints.paths.contains(where: { $0.hasPrefix(path) }) {
      complaints.add(
        at: start, path, "There is no goal in it.", mend: "Add \"empty\": … or \"runs\": … to it.")
    }
    draft.win = goals.first ?? draft.win
  }

  private mutating func readAutomatic(into draft: inout GameDraft) throws(JSONError) {
    _ = try readObject("what happens by itself", fields: Self.automaticFields) {
      reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "turnUp": draft.automatic.turnUp = try reader.readBool() ?? true
      case "foundation": draft.automatic.foundation = try reader.readChoice(Self.automatics)?.value ?? .off
      default: draft.automatic.runs = try reader.readBool() ?? false
      }
    }
  }

  /// For each parameter the values that it may have, besides the one of the rules above.
  private mutating func readOptions(into draft: inout GameDraft) throws(JSONError) {
    let names = Parameter.allCases.map { $0.name.description }
    _ = try readObject("the set of options", fields: names) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      guard let parameter = Parameter.allCases.first(where: { $0.name.description == field }) else { return }
      let words: Words<UInt8?> =
        parameter.valueNames.isEmpty
        ? parameter == .passes ? [("any", 0)] : []
        : parameter.valueNames.enumerated().map { ($1.description, UInt8($0)) }
      var values: [UInt8] = []
      let mend = "Leave it out."
      try reader.readOneOrMore("values", max: 64, elsewise: mend) { reader throws(JSONError) in
        let value =
          parameter.valueNames.isEmpty
          ? try reader.readNumber(parameter.range, or: words) { UInt8($0) }
          : try reader.readChoice(words)?.value
        guard let value = value ?? nil else { return }
        if values.contains(value) { reader.complain("It is written twice.", mend: "Take one of them out.") }
        values.append(value)
      }
      draft.options.append((parameter, values))
    }
  }
}

extension Parameter {
  /// Of values that are numbers.
  fileprivate var range: ClosedRange<Int> {
    switch self {
    case .suits: 1...4
    case .cells: 1...24
    case .shift: 0...100
    default: 1...52
    }
  }
}
