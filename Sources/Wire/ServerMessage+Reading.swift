import Bytes
import JSON

extension ServerMessage {
  /// Reads one line, as a client does. Kinds that this version does not know are nil: a newer server may send
  /// them.
  ///
  /// - Throws: `BadMessage` for a line that no server sends.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> ServerMessage? {
    let fields = try Fields(line)
    switch try fields.text("t") {
    case "welcome": return .welcome(try Welcome(fields))
    case "ok": return .ok(c: try fields.integer("c"), try Agreement(fields))
    case "no": return .no(try Refusal(fields))
    case "lease": return .lease(c: try fields.integer("c"), try Lease(fields))
    case "snap": return .snapshot(try Snapshot(fields))
    case "ev": return .event(try Event(fields))
    case "dests": return .dests(try Dests(fields))
    case "drag":
      return .drag(
        room: try fields.text("r"), live: try fields.objects("live", LiveDrag.init(fields:)),
        regions: try fields.optionalObjects("regions", RegionChange.init(fields:)))
    case "hints":
      return .hints(
        c: try fields.integer("c"), room: try fields.text("r"), version: try fields.integer("v"),
        try fields.objects("list", HintTold.init(fields:)))
    case "lines":
      return .lines(
        c: try fields.integer("c"), room: try fields.text("r"), version: try fields.integer("v"),
        try LinesTold(fields: fields))
    case "data":
      return .data(
        c: try fields.integer("c"), room: try fields.text("r"), try fields.itemData("items"))
    case "crowd":
      return .crowd(
        room: try fields.text("r"), seats: try fields.objects("seats", Seat.init(fields:)),
        watching: try fields.integer("watching"), clockMilliseconds: try fields.integer("clock"),
        clockRuns: try fields.truth("run"))
    case "tables": return .tables(try fields.objects("list", TableSummary.init(fields:)))
    case "hb":
      let versions = try fields.array("r", countMax: 1024) { reader throws(JSONError) in
        try reader.readNamedNumber().map { RoomVersion(room: $0, version: $1) }
      }
      return .heartbeat(now: try fields.integer("now"), versions: versions)
    case "gone": return .gone(room: try fields.text("r"), why: try fields.text("why"))
    case "bye":
      let span = try fields.pair("in")
      return .bye(code: try fields.text("code"), fromMilliseconds: span.0, toMilliseconds: span.1)
    default: return nil
    }
  }
}

extension Fields {
  func integer(_ key: String) throws(BadMessage) -> Int {
    try integer(key, in: Int.min...Int.max)
  }

  func optionalInteger(_ key: String) throws(BadMessage) -> Int? {
    try optionalInteger(key, in: Int.min...Int.max)
  }

  /// An array of objects, each read by `read`.
  func objects<Element>(
    _ key: String, _ read: (Fields) throws(BadMessage) -> Element
  ) throws(BadMessage) -> [Element] {
    let ranges = try array(key, countMax: 4096) { reader throws(JSONError) -> Range<Int>? in
      guard try reader.peek() == .object else { return nil }
      let start = reader.offset
      try reader.skipValue()
      return start..<reader.offset
    }
    var elements: [Element] = []
    for range in ranges { elements.append(try read(try Fields(line, range: range))) }
    return elements
  }

  func optionalObjects<Element>(
    _ key: String, _ read: (Fields) throws(BadMessage) -> Element
  ) throws(BadMessage) -> [Element] {
    has(key) ? try objects(key, read) : []
  }

  func integers(_ key: String) throws(BadMessage) -> [Int] {
    try array(key, countMax: 4096) { reader throws(JSONError) in try reader.readInt() }
  }

  func texts(_ key: String) throws(BadMessage) -> [String] {
    try array(key, countMax: 4096) { reader throws(JSONError) in try reader.readIdentifier() }
  }

  fileprivate func pair(_ key: String) throws(BadMessage) -> (Int, Int) {
    let both = try integers(key)
    guard both.count == 2 else { throw BadMessage("\"\(key)\" must be two numbers") }
    return (both[0], both[1])
  }

