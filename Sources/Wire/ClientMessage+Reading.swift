import JSON

extension ClientMessage {
  private static let handles = 0...65_535
  private static let counters = 1...WireLimits.dealNumberMax

  /// Reads one line.
  ///
  /// - Throws: `BadMessage`, with the line's `c` where it has one.
  package static func read(_ line: [UInt8]) throws(BadMessage) -> ClientMessage {
    let fields = try Fields(line)
    do throws(BadMessage) {
      return try read(fields)
    } catch {
      var bad = error
      if case .number(let c) = fields["c"], counters.contains(c) { bad.c = c }
      throw bad
    }
  }

  private static func read(_ fields: Fields) throws(BadMessage) -> ClientMessage {
    // Only of a kind that there is something can be missing.
    func c() throws(BadMessage) -> Int { try fields.integer("c", in: counters) }
    let kind = try fields.text("t")
    return switch kind {
    case "hello": .hello(try hello(fields))
    case "hb": .heartbeat
    case "hover": .hover(room: try room(fields), try hover(fields))
    case "sync": .sync(room: try room(fields), why: try fields.text("why", default: ""))
    case "open": .open(c: try c(), try openTable(fields))
    case "lobby": .lobby(c: try c(), on: try fields.truth("on"))
    case "sub": .subscribe(c: try c(), room: try fields.text("room"), as: try presence(fields))
    case "unsub": .unsubscribe(c: try c(), room: try fields.text("room"))
    case "cmd": .command(c: try c(), room: try room(fields), try command(fields))
    case "q": .query(c: try c(), room: try room(fields), try query(fields))
    case "lift": .lift(c: try c(), room: try room(fields), item: try fields.integer("item", in: handles))
    case "cancel": .cancel(c: try c(), room: try room(fields), drag: try drag(fields))
    default: throw BadMessage("there is no message kind \"\(kind)\"")
    }
  }

  private static func presence(_ fields: Fields) throws(BadMessage) -> Presence {
    guard let presence = Presence(rawValue: try fields.text("as")) else {
      throw BadMessage("\"as\" must be \"play\" or \"watch\"")
    }
    return presence
  }

  private static func query(_ fields: Fields) throws(BadMessage) -> Query {
    switch try fields.text("q") {
    case "dests": return .dests
    case "hint": return .hint
    case "lines": return .lines(after: try fields.integer("after", in: 0...WireLimits.pliesMax, default: 0))
    case "export": return .export(item: try fields.integer("item", in: handles))
    default: throw BadMessage("\"q\" must be \"dests\", \"hint\", \"lines\" or \"export\"")
    }
  }

  private static func room(_ fields: Fields) throws(BadMessage) -> String { try fields.text("r") }

  private static func drag(_ fields: Fields) throws(BadMessage) -> Int {
    try fields.integer("d", in: 0...WireLimits.dealNumberMax)
  }

  private static func hello(_ fields: Fields) throws(BadMessage) -> Hello {
    var hello = Hello()
    hello.token = try fields.optionalText("tok")
    let name = try fields.text("name", default: "", bytesMax: WireLimits.nameBytesMax)
    hello.name = String(name.prefix(WireLimits.nameCharactersMax))
    guard let role = Hello.Role(rawValue: try fields.text("role", default: "player")) else {
      throw BadMessage("\"role\" must be \"player\" or \"bot\"")
    }
    hello.role = role
    hello.app = try fields.text("app", default: "")
    if fields.has("want") {
      let wants = try fields.array("want", countMax: 16) { reader throws(JSONError) in
        try reader.readIdentifier()
      }
      hello.wantsDests = wants.contains("dests")
      hello.wantsDrag = wants.contains("drag")
    }
    if fields.has("resume") { hello.resume = try resume(try fields.object("resume")) }
    return hello
  }

  private static func resume(_ fields: Fields) throws(BadMessage) -> Hello.Resume {
    let rooms = try fields.array("rooms", countMax: WireLimits.roomsMax) { reader throws(JSONError) in
      try position(from: &reader)
    }
    return Hello.Resume(visit: try fields.text("sid"), rooms: rooms)
  }

  /// `[id, epoch, version]`
  private static func position(from reader: inout JSONReader) throws(JSONError) -> Hello.Position? {
    try reader.beginArray()
    guard try reader.nextElement() else { return nil }
    let room = try reader.readIdentifier()
    guard try reader.nextElement() else { return nil }
    let epoch = try reader.readIdentifier()
    guard try reader.nextElement() else { return nil }
    let version = try reader.readInt()
    guard version >= 0, try !reader.nextElement() else { return nil }
    return Hello.Position(room: room, epoch: epoch, version: version)
  }

  static func openTable(_ fields: Fields) throws(BadMessage) -> OpenTable {
    OpenTable(
      game: try fields.text("game", bytesMax: WireLimits.gameBytesMax),
      deal: fields.has("deal") ? try deal(fields) : nil,
      auto: try fields.autoMoves(default: .off),
      timed: try fields.truth("timed", default: true),
      seats: try fields.integer("seats", in: 1...WireLimits.seatsMax, default: 1))
  }

