import Cards
import Patience

// MARK: - the parts of a game

private typealias Limits = GameDescription.Limits

extension GameDraft {
  mutating func code(by c: inout DescriptionCoder) {
    c.object("a game") { codeFields(by: &$0) }
  }

  mutating func codeFields(by c: inout DescriptionCoder) {
    let usual = GameDraft()
    c.field("game", &id, isNeeded: true, .name)
    c.field("title", &title, isNeeded: true, .text(Limits.titleMax, isNeeded: true))
    c.field("family", &family, .text(Limits.familyMax, isNeeded: true))
    c.field("packs", &pack.packs, or: 1, .number(1...Limits.packsMax))
    c.field("suits", &pack.suits, or: .four, .suits)
    c.field("base", &base, or: usual.base, .rank(or: [("dealt", .dealt)]))
    c.field("seats", &seats, or: .one, .seats)
    c.field("deal", &deal, or: usual.deal, .deal)
    codeStock(by: &c)
    for role in Zone.Role.allCases where role != .stock {
      guard c.turn(role.word.description, unless: zones[role] == nil) else { continue }
      var piles = zones[role] ?? Piles()
      piles.code(of: role, by: &c)
      zones[role] = piles
    }
    c.field("pairs", &pairs, .pairs)
    c.field("goal", &win, or: usual.win, .goal)
    c.field("automatic", &automatic, or: usual.automatic, .automatic)
    c.field("score", &score, or: usual.score, .score)
    guard c.turn("options", unless: options.isEmpty) else { return }
    c.object("the set of options") { c in
      // In the order in which they are offered.
      for parameter in c.isReading ? Parameter.allCases : options.map({ $0.parameter }) {
        guard c.turn(parameter.name.description) else { continue }
        let form = DescriptionForm<[UInt8]>.values(of: parameter)
        if !c.isReading {
          form.write(&c, options.first { $0.parameter == parameter }?.values ?? [])
        } else {
          options.append((parameter, form.read(&c) ?? []))
        }
      }
    }
  }

  private mutating func codeStock(by c: inout DescriptionCoder) {
    guard c.turn("stock", unless: stock == nil) else { return }
    var (rule, piles) = (stock ?? Stock(), zones[.stock] ?? Piles())
    c.object("a stock") { c in
      c.field("target", &rule.target, .choice(GameWords.targets))
      c.field("draw", &rule.draw, .int(1...52))
      c.field("passes", &rule.passes, .passes)
      c.field("full", &rule.needsFullTableau, or: false, .truth)
      c.field("top", &rule.showsTop, or: false, .truth)
      c.field("owner", &piles.owner, or: .shared, .choice(GameWords.owners))
      piles.rule("transparent", \.isTransparent, .truth, by: &c)
    }
    (stock, zones[.stock]) = (rule, piles)
  }
}

extension DescriptionForm where Value == GameDraft.Deal {
  fileprivate static var deal: Self {
    .object("a deal", Value()) { deal, c in
      c.field("order", &deal.order, or: .rows, .choice(GameWords.orders))
      c.field("first", &deal.first, .roles)
      c.field("numbers", &deal.generator, or: .own, .choice(GameWords.generators))
      c.field("basesFirst", &deal.basesFirst, or: false, .truth)
    }
  }
}

extension DescriptionForm where Value == GameDraft.Pairs {
  fileprivate static var pairs: Self {
    .object("the rule of pairs", Value()) { pairs, c in
      c.field("sum", &pairs.sum, or: 13, .number(13...14))
      c.field("among", &pairs.among, .roles)
      c.field("covered", &pairs.takesCovered, or: false, .truth)
    }
  }
}

extension DescriptionForm where Value == Ruleset.Automatic {
  fileprivate static var automatic: Self {
    .object("what happens by itself", Value()) { automatic, c in
      c.field("turnUp", &automatic.turnUp, or: true, .truth)
      c.field("foundation", &automatic.foundation, or: .off, .choice(GameWords.automatics))
      c.field("runs", &automatic.runs, or: false, .truth)
    }
  }
}

