import JSON

extension ClientMessage {
  /// Reads one line.
  ///
  /// - Throws: `BadMessage`, with the line's `c` where it has one.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> ClientMessage {
    let fields = try Fields(line)
    do throws(BadMessage) {
      var reader = Reader(fields: fields)
      return try coded(nil, by: &reader)
    } catch {
      var bad = error
      if case .number(let c) = fields["c"], ClosedRange.counters.contains(c) { bad.c = c }
      throw bad
    }
  }

  /// The message as one line that ends in a newline.
  package func line() -> [UInt8] { JSONWriter.line { _ = Self.coded(self, by: &$0) } }
}

extension ClosedRange<Int> {
  static var handles: Self { 0...65_535 }
  /// Of a `c`.
  static var counters: Self { 1...WireLimits.dealNumberMax }
  /// Of a drag.
  static var ordinals: Self { 0...WireLimits.dealNumberMax }
  static var plies: Self { 0...WireLimits.pliesMax }
}

extension ClientMessage: Coded {
  /// The most frequent come first: a word is looked for from the front.
  enum Kind: String, CaseIterable {
    case command = "cmd"
    case hover
    case heartbeat = "hb"
    case query = "q"
    case lift, cancel
    case subscribe = "sub"
    case unsubscribe = "unsub"
    case sync, open, lobby, hello, host, answer, say, react, report
  }

  static func coded<C: Coder>(_ said: Self?, by c: inout C) throws(C.Failure) -> Self {
    switch try c.tag("t", said?.kind, { "there is no message kind \"\($0)\"" }) {
    case .hello: return .hello(try Hello.coded(said?.hello, by: &c))
    case .heartbeat: return .heartbeat
    case .hover:
      let room = try c.field("r", Text(), said?.room)
      let drag = try c.field("d", Whole(.ordinals), said?.hover?.drag)
      return .hover(room: room, try Hover.coded(said?.hover, of: drag, by: &c))
    case .sync:
      return .sync(
        room: try c.field("r", Text(), said?.room), why: try c.field("why", Text(), said?.why, or: ""))
    case .open:
      return .open(c: try c.field("c", Whole(.counters), said?.c), try OpenTable.coded(said?.table, by: &c))
    case .lobby:
      return .lobby(c: try c.field("c", Whole(.counters), said?.c), on: try c.field("on", Truth(), said?.on))
    case .subscribe:
      let number = try c.field("c", Whole(.counters), said?.c)
      let room = try c.field("room", Text(), said?.room)
      let mistake = "\"as\" must be \"play\", \"watch\" or \"mini\""
      return .subscribe(
        c: number, room: room, as: try c.field("as", Choice { _ in mistake }, said?.presence),
        key: try c.optional("key", Text(), said?.key))
    case .unsubscribe:
      return .unsubscribe(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("room", Text(), said?.room))
    case .command:
      return .command(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        try Command.coded(said?.command, by: &c))
    case .query:
      return .query(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        try Query.coded(said?.query, by: &c))
    case .lift:
      return .lift(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        item: try c.field("item", Whole(.handles), said?.number))
    case .cancel:
      return .cancel(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        drag: try c.field("d", Whole(.ordinals), said?.number))
    case .host:
      return .host(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        try HostCommand.coded(said?.hostCommand, by: &c))
    case .answer:
      return .answer(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        question: try c.field("n", Whole(.ordinals), said?.number), yes: try c.field("yes", Truth(), said?.on)
      )
    case .say:
      return .say(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        try c.field("text", Text(upTo: WireLimits.sayBytesMax), said?.text))
    case .react:
      return .react(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        try c.field("what", Reaction.form, said?.reaction))
    case .report:
      return .report(
        c: try c.field("c", Whole(.counters), said?.c), room: try c.field("r", Text(), said?.room),
        line: try c.field("line", Whole(.ordinals), said?.number),
        why: try c.field("why", ReportReason.form, said?.reason))
    }
  }
}

// What a writer asks a message for.
extension ClientMessage {
  private var kind: Kind {
    switch self {
    case .hello: .hello
    case .open: .open
    case .lobby: .lobby
    case .subscribe: .subscribe
    case .unsubscribe: .unsubscribe
    case .command: .command
    case .query: .query
    case .lift: .lift
    case .hover: .hover
    case .cancel: .cancel
    case .host: .host
    case .answer: .answer
    case .say: .say
    case .react: .react
    case .report: .report
    case .heartbeat: .heartbeat
    case .sync: .sync
    }
  }

  private var room: String? {
    switch self {
    case .hello, .open, .lobby, .heartbeat: nil
    case .subscribe(_, let room, _, _), .unsubscribe(_, let room), .command(_, let room, _),
      .query(_, let room, _), .lift(_, let room, _), .hover(let room, _), .cancel(_, let room, _),
      .host(_, let room, _), .answer(_, let room, _, _), .sync(let room, _), .say(_, let room, _),
      .react(_, let room, _), .report(_, let room, _, _):
      room
    }
  }

