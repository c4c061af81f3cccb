import Patience

// MARK: - the zones of a game, and values that many fields have

private typealias Limits = GameDescription.Limits

extension GameDraft.Piles {
  mutating func code(of role: Zone.Role, by c: inout DescriptionCoder) {
    // There is one waste, of the table or of each seat, so it has no number of piles, and nothing that is said of
    // several.
    let areSeveral = role != .waste
    c.object(role == .waste || role == .cell ? "a \(role.word)" : "the \(role.word)") { c in
      if areSeveral { c.field("count", &count, .int(1...Limits.pilesMax)) }
      c.field("down", &down, .dealt(to: role))
      c.field("up", &up, .dealt(to: role))
      c.field("build", &direction, .choice(GameWords.directions))
      c.field("suit", &suit, .choice(GameWords.suitRules))
      c.field("wraps", &wraps, .truth)
      c.field("start", &start, .choice(GameWords.starts))
      c.field("closedBy", &closedBy, .rank())
      rule("take", \.take, .choice(GameWords.units), by: &c)
      rule("takeLimit", \.takeLimit, .limit(or: [("supermove", .supermove)]), by: &c)
      c.field("put", &put, or: .cards, .choice(GameWords.puts))
      rule("putLimit", \.putLimit, .limit(), by: &c)
      rule("capacity", \.capacity, .limit(), by: &c)
      rule("empty", \.empty, .choice(GameWords.empties), by: &c)
      rule("emptyFrom", \.emptyFrom, .roles, by: &c)
      if areSeveral { rule("fill", \.fill, .roles, by: &c) }
      rule("from", \.from, .roles, by: &c)
      rule("to", \.to, .roles, by: &c)
      if areSeveral {
        c.field("places", &places, or: [], .places)
        c.field("reach", &reach, or: [], .reach)
      }
      c.field("owner", &owner, or: .shared, .choice(GameWords.owners))
      rule("transparent", \.isTransparent, .truth, by: &c)
    }
  }

  /// A field on which nothing rests that goes without saying.
  mutating func rule<Value: Equatable>(
    _ key: String, _ path: WritableKeyPath<Zone, Value>, _ form: @autoclosure () -> DescriptionForm<Value>,
    by c: inout DescriptionCoder
  ) {
    let isUsual = given.map { $0.zone[keyPath: path] == $0.usual[keyPath: path] } ?? true
    guard c.turn(key, unless: isUsual) else { return }
    if let given { return form().write(&c, given.zone[keyPath: path]) }
    if let value = form().read(&c) { rules.append { $0[keyPath: path] = value } }
  }
}

extension DescriptionForm where Value == GameDraft.Dealt {
  /// A number for all piles, or a list with one for each.
  fileprivate static func dealt(to role: Zone.Role) -> Self {
    let number = DescriptionForm<Int>.int(0...52 * Limits.packsMax)
    // A list longer than one would make several wastes, which cannot be written down again.
    let list = DescriptionForm<[Int]>.list("numbers", max: role == .waste ? 1 : Limits.pilesMax, number)
    return Self { c in
      c.nextKind() == .array ? list.read(&c).map { .each($0) } : number.read(&c).map { .all($0) }
    } write: { c, dealt in
      switch dealt {
      case .all(let cards): number.write(&c, cards)
      case .each(let numbers): list.write(&c, numbers)
      }
    }
  }
}

extension DescriptionForm where Value == [Zone.Place] {
  /// A picture by its name, or row by row, in halves of a card from the left.
  fileprivate static var places: Self {
    let picture = DescriptionForm<GamePicture>.choice(GameWords.pictures)
    let rows = DescriptionForm<[[UInt8]]>.list(
      "rows", max: Limits.rowsMax, .list("numbers", max: 52, .number(0...100)))
    return Self { c in
      if c.nextKind() == .string { return picture.read(&c)?.places }
      return rows.read(&c)?.enumerated().flatMap { y, row in row.map { Zone.Place(x: $0, y: UInt8(y)) } }
    } write: { c, places in
      if let known = GamePicture.allCases.first(where: { $0.places == places }) {
        return picture.write(&c, known)
      }
      rows.write(
        &c, (0...(places.map { $0.y }.max() ?? 0)).map { y in places.filter { $0.y == y }.map { $0.x } })
    }
  }
}

extension DescriptionForm where Value == [UInt8] {
  fileprivate static var reach: Self {
    .oneOrMore("numbers", max: 8, elsewise: "Leave it out.", .number(1...51))
  }
}

extension DescriptionForm where Value == Zone.Limit {
  fileprivate static func limit(or more: Words = []) -> Self {
    .number(1...255, or: more + [("any", .unlimited)]) {
      .count(UInt8($0))
    } written: {
      if case .count(let count) = $0 { Int(count) } else { 0 }
    }
  }
}

extension DescriptionForm where Value == Ruleset.Stock.Passes {
  static var passes: Self {
    .number(1...1000, or: [("any", .unlimited)]) {
      .count(UInt16($0))
    } written: {
      if case .count(let count) = $0 { Int(count) } else { 0 }
    }
  }
}

extension DescriptionForm where Value == Ruleset.Base {
  /// A rank by its number or its name.
  static func rank(or more: Words = []) -> Self {
    .number(2...10, or: GameWords.ranks + more, { Value(rank: $0) ?? .dealt }, written: { $0.number })
  }
}

// MARK: - roles

extension DescriptionForm where Value == [Zone.Role] {
  /// In their order.
  static var roles: Self {
    .oneOrMore(
      "words", max: 6, elsewise: "Leave it out.", .choice(GameWords.roleWords),
      twice: { _ in "It is written twice." })
  }
}

extension DescriptionForm where Value == Zone.Roles {
  /// As a set.
  static var roles: Self {
    let list = DescriptionForm<[Zone.Roles]>.oneOrMore(
      "words", max: 6, elsewise: "Write \"none\".", .choice(GameWords.someRoles),
      twice: { _ in "It is written twice." })
    return Self { c in
      guard let roles = list.read(&c), !roles.isEmpty else { return nil }
      return roles.reduce(.none) { $0.union($1) }
    } write: { c, roles in
      let all = Zone.Role.allCases.map { Zone.Roles($0) }
      list.write(&c, roles == .any || roles == .none ? [roles] : all.filter { roles.contains($0) })
    }
  }
}
