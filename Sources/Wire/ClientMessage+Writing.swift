import JSON

extension ClientMessage {
  /// The message as one line that ends in a newline.
  package func line() -> [UInt8] {
    jsonLine { write(into: &$0) }
  }

  private func write(into json: inout JSONWriter) {
    switch self {
    case .hello(let hello): hello.write(into: &json)
    case .open(let c, let open):
      json.field("t", "open")
      json.field("c", c)
      open.write(into: &json)
    case .lobby(let c, let on):
      json.field("t", "lobby")
      json.field("c", c)
      json.field("on", on)
    case .subscribe(let c, let room, let presence):
      json.field("t", "sub")
      json.field("c", c)
      json.field("room", room)
      json.field("as", presence.rawValue)
    case .unsubscribe(let c, let room):
      json.field("t", "unsub")
      json.field("c", c)
      json.field("room", room)
    case .command(let c, let room, let command):
      json.field("t", "cmd")
      json.field("c", c)
      json.field("r", room)
      command.write(into: &json)
    case .query(let c, let room, let query):
      json.field("t", "q")
      json.field("c", c)
      json.field("r", room)
      switch query {
      case .dests: json.field("q", "dests")
      case .hint: json.field("q", "hint")
      case .lines(let after):
        json.field("q", "lines")
        if after > 0 { json.field("after", after) }
      case .export(let item):
        json.field("q", "export")
        json.field("item", item)
      }
    case .lift(let c, let room, let item):
      json.field("t", "lift")
      json.field("c", c)
      json.field("r", room)
      json.field("item", item)
    case .hover(let room, let hover):
      json.field("t", "hover")
      json.field("r", room)
      json.field("d", hover.drag)
      hover.writePlace(into: &json)
    case .cancel(let c, let room, let drag):
      json.field("t", "cancel")
      json.field("c", c)
      json.field("r", room)
      json.field("d", drag)
    case .heartbeat: json.field("t", "hb")
    case .sync(let room, let why):
      json.field("t", "sync")
      json.field("r", room)
      json.field("why", why)
    }
  }
}

extension Hover {
  /// All but the drag's number.
  func writePlace(into json: inout JSONWriter) {
    json.field("x", x)
    json.field("y", y)
    if let over { json.field("o", over) }
    if let before { json.field("b", before) }
    if let onto { json.field("onto", onto) }
  }
}

extension Hello {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "hello")
    if let token { json.field("tok", token) }
    json.field("name", name)
    json.field("role", role.rawValue)
    json.field("app", app)
    json.key("want")
    json.beginArray()
    if wantsDests { json.value("dests") }
    if wantsDrag { json.value("drag") }
    json.endArray()
    guard let resume else { return }
    json.key("resume")
    json.beginObject()
    json.field("sid", resume.visit)
    json.key("rooms")
    json.beginArray()
    for position in resume.rooms {
      json.beginArray()
      json.value(position.room)
      json.value(position.epoch)
      json.value(position.version)
      json.endArray()
    }
    json.endArray()
    json.endObject()
  }
}

extension DealChoice {
  func write(into json: inout JSONWriter) {
    json.key("deal")
    json.beginObject()
    switch self {
    case .open(let number):
      json.field("kind", "open")
      json.field(dealNumber: number)
    case .sealed: json.field("kind", "sealed")
    }
    json.endObject()
  }
}

extension OpenTable {
  func write(into json: inout JSONWriter) {
    json.field("game", game)
    deal?.write(into: &json)
    // Boards have no use for the two, and leave out what is usual.
    if deal != nil || auto != .off { auto.write(into: &json) }
    if deal != nil || !timed { json.field("timed", timed) }
    json.field("seats", seats)
  }
}

extension Landing {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("in", place)
    if let before { json.field("before", before) }
    if let onto { json.field("onto", onto) }
    if let preferred { json.field("as", preferred.rawValue) }
  }
}

extension Offer {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginArray()
    json.value(type)
    switch body {
    case .text(let text): json.value(text)
    case .blob(let name):
      json.beginObject()
      json.field("blob", name)
      json.endObject()
    }
    if let fileName { json.value(fileName) }
    json.endArray()
  }
}

extension Command {
  func write(into json: inout JSONWriter) {
    json.field("op", operation.name)
    switch operation {
    case .move(let item, let landing):
      json.field("item", item)
      landing.write(into: &json)
    case .drop(let drag, let landing):
      json.field("d", drag)
      landing.write(into: &json)
    case .tap(let place, let item):
      json.field("in", place)
      if let item { json.field("item", item) }
    case .edit(let place, let on):
      json.field("in", place)
      json.field("on", on)
    case .put(let things, let landing):
      landing.write(into: &json)
      json.key("things")
      json.beginArray()
      for thing in things {
        json.beginArray()
        for offer in thing { offer.write(into: &json) }
        json.endArray()
      }
      json.endArray()
    case .send(let item): json.field("item", item)
    case .go(let ply): json.field("ply", ply)
    case .finish, .undo, .redo, .restart: break
    case .deal(let deal, let game):
      deal.write(into: &json)
      if let game { json.field("game", game) }
    case .set(let auto): auto.write(into: &json)
    }
    guard !tops.isEmpty else { return }
    json.key("if")
    json.beginObject()
    for top in tops {
      json.key(top.collection)
      if let item = top.item { json.value(item) } else { json.null() }
    }
    json.endObject()
  }
}
