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
    case .query(let c, let room):
      json.field("t", "q")
      json.field("c", c)
      json.field("r", room)
      json.field("q", "dests")
    case .lift(let c, let room, let item):
      json.field("t", "lift")
      json.field("c", c)
      json.field("r", room)
      json.field("item", item)
    case .hover(let room, let hover):
      json.field("t", "hover")
      json.field("r", room)
      json.field("d", hover.drag)
      json.field("x", hover.x)
      json.field("y", hover.y)
      if let over = hover.over { json.field("o", over) }
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
      json.field("n", number)
    case .sealed: json.field("kind", "sealed")
    }
    json.endObject()
  }
}

extension OpenTable {
  func write(into json: inout JSONWriter) {
    json.field("game", game)
    deal.write(into: &json)
    json.field("safe", safe)
    json.field("timed", timed)
    json.field("seats", seats)
  }
}

extension Command {
  func write(into json: inout JSONWriter) {
    json.field("op", operation.name)
    switch operation {
    case .move(let item, let into, let before):
      json.field("item", item)
      json.field("in", into)
      if let before { json.field("before", before) }
    case .drop(let drag, let into, let before):
      json.field("d", drag)
      json.field("in", into)
      if let before { json.field("before", before) }
    case .tap(let collection): json.field("in", collection)
    case .send(let item): json.field("item", item)
    case .finish, .undo, .redo, .restart: break
    case .deal(let deal, let game):
      deal.write(into: &json)
      if let game { json.field("game", game) }
    case .set(let safe): json.field("safe", safe)
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
