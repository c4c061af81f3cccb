import JSON

/// What is written on an item: an object in a row. Of a key that comes twice the last counts.
struct ContentForm: ElementForm {
  private static let text = Text(upTo: WireLimits.contentBytesMax)
  private static let fields = List(of: FieldRow(), 0...Int.max)

  func read(from reader: inout JSONReader) throws(JSONError) -> ItemContent {
    var content = ItemContent(text: "")
    var hasText = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text":
        content.text = try Self.text.read(from: &reader)
        hasText = true
      case "detail": content.detail = try Self.text.read(from: &reader)
      case "symbol": content.symbol = try Self.text.read(from: &reader)
      case "color": content.color = try Self.text.read(from: &reader)
      case "face": content.face = try Self.text.read(from: &reader)
      case "image": content.image = try Self.text.read(from: &reader)
      case "label": content.label = try Self.text.read(from: &reader)
      case "fields": content.fields += try Self.fields.read(from: &reader)
      default: try reader.skipValue()
      }
    }
    guard hasText else { throw reader.unexpected }
    return content
  }

  func write(_ content: ItemContent, to json: inout JSONWriter) {
    json.beginObject()
    _ = coded(content, by: &json)
    json.endObject()
  }

  func describe(to schema: inout JSONWriter) -> ItemContent {
    Describer.describe(to: &schema) { coded(nil, by: &$0) }
  }

  private func coded<C: Coder>(_ content: ItemContent?, by c: inout C) throws(C.Failure) -> ItemContent {
    ItemContent(
      text: try c.field("text", Self.text, content?.text), detail: try c.content("detail", content?.detail),
      symbol: try c.content("symbol", content?.symbol), color: try c.content("color", content?.color),
      face: try c.content("face", content?.face), image: try c.content("image", content?.image),
      fields: try c.field("fields", Self.fields, content?.fields, unless: []),
      label: try c.content("label", content?.label))
  }

  /// `[name, value]`
  private struct FieldRow: Row {
    typealias Value = ItemContent.Field

    func coded<C: RowCoder>(_ field: ItemContent.Field?, by c: inout C) throws(C.Failure) -> ItemContent.Field
    {
      ItemContent.Field(
        try c.element(ContentForm.text, field?.name), try c.element(ContentForm.text, field?.value))
    }
  }
}

extension ButtonTold: Coded {
  static func coded<C: Coder>(_ button: ButtonTold?, by c: inout C) throws(C.Failure) -> ButtonTold {
    ButtonTold(
      label: try c.field("label", Text(upTo: WireLimits.contentBytesMax), button?.label, or: ""),
      isEnabled: try c.field("on", Truth(), button?.isEnabled))
  }
}

extension RegionChange: Coded {
  static func coded<C: Coder>(_ change: Self?, by c: inout C) throws(C.Failure) -> Self {
    RegionChange(
      name: try c.field("name", Text(), change?.name),
      title: try c.optional("title", Text(upTo: WireLimits.contentBytesMax), change?.title),
      label: try c.optional("label", Text(upTo: WireLimits.contentBytesMax), change?.label),
      formation: try c.optional("formation", Text(), change?.formation),
      button: try c.optional("button", Object<ButtonTold>(), change?.button),
      editing: try c.optional("editing", List(of: Whole()), change?.editing))
  }
}

/// `[[handle, [{"type": …}, …]], …]`
struct ItemDataList: FieldForm {
  private static let countMax = 4096

  func read(_ key: String, in fields: Fields) throws(BadMessage) -> [ItemData] {
    let items = try fields.array(key, countMax: Self.countMax) { reader throws(JSONError) in
      var items: [(handle: Int, ways: [Range<Int>])] = []
      try reader.beginArray()
      while try reader.nextElement() {
        guard items.count < Self.countMax else { throw reader.unexpected }
        try reader.beginArray()
        guard try reader.nextElement() else { throw reader.unexpected }
        let handle = try reader.readInt()
        guard try reader.nextElement() else { throw reader.unexpected }
        items.append((handle, try reader.readObjectPlaces(countMax: .max)))
        guard try !reader.nextElement() else { throw reader.unexpected }
      }
      return items
    }
    var data: [ItemData] = []
    for item in items { data.append(ItemData(handle: item.handle, ways: try fields.objects(at: item.ways))) }
    return data
  }

  func write(_ items: [ItemData], to json: inout JSONWriter) {
    json.beginArray()
    for item in items {
      json.beginArray()
      json.value(item.handle)
      Objects<ItemData.Way>().write(item.ways, to: &json)
      json.endArray()
    }
    json.endArray()
  }

  func describe(to schema: inout JSONWriter) -> [ItemData] {
    schema.beginObject()
    schema.field("type", "array")
    schema.field("maxItems", Self.countMax)
    schema.key("items")
    schema.beginObject()
    schema.field("type", "array")
    schema.field("minItems", 2)
    schema.field("maxItems", 2)
    schema.key("prefixItems")
    schema.beginArray()
    _ = Whole().describe(to: &schema)
    _ = Objects<ItemData.Way>().describe(to: &schema)
    schema.endArray()
    schema.endObject()
    schema.endObject()
    return []
  }
}

extension ItemData.Way: Coded {
  static func coded<C: Coder>(_ way: Self?, by c: inout C) throws(C.Failure) -> Self {
    let type = try c.field("type", Text(), way?.type)
    let name = try c.optional("name", Text(upTo: WireLimits.fileNameBytesMax), way?.fileName)
    return Self(type: type, fileName: name, body: try Body.coded(way?.body, by: &c))
  }
}

extension ItemData.Way.Body: Coded {
  static func coded<C: Coder>(_ body: Self?, by c: inout C) throws(C.Failure) -> Self {
    if c.has("text", body?.text != nil) {
      return .text(try c.field("text", Text(upTo: WireLimits.serverMessageBytesMax), body?.text))
    }
    return .url(try c.field("url", Text(upTo: WireLimits.fileNameBytesMax), body?.address))
  }

  private var text: String? { if case .text(let text) = self { text } else { nil } }
  private var address: String? { if case .url(let address) = self { address } else { nil } }
}