extension DescriptionForm where Value == Deck.Suits {
  fileprivate static var suits: Self {
    Self { c in
      let place = c.nextPlace()
      guard let written = c.readInt(1...4) else { return nil }
      if let suits = Value(rawValue: UInt8(written)) { return suits }
      c.complain("A pack is never of three suits.", mend: "Write 1, 2 or 4.", at: place)
      return nil
    } write: {
      $0.out.value(Int($1.rawValue))
    }
  }
}

extension DescriptionForm where Value == Ruleset.Seats {
  /// A number, or the least and the most.
  fileprivate static var seats: Self {
    let numbers = DescriptionForm<[UInt8]>.oneOrMore(
      "numbers", max: 2, elsewise: "Write 1, or leave it out.", .number(1...Limits.seatsMax))
    return Self { c in
      let place = c.nextPlace()
      guard let written = numbers.read(&c), let least = written.first, let most = written.last else {
        return nil
      }
      if least > most {
        c.complain("The least comes after the most.", mend: "Write [\(most), \(least)].", at: place)
      }
      return Value(min(least, most), max(least, most))
    } write: { c, seats in
      numbers.write(&c, seats.min == seats.max ? [seats.min] : [seats.min, seats.max])
    }
  }
}

extension DescriptionForm where Value == Ruleset.Win {
  fileprivate static var goal: Self {
    let words = Self.word(
      [("foundations", .foundationsFull), ("onePile", .onePile)],
      elsewise: "write {\"runs\": 8} or {\"empty\": \"tableau\"}")
    return Self { c in
      guard c.nextKind() == .object else { return words.read(&c) }
      let place = c.nextPlace()
      var (roles, runs): (Zone.Roles?, UInt8?)
      c.codeGoal(&roles, &runs)
      if roles != nil, runs != nil {
        c.complain("There is one goal only.", mend: "Take \"empty\" or \"runs\" out.", at: place)
      } else if roles == nil, runs == nil, !c.complaints.paths.contains(where: { $0.hasPrefix(place.path) }) {
        c.complain("There is no goal in it.", mend: "Add \"empty\": … or \"runs\": … to it.", at: place)
      }
      return roles.map { .emptied($0) } ?? runs.map { .runs($0) }
    } write: { c, win in
      var (roles, runs): (Zone.Roles?, UInt8?)
      switch win {
      case .foundationsFull, .onePile: return words.write(&c, win)
      case .emptied(let those): roles = those
      case .runs(let count): runs = count
      }
      c.codeGoal(&roles, &runs)
    }
  }
}

extension DescriptionCoder {
  fileprivate mutating func codeGoal(_ roles: inout Zone.Roles?, _ runs: inout UInt8?) {
    object("a goal") { c in
      c.field("empty", &roles, .roles)
      c.field("runs", &runs, .number(1...4 * Limits.packsOfAllMax))
    }
  }
}

// MARK: - options

extension DescriptionForm where Value == [UInt8] {
  /// Values that a parameter may have, besides the one of the rules above.
  fileprivate static func values(of parameter: Parameter) -> Self {
    let names = parameter.valueNames.enumerated().map { (word: $1.description, means: UInt8($0)) }
    let form: DescriptionForm<UInt8> =
      names.isEmpty
      ? .number(
        parameter.range, or: parameter == .passes ? [("any", 0)] : [], { UInt8($0) }, written: { Int($0) })
      : .choice(names)
    var met: [UInt8] = []
    let once = DescriptionForm<UInt8>(
      { c in
        guard let value = form.read(&c) else { return nil }
        if met.contains(value) { c.complain("It is written twice.", mend: "Take one of them out.") }
        met.append(value)
        return value
      }, write: form.write)
    return .oneOrMore("values", max: 64, elsewise: "Leave it out.", once)
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
