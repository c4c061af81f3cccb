package import JSON

extension ServerMessage {
  /// Reads one line, as a client does. Kinds that this version does not know are nil: a newer server may send
  /// them.
  ///
  /// - Throws: `BadMessage` for a line that no server sends.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> ServerMessage? {
    var reader = Reader(fields: try Fields(line))
    guard Kind(rawValue: try reader.field("t", Text(), nil)) != nil else { return nil }
    return try made(by: &reader)
  }

  /// The message as one line that ends in a newline.
  package func line() -> [UInt8] { JSONWriter.line { write(to: &$0) } }
}

extension ServerMessage {
  enum Kind: String, CaseIterable {
    case ok, no
    case event = "ev"
    case dests, drag, crowd
    case heartbeat = "hb"
    case lease
    case snapshot = "snap"
    case hints, lines, verdict, data, rights, question, knock, said, reacts, tables, progress, welcome, gone,
      bye
  }

  /// For a reader or a describer. A message is large: that it is written by another switch saves a copy of it.
  static func made<C: Coder>(by c: inout C) throws(C.Failure) -> Self {
    switch try c.tag("t", nil as Kind?, { "there is no message kind \"\($0)\"" }) {
    case .welcome: return .welcome(try Welcome.coded(nil, by: &c))
    case .ok: return try ok(nil, by: &c)
    case .no: return .no(try Refusal.coded(nil, by: &c))
    case .lease: return try lease(nil, by: &c)
    case .snapshot: return .snapshot(try Snapshot.coded(nil, by: &c))
    case .event: return .event(try Event.coded(nil, by: &c))
    case .dests: return .dests(try Dests.coded(nil, by: &c))
    case .drag: return try drag(nil, by: &c)
    case .hints: return try hints(nil, by: &c)
    case .lines: return try lines(nil, by: &c)
    case .verdict: return try verdict(nil, by: &c)
    case .data: return try data(nil, by: &c)
    case .crowd: return try crowd(nil, by: &c)
    case .rights:
      return .rights(room: try c.field("r", Text(), nil), try Rights.coded(nil, by: &c))
    case .knock: return try knock(nil, by: &c)
    case .question:
      return try c.has("end", nil) ? questionEnded(nil, by: &c) : question(nil, by: &c)
    case .said: return try said(nil, by: &c)
    case .reacts: return .reacts(room: try c.field("r", Text(), nil), try ReactionsTold.coded(nil, by: &c))
    case .tables: return .tables(try c.field("list", Objects<TableSummary>(), nil))
    case .progress: return try progress(nil, by: &c)
    case .heartbeat: return try heartbeat(nil, by: &c)
    case .gone: return try gone(nil, by: &c)
    case .bye: return try bye(nil, by: &c)
    }
  }

  private func write(to json: inout JSONWriter) {
    _ = json.tag("t", kind) { _ in "" }
    switch self {
    case .welcome(let welcome): _ = Welcome.coded(welcome, by: &json)
    case .ok(let c, let agreement): _ = Self.ok((c, agreement), by: &json)
    case .no(let refusal): _ = Refusal.coded(refusal, by: &json)
    case .lease(let c, let lease): _ = Self.lease((c, lease), by: &json)
    case .snapshot(let snapshot): _ = Snapshot.coded(snapshot, by: &json)
    case .event(let event): _ = Event.coded(event, by: &json)
    case .dests(let dests): _ = Dests.coded(dests, by: &json)
    case .drag(let room, let live, let regions): _ = Self.drag((room, live, regions), by: &json)
    case .hints(let c, let room, let version, let hints): _ = Self.hints((c, room, version, hints), by: &json)
    case .lines(let c, let room, let version, let lines): _ = Self.lines((c, room, version, lines), by: &json)
    case .verdict(let c, let room, let version, let verdict):
      _ = Self.verdict((c, room, version, verdict), by: &json)
    case .data(let c, let room, let items): _ = Self.data((c, room, items), by: &json)
    case .crowd(let room, let seats, let watching, let clock, let runs, let access):
      _ = Self.crowd((room, seats, watching, clock, runs, access), by: &json)
    case .rights(let room, let rights):
      _ = json.field("r", Text(), room)
      _ = Rights.coded(rights, by: &json)
    case .knock(let room, let end): _ = Self.knock((room, end), by: &json)
    case .question(let room, let question): _ = Self.question((room, question), by: &json)
    case .questionEnded(let room, let number, let end, let seat):
      _ = Self.questionEnded((room, number, end, seat), by: &json)
    case .said(let room, let lines): _ = Self.said((room, lines), by: &json)
    case .reacts(let room, let reactions):
      _ = json.field("r", Text(), room)
      _ = ReactionsTold.coded(reactions, by: &json)
    case .tables(let tables): _ = json.field("list", Objects<TableSummary>(), tables)
    case .progress(let room, let clock, let list): _ = Self.progress((room, clock, list), by: &json)
    case .heartbeat(let now, let versions): _ = Self.heartbeat((now, versions), by: &json)
    case .gone(let room, let why): _ = Self.gone((room, why), by: &json)
    case .bye(let code, let from, let to): _ = Self.bye((code, (from, to)), by: &json)
    }
  }

