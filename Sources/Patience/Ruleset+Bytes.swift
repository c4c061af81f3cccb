import Cards
import DragDrop

/// A ruleset as bytes, for the rules in the browser (docs/PREDICTION.md). Promise: bytes that are not
/// exactly such a form, or describe no playable game, give nothing.
extension Ruleset {
  private static let version: UInt8 = 1
  /// Piles are counted in a byte.
  private static let pilesMax = 255

  // MARK: writing

  /// - Precondition: names and deals have at most 255 bytes and entries.
  public var bytes: [UInt8] {
    var bytes = [Self.version]
    bytes.put(list: id.bytes)
    bytes.put(list: title.bytes)
    bytes += [packs, base.rawValue, win.rawValue]
    bytes.append((automatic.turnUp ? 1 : 0) | automatic.foundation.rawValue << 1)
    bytes.append(stock == nil ? 0 : 1)
    if let stock {
      bytes += [stock.target.rawValue, stock.draw]
      switch stock.passes {
      case .unlimited: bytes.append(0)
      case .count(let count):
        bytes.append(1)
        bytes.put(count)
      }
    }
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
    guard let base = Rank(rawValue: reader.u8()), let win = Win(rawValue: reader.u8()) else {
      return nil
    }
    let flags = reader.u8()
    guard flags < 8, let foundation = Automatic.Foundation(rawValue: flags >> 1) else { return nil }
    var stock: Stock?
    if reader.truth() {
      guard let read = Stock(&reader) else { return nil }
      stock = read
    }
    guard let scoring = Scoring(&reader) else { return nil }

    var zones: [Zone] = []
    var (piles, dealt) = (0, 0)
    for _ in 0..<reader.u8() {
      guard let zone = Zone(&reader) else { return nil }
      // In the order of roles, so no role comes twice.
      if let last = zones.last, last.role.rawValue >= zone.role.rawValue { return nil }
      piles += Int(zone.count)
      dealt += (zone.down + zone.up).reduce(0) { $0 + Int($1) }
      zones.append(zone)
    }
    guard reader.isSpent, piles <= Self.pilesMax, dealt <= Int(packs) * 52 else { return nil }
    self.init(
      id: id, title: title, packs: packs, base: base, zones: zones, stock: stock, win: win,
      scoring: scoring, automatic: Automatic(turnUp: flags & 1 == 1, foundation: foundation))
  }
}

extension Ruleset.Stock {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let target = Target(rawValue: reader.u8()) else { return nil }
    let draw = reader.u8()
    self.init(to: target, draw: draw, passes: reader.truth() ? .count(reader.u16()) : .unlimited)
  }
}

extension Scoring {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes.put(start)
    bytes.put(events.wasteToTableau)
    bytes.put(events.wasteToFoundation)
    bytes.put(events.tableauToFoundation)
    bytes.put(events.foundationToTableau)
    bytes.put(events.tableauToTableau)
    bytes.put(events.turnUp)
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
  }

  fileprivate init?(_ reader: inout ByteReader) {
    self.init()
    start = reader.i32()
    events.wasteToTableau = reader.i16()
    events.wasteToFoundation = reader.i16()
    events.tableauToFoundation = reader.i16()
    events.foundationToTableau = reader.i16()
    events.tableauToTableau = reader.i16()
    events.turnUp = reader.i16()
    let which = reader.u8()
    guard which < 16 else { return nil }
    if which & 1 != 0 { floor = reader.i32() }
    if which & 2 != 0 { passPenalty = PassPenalty(after: reader.u16(), points: reader.i16()) }
    if which & 4 != 0 { timePenalty = TimePenalty(everySeconds: reader.u16(), points: reader.i16()) }
    if which & 8 != 0 { timeBonus = TimeBonus(dividend: reader.u32(), secondsMin: reader.u16()) }
  }
}

extension Zone {
  fileprivate func write(into bytes: inout [UInt8]) {
    bytes += [role.rawValue, count]
    bytes.put(list: down)
    bytes.put(list: up)
    bytes.append(build == nil ? 0 : 1)
    if let build {
      bytes += [build.suit.rawValue, build.direction.rawValue, build.wraps ? 1 : 0, build.start.rawValue]
    }
    putLimit.write(into: &bytes)
    bytes.append(take.rawValue)
    takeLimit.write(into: &bytes)
    bytes += [empty.rawValue, from.rawValue, to.rawValue]
    capacity.write(into: &bytes)
  }

  fileprivate init?(_ reader: inout ByteReader) {
    guard let role = Role(rawValue: reader.u8()) else { return nil }
    let (count, down, up) = (reader.u8(), reader.list(), reader.list())
    var build: Build?
    if reader.truth() {
      guard let suit = Build.SuitRule(rawValue: reader.u8()),
        let direction = Build.Direction(rawValue: reader.u8())
      else { return nil }
      let wraps = reader.truth()
      guard let start = Build.Start(rawValue: reader.u8()) else { return nil }
      build = Build(suit, direction, wraps: wraps, start: start)
    }
    let putLimit = Limit(&reader)
    guard let take = Unit(rawValue: reader.u8()) else { return nil }
    let takeLimit = Limit(&reader)
    guard let empty = Empty(rawValue: reader.u8()) else { return nil }
    let (from, to) = (Roles(rawValue: reader.u8()), Roles(rawValue: reader.u8()))
    self.init(
      role, count: count, down: down, up: up, build: build, putLimit: putLimit, take: take,
      takeLimit: takeLimit, empty: empty, from: from, to: to, capacity: Limit(&reader))
  }
}

extension Zone.Limit {
  fileprivate func write(into bytes: inout [UInt8]) {
    switch self {
    case .unlimited: bytes.append(0)
    case .count(let count): bytes += [1, count]
    }
  }

  fileprivate init(_ reader: inout ByteReader) {
    self = reader.truth() ? .count(reader.u8()) : .unlimited
  }
}
