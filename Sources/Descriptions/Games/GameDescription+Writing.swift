import JSON
import Patience

extension GameDescription {
  /// The description as JSON in one line, without what goes without saying. Promise: read again it is equal.
  package var bytes: [UInt8] {
    var json = JSONWriter()
    let usual = Ruleset(id: "", title: "", zones: [])
    json.beginObject()
    json.field("game", id.text)
    json.field("title", name.text)
    if family != name { json.field("family", family.text) }
    if ruleset.pack.packs != 1 { json.field("packs", Int(ruleset.pack.packs)) }
    if ruleset.pack.suits != .four { json.field("suits", Int(ruleset.pack.suits.rawValue)) }
    if ruleset.base != usual.base { json.field("base", ruleset.base) }
    if ruleset.seats != .one {
      json.key("seats")
      let both = [ruleset.seats.min, ruleset.seats.max]
      json.write(both[0] == both[1] ? [both[0]] : both) { json, number in json.value(Int(number)) }
    }
    if ruleset.dealing != usual.dealing { ruleset.dealing.write(to: &json) }
    let defaults = GameDefaults(ruleset)
    for zone in ruleset.zones {
      if zone.role == .stock {
        ruleset.writeStock(zone, besides: defaults, to: &json)
      } else {
        zone.write(besides: defaults, to: &json)
      }
    }
    if let match = ruleset.match { match.write(besides: defaults, to: &json) }
    ruleset.win.write(to: &json)
    if ruleset.automatic != usual.automatic { ruleset.automatic.write(to: &json) }
    ruleset.scoring.write(to: &json, draw: ruleset.stock?.draw ?? 1)
    if !variations.isEmpty {
      json.key("options")
      json.beginObject()
      for variation in variations { variation.write(to: &json) }
      json.endObject()
    }
    json.endObject()
    return json.bytes
  }
}

extension Dealing {
  fileprivate func write(to json: inout JSONWriter) {
    json.key("deal")
    json.beginObject()
    if order != .rows { json.field("order", order.word) }
    if first != (basesFirst ? [.foundation] : []) { json.field("first", first) }
    if generator != .own { json.field("numbers", generator.word) }
    if basesFirst { json.field("basesFirst", true) }
    json.endObject()
  }
}

extension Ruleset {
  fileprivate func writeStock(_ zone: Zone, besides defaults: GameDefaults, to json: inout JSONWriter) {
    guard let stock else { return }
    json.key("stock")
    json.beginObject()
    if stock.target != defaults.target() { json.field("target", stock.target.word) }
    let usual = stock.target == .waste ? 1 : self.zone(.tableau)?.count ?? 1
    if stock.draw != usual { json.field("draw", Int(stock.draw)) }
    if stock.passes != defaults.passes(to: stock.target) {
      if case .count(let count) = stock.passes {
        json.field("passes", Int(count))
      } else {
        json.field("passes", "any")
      }
    }
    if stock.needsFullTableau { json.field("full", true) }
    if stock.showsTop { json.field("top", true) }
    if zone.owner != .shared { json.field("owner", zone.owner.word) }
    if zone.isTransparent { json.field("transparent", true) }
    json.endObject()
  }
}

extension Ruleset.Match {
  fileprivate func write(besides defaults: GameDefaults, to json: inout JSONWriter) {
    json.key("pairs")
    json.beginObject()
    if sum != 13 { json.field("sum", Int(sum)) }
    if among != defaults.usualPairs { json.field("among", among) }
    if takesCovered { json.field("covered", true) }
    json.endObject()
  }
}

extension Ruleset.Win {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .foundationsFull: return
    case .onePile: return json.field("goal", "onePile")
    case .emptied, .runs: break
    }
    json.key("goal")
    json.beginObject()
    if case .emptied(let roles) = self { json.field("empty", roles) }
    if case .runs(let count) = self { json.field("runs", Int(count)) }
    json.endObject()
  }
}

extension Ruleset.Automatic {
  fileprivate func write(to json: inout JSONWriter) {
    json.key("automatic")
    json.beginObject()
    if !turnUp { json.field("turnUp", false) }
    if foundation != .off { json.field("foundation", foundation.word) }
    if runs { json.field("runs", true) }
    json.endObject()
  }
}

extension Variation {
  fileprivate func write(to json: inout JSONWriter) {
    json.key(parameter.name)
    json.write(values) { json, value in
      let isWord = !parameter.valueNames.isEmpty || parameter == .passes && value == 0
      if isWord { json.value(parameter.text(of: value)) } else { json.value(Int(value)) }
    }
  }
}

extension JSONWriter {
  mutating func field(_ name: StaticString, _ base: Ruleset.Base) {
    if base.word.isEmpty { field(name, base.number) } else { field(name, base.word) }
  }

  mutating func field(_ name: StaticString, _ roles: [Zone.Role]) {
    key(name)
    write(roles) { json, role in json.value(role.word) }
  }

  mutating func field(_ name: StaticString, _ roles: Zone.Roles) {
    key(name)
    if roles == .any || roles == .none { return value(roles == .any ? "any" : "none") }
    write(Zone.Role.allCases.filter { roles.contains(Zone.Roles($0)) }) { json, role in json.value(role.word)
    }
  }
}