  /// The item, the drag, the question or the line that is meant.
  private var number: Int? {
    switch self {
    case .lift(_, _, let number), .cancel(_, _, let number), .answer(_, _, let number, _),
      .report(_, _, let number, _):
      number
    default: nil
    }
  }

  private var hello: Hello? { if case .hello(let hello) = self { hello } else { nil } }
  private var table: OpenTable? { if case .open(_, let table) = self { table } else { nil } }
  private var on: Bool? {
    switch self {
    case .lobby(_, let on), .answer(_, _, _, let on): on
    default: nil
    }
  }
  private var presence: Presence? {
    if case .subscribe(_, _, let presence, _) = self { presence } else { nil }
  }
  private var key: String? { if case .subscribe(_, _, _, let key) = self { key } else { nil } }
  private var hostCommand: HostCommand? { if case .host(_, _, let command) = self { command } else { nil } }
  private var command: Command? { if case .command(_, _, let command) = self { command } else { nil } }
  private var query: Query? { if case .query(_, _, let query) = self { query } else { nil } }
  private var hover: Hover? { if case .hover(_, let hover) = self { hover } else { nil } }
  private var why: String? { if case .sync(_, let why) = self { why } else { nil } }
  private var text: String? { if case .say(_, _, let text) = self { text } else { nil } }
  private var reaction: Reaction? { if case .react(_, _, let what) = self { what } else { nil } }
  private var reason: ReportReason? { if case .report(_, _, _, let why) = self { why } else { nil } }
}

extension ClientMessage.Query: Coded {
  private enum Kind: String, CaseIterable {
    case dests, hint, lines, export, verdict
  }

  static func coded<C: Coder>(_ query: Self?, by c: inout C) throws(C.Failure) -> Self {
    let mistake = "\"q\" must be \"dests\", \"hint\", \"lines\", \"export\" or \"verdict\""
    switch try c.tag("q", query?.kind, { _ in mistake }) {
    case .dests: return .dests
    case .hint: return .hint
    case .lines: return .lines(after: try c.field("after", Whole(.plies), query?.number, unless: 0))
    case .export: return .export(item: try c.field("item", Whole(.handles), query?.number))
    case .verdict:
      let mistake = "\"with\" must be \"line\" or \"past\""
      return .verdict(try c.field("with", Choice { _ in mistake }, query?.detail, unless: .none))
    }
  }

  private var kind: Kind {
    switch self {
    case .dests: .dests
    case .hint: .hint
    case .lines: .lines
    case .export: .export
    case .verdict: .verdict
    }
  }

  private var detail: Detail? { if case .verdict(let detail) = self { detail } else { nil } }

  private var number: Int? {
    switch self {
    case .dests, .hint, .verdict: nil
    case .lines(let number), .export(let number): number
    }
  }
}

extension Hello: Coded {
  static func coded<C: Coder>(_ given: Hello?, by c: inout C) throws(C.Failure) -> Hello {
    var hello = Hello()
    hello.token = try c.optional("tok", Text(), given?.token)
    let name = try c.field("name", Text(upTo: WireLimits.nameBytesMax), given?.name, or: "")
    hello.name = String(name.prefix(WireLimits.nameCharactersMax))
    let mistake = "\"role\" must be \"player\" or \"bot\""
    hello.role = try c.field("role", Choice { _ in mistake }, given?.role, or: .player)
    hello.app = try c.field("app", Text(), given?.app, or: "")
    let wants = try c.field("want", List(of: Text(), 0...16), given?.wants, or: [])
    hello.wantsDests = wants.contains("dests")
    hello.wantsDrag = wants.contains("drag")
    hello.resume = try c.optional("resume", Object<Resume>(), given?.resume)
    return hello
  }

  private var wants: [String] { (wantsDests ? ["dests"] : []) + (wantsDrag ? ["drag"] : []) }
}

extension Hello.Resume: Coded {
  static func coded<C: Coder>(_ resume: Self?, by c: inout C) throws(C.Failure) -> Self {
    let rooms = List(of: PositionRow(), 0...WireLimits.roomsMax)
    try c.readAhead("rooms", rooms)
    return Self(
      visit: try c.field("sid", Text(), resume?.visit), rooms: try c.field("rooms", rooms, resume?.rooms))
  }

  private struct PositionRow: Row {
    typealias Value = Hello.Position

    func coded<C: RowCoder>(_ position: Hello.Position?, by c: inout C) throws(C.Failure) -> Hello.Position {
      Hello.Position(
        room: try c.element(Text(), position?.room), epoch: try c.element(Text(), position?.epoch),
        version: try c.element(Whole(0...Int.max), position?.version))
    }
  }
}

