import Bytes
import JSON

extension ServerMessage {
  /// The message as one line that ends in a newline.
  package func line() -> [UInt8] {
    jsonLine { write(into: &$0) }
  }

  private func write(into json: inout JSONWriter) {
    switch self {
    case .welcome(let welcome): welcome.write(into: &json)
    case .ok(let c, let agreement):
      json.field("t", "ok")
      json.field("c", c)
      if let opened = agreement.opened { json.field("room", opened) }
      if let room = agreement.room { json.field("r", room) }
      if let seat = agreement.seat { json.field("seat", seat) }
      if let version = agreement.version { json.field("v", version) }
    case .no(let refusal): refusal.write(into: &json)
    case .lease(let c, let lease): lease.write(c: c, into: &json)
    case .snapshot(let snapshot): snapshot.write(into: &json)
    case .event(let event): event.write(into: &json)
    case .dests(let dests): dests.write(into: &json)
    case .drag(let room, let live, let regions):
      json.field("t", "drag")
      json.field("r", room)
      live.write(into: &json)
      regions.write(into: &json)
    case .hints(let c, let room, let version, let hints):
      json.field("t", "hints")
      json.field("c", c)
      json.field("r", room)
      json.field("v", version)
      json.key("list")
      json.beginArray()
      for hint in hints { hint.write(into: &json) }
      json.endArray()
    case .lines(let c, let room, let version, let lines):
      json.field("t", "lines")
      json.field("c", c)
      json.field("r", room)
      json.field("v", version)
      lines.write(into: &json)
    case .data(let c, let room, let items):
      json.field("t", "data")
      json.field("c", c)
      json.field("r", room)
      items.write(into: &json)
    case .crowd(let room, let seats, let watching, let clock, let runs):
      json.field("t", "crowd")
      json.field("r", room)
      seats.write(into: &json)
      json.field("watching", watching)
      json.field("clock", clock)
      json.field("run", runs)
    case .tables(let list):
      json.field("t", "tables")
      json.key("list")
      json.beginArray()
      for table in list { table.write(into: &json) }
      json.endArray()
    case .heartbeat(let now, let versions):
      json.field("t", "hb")
      json.field("now", now)
      json.key("r")
      json.beginArray()
      for version in versions { json.value(version.room, version.version) }
      json.endArray()
    case .gone(let room, let why):
      json.field("t", "gone")
      json.field("r", room)
      json.field("why", why)
    case .bye(let code, let from, let to):
      json.field("t", "bye")
      json.field("code", code)
      json.pair("in", from, to)
    }
  }
}

extension Welcome {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "welcome")
    json.field("sid", visit)
    json.field("tok", token)
    json.key("you")
    json.beginObject()
    you.write(into: &json)
    json.endObject()
    json.field("proto", WireProtocol.name)
    json.field("srv", server)
    json.field("boot", boot)
    json.field("now", now)
    json.field("hb", heartbeatMilliseconds)
    json.field("keeps", keepsTables)
    json.field("resumed", resumed)
    json.key("rooms")
    json.beginArray()
    for room in rooms { json.value(room.room, room.seat) }
    json.endArray()
    json.key("lim")
    json.beginObject()
    json.pair("cmd", limits.commandsPerSecond, limits.commandsBurst)
    json.pair("drag", limits.hoversPerSecond, limits.hoversBurst)
    json.field("frame", limits.messageBytesMax)
    json.field("rooms", limits.roomsMax)
    json.endObject()
  }
}

extension Person {
  /// The fields only: a person stands inside other objects.
  fileprivate func write(into json: inout JSONWriter) {
    json.field("id", id)
    json.field("name", name)
    json.field("kind", kind.rawValue)
  }
}

extension Refusal {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "no")
    if let c { json.field("c", c) }
    if let room { json.field("r", room) }
    if let version { json.field("v", version) }
    json.field("code", code.rawValue)
    if let why { json.field("why", why) }
    if let resetMilliseconds { json.field("reset", resetMilliseconds) }
  }
}

extension Lease {
  fileprivate func write(c: Int, into json: inout JSONWriter) {
    json.field("t", "lease")
    json.field("c", c)
    json.field("r", room)
    json.field("v", version)
    json.field("d", drag)
    json.integers("items", items)
    json.field("index", index)
    json.field("formation", formation)
    json.texts("to", destinations)
    if !onto.isEmpty { json.integers("onto", onto) }
    json.field("ttl", silenceMillisecondsMax)
  }
}

extension Snapshot {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "snap")
    json.field("r", room)
    json.field("e", epoch)
    json.field("v", version)
    json.field("h", hash)
    json.field("why", why.rawValue)
    json.key("game")
    json.beginObject()
    json.field("id", game.id)
    json.field("name", game.name)
    switch game.kind {
    case .board: json.field("kind", game.kind.rawValue)
    case .patience:
      json.field("draw", game.draw)
      json.field("passes", game.passes)
    }
    if !game.rules.isEmpty { json.field("rules", Base64.encode(game.rules)) }
    if game.kind == .patience { game.writeLook(into: &json) }
    json.endObject()
    deal?.write(into: &json)
    json.key("regions")
    json.beginArray()
    for region in regions { region.write(into: &json) }
    json.endArray()
    if !selections.isEmpty { selections.write(into: &json) }
    status.write(into: &json)
    seats.write(into: &json)
    json.field("watching", watching)
    live.write(into: &json)
  }
}

extension GameTold {
  fileprivate func writeLook(into json: inout JSONWriter) {
    if of != 52 { json.field("of", of) }
    if let pairs { json.field("pairs", pairs) }
    if score != .points { json.field("score", score.rawValue) }
    if !zones.isEmpty { zones.write(into: &json) }
  }
}

