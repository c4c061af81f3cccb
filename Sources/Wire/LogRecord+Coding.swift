import JSON

extension LogRecord {
  /// Reads one record, of this format or an older one.
  ///
  /// - Throws: `BadMessage` for anything else, also for a record of a program that is newer than this one.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> LogRecord {
    var reader = Reader(fields: try Fields(line))
    return try made(by: &reader)
  }

  package func line() -> [UInt8] { JSONWriter.line { write(to: &$0) } }

  /// Whether a line begins as an `answered` does: most records are commands, and need not be read to be told from it.
  package static func mayBeAnswer(_ line: [UInt8]) -> Bool {
    line.starts(with: answerStart)
  }

  /// The same of a `seats`.
  package static func mayBeSeats(_ line: [UInt8]) -> Bool { line.starts(with: seatsStart) }

  private static let seatsStart = Array(#"{"f":\#(format),"k":"\#(Kind.seats.rawValue)","#.utf8)

  /// Without `}` and the end of the line.
  private static let answerStart = LogRecord.answered(AnsweredLogged()).line().dropLast(2)
}

extension LogRecord {
  private enum Kind: String, CaseIterable {
    case command = "cmd"
    case seats
    case answered = "answer"
    case opening = "open"
    case forgotten, access, race
  }

  private static func made(by c: inout Reader) throws(BadMessage) -> Self {
    let format = try c.field("f", form, nil)
    guard format <= Self.format else {
      throw BadMessage("the record's format is \(format), and this program knows up to \(Self.format)")
    }
    switch try c.tag("k", nil as Kind?, { "there is no record of the kind \"\($0)\"" }) {
    case .opening: return .opening(try Opening.coded(nil, by: &c))
    case .command: return .command(try CommandLogged.coded(nil, by: &c))
    case .seats: return .seats(try SeatsLogged.coded(nil, by: &c))
    case .answered: return .answered(try AnsweredLogged.coded(nil, by: &c))
    case .forgotten: return .forgotten
    case .access: return .access(try AccessLogged.coded(nil, by: &c))
    case .race: return .race(try RaceLogged.coded(nil, by: &c))
    }
  }

  private func write(to json: inout JSONWriter) {
    _ = json.field("f", Self.form, Self.format)
    _ = json.tag("k", kind) { _ in "" }
    switch self {
    case .opening(let opening): _ = Opening.coded(opening, by: &json)
    case .command(let command): _ = CommandLogged.coded(command, by: &json)
    case .seats(let seats): _ = SeatsLogged.coded(seats, by: &json)
    case .answered(let answered): _ = AnsweredLogged.coded(answered, by: &json)
    case .forgotten: break
    case .access(let access): _ = AccessLogged.coded(access, by: &json)
    case .race(let race): _ = RaceLogged.coded(race, by: &json)
    }
  }

  private static let form = Whole(1...Int.max)

  private var kind: Kind {
    switch self {
    case .opening: .opening
    case .command: .command
    case .seats: .seats
    case .answered: .answered
    case .forgotten: .forgotten
    case .access: .access
    case .race: .race
    }
  }
}

extension Coder {
  /// Of 32 bits.
  fileprivate mutating func word(_ key: String, _ given: UInt32?) throws(Failure) -> UInt32 {
    UInt32(try field(key, Whole(0...Int(UInt32.max)), given.map(Int.init)))
  }
}

extension Secret: Coded {
  static func coded<C: Coder>(_ given: Secret?, by c: inout C) throws(C.Failure) -> Secret {
    var secret = Secret()
    if c.has("seed", given?.reveal != nil) { secret.reveal = try Reveal.coded(given?.reveal, by: &c) }
    secret.seed = try c.optional("board", BoardSeed(), given?.seed)
    let bytes = Base64Bytes(
      charactersMax: WireLimits.serverMessageBytesMax, mistake: "\"description\" must be Base64")
    secret.description = try c.field("description", bytes, given?.description, unless: [])
    return secret
  }
}

/// As text: not every reader of JSON keeps 64 bits.
private struct BoardSeed: FieldForm {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> UInt64 {
    guard let seed = UInt64(try Text().read(key, in: fields)) else {
      throw BadMessage("\"\(key)\" must be a number of 64 bits")
    }
    return seed
  }

  func write(_ seed: UInt64, to json: inout JSONWriter) { json.value(String(seed)) }

  func describe(to schema: inout JSONWriter) -> UInt64 {
    _ = Text().describe(to: &schema)
    return 0
  }
}

extension LogRecord.Opening: Coded {
  static func coded<C: Coder>(_ opening: Self?, by c: inout C) throws(C.Failure) -> Self {
    let epoch = try c.word("epoch", opening?.epoch)
    let opener = try c.field("opener", Text(), opening?.opener)
    var table = try OpenTable.coded(opening?.table, by: &c)
    table.entry = try c.optional("entry", Object<RaceEntry>(), opening?.table.entry)
    table.before = try c.optional("before", Text(), opening?.table.before)
    return Self(table, secret: try Secret.coded(opening?.secret, by: &c), epoch: epoch, opener: opener)
  }
}

