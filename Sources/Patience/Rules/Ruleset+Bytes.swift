import Cards
import DragDrop

/// A ruleset as bytes, for the rules in the browser (docs/PREDICTION.md). Promise: bytes that are not
/// exactly such a form, or describe no playable game, give nothing.
extension Ruleset {
  private static let version: UInt8 = 2

  // MARK: writing

  /// - Precondition: names and deals have at most 255 bytes and entries.
  public var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.put(list: id.bytes)
    bytes.put(list: title.bytes)
    bytes += [pack.packs, pack.suits.rawValue]
    if case .rank(let rank) = base { bytes.append(rank.rawValue) } else { bytes.append(0) }
    bytes += [seats.min, seats.max]
    dealing.write(into: &bytes)
    win.write(into: &bytes)
    bytes.append((automatic.turnUp ? 1 : 0) | automatic.foundation.rawValue << 1 | (automatic.runs ? 8 : 0))
    bytes.put(stock != nil)
    stock?.write(into: &bytes)
    bytes.put(match != nil)
    if let match { bytes += [match.sum, match.among.rawValue, match.takesCovered ? 1 : 0] }
    scoring.write(into: &bytes)
    bytes.append(UInt8(zones.count))
    for zone in zones { zone.write(into: &bytes) }
    return bytes
  }

  // MARK: reading

  public init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.u8() == Self.version else { return nil }
    let (id, title) = (Text(bytes: reader.list()), Text(bytes: reader.list()))
    let packs = reader.u8()
    guard let suits = Deck.Suits(rawValue: reader.u8()) else { return nil }
    let baseRank = reader.u8()
    let rank = Rank(rawValue: baseRank)
    guard rank != nil || baseRank == 0 else { return nil }
    let seats = Seats(reader.u8(), reader.u8())
    guard 1...8 ~= seats.max, 1...seats.max ~= seats.min, let dealing = Dealing(&reader),
      let win = Win(&reader)
    else { return nil }
    let flags = reader.u8()
    guard flags < 16, let foundation = Automatic.Foundation(rawValue: flags >> 1 & 3) else { return nil }
    var stock: Stock?
    if reader.truth() {
      guard let read = Stock(&reader) else { return nil }
      stock = read
    }
    var match: Match?
    if reader.truth() {
      match = Match(sum: reader.u8(), among: Zone.Roles(rawValue: reader.u8()), takesCovered: reader.truth())
    }
    guard let scoring = Scoring(&reader) else { return nil }

    var zones: [Zone] = []
    var piles = 0
    for _ in 0..<reader.u8() {
      guard let zone = Zone(&reader) else { return nil }
      // In the order of roles, so no role comes twice.
      if let last = zones.last, last.role.rawValue >= zone.role.rawValue { return nil }
      let copies = zone.owner == .seat ? Int(seats.max) : 1
      piles += Int(zone.count) * copies
      zones.append(zone)
    }
    let hasPackPerSeat = zones.contains { $0.role == .stock && $0.owner == .seat }
    let cards = Int(packs) * 52 * (hasPackPerSeat ? Int(seats.max) : 1)
    guard reader.isSpent, piles <= Self.pilesMax, Self.isSound(zones, match: match),
      Self.dealtCount(zones, seats: seats.max) <= cards
    else {
      return nil
    }
    self.init(
      id: id, title: title, pack: Pack(packs, suits: suits), base: rank.map { .rank($0) } ?? .dealt,
      seats: seats,
      dealing: dealing, zones: zones, stock: stock, match: match, win: win, scoring: scoring,
      automatic: Automatic(turnUp: flags & 1 == 1, foundation: foundation, runs: flags & 8 == 8))
  }
}

extension Dealing {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes += [order.rawValue, generator.rawValue, basesFirst ? 1 : 0]
    bytes.put(list: first.map { $0.rawValue })
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let order = Order(rawValue: reader.u8()), let generator = Generator(rawValue: reader.u8()) else {
      return nil
    }
    let basesFirst = reader.truth()
    var first: [Zone.Role] = []
    for byte in reader.list() {
      guard let role = Zone.Role(rawValue: byte), !first.contains(role) else { return nil }
      first.append(role)
    }
    self.init(order: order, first: first, generator: generator, basesFirst: basesFirst)
  }
}