  private var kind: Kind {
    switch self {
    case .welcome: .welcome
    case .ok: .ok
    case .no: .no
    case .lease: .lease
    case .snapshot: .snapshot
    case .event: .event
    case .dests: .dests
    case .drag: .drag
    case .hints: .hints
    case .lines: .lines
    case .verdict: .verdict
    case .data: .data
    case .crowd: .crowd
    case .rights: .rights
    case .knock: .knock
    case .question, .questionEnded: .question
    case .said: .said
    case .reacts: .reacts
    case .tables: .tables
    case .progress: .progress
    case .heartbeat: .heartbeat
    case .gone: .gone
    case .bye: .bye
    }
  }
}

// Messages of a few fields.
extension ServerMessage {
  @inline(__always)
  private static func ok<C: Coder>(
    _ said: (c: Int, agreement: Agreement)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .ok(c: try c.field("c", Whole(), said?.c), try Agreement.coded(said?.agreement, by: &c))
  }

  @inline(__always)
  private static func lease<C: Coder>(
    _ said: (c: Int, lease: Lease)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .lease(c: try c.field("c", Whole(), said?.c), try Lease.coded(said?.lease, by: &c))
  }

  @inline(__always)
  private static func drag<C: Coder>(
    _ said: (room: String, live: [LiveDrag], regions: [RegionChange])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .drag(
      room: try c.field("r", Text(), said?.room), live: try c.field("live", Objects<LiveDrag>(), said?.live),
      regions: try c.field("regions", Objects<RegionChange>(), said?.regions, unless: []))
  }

  @inline(__always)
  private static func hints<C: Coder>(
    _ said: (c: Int, room: String, version: Int, list: [HintTold])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .hints(
      c: try c.field("c", Whole(), said?.c), room: try c.field("r", Text(), said?.room),
      version: try c.field("v", Whole(), said?.version), try c.field("list", Objects<HintTold>(), said?.list))
  }

  @inline(__always)
  private static func lines<C: Coder>(
    _ said: (c: Int, room: String, version: Int, lines: LinesTold)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .lines(
      c: try c.field("c", Whole(), said?.c), room: try c.field("r", Text(), said?.room),
      version: try c.field("v", Whole(), said?.version), try LinesTold.coded(said?.lines, by: &c))
  }

  private static func verdict<C: Coder>(
    _ said: (c: Int, room: String, version: Int, verdict: VerdictTold)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .verdict(
      c: try c.field("c", Whole(), said?.c), room: try c.field("r", Text(), said?.room),
      version: try c.field("v", Whole(), said?.version), try VerdictTold.coded(said?.verdict, by: &c))
  }

  @inline(__always)
  private static func data<C: Coder>(
    _ said: (c: Int, room: String, items: [ItemData])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .data(
      c: try c.field("c", Whole(), said?.c), room: try c.field("r", Text(), said?.room),
      try c.field("items", ItemDataList(), said?.items))
  }

  @inline(__always)
  private static func crowd<C: Coder>(
    _ said: (room: String, seats: [Seat], watching: Int, clock: Int, runs: Bool, access: AccessTold)?,
    by c: inout C
  ) throws(C.Failure) -> Self {
    .crowd(
      room: try c.field("r", Text(), said?.room), seats: try c.field("seats", Objects<Seat>(), said?.seats),
      watching: try c.field("watching", Whole(), said?.watching),
      clockMilliseconds: try c.field("clock", Whole(), said?.clock),
      clockRuns: try c.field("run", Truth(), said?.runs),
      access: try AccessTold.coded(said?.access, by: &c))
  }

