import JSON

extension Event: Coded {
  static func coded<C: Coder>(_ event: Event?, by c: inout C) throws(C.Failure) -> Event {
    Event(
      room: try c.field("r", Text(), event?.room), from: try c.field("p", Whole(), event?.from),
      to: try c.field("v", Whole(), event?.to), seat: try c.field("by", Whole(), event?.seat),
      operation: try c.field("op", Text(), event?.operation),
      moves: try c.field("m", List(of: MoveRow()), event?.moves),
      up: try c.field("up", List(of: ItemRow()), event?.up),
      down: try c.field("dn", List(of: Whole()), event?.down),
      gone: try c.field("gone", List(of: Whole()), event?.gone, unless: []),
      regions: try c.field("regions", Objects<RegionChange>(), event?.regions, unless: []),
      selections: try c.optional("sel", SelectionTold.list, event?.selections),
      hash: try c.field("h", Text(), event?.hash), status: try c.field("s", Object<Status>(), event?.status),
      reveal: try c.optional("reveal", Object<Reveal>(), event?.reveal),
      race: try c.optional("race", Object<RaceTold>(), event?.race))
  }

  /// `["mv", handles, collection]` or `["mv", handles, collection, before]`
  private struct MoveRow: Row {
    typealias Value = ItemsMoved

    func coded<C: RowCoder>(_ moved: ItemsMoved?, by c: inout C) throws(C.Failure) -> ItemsMoved {
      _ = try c.element(Constant(text: "mv"), moved.map { _ in "mv" })
      return ItemsMoved(
        items: try c.element(List(of: Whole(), 0...Int.max), moved?.items),
        collection: try c.element(Text(), moved?.collection), before: try c.optional(Whole(), moved?.before))
    }
  }
}

extension SelectionTold {
  static let list = List(of: SelectionRow(), 0...WireLimits.entrantsMax)

  /// `[seat, handles]`
  struct SelectionRow: Row {
    typealias Value = SelectionTold

    func coded<C: RowCoder>(_ selection: SelectionTold?, by c: inout C) throws(C.Failure) -> SelectionTold {
      SelectionTold(
        seat: try c.element(Whole(), selection?.seat),
        items: try c.element(List(of: Whole(), 0...Int.max), selection?.items))
    }
  }
}

extension Dests: Coded {
  static func coded<C: Coder>(_ dests: Dests?, by c: inout C) throws(C.Failure) -> Dests {
    Dests(
      room: try c.field("r", Text(), dests?.room), version: try c.field("v", Whole(), dests?.version),
      sources: try c.field("d", List(of: SourceForm()), dests?.sources),
      taps: try c.field("tap", List(of: Text()), dests?.taps),
      sends: try c.field("send", List(of: SendRow()), dests?.sends),
      canFinish: try c.field("finish", Truth(), dests?.canFinish),
      canUndo: try c.field("undo", Truth(), dests?.canUndo),
      canRedo: try c.field("redo", Truth(), dests?.canRedo))
  }

  /// `[handle, collection]`
  private struct SendRow: Row {
    typealias Value = Send

    func coded<C: RowCoder>(_ send: Send?, by c: inout C) throws(C.Failure) -> Send {
      Send(item: try c.element(Whole(), send?.item), collection: try c.element(Text(), send?.collection))
    }
  }

  /// `[handle or handles, collection, …]`, and behind them `{"onto": handles}` where items take the drop themselves. A
  /// collection with `!` behind it turns a card up.
  private struct SourceForm: ElementForm {
    private let handles = List(of: Whole(), 0...Int.max)

    func read(from reader: inout JSONReader) throws(JSONError) -> Source {
      try reader.beginArray()
      guard try reader.nextElement() else { throw reader.unexpected }
      var source = Source(items: try readHandles(from: &reader), destinations: [])
      while try reader.nextElement() {
        if try reader.peek() == .object {
          try reader.beginObject()
          guard try reader.nextKey() == "onto" else { throw reader.unexpected }
          source.onto = try readHandles(from: &reader)
          guard try reader.nextKey() == nil, try !reader.nextElement() else { throw reader.unexpected }
          return source
        }
        let text = try Text().read(from: &reader)
        let reveals = text.hasSuffix("!")
        source.destinations.append(
          Destination(collection: reveals ? String(text.dropLast()) : text, reveals: reveals))
      }
      return source
    }

    private func readHandles(from reader: inout JSONReader) throws(JSONError) -> [Int] {
      try reader.peek() == .array ? try handles.read(from: &reader) : [try reader.readInt()]
    }

    func write(_ source: Source, to json: inout JSONWriter) {
      json.beginArray()
      if source.items.count == 1 { json.value(source.items[0]) } else { json.integers(source.items) }
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

    func describe(to schema: inout JSONWriter) -> Source {
      schema.beginObject()
      schema.field("type", "array")
      schema.field("minItems", 1)
      schema.key("prefixItems")
      schema.beginArray()
      describeHandles(to: &schema)
      schema.endArray()
      schema.key("items")
      schema.anyOf { json in
        _ = Text().describe(to: &json)
        json.beginObject()
        json.field("type", "object")
        json.key("properties")
        json.beginObject()
        json.key("onto")
        describeHandles(to: &json)
        json.endObject()
        json.texts("required", ["onto"])
        json.endObject()
      }
      schema.endObject()
      return Source(items: [], destinations: [])
    }

    private func describeHandles(to schema: inout JSONWriter) {
      schema.anyOf { json in
        _ = Whole().describe(to: &json)
        _ = handles.describe(to: &json)
      }
    }
  }
}
