import JSON

/// A move worth making, and why in one word; what is `finish` names neither item nor tap.
package struct HintTold: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case move(item: Int, into: String)
    case tap(String)
    case finish
  }

  package var action: Action
  package var why: String

  package init(_ action: Action, why: String) {
    self.action = action
    self.why = why
  }
}

extension HintTold {
  func write(into json: inout JSONWriter) {
    json.beginObject()
    switch action {
    case .move(let item, let place):
      json.field("item", item)
      json.field("in", place)
    case .tap(let place): json.field("tap", place)
    case .finish: break
    }
    json.field("why", why)
    json.endObject()
  }
}

extension HintTold {
  init(fields: Fields) throws(BadMessage) {
    why = try fields.text("why")
    if let item = try fields.optionalInteger("item") {
      action = .move(item: item, into: try fields.text("in"))
    } else {
      action = try fields.optionalText("tap").map { .tap($0) } ?? .finish
    }
  }
}
