import JSON

extension Command {
  /// - Parameter textBytesMax: of a text that is put on a board, which may be longer in the log than in a message.
  static func coded<C: Coder>(
    _ command: Command?, textBytesMax: Int = WireLimits.clientMessageBytesMax, by c: inout C
  ) throws(C.Failure) -> Command {
    let operation = try Operation.coded(command?.operation, textBytesMax: textBytesMax, by: &c)
    return Command(operation, if: try c.field("if", Tops(), command?.tops, unless: []))
  }
}

extension Command.Operation {
  enum Kind: String, CaseIterable {
    case move, drop, tap, undo, redo, send, finish, put, go, edit, set, deal, restart, resign, ready, salt,
      start, again
  }

  /// The operation's word on the wire.
  package var name: String { kind.rawValue }

  static func coded<C: Coder>(_ given: Self?, textBytesMax: Int, by c: inout C) throws(C.Failure) -> Self {
    switch try c.tag("op", given?.kind, { "there is no operation \"\($0)\"" }) {
    case .move:
      return .move(
        item: try c.field("item", Whole(.handles), given?.item), to: try Landing.coded(given?.landing, by: &c)
      )
    case .drop:
      return .drop(
        drag: try c.field("d", Whole(.ordinals), given?.drag), to: try Landing.coded(given?.landing, by: &c))
    case .tap:
      return .tap(
        place: try c.field("in", Text(), given?.place),
        item: try c.optional("item", Whole(.handles), given?.item))
    case .edit:
      return .edit(place: try c.field("in", Text(), given?.place), on: try c.field("on", Truth(), given?.on))
    case .put:
      let form = Things(textBytesMax: textBytesMax)
      try c.readAhead("things", form)
      let landing = try Landing.coded(given?.landing, by: &c)
      return .put(try c.field("things", form, given?.things), to: landing)
    case .send: return .send(item: try c.field("item", Whole(.handles), given?.item))
    case .finish: return .finish
    case .undo: return .undo
    case .redo: return .redo
    case .go: return .go(ply: try c.field("ply", Whole(.plies), given?.ply))
    case .restart: return .restart
    case .deal:
      return .deal(
        try c.field("deal", Object<DealChoice>(), given?.deal),
        game: try c.optional("game", Text(upTo: WireLimits.gameBytesMax), given?.game))
    case .set: return .set(auto: try AutoMoves.coded(given?.auto, isNeeded: true, by: &c))
    case .resign: return .resign
    case .ready:
      return .ready(
        try c.field("on", Truth(), given?.on), commit: try c.optional("commit", Text(), given?.commit))
    case .salt: return .salt(try c.field("salt", Text(), given?.salt))
    case .start: return .start
    case .again: return .again
    }
  }
}

extension Command.Operation {
  private var kind: Kind {
    switch self {
    case .move: .move
    case .drop: .drop
    case .tap: .tap
    case .edit: .edit
    case .put: .put
    case .send: .send
    case .finish: .finish
    case .undo: .undo
    case .redo: .redo
    case .go: .go
    case .restart: .restart
    case .deal: .deal
    case .set: .set
    case .resign: .resign
    case .ready: .ready
    case .salt: .salt
    case .start: .start
    case .again: .again
    }
  }

  /// The item that it names as moved or tapped.
  package var item: Int? {
    switch self {
    case .move(let item, _), .send(let item): item
    case .tap(_, let item): item
    default: nil
    }
  }

  /// Where it would put something.
  package var landing: Landing? {
    switch self {
    case .move(_, let landing), .drop(_, let landing), .put(_, let landing): landing
    default: nil
    }
  }

  private var place: String? {
    switch self {
    case .tap(let place, _), .edit(let place, _): place
    default: nil
    }
  }

  private var drag: Int? { if case .drop(let drag, _) = self { drag } else { nil } }
  private var on: Bool? {
    switch self {
    case .edit(_, let on), .ready(let on, _): on
    default: nil
    }
  }
  private var commit: String? { if case .ready(_, let commit) = self { commit } else { nil } }
  private var salt: String? { if case .salt(let salt) = self { salt } else { nil } }
  private var things: [[Offer]]? { if case .put(let things, _) = self { things } else { nil } }
  private var ply: Int? { if case .go(let ply) = self { ply } else { nil } }
  private var deal: DealChoice? { if case .deal(let deal, _) = self { deal } else { nil } }
  private var game: String? { if case .deal(_, let game) = self { game } else { nil } }
  private var auto: AutoMoves? { if case .set(let auto) = self { auto } else { nil } }
}

