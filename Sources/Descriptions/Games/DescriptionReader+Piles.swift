import JSON
import Patience

// MARK: - the zones of a game, and values that many fields have

extension DescriptionReader {
  private typealias Games = GameDescription.Limits

  static let stockFields = ["target", "draw", "passes", "full", "top", "owner", "transparent"]
  static let pilesFields = [
    "count", "down", "up", "build", "suit", "wraps", "start", "closedBy", "take", "takeLimit", "put",
    "putLimit", "capacity", "empty", "emptyFrom", "fill", "from", "to", "places", "reach", "owner",
    "transparent",
  ]
  /// Of a waste: there is one, of the table or of each seat, so it has no number of piles, and nothing that is said of
  /// several.
  static let wasteFields = pilesFields.filter { !["count", "places", "reach", "fill"].contains($0) }

  private static let anyLimit: Words<Zone.Limit> = [("any", .unlimited)]

  mutating func readStock(into draft: inout GameDraft) throws(JSONError) {
    var stock = GameDraft.Stock()
    var piles = GameDraft.Piles()
    _ = try readObject("a stock", fields: Self.stockFields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "target": stock.target = try reader.readChoice(Self.targets)?.value
      case "draw": stock.draw = try reader.readInt(1...52)?.value
      case "passes":
        stock.passes = try reader.readNumber(1...1000, or: [("any", .unlimited)]) { .count(UInt16($0)) }
      case "full": stock.needsFullTableau = try reader.readBool() ?? false
      case "top": stock.showsTop = try reader.readBool() ?? false
      case "owner": piles.owner = try reader.readChoice(Self.owners)?.value
      default: piles.isTransparent = try reader.readBool()
      }
    }
    draft.stock = stock
    draft.zones[.stock] = piles
  }

  mutating func readPiles(
    of role: Zone.Role, into draft: inout GameDraft
  ) throws(JSONError) -> GameDraft.Piles {
    var piles = GameDraft.Piles()
    let fields = role == .waste ? Self.wasteFields : Self.pilesFields
    let article = role == .waste || role == .cell ? "a \(role.word)" : "the \(role.word)"
    _ = try readObject(article, fields: fields) { reader, field throws(JSONError) in
      try reader.mark(&draft)
      switch field {
      case "count": piles.count = try reader.readInt(1...Games.pilesMax)?.value
      case "down": piles.down = try reader.readDealt(of: role)
      case "up": piles.up = try reader.readDealt(of: role)
      case "places": piles.places = try reader.readPlaces()
      case "owner": piles.owner = try reader.readChoice(Self.owners)?.value
      case "transparent": piles.isTransparent = try reader.readBool()
      case "build": piles.direction = try reader.readChoice(Self.directions)?.value
      case "suit": piles.suit = try reader.readChoice(Self.suitRules)?.value
      case "wraps": piles.wraps = try reader.readBool()
      case "start": piles.start = try reader.readChoice(Self.starts)?.value
      case "closedBy":
        if case .rank(let rank)? = try reader.readRank() { piles.closedBy = rank }
      case "put": piles.put = try reader.readChoice(Self.puts)?.value
      case "putLimit": piles.putLimit = try reader.readLimit()
      case "take": piles.take = try reader.readChoice(Self.units)?.value
      case "takeLimit": piles.takeLimit = try reader.readLimit(or: [("supermove", .supermove)])
      case "empty": piles.empty = try reader.readChoice(Self.empties)?.value
      case "emptyFrom": piles.emptyFrom = try reader.readRoles()
      case "fill": piles.fill = try reader.readRoleList()
      case "from": piles.from = try reader.readRoles()
      case "to": piles.to = try reader.readRoles()
      case "reach": piles.reach = try reader.readNumbers(1...51, max: 8)
      default: piles.capacity = try reader.readLimit()
      }
    }
    return piles
  }

  /// A number for all piles, or a list with one for each.
  private mutating func readDealt(of role: Zone.Role) throws(JSONError) -> GameDraft.Dealt? {
    let range = 0...52 * Games.packsMax
    guard try nextKind() == .array else { return try readInt(range).map { .all($0.value) } }
    var numbers: [Int] = []
    // A list longer than one would make several wastes, which cannot be written down again.
    try readList("numbers", max: role == .waste ? 1 : Games.pilesMax) { reader throws(JSONError) in
      if let number = try reader.readInt(range) { numbers.append(number.value) }
    }
    return .each(numbers)
  }

  private mutating func readNumbers(_ range: ClosedRange<Int>, max: Int) throws(JSONError) -> [UInt8] {
    var numbers: [UInt8] = []
    try readOneOrMore("numbers", max: max, elsewise: "Leave it out.") { reader throws(JSONError) in
      if let number = try reader.readInt(range) { numbers.append(UInt8(number.value)) }
    }
    return numbers
  }

  /// A picture by its name, or row by row, in halves of a card from the left.
  private mutating func readPlaces() throws(JSONError) -> [Zone.Place]? {
    if try nextKind() == .string { return try readChoice(Self.pictures)?.value.places }
    var places: [Zone.Place] = []
    var row: UInt8 = 0
    try readList("rows", max: Games.rowsMax) { reader throws(JSONError) in
      try reader.readList("numbers", max: 52) { reader throws(JSONError) in
        if let x = try reader.readInt(0...100) { places.append(Zone.Place(x: UInt8(x.value), y: row)) }
      }
      row += 1
    }
    return places
  }

  private mutating func readLimit(or more: Words<Zone.Limit> = []) throws(JSONError) -> Zone.Limit? {
    try readNumber(1...255, or: more + Self.anyLimit) { .count(UInt8($0)) }
  }

  /// Roles as a set; `nil` if it cannot be read.
  mutating func readRoles() throws(JSONError) -> Zone.Roles? {
    var roles: Zone.Roles?
    var met: [Zone.Roles] = []
    try readOneOrMore("words", max: 6, elsewise: "Write \"none\".") { reader throws(JSONError) in
      guard let role = try reader.readChoice(Self.someRoles) else { return }
      reader.check(role, amongst: &met)
      roles = (roles ?? .none).union(role.value)
    }
    return roles
  }

  /// Roles in their order.
  mutating func readRoleList() throws(JSONError) -> [Zone.Role] {
    var roles: [Zone.Role] = []
    try readOneOrMore("words", max: 6, elsewise: "Leave it out.") { reader throws(JSONError) in
      if let role = try reader.readChoice(Self.roleWords) { reader.check(role, amongst: &roles) }
    }
    return roles
  }

  private mutating func check<Value: Equatable>(_ word: Located<Value>, amongst met: inout [Value]) {
    if met.contains(word.value) {
      complaints.add(at: word.offset, word.path, "It is written twice.", mend: "Take one of them out.")
    } else {
      met.append(word.value)
    }
  }

  // MARK: numbers and words

  /// A number, or one of some words.
  mutating func readNumber<Value>(
    _ range: ClosedRange<Int>, or words: Words<Value>, _ value: (Int) -> Value
  ) throws(JSONError) -> Value? {
    guard try nextKind() == .string, !words.isEmpty else {
      return try readInt(range, elsewise: words.isEmpty ? "" : Self.listed(words.map { $0.word })).map {
        value($0.value)
      }
    }
    return try readWord(
      words, elsewise: "write a whole number from \(range.lowerBound) to \(range.upperBound), without quotes")
  }

  /// A rank by its number or its name.
  mutating func readRank(or more: Words<Ruleset.Base> = []) throws(JSONError) -> Ruleset.Base? {
    try readNumber(2...10, or: Self.ranks + more) { Ruleset.Base(rank: $0) ?? .dealt }
  }

  /// One of some words, where something else may stand as well.
  mutating func readWord<Value>(_ words: Words<Value>, elsewise: String) throws(JSONError) -> Value? {
    let all = words.map { $0.word }
    guard let written = try readString("one of \(Self.listed(all)), or \(elsewise)") else { return nil }
    if let word = words.first(where: { $0.word == written.value }) { return word.means }
    complaints.add(
      at: written.offset, written.path, "\(Self.quoted(written.value)) is not known here.",
      mend: Self.mend(written.value, among: all, elsewise: "Write \(Self.listed(all)), or \(elsewise)."))
    return nil
  }
}