extension RegionTold {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("name", name)
    json.optional("title", title)
    json.optional("label", label)
    if let layout { json.field("layout", layout) }
    json.optional("empty", empty)
    if let formation { json.field("formation", formation) }
    if let dropFormation { json.field("drop", dropFormation) }
    button?.write(into: &json)
    if let edit { json.field("edit", edit) }
    if !editing.isEmpty { json.integers("editing", editing) }
    if taps { json.field("taps", true) }
    if !takes.isEmpty { json.texts("takes", takes) }
    if gives { json.field("gives", true) }
    json.optional("preview", preview)
    if scrolls { json.field("scroll", true) }
    json.key("runs")
    json.beginArray()
    for run in runs {
      json.beginObject()
      json.field("in", run.collection)
      if run.drag { json.field("drag", true) }
      json.optional("title", run.title)
      if run.reorder { json.field("reorder", true) }
      if let capacity = run.capacity { json.field("capacity", capacity) }
      json.key("items")
      run.items.write(into: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension [ItemTold] {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginArray()
    for item in self {
      json.beginArray()
      json.value(item.handle)
      if let face = item.face { json.value(face) } else { item.content?.write(into: &json) }
      json.endArray()
    }
    json.endArray()
  }
}

extension DealTold {
  fileprivate func write(into json: inout JSONWriter) {
    json.key("deal")
    json.beginObject()
    switch self {
    case .open(let number):
      json.field("kind", "open")
      json.field(dealNumber: number)
    case .sealed(let commit, let reveal):
      json.field("kind", "sealed")
      json.field("commit", commit)
      if let reveal { reveal.write(into: &json) }
    }
    json.endObject()
  }
}

extension Reveal {
  func write(into json: inout JSONWriter) {
    json.field("seed", seed)
    json.field("salt", salt)
  }
}

extension Status {
  fileprivate func write(into json: inout JSONWriter) {
    json.key("s")
    json.beginObject()
    json.field("score", score)
    json.field("moves", moves)
    json.field("pass", pass)
    json.field("redeal", redeal)
    json.field("up", up)
    json.field("clock", clockMilliseconds)
    json.field("run", clockRuns)
    json.field("ticks", ticks)
    json.field("status", status.rawValue)
    json.field("undo", undo)
    json.field("redo", redo)
    auto.write(into: &json)
    json.field("timed", timed)
    if let bonus { json.field("bonus", bonus) }
    if streak > 0 { json.field("streak", streak) }
    json.endObject()
  }
}

extension [Seat] {
  fileprivate func write(into json: inout JSONWriter) {
    json.key("seats")
    json.beginArray()
    for seat in self {
      json.beginObject()
      json.field("n", seat.number)
      if let person = seat.person {
        person.write(into: &json)
        json.field("on", seat.isConnected)
      }
      json.endObject()
    }
    json.endArray()
  }
}

extension [LiveDrag] {
  fileprivate func write(into json: inout JSONWriter) {
    json.key("live")
    json.beginArray()
    for drag in self {
      json.beginObject()
      json.field("d", drag.drag)
      json.field("by", drag.seat)
      json.integers("items", drag.items)
      if let x = drag.x, let y = drag.y {
        json.field("x", x)
        json.field("y", y)
      }
      if let over = drag.over { json.field("o", over) }
      if let before = drag.before { json.field("b", before) }
      if let onto = drag.onto { json.field("onto", onto) }
      if let formation = drag.formation { json.field("f", formation) }
      json.endObject()
    }
    json.endArray()
  }
}

extension Event {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "ev")
    json.field("r", room)
    json.field("p", from)
    json.field("v", to)
    json.field("by", seat)
    json.field("op", operation)
    json.key("m")
    json.beginArray()
    for move in moves {
      json.beginArray()
      json.value("mv")
      json.beginArray()
      for item in move.items { json.value(item) }
      json.endArray()
      json.value(move.collection)
      if let before = move.before { json.value(before) }
      json.endArray()
    }
    json.endArray()
    json.key("up")
    up.write(into: &json)
    json.integers("dn", down)
    if !gone.isEmpty { json.integers("gone", gone) }
    regions.write(into: &json)
    selections?.write(into: &json)
    json.field("h", hash)
    status.write(into: &json)
    if let reveal {
      json.key("reveal")
      json.beginObject()
      reveal.write(into: &json)
      json.endObject()
    }
  }
}

extension Dests {
  fileprivate func write(into json: inout JSONWriter) {
    json.field("t", "dests")
    json.field("r", room)
    json.field("v", version)
    json.key("d")
    json.beginArray()
    for source in sources {
      json.beginArray()
      if source.items.count == 1 {
        json.value(source.items[0])
      } else {
        json.beginArray()
        for item in source.items { json.value(item) }
        json.endArray()
      }
      for destination in source.destinations {
        json.value(destination.reveals ? destination.collection + "!" : destination.collection)
      }
      if !source.onto.isEmpty {
        json.beginObject()
        json.integers("onto", source.onto)
        json.endObject()
      }
      json.endArray()
    }
    json.endArray()
    json.texts("tap", taps)
    json.key("send")
    json.beginArray()
    for send in sends {
      json.beginArray()
      json.value(send.item)
      json.value(send.collection)
      json.endArray()
    }
    json.endArray()
    json.field("finish", canFinish)
    json.field("undo", canUndo)
    json.field("redo", canRedo)
  }
}

extension TableSummary {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("id", id)
    json.field("game", game)
    json.optional("name", name)
    deal?.write(into: &json)
    json.texts("who", players)
    json.field("seats", seats)
    json.field("watching", watching)
    json.field("moves", moves)
    json.field("score", score)
    json.field("up", up)
    if of != 52 { json.field("of", of) }
    json.field("status", status.rawValue)
    json.endObject()
  }
}