  private static func deal(_ fields: Fields) throws(BadMessage) -> DealChoice {
    let deal = try fields.object("deal")
    switch try deal.text("kind") {
    case "sealed": return .sealed
    case "open": return .open(try deal.dealNumber("n"))
    default: throw BadMessage("a deal's \"kind\" must be \"open\" or \"sealed\"")
    }
  }

  private static func hover(_ fields: Fields) throws(BadMessage) -> Hover {
    try hover(fields, of: try drag(fields))
  }

  static func hover(_ fields: Fields, of drag: Int) throws(BadMessage) -> Hover {
    Hover(
      drag: drag, x: try fields.integer("x", in: 0...10_000),
      y: try fields.integer("y", in: 0...10_000),
      over: try fields.optionalText("o"), before: try fields.optionalInteger("b", in: handles),
      onto: try fields.optionalInteger("onto", in: handles))
  }

  static func command(
    _ fields: Fields, textBytesMax: Int = WireLimits.clientMessageBytesMax
  ) throws(BadMessage) -> Command {
    func into() throws(BadMessage) -> String { try fields.text("in") }
    func item() throws(BadMessage) -> Int { try fields.integer("item", in: handles) }
    let name = try fields.text("op")
    let operation: Command.Operation
    switch name {
    case "move": operation = .move(item: try item(), to: try landing(fields))
    case "drop": operation = .drop(drag: try drag(fields), to: try landing(fields))
    case "tap":
      operation = .tap(place: try into(), item: try fields.optionalInteger("item", in: handles))
    case "edit": operation = .edit(place: try into(), on: try fields.truth("on"))
    case "put": operation = .put(try things(fields, textBytesMax: textBytesMax), to: try landing(fields))
    case "send": operation = .send(item: try item())
    case "finish": operation = .finish
    case "undo": operation = .undo
    case "redo": operation = .redo
    case "go": operation = .go(ply: try fields.integer("ply", in: 0...WireLimits.pliesMax))
    case "restart": operation = .restart
    case "deal":
      operation = .deal(
        try deal(fields), game: try fields.optionalText("game", bytesMax: WireLimits.gameBytesMax))
    case "set": operation = .set(auto: try fields.autoMoves(default: nil))
    default: throw BadMessage("there is no operation \"\(name)\"")
    }
    return Command(operation, if: try tops(fields))
  }

  private static func landing(_ fields: Fields) throws(BadMessage) -> Landing {
    var landing = Landing(
      try fields.text("in"), before: try fields.optionalInteger("before", in: handles),
      onto: try fields.optionalInteger("onto", in: handles))
    if let word = try fields.optionalText("as") {
      guard let preferred = Landing.Preference(rawValue: word) else {
        throw BadMessage("\"as\" must be \"copy\" or \"move\"")
      }
      landing.preferred = preferred
    }
    return landing
  }

  private static func things(_ fields: Fields, textBytesMax: Int) throws(BadMessage) -> [[Offer]] {
    let things = try fields.array("things", countMax: WireLimits.thingsMax) { reader throws(JSONError) in
      try offers(from: &reader, textBytesMax: textBytesMax)
    }
    guard !things.isEmpty else { throw BadMessage("\"things\" must name at least one thing") }
    return things
  }

  /// `[offer, …]`; nil when it is none.
  private static func offers(
    from reader: inout JSONReader, textBytesMax: Int
  ) throws(JSONError) -> [Offer]? {
    try reader.beginArray()
    var offers: [Offer] = []
    while try reader.nextElement() {
      guard offers.count < WireLimits.offersMax,
        let offer = try offer(from: &reader, textBytesMax: textBytesMax)
      else { return nil }
      offers.append(offer)
    }
    return offers.isEmpty ? nil : offers
  }

  /// `[type, text]`, `[type, {"blob": name}]`, each with a file's name behind it or not.
  private static func offer(from reader: inout JSONReader, textBytesMax: Int) throws(JSONError) -> Offer? {
    try reader.beginArray()
    guard try reader.nextElement() else { return nil }
    let type = try reader.readIdentifier()
    guard try reader.nextElement() else { return nil }
    let body: Offer.Body
    if try reader.peek() == .object {
      try reader.beginObject()
      guard try reader.nextKey() == "blob" else { return nil }
      body = .blob(try reader.readIdentifier())
      guard try reader.nextKey() == nil else { return nil }
    } else {
      body = .text(try reader.readString(bytesMax: textBytesMax))
    }
    guard try reader.nextElement() else { return Offer(type: type, body: body) }
    let name = try reader.readString(bytesMax: WireLimits.fileNameBytesMax)
    return try reader.nextElement() ? nil : Offer(type: type, body: body, fileName: name)
  }

  private static func tops(_ fields: Fields) throws(BadMessage) -> [Command.Top] {
    guard fields.has("if") else { return [] }
    let object = try fields.object("if")
    guard object.values.count <= WireLimits.topsMax else {
      throw BadMessage("\"if\" names more than \(WireLimits.topsMax) collections")
    }
    var tops: [Command.Top] = []
    for (collection, value) in object.values {
      switch value {
      case .null: tops.append(Command.Top(collection: collection, item: nil))
      case .number(let item) where handles.contains(item):
        tops.append(Command.Top(collection: collection, item: item))
      default: throw BadMessage("\"if\" names an item by its handle, or null for an empty collection")
      }
    }
    return tops
  }
}