extension LogRecord.CommandLogged: Coded {
  static func coded<C: Coder>(_ given: Self?, by c: inout C) throws(C.Failure) -> Self {
    let seat = try c.field("by", Whole(0...WireLimits.entrantsMax - 1), given?.seat)
    let clock = try c.field("clock", Whole(0...Int.max), given?.clockMilliseconds)
    let hash = try c.word("hash", given?.hash)
    let command = try Command.coded(
      given?.command, textBytesMax: WireLimits.serverMessageBytesMax, by: &c)
    var logged = Self(
      command, seat: seat, clockMilliseconds: clock, secret: try Secret.coded(given?.secret, by: &c),
      hash: hash)
    guard case .drop(let number, _) = command.operation else { return logged }
    logged.drag = try LogRecord.DragLogged.coded(given?.drag, of: number, by: &c)
    return logged
  }
}

extension LogRecord.DragLogged {
  /// - Parameter number: of the drag that was dropped.
  static func coded<C: Coder>(_ drag: Self?, of number: Int, by c: inout C) throws(C.Failure) -> Self {
    let lifted = List(of: Whole(), 0...WireLimits.liftedMax)
    let items = try c.field("lifted", lifted, drag.map { [$0.lifted] + $0.items })
    try c.check(!items.isEmpty, "\"lifted\" must name the item of the drop")
    let hover = try c.optional("hover", Object<HoverLogged>(), drag?.hover.map(HoverLogged.init))
    var logged = Self(lifted: items.first ?? 0, items: Array(items.dropFirst()), hover: hover?.hover)
    logged.hover?.drag = number
    return logged
  }

  /// Without the drag's number, which is the drop's.
  private struct HoverLogged: Coded {
    let hover: Hover

    static func coded<C: Coder>(_ logged: Self?, by c: inout C) throws(C.Failure) -> Self {
      Self(hover: try Hover.coded(logged?.hover, of: 0, by: &c))
    }
  }
}

extension LogRecord.AnsweredLogged: Coded {
  static func coded<C: Coder>(_ answered: Self?, by c: inout C) throws(C.Failure) -> Self {
    let code = Choice<RefusalCode> { "nothing is refused as \"\($0)\"" }
    guard let code = try c.optional("code", code, answered?.code) else { return Self() }
    return Self(
      code: code, why: try c.optional("why", Text(upTo: WireLimits.serverMessageBytesMax), answered?.why))
  }
}

extension LogRecord.AccessLogged: Coded {
  static func coded<C: Coder>(_ access: Self?, by c: inout C) throws(C.Failure) -> Self {
    let named = List(of: List(of: Text(upTo: WireLimits.nameBytesMax), 2...2), 0...WireLimits.bansMax)
    return Self(
      level: try c.field("access", AccessLevel.form, access?.level),
      host: try c.field("host", Text(), access?.host), isLocked: try c.flag("locked", access?.isLocked),
      number: try c.field("keys", Whole(0...Int.max), access?.number, unless: 0),
      ring: try c.optional("ring", Text(), access?.ring),
      bans: try c.field("bans", named, access?.bans, unless: []),
      guests: try c.field("in", named, access?.guests, unless: []),
      coHosts: try c.field("hosts", List(of: Text(), 0...WireLimits.bansMax), access?.coHosts, unless: []),
      chat: try c.optional("chat", Truth(), access?.chat))
  }
}

extension LogRecord.RaceLogged: Coded {
  static func coded<C: Coder>(_ given: Self?, by c: inout C) throws(C.Failure) -> Self {
    let clock = try c.field("clock", Whole(0...Int.max), given?.clockMilliseconds)
    let hash = try c.word("hash", given?.hash)
    return Self(try RaceStep.coded(given?.step, by: &c), clockMilliseconds: clock, hash: hash)
  }
}

extension LogRecord.SeatsLogged: Coded {
  static func coded<C: Coder>(_ seats: Self?, by c: inout C) throws(C.Failure) -> Self {
    let clock = try c.field("clock", Whole(0...Int.max), seats?.clockMilliseconds)
    let holders = try c.field("seats", List(of: HolderForm(), 0...WireLimits.entrantsMax), seats?.holders)
    let last = try c.field(
      "last", List(of: Text(), 0...WireLimits.entrantsMax), seats.map { $0.lastGuests.map { $0 ?? "" } })
    try c.check(holders.count == last.count, "\"seats\" and \"last\" differ in length")
    return Self(holders: holders, lastGuests: last.map { $0.isEmpty ? nil : $0 }, clockMilliseconds: clock)
  }

  /// `[]` or `[id, name, kind]`
  private struct HolderForm: ElementForm {
    private let texts = List(of: Text(upTo: WireLimits.nameBytesMax), 0...3)

    func read(from reader: inout JSONReader) throws(JSONError) -> Person? {
      let texts = try texts.read(from: &reader)
      if texts.isEmpty { return nil }
      guard texts.count == 3, let kind = Person.Kind(rawValue: texts[2]) else { throw reader.unexpected }
      return Person(id: texts[0], name: texts[1], kind: kind)
    }

    func write(_ holder: Person?, to json: inout JSONWriter) {
      texts.write(holder.map { [$0.id, $0.name, $0.kind.rawValue] } ?? [], to: &json)
    }

    func describe(to schema: inout JSONWriter) -> Person? {
      _ = texts.describe(to: &schema)
      return nil
    }
  }
}