extension DealChoice: Coded {
  private enum Kind: String, CaseIterable {
    case open, sealed
  }

  static func coded<C: Coder>(_ deal: Self?, by c: inout C) throws(C.Failure) -> Self {
    let mistake = "a deal's \"kind\" must be \"open\" or \"sealed\""
    switch try c.tag("kind", deal?.kind, { _ in mistake }) {
    case .open:
      if c.has("winnable", deal?.terms != nil) {
        let number = try c.optional("n", DealNumber(), deal?.number)
        return .winnable(try DealTerms.coded(deal?.terms, by: &c), isSealed: false, number: number)
      }
      return .open(try c.field("n", DealNumber(), deal?.number))
    case .sealed:
      guard c.has("winnable", deal?.terms != nil) else { return .sealed }
      return .winnable(try DealTerms.coded(deal?.terms, by: &c), isSealed: true)
    }
  }

  private var kind: Kind {
    switch self {
    case .open, .winnable(_, isSealed: false, _): .open
    case .sealed, .winnable: .sealed
    }
  }

  private var number: UInt64? {
    switch self {
    case .open(let number): number
    case .winnable(_, _, let number): number
    case .sealed: nil
    }
  }

  private var terms: DealTerms? { if case .winnable(let terms, _, _) = self { terms } else { nil } }
}

extension DealTerms: Coded {
  /// Both fields stand in the deal that they are about.
  static func coded<C: Coder>(_ terms: DealTerms?, by c: inout C) throws(C.Failure) -> DealTerms {
    let isWinnable = try c.field("winnable", Truth(), terms.map { _ in true })
    try c.check(isWinnable, "\"winnable\" must be true; leave it out for a deal of which nothing is promised")
    let mistake = "\"level\" must be \"easy\", \"medium\" or \"hard\""
    return DealTerms(level: try c.optional("level", Choice { _ in mistake }, terms?.level))
  }
}

extension AutoMoves {
  /// `safe` is understood by all; `auto` says more where there is more.
  ///
  /// - Parameter isNeeded: `safe` has to be there where `auto` is not.
  static func coded<C: Coder>(
    _ auto: AutoMoves?, isNeeded: Bool, by c: inout C
  ) throws(C.Failure) -> AutoMoves {
    let isSafe = auto.map { $0 != .off }
    if c.has("auto", auto == .all) {
      _ = try c.optional("safe", Truth(), isSafe)
      let mistake = "\"auto\" must be \"off\", \"safe\" or \"all\""
      return try c.field("auto", Choice { _ in mistake }, auto)
    }
    let safe =
      isNeeded ? try c.field("safe", Truth(), isSafe) : try c.optional("safe", Truth(), isSafe) ?? false
    return safe ? .safe : .off
  }
}

extension OpenTable: Coded {
  static func coded<C: Coder>(_ table: OpenTable?, by c: inout C) throws(C.Failure) -> OpenTable {
    let game = try c.field("game", Text(upTo: WireLimits.gameBytesMax), table?.game)
    let deal = try c.optional("deal", Object<DealChoice>(), table?.deal)
    // Boards have no use for these two, and leave out what is usual.
    let isDealt = table?.deal != nil
    let auto = try AutoMoves.coded(
      table.flatMap { isDealt || $0.auto != .off ? $0.auto : nil }, isNeeded: false, by: &c)
    let timed = try c.optional("timed", Truth(), table.flatMap { isDealt || !$0.timed ? $0.timed : nil })
    // A race says itself for how many it is.
    let seats = try c.field(
      "seats", Whole(1...WireLimits.seatsMax), table.map { $0.race == nil ? $0.seats : 1 }, or: 1)
    let access = try c.optional("access", AccessLevel.form, table?.access)
    let race = try c.optional("race", Object<RacePlan>(), table?.race)
    try c.check(
      race == nil || seats == 1, "\"race\" says for how many it is; leave out \"seats\"")
    return OpenTable(
      game: game, deal: deal, auto: auto, timed: timed ?? true, seats: race?.most ?? seats, access: access,
      race: race)
  }
}

extension Hover {
  /// All but the drag's number.
  static func coded<C: Coder>(_ hover: Hover?, of drag: Int, by c: inout C) throws(C.Failure) -> Hover {
    Hover(
      drag: drag, x: try c.field("x", Whole(0...10_000), hover?.x),
      y: try c.field("y", Whole(0...10_000), hover?.y), over: try c.optional("o", Text(), hover?.over),
      before: try c.optional("b", Whole(.handles), hover?.before),
      onto: try c.optional("onto", Whole(.handles), hover?.onto))
  }
}