extension Landing: Coded {
  static func coded<C: Coder>(_ landing: Landing?, by c: inout C) throws(C.Failure) -> Landing {
    let mistake = "\"as\" must be \"copy\" or \"move\""
    return Landing(
      try c.field("in", Text(), landing?.place),
      before: try c.optional("before", Whole(.handles), landing?.before),
      onto: try c.optional("onto", Whole(.handles), landing?.onto),
      preferring: try c.optional("as", Choice { _ in mistake }, landing?.preferred))
  }
}

/// What lies on top, by the name of each collection: `{"t3":18,"t5":null}`.
private struct Tops: FieldForm {
  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [Command.Top] {
    let object = try fields.object(key)
    guard object.values.count <= WireLimits.topsMax else {
      throw BadMessage("\"if\" names more than \(WireLimits.topsMax) collections")
    }
    var tops: [Command.Top] = []
    for (collection, value) in object.values {
      switch value {
      case .null: tops.append(Command.Top(collection: collection, item: nil))
      case .number(let item) where ClosedRange.handles.contains(item):
        tops.append(Command.Top(collection: collection, item: item))
      default: throw BadMessage("\"if\" names an item by its handle, or null for an empty collection")
      }
    }
    return tops
  }

  func write(_ tops: [Command.Top], to json: inout JSONWriter) {
    json.beginObject()
    for top in tops {
      json.key(top.collection)
      if let item = top.item { json.value(item) } else { json.null() }
    }
    json.endObject()
  }

  func describe(to schema: inout JSONWriter) -> [Command.Top] {
    schema.beginObject()
    schema.field("type", "object")
    schema.field("maxProperties", WireLimits.topsMax)
    schema.key("additionalProperties")
    schema.anyOf { json in
      _ = Whole(.handles).describe(to: &json)
      json.beginObject()
      json.field("type", "null")
      json.endObject()
    }
    schema.endObject()
    return []
  }
}

/// Things from outside, each in all the ways in which it is offered.
private struct Things: FieldForm {
  let textBytesMax: Int

  private var list: List<List<OfferRow>> {
    List(
      of: List(of: OfferRow(textBytesMax: textBytesMax), 1...WireLimits.offersMax), 0...WireLimits.thingsMax)
  }

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [[Offer]] {
    let things = try list.read(key, in: fields)
    guard !things.isEmpty else { throw BadMessage("\"things\" must name at least one thing") }
    return things
  }

  func write(_ things: [[Offer]], to json: inout JSONWriter) { list.write(things, to: &json) }

  func describe(to schema: inout JSONWriter) -> [[Offer]] {
    List(of: list.element, 1...WireLimits.thingsMax).describe(to: &schema)
  }
}

/// `[type, text]`, `[type, {"blob": name}]`, each with a file's name behind it or not.
private struct OfferRow: Row {
  typealias Value = Offer

  let textBytesMax: Int

  func coded<C: RowCoder>(_ offer: Offer?, by c: inout C) throws(C.Failure) -> Offer {
    Offer(
      type: try c.element(Text(), offer?.type),
      body: try c.element(Body(textBytesMax: textBytesMax), offer?.body),
      fileName: try c.optional(Text(upTo: WireLimits.fileNameBytesMax), offer?.fileName))
  }

  private struct Body: ElementForm {
    let textBytesMax: Int

    func read(from reader: inout JSONReader) throws(JSONError) -> Offer.Body {
      guard try reader.peek() == .object else { return .text(try reader.readString(bytesMax: textBytesMax)) }
      try reader.beginObject()
      guard try reader.nextKey() == "blob" else { throw reader.unexpected }
      let name = try Text().read(from: &reader)
      guard try reader.nextKey() == nil else { throw reader.unexpected }
      return .blob(name)
    }

    func write(_ body: Offer.Body, to json: inout JSONWriter) {
      switch body {
      case .text(let text): json.value(text)
      case .blob(let name):
        json.beginObject()
        json.field("blob", name)
        json.endObject()
      }
    }

    func describe(to schema: inout JSONWriter) -> Offer.Body {
      schema.anyOf { json in
        _ = Text(upTo: textBytesMax).describe(to: &json)
        _ = Describer.describe(to: &json) { $0.field("blob", Text(), nil) }
      }
      return .text("")
    }
  }
}