  private static func knock<C: Coder>(
    _ said: (room: String, end: KnockEnd)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .knock(
      room: try c.field("r", Text(), said?.room),
      try c.field("end", Choice { _ in "unknown \"end\" of a knock" }, said?.end))
  }

  private static func question<C: Coder>(
    _ said: (room: String, question: QuestionTold)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .question(room: try c.field("r", Text(), said?.room), try QuestionTold.coded(said?.question, by: &c))
  }

  private static func questionEnded<C: Coder>(
    _ said: (room: String, number: Int, end: QuestionTold.End, seat: Int?)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .questionEnded(
      room: try c.field("r", Text(), said?.room), question: try c.field("n", Whole(), said?.number),
      try c.field("end", Choice { _ in "unknown \"end\" of a question" }, said?.end),
      by: try c.optional("by", Whole(), said?.seat))
  }

  private static func said<C: Coder>(
    _ said: (room: String, lines: [LineTold])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .said(
      room: try c.field("r", Text(), said?.room),
      try c.field("lines", List(of: LineRow(), 0...WireLimits.linesSaidMax), said?.lines))
  }

  private static func progress<C: Coder>(
    _ said: (room: String, clock: Int, list: [RaceProgress])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .progress(
      room: try c.field("r", Text(), said?.room),
      clockMilliseconds: try c.field("clock", Whole(), said?.clock),
      try c.field("list", List(of: RaceProgress.ProgressRow(), 0...WireLimits.entrantsMax), said?.list))
  }

  @inline(__always)
  private static func heartbeat<C: Coder>(
    _ said: (now: Int, versions: [RoomVersion])?, by c: inout C
  ) throws(C.Failure) -> Self {
    .heartbeat(
      now: try c.field("now", Whole(), said?.now),
      versions: try c.field("r", List(of: VersionRow(), 0...1024), said?.versions))
  }

  @inline(__always)
  private static func gone<C: Coder>(
    _ said: (room: String, why: String)?, by c: inout C
  ) throws(C.Failure) -> Self {
    .gone(room: try c.field("r", Text(), said?.room), why: try c.field("why", Text(), said?.why))
  }

  @inline(__always)
  private static func bye<C: Coder>(
    _ said: (code: String, span: (Int, Int))?, by c: inout C
  ) throws(C.Failure) -> Self {
    let code = try c.field("code", Text(), said?.code)
    let span = try c.field("in", WholePair(), said?.span)
    return .bye(code: code, fromMilliseconds: span.0, toMilliseconds: span.1)
  }
}

/// `[room, version]`
private struct VersionRow: Row {
  typealias Value = RoomVersion

  func coded<C: RowCoder>(_ version: RoomVersion?, by c: inout C) throws(C.Failure) -> RoomVersion {
    RoomVersion(room: try c.element(Text(), version?.room), version: try c.element(Whole(), version?.version))
  }
}

extension Welcome: Coded {
  static func coded<C: Coder>(_ welcome: Welcome?, by c: inout C) throws(C.Failure) -> Welcome {
    let visit = try c.field("sid", Text(), welcome?.visit)
    let token = try c.field("tok", Text(), welcome?.token)
    let you = try c.field("you", Object<You>(), welcome.map { You(person: $0.you, handle: $0.handle) })
    let proto = Constant(text: WireProtocol.name, mistake: "the server speaks another protocol")
    _ = try c.field("proto", proto, welcome.map { _ in WireProtocol.name })
    var made = Welcome(
      visit: visit, token: token, you: you.person, server: try c.field("srv", Text(), welcome?.server),
      boot: try c.field("boot", Text(), welcome?.boot), now: try c.field("now", Whole(), welcome?.now),
      heartbeatMilliseconds: try c.field("hb", Whole(), welcome?.heartbeatMilliseconds),
      keepsTables: try c.field("keeps", Truth(), welcome?.keepsTables),
      resumed: try c.field("resumed", Truth(), welcome?.resumed),
      rooms: try c.field("rooms", List(of: SeatRow(), 0...1024), welcome?.rooms),
      limits: try c.field("lim", Object<PublishedLimits>(), welcome?.limits))
    made.solves = try c.flag("solves", welcome?.solves)
    made.handle = you.handle
    return made
  }