extension Ruleset.Win {
  fileprivate func write(into bytes: inout [UInt8]) {
    switch self {
    case .foundationsFull: bytes += [0, 0]
    case .emptied(let roles): bytes += [1, roles.rawValue]
    case .runs(let count): bytes += [2, count]
    case .onePile: bytes += [3, 0]
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    let (kind, value) = (reader.u8(), reader.u8())
    switch (kind, value) {
    case (0, 0): self = .foundationsFull
    case (1, _): self = .emptied(Zone.Roles(rawValue: value))
    case (2, _): self = .runs(value)
    case (3, 0): self = .onePile
    default: return nil
    }
  }
}

extension Ruleset.Stock {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes += [target.rawValue, draw]
    switch passes {
    case .unlimited: bytes.append(0)
    case .count(let count):
      bytes.append(1)
      bytes.put(count)
    }
    bytes.append((needsFullTableau ? 1 : 0) | (showsTop ? 2 : 0))
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let target = Target(rawValue: reader.u8()) else { return nil }
    let draw = reader.u8()
    let passes: Passes = reader.truth() ? .count(reader.u16()) : .unlimited
    let flags = reader.u8()
    guard flags < 4 else { return nil }
    self.init(
      to: target, draw: draw, passes: passes, needsFullTableau: flags & 1 == 1, showsTop: flags & 2 == 2)
  }
}

extension Scoring {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes.put(start)
    bytes.append(UInt8(truncatingIfNeeded: moves.count))
    for move in moves {
      bytes += [move.from.rawValue, move.to.rawValue]
      bytes.put(move.points)
    }
    bytes.put(turnUp)
    bytes.put(run)
    for worth in standing.all { bytes.put(worth) }
    bytes.append((carriesOver ? 1 : 0) | (isLowBetter ? 2 : 0))
    let which = bytes.count
    bytes.append(0)
    if let floor {
      bytes[which] |= 1
      bytes.put(floor)
    }
    if let passPenalty {
      bytes[which] |= 2
      bytes.put(passPenalty.after)
      bytes.put(passPenalty.points)
    }
    if let timePenalty {
      bytes[which] |= 4
      bytes.put(timePenalty.everySeconds)
      bytes.put(timePenalty.points)
    }
    if let timeBonus {
      bytes[which] |= 8
      bytes.put(timeBonus.dividend)
      bytes.put(timeBonus.secondsMin)
    }
    if let streak {
      bytes[which] |= 16
      bytes.put(streak.step)
      bytes.put(streak.turn)
      bytes.append(UInt8(truncatingIfNeeded: streak.peaks.count))
      for peak in streak.peaks { bytes.put(peak) }
    }
  }

  fileprivate init?(_ reader: inout ByteReader) {
    self.init()
    start = reader.i32()
    for _ in 0..<reader.u8() {
      guard let from = Zone.Role(rawValue: reader.u8()), let to = Zone.Role(rawValue: reader.u8()) else {
        return nil
      }
      moves.append(Move(from, to, reader.i16()))
    }
    turnUp = reader.i16()
    run = reader.i16()
    standing = Standing(&reader)
    let flags = reader.u8()
    guard flags < 4 else { return nil }
    carriesOver = flags & 1 == 1
    isLowBetter = flags & 2 == 2
    let which = reader.u8()
    guard which < 32 else { return nil }
    if which & 1 != 0 { floor = reader.i32() }
    if which & 2 != 0 { passPenalty = PassPenalty(after: reader.u16(), points: reader.i16()) }
    if which & 4 != 0 { timePenalty = TimePenalty(everySeconds: reader.u16(), points: reader.i16()) }
    if which & 8 != 0 { timeBonus = TimeBonus(dividend: reader.u32(), secondsMin: reader.u16()) }
    if which & 16 != 0 {
      let (step, turn) = (reader.i16(), reader.i16())
      streak = Streak(step: step, turn: turn, peaks: (0..<reader.u8()).map { _ in reader.i16() })
    }
  }
}