  /// `[[handle], [handle, face], [handle, content] …]`
  fileprivate func items(_ key: String) throws(BadMessage) -> [ItemTold] {
    try array(key, countMax: 4096) { reader throws(JSONError) -> ItemTold? in
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
      var item = ItemTold(handle: try reader.readInt())
      if try reader.nextElement() {
        if try reader.peek() == .object {
          item.content = try ContentTold.read(from: &reader)
        } else {
          item.face = try reader.readIdentifier()
        }
        if try reader.nextElement() { return nil }
      }
      return item
    }
  }
}

extension Welcome {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard try fields.text("proto") == WireProtocol.name else {
      throw BadMessage("the server speaks another protocol")
    }
    let limits = try fields.object("lim")
    let commands = try limits.pair("cmd")
    let hovers = try limits.pair("drag")
    let rooms = try fields.array("rooms", countMax: 1024) { reader throws(JSONError) in
      try reader.readNamedNumber().map { RoomSeat(room: $0, seat: $1) }
    }
    self.init(
      visit: try fields.text("sid"), token: try fields.text("tok"), you: try Person(try fields.object("you")),
      server: try fields.text("srv"), boot: try fields.text("boot"), now: try fields.integer("now"),
      heartbeatMilliseconds: try fields.integer("hb"), keepsTables: try fields.truth("keeps"),
      resumed: try fields.truth("resumed"), rooms: rooms,
      limits: PublishedLimits(
        commandsPerSecond: commands.0, commandsBurst: commands.1, hoversPerSecond: hovers.0,
        hoversBurst: hovers.1,
        messageBytesMax: try limits.integer("frame"), roomsMax: try limits.integer("rooms")))
  }
}

extension Person {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard let kind = Kind(rawValue: try fields.text("kind")) else {
      throw BadMessage("unknown \"kind\" of person")
    }
    self.init(
      id: try fields.text("id"), name: try fields.text("name", bytesMax: WireLimits.nameBytesMax), kind: kind)
  }
}

extension Agreement {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(
      opened: try fields.optionalText("room"), room: try fields.optionalText("r"),
      seat: try fields.optionalInteger("seat"), version: try fields.optionalInteger("v"))
  }
}

extension Refusal {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard let code = RefusalCode(rawValue: try fields.text("code")) else {
      throw BadMessage("unknown \"code\"")
    }
    self.init(
      c: try fields.optionalInteger("c"), room: try fields.optionalText("r"),
      version: try fields.optionalInteger("v"),
      code: code, why: try fields.optionalText("why", bytesMax: WireLimits.serverMessageBytesMax),
      resetMilliseconds: try fields.optionalInteger("reset"))
  }
}

extension Lease {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(
      room: try fields.text("r"), version: try fields.integer("v"), drag: try fields.integer("d"),
      items: try fields.integers("items"), index: try fields.integer("index"),
      formation: try fields.text("formation"), destinations: try fields.texts("to"),
      onto: fields.has("onto") ? try fields.integers("onto") : [],
      silenceMillisecondsMax: try fields.integer("ttl"))
  }
}

extension LiveDrag {
  fileprivate init(fields: Fields) throws(BadMessage) {
    // Half a place is none.
    let isPlaced = fields.has("x") && fields.has("y")
    self.init(
      drag: try fields.integer("d"), seat: try fields.integer("by"), items: try fields.integers("items"),
      x: isPlaced ? try fields.integer("x") : nil, y: isPlaced ? try fields.integer("y") : nil,
      over: try fields.optionalText("o"), before: try fields.optionalInteger("b"),
      onto: try fields.optionalInteger("onto"), formation: try fields.optionalText("f"))
  }
}

extension Seat {
  fileprivate init(fields: Fields) throws(BadMessage) {
    self.init(
      number: try fields.integer("n"), person: fields.has("id") ? try Person(fields) : nil,
      isConnected: fields.has("id") ? try fields.truth("on") : false)
  }
}

