import JSON
import Patience

extension Zone {
  /// What differs from what goes without saying.
  func write(besides defaults: GameDefaults, to json: inout JSONWriter) {
    let (usual, listed) = usual(defaults)
    json.key(role.word)
    json.beginObject()
    if Int(count) != defaults.count(role, listed: listed) { json.field("count", Int(count)) }
    write(down, as: "down", to: &json)
    write(up, as: "up", to: &json)
    writeBuild(besides: defaults, to: &json)
    if take != usual.take { json.field("take", take.word) }
    if takeLimit != usual.takeLimit { json.field("takeLimit", takeLimit) }
    if put != .cards { json.field("put", put.word) }
    if putLimit != usual.putLimit { json.field("putLimit", putLimit) }
    if capacity != usual.capacity { json.field("capacity", capacity) }
    if empty != usual.empty { json.field("empty", empty.word) }
    if emptyFrom != usual.emptyFrom { json.field("emptyFrom", emptyFrom) }
    if !fill.isEmpty { json.field("fill", fill) }
    if from != usual.from { json.field("from", from) }
    if to != usual.to { json.field("to", to) }
    if !places.isEmpty { write(places, to: &json) }
    if !reach.isEmpty {
      json.key("reach")
      json.write(reach) { json, steps in json.value(Int(steps)) }
    }
    if owner != .shared { json.field("owner", owner.word) }
    if isTransparent { json.field("transparent", true) }
    json.endObject()
  }

  /// The same zone as far as it can be told from what is written of it, and of how many piles that is told one by one.
  private func usual(_ defaults: GameDefaults) -> (zone: Zone, listed: Int) {
    var form = Zone(
      role, count: count, owner: owner, down: down, up: up, places: places, build: build, put: put)
    form.reach = reach
    let lists = [down, up].map { isUniform($0) ? 0 : $0.count }
    return (defaults.completed(form), max(places.count, lists[0], lists[1]))
  }

  /// Whether a number says it all.
  private func isUniform(_ cards: [UInt8]) -> Bool {
    cards.isEmpty || cards.count == Int(count) && cards.allSatisfy { $0 == cards[0] }
  }

  private func write(_ cards: [UInt8], as name: StaticString, to json: inout JSONWriter) {
    guard let first = cards.first(where: { $0 > 0 }) else { return }
    json.key(name)
    if isUniform(cards) { return json.value(Int(first)) }
    json.beginArray()
    for number in cards { json.value(Int(number)) }
    json.endArray()
  }

  private func writeBuild(besides defaults: GameDefaults, to json: inout JSONWriter) {
    if build?.direction != defaults.direction(of: role) {
      json.field("build", build?.direction.word ?? "none")
    }
    guard let build else { return }
    let usual = defaults.build(role, build.direction)
    if build.suit != usual.suit { json.field("suit", build.suit.word) }
    if build.wraps { json.field("wraps", true) }
    if build.start != usual.start { json.field("start", build.start.word) }
    if let rank = build.closedBy { json.field("closedBy", Ruleset.Base.rank(rank)) }
  }

  private func write(_ places: [Place], to json: inout JSONWriter) {
    if let picture = GamePicture.allCases.first(where: { $0.places == places }) {
      return json.field("places", picture.rawValue)
    }
    json.key("places")
    json.beginArray()
    for row in 0...(places.map { $0.y }.max() ?? 0) {
      json.beginArray()
      for place in places where place.y == row { json.value(Int(place.x)) }
      json.endArray()
    }
    json.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ name: StaticString, _ limit: Zone.Limit) {
    switch limit {
    case .unlimited: field(name, "any")
    case .supermove: field(name, "supermove")
    case .count(let count): field(name, Int(count))
    }
  }
}
