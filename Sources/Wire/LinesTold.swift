import JSON

/// The lines of play of a game as a tree of steps: which was done after which, also those that were taken back and left
/// for others.
package struct LinesTold: Equatable, Sendable {
  /// One step, by its number within the game.
  package struct Ply: Equatable, Sendable {
    package var number: Int
    /// The step that it was done after, or `from`; a smaller number.
    package var parent: Int
    /// Its word, as in a command.
    package var operation: String
    package var item: Int?
    package var place: String?

    package init(
      _ number: Int, after parent: Int, _ operation: String, item: Int? = nil, place: String? = nil
    ) {
      self.number = number
      self.parent = parent
      self.operation = operation
      self.item = item
      self.place = place
    }
  }

  /// What the oldest steps were done after; 0 is the deal.
  package var from: Int
  /// What lies on the table.
  package var at: Int
  /// By their numbers.
  package var plies: [Ply]
  /// Others follow behind these.
  package var hasMore = false

  package init(from: Int, at: Int, plies: [Ply]) {
    self.from = from
    self.at = at
    self.plies = plies
  }

  /// At most so many of the plies that are numbered higher than `ply`.
  package func page(after ply: Int, countMax: Int) -> LinesTold {
    let rest = plies.drop { $0.number <= ply }
    var page = LinesTold(from: from, at: at, plies: Array(rest.prefix(countMax)))
    page.hasMore = rest.count > countMax
    return page
  }
}

extension LinesTold {
  func write(into json: inout JSONWriter) {
    json.field("from", from)
    json.field("at", at)
    json.key("plies")
    json.beginArray()
    for ply in plies { ply.write(into: &json) }
    json.endArray()
    if hasMore { json.field("more", true) }
  }

  init(fields: Fields) throws(BadMessage) {
    from = try fields.integer("from")
    at = try fields.integer("at")
    plies = try fields.array("plies", countMax: WireLimits.pliesToldMax) { reader throws(JSONError) in
      try Ply.read(&reader)
    }
    hasMore = try fields.truth("more", default: false)
  }
}

extension LinesTold.Ply {
  /// `[number, parent, operation, item, place]`; of the last two only those that it has.
  fileprivate func write(into json: inout JSONWriter) {
    json.beginArray()
    json.value(number)
    json.value(parent)
    json.value(operation)
    if let item { json.value(item) }
    if let place { json.value(place) }
    json.endArray()
  }

  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> LinesTold.Ply? {
    try reader.beginArray()
    guard try reader.nextElement() else { return nil }
    let number = try reader.readInt()
    guard try reader.nextElement() else { return nil }
    let parent = try reader.readInt()
    guard try reader.nextElement() else { return nil }
    var ply = LinesTold.Ply(number, after: parent, try reader.readIdentifier())
    guard try reader.nextElement() else { return ply }
    if try reader.peek() == .number {
      ply.item = try reader.readInt()
      guard try reader.nextElement() else { return ply }
    }
    ply.place = try reader.readIdentifier()
    return try reader.nextElement() ? nil : ply
  }
}