  private struct You: Coded {
    let person: Person
    let handle: String?

    static func coded<C: Coder>(_ you: You?, by c: inout C) throws(C.Failure) -> You {
      You(
        person: try Person.coded(you?.person, by: &c), handle: try c.optional("handle", Text(), you?.handle))
    }
  }

  /// `[room, seat]`
  private struct SeatRow: Row {
    typealias Value = RoomSeat

    func coded<C: RowCoder>(_ seat: RoomSeat?, by c: inout C) throws(C.Failure) -> RoomSeat {
      RoomSeat(room: try c.element(Text(), seat?.room), seat: try c.element(Whole(), seat?.seat))
    }
  }
}

extension PublishedLimits: Coded {
  static func coded<C: Coder>(_ limits: Self?, by c: inout C) throws(C.Failure) -> Self {
    let commands = try c.field("cmd", WholePair(), limits.map { ($0.commandsPerSecond, $0.commandsBurst) })
    let hovers = try c.field("drag", WholePair(), limits.map { ($0.hoversPerSecond, $0.hoversBurst) })
    return Self(
      commandsPerSecond: commands.0, commandsBurst: commands.1, hoversPerSecond: hovers.0,
      hoversBurst: hovers.1,
      messageBytesMax: try c.field("frame", Whole(), limits?.messageBytesMax),
      roomsMax: try c.field("rooms", Whole(), limits?.roomsMax))
  }
}

extension Person: Coded {
  static func coded<C: Coder>(_ person: Person?, by c: inout C) throws(C.Failure) -> Person {
    Person(
      id: try c.field("id", Text(), person?.id),
      name: try c.field("name", Text(upTo: WireLimits.nameBytesMax), person?.name),
      kind: try c.field("kind", Choice { _ in "unknown \"kind\" of person" }, person?.kind))
  }
}

extension Agreement: Coded {
  static func coded<C: Coder>(_ agreement: Self?, by c: inout C) throws(C.Failure) -> Self {
    Agreement(
      opened: try c.optional("room", Text(), agreement?.opened),
      room: try c.optional("r", Text(), agreement?.room),
      seat: try c.optional("seat", Whole(), agreement?.seat),
      version: try c.optional("v", Whole(), agreement?.version),
      keys: try c.optional("keys", Object<TableKeys>(), agreement?.keys),
      isKnocking: try c.flag("knocking", agreement?.isKnocking),
      question: try c.optional("asked", Whole(), agreement?.question))
  }
}

extension Refusal: Coded {
  static func coded<C: Coder>(_ refusal: Refusal?, by c: inout C) throws(C.Failure) -> Refusal {
    Refusal(
      c: try c.optional("c", Whole(), refusal?.c), room: try c.optional("r", Text(), refusal?.room),
      version: try c.optional("v", Whole(), refusal?.version),
      code: try c.field("code", Choice { _ in "unknown \"code\"" }, refusal?.code),
      why: try c.optional("why", Text(upTo: WireLimits.serverMessageBytesMax), refusal?.why),
      resetMilliseconds: try c.optional("reset", Whole(), refusal?.resetMilliseconds))
  }
}

extension Lease: Coded {
  static func coded<C: Coder>(_ lease: Lease?, by c: inout C) throws(C.Failure) -> Lease {
    Lease(
      room: try c.field("r", Text(), lease?.room), version: try c.field("v", Whole(), lease?.version),
      drag: try c.field("d", Whole(), lease?.drag),
      items: try c.field("items", List(of: Whole()), lease?.items),
      index: try c.field("index", Whole(), lease?.index),
      formation: try c.field("formation", Text(), lease?.formation),
      destinations: try c.field("to", List(of: Text()), lease?.destinations),
      onto: try c.field("onto", List(of: Whole()), lease?.onto, unless: []),
      silenceMillisecondsMax: try c.field("ttl", Whole(), lease?.silenceMillisecondsMax))
  }
}

