import Cards
import DragDrop

/// A ruleset as bytes, for the rules in the browser (docs/PREDICTION.md). Promise: bytes that are not
/// exactly such a form, or describe no playable game, give nothing.
extension Ruleset {
  /// - Precondition: names and deals have at most 255 bytes and entries.
  public var bytes: [UInt8] {
    var (ruleset, coder) = (self, ByteCoder())
    ruleset.code(by: &coder)
    return coder.bytes
  }

  public init?(bytes: [UInt8]) {
    self.init(id: "", title: "", zones: [])
    var coder = ByteCoder(reading: bytes)
    code(by: &coder)
    guard coder.isSpent, isPlayable else { return nil }
    // In the order of roles, so no role comes twice.
    for (zone, next) in zip(zones, zones.dropFirst()) where zone.role.rawValue >= next.role.rawValue {
      return nil
    }
  }

  private mutating func code(by c: inout ByteCoder) {
    c.constant(2)
    c.text(&id)
    c.text(&title)
    c.fixed(&pack.packs)
    c.word(&pack.suits)
    base.code(by: &c)
    c.fixed(&seats.min)
    c.fixed(&seats.max)
    c.require(seats.min >= 1 && seats.min <= seats.max && seats.max <= 8)
    dealing.code(by: &c)
    win.code(by: &c)
    automatic.code(by: &c)
    c.optional(&stock, Stock(to: .waste, draw: 0, passes: .unlimited)) { $0.code(by: &$1) }
    c.optional(&match, Match(sum: 0, among: .none)) { match, c in
      c.fixed(&match.sum)
      c.word(&match.among)
      c.truth(&match.takesCovered)
    }
    scoring.code(by: &c)
    c.few(&zones, Zone(.stock)) { $0.code(by: &$1) }
  }
}

extension ByteCoder {
  fileprivate mutating func text(_ text: inout Text) {
    var bytes = text.bytes
    list(&bytes)
    text = Text(bytes: bytes)
  }

  /// 0 for none.
  fileprivate mutating func rank(_ rank: inout Rank?) {
    let byte = byte(rank?.rawValue ?? 0)
    rank = Rank(rawValue: byte)
    if byte != 0, rank == nil { require(false) }
  }

  fileprivate mutating func roles(_ roles: inout [Zone.Role]) { few(&roles, .stock) { $1.word(&$0) } }
}

extension Ruleset.Base {
  fileprivate mutating func code(by c: inout ByteCoder) {
    var rank: Rank?
    if case .rank(let given) = self { rank = given }
    c.rank(&rank)
    self = rank.map { .rank($0) } ?? .dealt
  }
}

extension Dealing {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.word(&order)
    c.word(&generator)
    c.truth(&basesFirst)
    c.roles(&first)
    for (index, role) in first.enumerated() { c.require(!first[..<index].contains(role)) }
  }
}

extension Ruleset.Win {
  fileprivate mutating func code(by c: inout ByteCoder) {
    let (kind, value): (UInt8, UInt8) =
      switch self {
      case .foundationsFull: (0, 0)
      case .emptied(let roles): (1, roles.rawValue)
      case .runs(let count): (2, count)
      case .onePile: (3, 0)
      }
    switch (c.byte(kind), c.byte(value)) {
    case (0, 0): self = .foundationsFull
    case (1, let roles): self = .emptied(Zone.Roles(rawValue: roles))
    case (2, let count): self = .runs(count)
    case (3, 0): self = .onePile
    default: c.require(false)
    }
  }
}

extension Ruleset.Automatic {
  fileprivate mutating func code(by c: inout ByteCoder) {
    let bits = c.byte((turnUp ? 1 : 0) | foundation.rawValue << 1 | (runs ? 8 : 0))
    c.require(bits < 16)
    c.word(&foundation, of: bits >> 1 & 3)
    (turnUp, runs) = (bits & 1 != 0, bits & 8 != 0)
  }
}

extension Ruleset.Stock {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.word(&target)
    c.fixed(&draw)
    var limit: UInt16?
    if case .count(let count) = passes { limit = count }
    c.optional(&limit, 0) { $1.fixed(&$0) }
    passes = limit.map { .count($0) } ?? .unlimited
    c.truths(&needsFullTableau, &showsTop)
  }
}

extension Scoring {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.fixed(&start)
    c.few(&moves, Move(.stock, .stock, 0)) { move, c in
      c.word(&move.from)
      c.word(&move.to)
      c.fixed(&move.points)
    }
    c.fixed(&turnUp)
    c.fixed(&run)
    standing.code(by: &c)
    c.truths(&carriesOver, &isLowBetter)
    let which = c.byte(
      (floor == nil ? 0 : 1) | (passPenalty == nil ? 0 : 2) | (timePenalty == nil ? 0 : 4)
        | (timeBonus == nil ? 0 : 8) | (streak == nil ? 0 : 16))
    c.require(which < 32)
    if which & 1 != 0 { floor = c.fixed(floor ?? 0) }
    if which & 2 != 0 {
      passPenalty = PassPenalty(
        after: c.fixed(passPenalty?.after ?? 0), points: c.fixed(passPenalty?.points ?? 0))
    }
    if which & 4 != 0 {
      timePenalty = TimePenalty(
        everySeconds: c.fixed(timePenalty?.everySeconds ?? 0), points: c.fixed(timePenalty?.points ?? 0))
    }
    if which & 8 != 0 {
      timeBonus = TimeBonus(
        dividend: c.fixed(timeBonus?.dividend ?? 0), secondsMin: c.fixed(timeBonus?.secondsMin ?? 0))
    }
    if which & 16 != 0 {
      var streak = streak ?? Streak(step: 0, turn: 0)
      c.fixed(&streak.step)
      c.fixed(&streak.turn)
      c.few(&streak.peaks, 0) { $1.fixed(&$0) }
      self.streak = streak
    }
  }
}

extension Scoring.Standing {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.fixed(&foundationCard)
    c.fixed(&foundationSuit)
    c.fixed(&tableauCard)
    c.fixed(&stockCard)
    c.fixed(&joint)
    c.fixed(&faceDown)
    c.fixed(&tableauSuit)
    c.fixed(&step)
  }
}

extension Zone {
  fileprivate mutating func code(by c: inout ByteCoder) {
    c.word(&role)
    c.word(&owner)
    c.fixed(&count)
    c.list(&down)
    c.list(&up)
    c.few(&places, Place(x: 0, y: 0)) { $0 = Place(x: $1.byte($0.x), y: $1.byte($0.y)) }
    c.require(places.isEmpty || places.count == Int(count))
    c.truth(&isTransparent)
    c.optional(&build, Build(.any, .up)) { build, c in
      c.word(&build.suit)
      c.word(&build.direction)
      c.truth(&build.wraps)
      c.word(&build.start)
      c.rank(&build.closedBy)
    }
    c.word(&put)
    putLimit.code(by: &c)
    c.word(&take)
    takeLimit.code(by: &c)
    c.word(&empty)
    c.word(&emptyFrom)
    c.roles(&fill)
    c.word(&from)
    c.word(&to)
    c.list(&reach)
    capacity.code(by: &c)
  }
}

extension Zone.Limit {
  fileprivate mutating func code(by c: inout ByteCoder) {
    let (kind, count): (UInt8, UInt8) =
      switch self {
      case .unlimited: (0, 0)
      case .count(let count): (1, count)
      case .supermove: (2, 0)
      }
    switch c.byte(kind) {
    case 0: self = .unlimited
    case 1: self = .count(c.byte(count))
    case 2: self = .supermove
    default: c.require(false)
    }
  }
}
