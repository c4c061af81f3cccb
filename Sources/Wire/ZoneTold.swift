package import JSON

/// Piles of one kind, as they are drawn.
package struct ZoneTold: Equatable, Sendable {
  package var role: String
  package var count: Int
  /// The most cards that a pile is dealt.
  package var dealt = 0
  /// Cards of a pile are seen one below the other.
  package var isSpread = false
  /// Pile 0 is for clubs, 1 for diamonds, 2 for hearts, 3 for spades, and so on.
  package var hasSuits = false
  /// Takes complete runs only.
  package var takesRuns = false
  /// Empty piles close up: those behind move to the left.
  package var isRow = false
  /// What may begin an empty pile: "any", "king", "ace", "base" or "none".
  package var empty = "any"
  /// Where each pile lies, in halves of a card to the right and in rows, where piles cover each other.
  package var places: [[Int]] = []

  package init(role: String, count: Int) {
    self.role = role
    self.count = count
  }
}

extension [ZoneTold] {
  /// As the field "zones".
  package func write(into json: inout JSONWriter) {
    json.key("zones")
    json.beginArray()
    for zone in self { zone.write(into: &json) }
    json.endArray()
  }
}

extension ZoneTold {
  fileprivate func write(into json: inout JSONWriter) {
    json.beginObject()
    json.field("role", role)
    json.field("count", count)
    if dealt > 0 { json.field("dealt", dealt) }
    if isSpread { json.field("spread", true) }
    if hasSuits { json.field("suits", true) }
    if takesRuns { json.field("runs", true) }
    if isRow { json.field("row", true) }
    if empty != "any" { json.field("empty", empty) }
    if !places.isEmpty {
      json.key("places")
      json.beginArray()
      for place in places { json.integers(place) }
      json.endArray()
    }
    json.endObject()
  }
}

extension ZoneTold {
  init(fields: Fields) throws(BadMessage) {
    self.init(role: try fields.text("role"), count: try fields.integer("count"))
    dealt = try fields.optionalInteger("dealt") ?? 0
    isSpread = try fields.truth("spread", default: false)
    hasSuits = try fields.truth("suits", default: false)
    takesRuns = try fields.truth("runs", default: false)
    isRow = try fields.truth("row", default: false)
    empty = try fields.text("empty", default: "any")
    guard fields.has("places") else { return }
    places = try fields.array("places", countMax: 255) { reader throws(JSONError) in
      try reader.beginArray()
      var place: [Int] = []
      while try reader.nextElement() { place.append(try reader.readInt()) }
      return place.count == 2 ? place : nil
    }
  }
}