extension Scoring.Standing {
  fileprivate var all: [Int16] {
    [foundationCard, foundationSuit, tableauCard, stockCard, joint, faceDown, tableauSuit, step]
  }

  fileprivate init(_ reader: inout ByteReader) {
    foundationCard = reader.i16()
    foundationSuit = reader.i16()
    tableauCard = reader.i16()
    stockCard = reader.i16()
    joint = reader.i16()
    faceDown = reader.i16()
    tableauSuit = reader.i16()
    step = reader.i16()
  }
}

extension Zone {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes += [role.rawValue, owner.rawValue, count]
    bytes.put(list: down)
    bytes.put(list: up)
    bytes.append(UInt8(truncatingIfNeeded: places.count))
    for place in places { bytes += [place.x, place.y] }
    bytes.put(isTransparent)
    bytes.put(build != nil)
    if let build {
      bytes += [build.suit.rawValue, build.direction.rawValue, build.wraps ? 1 : 0, build.start.rawValue]
      bytes.append(build.closedBy?.rawValue ?? 0)
    }
    bytes.append(put.rawValue)
    putLimit.write(into: &bytes)
    bytes.append(take.rawValue)
    takeLimit.write(into: &bytes)
    bytes += [empty.rawValue, emptyFrom.rawValue]
    bytes.put(list: fill.map { $0.rawValue })
    bytes += [from.rawValue, to.rawValue]
    bytes.put(list: reach)
    capacity.write(into: &bytes)
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let role = Role(rawValue: reader.u8()), let owner = Owner(rawValue: reader.u8()) else { return nil }
    let (count, down, up) = (reader.u8(), reader.list(), reader.list())
    var places: [Place] = []
    for _ in 0..<reader.u8() { places.append(Place(x: reader.u8(), y: reader.u8())) }
    guard places.isEmpty || places.count == Int(count) else { return nil }
    let isTransparent = reader.truth()
    var build: Build?
    if reader.truth() {
      guard let read = Build(&reader) else { return nil }
      build = read
    }
    guard let put = Put(rawValue: reader.u8()) else { return nil }
    let putLimit = Limit(&reader)
    guard let take = Unit(rawValue: reader.u8()) else { return nil }
    let takeLimit = Limit(&reader)
    guard let empty = Empty(rawValue: reader.u8()) else { return nil }
    let emptyFrom = Roles(rawValue: reader.u8())
    var fill: [Role] = []
    for byte in reader.list() {
      guard let role = Role(rawValue: byte) else { return nil }
      fill.append(role)
    }
    let (from, to) = (Roles(rawValue: reader.u8()), Roles(rawValue: reader.u8()))
    let reach = reader.list()
    self.init(
      role, count: count, owner: owner, down: down, up: up,
      places: places, isTransparent: isTransparent, build: build, put: put, putLimit: putLimit, take: take,
      takeLimit: takeLimit, empty: empty, emptyFrom: emptyFrom, fill: fill, from: from, to: to, reach: reach,
      capacity: Limit(&reader))
  }
}

extension Zone.Build {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let suit = SuitRule(rawValue: reader.u8()), let direction = Direction(rawValue: reader.u8()) else {
      return nil
    }
    let wraps = reader.truth()
    guard let start = Start(rawValue: reader.u8()) else { return nil }
    let closedBy = reader.u8()
    guard closedBy <= 13 else { return nil }
    self.init(suit, direction, wraps: wraps, start: start, closedBy: Rank(rawValue: closedBy))
  }
}

extension Zone.Limit {
  fileprivate func write(into bytes: inout [UInt8]) {
    switch self {
    case .unlimited: bytes.append(0)
    case .count(let count): bytes += [1, count]
    case .supermove: bytes.append(2)
    }
  }

  fileprivate init(_ reader: inout ByteReader) {
    switch reader.u8() {
    case 0: self = .unlimited
    case 1: self = .count(reader.u8())
    case 2: self = .supermove
    default:
      self = .unlimited
      reader.fail()
    }
  }
}