extension LiveDrag: Coded {
  static func coded<C: Coder>(_ live: LiveDrag?, by c: inout C) throws(C.Failure) -> LiveDrag {
    var drag = LiveDrag(
      drag: try c.field("d", Whole(), live?.drag), seat: try c.field("by", Whole(), live?.seat),
      items: try c.field("items", List(of: Whole()), live?.items), x: nil, y: nil, over: nil)
    // A place is said whole or not at all.
    let isPlaced = live.map { $0.x != nil && $0.y != nil }
    if c.has("x", isPlaced), c.has("y", isPlaced) {
      drag.x = try c.field("x", Whole(), live?.x)
      drag.y = try c.field("y", Whole(), live?.y)
    }
    drag.over = try c.optional("o", Text(), live?.over)
    drag.before = try c.optional("b", Whole(), live?.before)
    drag.onto = try c.optional("onto", Whole(), live?.onto)
    drag.formation = try c.optional("f", Text(), live?.formation)
    return drag
  }
}

extension Seat: Coded {
  /// A free seat has only its number.
  static func coded<C: Coder>(_ seat: Seat?, by c: inout C) throws(C.Failure) -> Seat {
    let number = try c.field("n", Whole(), seat?.number)
    guard c.has("id", seat.map { $0.person != nil }) else {
      return Seat(number: number, person: nil, isConnected: false)
    }
    return Seat(
      number: number, person: try Person.coded(seat?.person, by: &c),
      isConnected: try c.field("on", Truth(), seat?.isConnected))
  }
}

extension TableSummary {
  /// Its fields, in an object that is begun.
  package func write(into json: inout JSONWriter) { _ = Self.coded(self, by: &json) }
}

extension TableSummary: Coded {
  static func coded<C: Coder>(_ table: Self?, by c: inout C) throws(C.Failure) -> Self {
    TableSummary(
      id: try c.field("id", Text(), table?.id),
      game: try c.field("game", Text(upTo: WireLimits.gameBytesMax), table?.game),
      name: try c.content("name", table?.name), deal: try c.optional("deal", Object<DealTold>(), table?.deal),
      players: try c.field("who", List(of: Text(upTo: WireLimits.nameBytesMax), 0...64), table?.players),
      seats: try c.field("seats", Whole(), table?.seats),
      watching: try c.field("watching", Whole(), table?.watching),
      moves: try c.field("moves", Whole(), table?.moves), score: try c.field("score", Whole(), table?.score),
      up: try c.field("up", Whole(), table?.up), of: try c.field("of", Whole(), table?.of, unless: 52),
      status: try c.field("status", GameState.form, table?.status),
      access: try c.optional("access", AccessLevel.form, table?.access),
      race: try c.optional("race", RaceState.form, table?.race),
      bots: try c.field("bots", List(of: Whole(), 0...64), table?.bots, unless: []))
  }
}

extension DealTold: Coded {
  private enum Kind: String, CaseIterable {
    case open, sealed
  }

  static func coded<C: Coder>(_ deal: DealTold?, by c: inout C) throws(C.Failure) -> DealTold {
    let cards: Cards
    switch try c.tag("kind", deal?.kind, { _ in "unknown \"kind\" of deal" }) {
    case .open: cards = .open(try c.field("n", DealNumber(), deal?.number))
    case .sealed:
      let commit = try c.field("commit", Text(), deal?.commit)
      cards = .sealed(
        commit: commit,
        reveal: c.has("seed", deal?.reveal != nil) ? try Reveal.coded(deal?.reveal, by: &c) : nil)
    }
    let isWinnable = c.has("winnable", deal?.terms != nil)
    return DealTold(cards, terms: isWinnable ? try DealTerms.coded(deal?.terms, by: &c) : nil)
  }

  private var kind: Kind { number == nil ? .sealed : .open }
  private var commit: String? { if case .sealed(let commit, _) = cards { commit } else { nil } }
}

extension Reveal: Coded {
  static func coded<C: Coder>(_ reveal: Reveal?, by c: inout C) throws(C.Failure) -> Reveal {
    Reveal(
      seed: try c.field("seed", Text(), reveal?.seed), salt: try c.field("salt", Text(), reveal?.salt),
      start: try c.optional("start", Text(upTo: WireLimits.startBytesMax), reveal?.start),
      line: try c.optional("line", StepTold.list, reveal?.line))
  }
}