extension DealTold {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    switch try fields.text("kind") {
    case "open": self = .open(try fields.dealNumber("n"))
    case "sealed":
      self = .sealed(
        commit: try fields.text("commit"), reveal: fields.has("seed") ? try Reveal(fields) : nil)
    default: throw BadMessage("unknown \"kind\" of deal")
    }
  }
}

extension Reveal {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(seed: try fields.text("seed"), salt: try fields.text("salt"))
  }
}

extension Snapshot {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard let why = Reason(rawValue: try fields.text("why")) else { throw BadMessage("unknown \"why\"") }
    let game = try fields.object("game")
    self.init(
      room: try fields.text("r"), epoch: try fields.text("e"), version: try fields.integer("v"),
      hash: try fields.text("h"), why: why,
      game: try GameTold(fields: game),
      deal: fields.has("deal") ? try DealTold(try fields.object("deal")) : nil,
      regions: try fields.objects("regions", RegionTold.init(fields:)),
      selections: fields.has("sel") ? try fields.selections("sel") : [],
      status: try Status(try fields.object("s")), seats: try fields.objects("seats", Seat.init(fields:)),
      watching: try fields.integer("watching"), live: try fields.objects("live", LiveDrag.init(fields:)))
  }
}

extension GameTold {
  fileprivate init(fields: Fields) throws(BadMessage) {
    let text = try fields.optionalText("rules", bytesMax: WireLimits.rulesCharactersMax) ?? ""
    guard let rules = Base64.decode(text) else { throw BadMessage("\"rules\" is not base64") }
    let word = try fields.text("kind", default: Kind.patience.rawValue)
    guard let kind = Kind(rawValue: word) else { throw BadMessage("unknown \"kind\" of game") }
    let isBoard = kind == .board
    self.init(
      id: try fields.text("id", bytesMax: WireLimits.gameBytesMax),
      name: try fields.text("name", bytesMax: WireLimits.contentBytesMax),
      kind: kind, draw: isBoard ? 0 : try fields.integer("draw"),
      passes: isBoard ? -1 : try fields.integer("passes"), rules: rules,
      of: try fields.optionalInteger("of") ?? 52, pairs: try fields.optionalInteger("pairs"),
      score: ScoreTold(rawValue: try fields.text("score", default: "")) ?? .points,
      zones: fields.has("zones") ? try fields.objects("zones", ZoneTold.init(fields:)) : [])
  }
}

extension RegionTold {
  fileprivate init(fields: Fields) throws(BadMessage) {
    self.init(name: try fields.text("name"), runs: try fields.objects("runs", RunTold.init(fields:)))
    title = try fields.content("title")
    label = try fields.content("label")
    layout = try fields.optionalText("layout")
    empty = try fields.content("empty")
    formation = try fields.optionalText("formation")
    dropFormation = try fields.optionalText("drop")
    button = try ButtonTold(optional: fields)
    edit = try fields.optionalText("edit")
    editing = fields.has("editing") ? try fields.integers("editing") : []
    taps = try fields.truth("taps", default: false)
    takes = fields.has("takes") ? try fields.texts("takes") : []
    gives = try fields.truth("gives", default: false)
    preview = try fields.text("preview", default: "")
    scrolls = try fields.truth("scroll", default: false)
  }
}

extension RunTold {
  fileprivate init(fields: Fields) throws(BadMessage) {
    self.init(
      collection: try fields.text("in"), drag: try fields.truth("drag", default: false),
      title: try fields.content("title"), reorder: try fields.truth("reorder", default: false),
      capacity: try fields.optionalInteger("capacity"), items: try fields.items("items"))
  }
}

extension GameState {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    guard let state = GameState(rawValue: try fields.text("status")) else {
      throw BadMessage("unknown \"status\"")
    }
    self = state
  }
}

