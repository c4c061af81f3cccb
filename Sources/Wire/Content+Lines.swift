import JSON

/// How content, and what changes of a region, is written and read.

// MARK: - Writing

extension ContentTold {
  func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("text", text)
    json.optional("detail", detail)
    json.optional("symbol", symbol)
    json.optional("color", color)
    json.optional("face", face)
    json.optional("image", image)
    if !fields.isEmpty {
      json.key("fields")
      json.beginArray()
      for field in fields {
        json.beginArray()
        json.value(field.name)
        json.value(field.value)
        json.endArray()
      }
      json.endArray()
    }
    json.optional("label", label)
    json.endObject()
  }
}

extension ButtonTold {
  func write(into json: inout JSONWriter) {
    json.key("button")
    json.beginObject()
    json.field("label", label)
    json.field("on", isEnabled)
    json.endObject()
  }
}

extension [RegionChange] {
  /// Left out where there is none.
  func write(into json: inout JSONWriter) {
    guard !isEmpty else { return }
    json.key("regions")
    json.beginArray()
    for change in self {
      json.beginObject()
      json.field("name", change.name)
      if let title = change.title { json.field("title", title) }
      if let label = change.label { json.field("label", label) }
      if let formation = change.formation { json.field("formation", formation) }
      change.button?.write(into: &json)
      if let editing = change.editing { json.integers("editing", editing) }
      json.endObject()
    }
    json.endArray()
  }
}

extension [SelectionTold] {
  func write(into json: inout JSONWriter) {
    json.key("sel")
    json.beginArray()
    for selection in self {
      json.beginArray()
      json.value(selection.seat)
      json.beginArray()
      for item in selection.items { json.value(item) }
      json.endArray()
      json.endArray()
    }
    json.endArray()
  }
}

extension [ItemData] {
  func write(into json: inout JSONWriter) {
    json.key("items")
    json.beginArray()
    for item in self {
      json.beginArray()
      json.value(item.handle)
      json.beginArray()
      for way in item.ways { way.write(into: &json) }
      json.endArray()
      json.endArray()
    }
    json.endArray()
  }
}

extension ItemData.Way {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("type", type)
    if let fileName { json.field("name", fileName) }
    switch body {
    case .text(let text): json.field("text", text)
    case .url(let address): json.field("url", address)
    }
    json.endObject()
  }
}

// MARK: - Reading

extension ContentTold {
  /// nil for what is no content; keys that are not known are passed over.
  static func read(from reader: inout JSONReader) throws(JSONError) -> ContentTold? {
    var content = ContentTold(text: "")
    var hasText = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text":
        content.text = try reader.readContent()
        hasText = true
      case "detail": content.detail = try reader.readContent()
      case "symbol": content.symbol = try reader.readContent()
      case "color": content.color = try reader.readContent()
      case "face": content.face = try reader.readContent()
      case "image": content.image = try reader.readContent()
      case "label": content.label = try reader.readContent()
      case "fields":
        try reader.beginArray()
        while try reader.nextElement() {
          guard let field = try reader.readPair(JSONReader.content, JSONReader.content) else { return nil }
          content.fields.append(Field(field.0, field.1))
        }
      default: try reader.skipValue()
      }
    }
    return hasText ? content : nil
  }
}

extension JSONReader {
  mutating func readContent() throws(JSONError) -> String {
    try readString(bytesMax: WireLimits.contentBytesMax)
  }

  static func content(_ reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readContent()
  }

  /// One handle, or an array of them.
  mutating func readHandles() throws(JSONError) -> [Int] {
    guard try peek() == .array else { return [try readInt()] }
    var handles: [Int] = []
    try beginArray()
    while try nextElement() { handles.append(try readInt()) }
    return handles
  }
}

extension Fields {
  /// A text of a board's; empty where there is none.
  func content(_ key: String) throws(BadMessage) -> String {
    try text(key, default: "", bytesMax: WireLimits.contentBytesMax)
  }

  func optionalContent(_ key: String) throws(BadMessage) -> String? {
    try optionalText(key, bytesMax: WireLimits.contentBytesMax)
  }

  /// `[[seat, [handle, …]], …]`
  func selections(_ key: String) throws(BadMessage) -> [SelectionTold] {
    try array(key, countMax: WireLimits.seatsMax) { reader throws(JSONError) -> SelectionTold? in
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
      let seat = try reader.readInt()
      guard try reader.nextElement(), try reader.peek() == .array else { return nil }
      let items = try reader.readHandles()
      return try reader.nextElement() ? nil : SelectionTold(seat: seat, items: items)
    }
  }

  /// `[[handle, [{"type": …}, …]], …]`
  func itemData(_ key: String) throws(BadMessage) -> [ItemData] {
    typealias Ranges = (handle: Int, ways: [Range<Int>])
    let items = try array(key, countMax: 4096) { reader throws(JSONError) -> Ranges? in
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
      let handle = try reader.readInt()
      guard try reader.nextElement() else { return nil }
      var ways: [Range<Int>] = []
      try reader.beginArray()
      while try reader.nextElement() {
        guard try reader.peek() == .object else { return nil }
        let start = reader.offset
        try reader.skipValue()
        ways.append(start..<reader.offset)
      }
      return try reader.nextElement() ? nil : (handle, ways)
    }
    var data: [ItemData] = []
    for item in items {
      var ways: [ItemData.Way] = []
      for range in item.ways { ways.append(try ItemData.Way(try Fields(line, range: range))) }
      data.append(ItemData(handle: item.handle, ways: ways))
    }
    return data
  }
}

extension ItemData.Way {
  fileprivate init(_ fields: Fields) throws(BadMessage) {
    let body: Body
    if let text = try fields.optionalText("text", bytesMax: WireLimits.serverMessageBytesMax) {
      body = .text(text)
    } else {
      body = .url(try fields.text("url", bytesMax: WireLimits.fileNameBytesMax))
    }
    self.init(
      type: try fields.text("type"),
      fileName: try fields.optionalText("name", bytesMax: WireLimits.fileNameBytesMax), body: body)
  }
}

extension ButtonTold {
  /// nil where there is no button.
  init?(optional fields: Fields) throws(BadMessage) {
    guard fields.has("button") else { return nil }
    let button = try fields.object("button")
    self.init(label: try button.content("label"), isEnabled: try button.truth("on"))
  }
}

extension RegionChange {
  init(fields: Fields) throws(BadMessage) {
    self.init(
      name: try fields.text("name"), title: try fields.optionalContent("title"),
      label: try fields.optionalContent("label"), formation: try fields.optionalText("formation"),
      button: try ButtonTold(optional: fields),
      editing: fields.has("editing") ? try fields.integers("editing") : nil)
  }
}