extension Status {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    self.init(
      score: try fields.integer("score"), moves: try fields.integer("moves"),
      pass: try fields.integer("pass"),
      redeal: try fields.truth("redeal"), up: try fields.integer("up"),
      clockMilliseconds: try fields.integer("clock"), clockRuns: try fields.truth("run"),
      ticks: try fields.integer("ticks"), status: try GameState(fields), undo: try fields.integer("undo"),
      redo: try fields.integer("redo"), auto: try fields.autoMoves(default: nil),
      timed: try fields.truth("timed"),
      bonus: try fields.optionalInteger("bonus"), streak: try fields.optionalInteger("streak") ?? 0)
  }
}

extension Event {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    let moves = try fields.array("m", countMax: 4096) { reader throws(JSONError) in
      try ItemsMoved.read(from: &reader)
    }
    self.init(
      room: try fields.text("r"), from: try fields.integer("p"), to: try fields.integer("v"),
      seat: try fields.integer("by"), operation: try fields.text("op"), moves: moves,
      up: try fields.items("up"),
      down: try fields.integers("dn"), gone: fields.has("gone") ? try fields.integers("gone") : [],
      regions: try fields.optionalObjects("regions", RegionChange.init(fields:)),
      selections: fields.has("sel") ? try fields.selections("sel") : nil,
      hash: try fields.text("h"), status: try Status(try fields.object("s")),
      reveal: fields.has("reveal") ? try Reveal(try fields.object("reveal")) : nil)
  }
}

extension ItemsMoved {
  /// `["mv", handles, collection]` or `["mv", handles, collection, before]`
  fileprivate static func read(from reader: inout JSONReader) throws(JSONError) -> ItemsMoved? {
    try reader.beginArray()
    guard try reader.nextElement(), try reader.readString(bytesMax: 2) == "mv", try reader.nextElement()
    else {
      return nil
    }
    var items: [Int] = []
    try reader.beginArray()
    while try reader.nextElement() { items.append(try reader.readInt()) }
    guard try reader.nextElement() else { return nil }
    var moved = ItemsMoved(
      items: items, collection: try reader.readIdentifier())
    if try reader.nextElement() {
      moved.before = try reader.readInt()
      if try reader.nextElement() { return nil }
    }
    return moved
  }
}

extension Dests {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    let sources = try fields.array("d", countMax: 4096) { reader throws(JSONError) -> Source? in
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
      var source = Source(items: try reader.readHandles(), destinations: [])
      while try reader.nextElement() {
        if try reader.peek() == .object {
          try reader.beginObject()
          guard try reader.nextKey() == "onto" else { return nil }
          source.onto = try reader.readHandles()
          guard try reader.nextKey() == nil, try !reader.nextElement() else { return nil }
          return source
        }
        let text = try reader.readIdentifier()
        let reveals = text.hasSuffix("!")
        source.destinations.append(
          Destination(collection: reveals ? String(text.dropLast()) : text, reveals: reveals))
      }
      return source
    }
    let sends = try fields.array("send", countMax: 4096) { reader throws(JSONError) in
      try reader.readNumberedName().map { Send(item: $0, collection: $1) }
    }
    self.init(
      room: try fields.text("r"), version: try fields.integer("v"), sources: sources,
      taps: try fields.texts("tap"),
      sends: sends, canFinish: try fields.truth("finish"), canUndo: try fields.truth("undo"),
      canRedo: try fields.truth("redo"))
  }
}

extension TableSummary {
  fileprivate init(fields: Fields) throws(BadMessage) {
    let players = try fields.array("who", countMax: 64) { reader throws(JSONError) in
      try reader.readString(bytesMax: WireLimits.nameBytesMax)
    }
    self.init(
      id: try fields.text("id"), game: try fields.text("game", bytesMax: WireLimits.gameBytesMax),
      name: try fields.content("name"),
      deal: fields.has("deal") ? try DealTold(try fields.object("deal")) : nil,
      players: players, seats: try fields.integer("seats"), watching: try fields.integer("watching"),
      moves: try fields.integer("moves"), score: try fields.integer("score"), up: try fields.integer("up"),
      of: try fields.optionalInteger("of") ?? 52, status: try GameState(fields))
  }
}
