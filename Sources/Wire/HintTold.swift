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

extension HintTold: Coded {
  static func coded<C: Coder>(_ hint: HintTold?, by c: inout C) throws(C.Failure) -> HintTold {
    let action = try Action.coded(hint?.action, by: &c)
    return HintTold(action, why: try c.field("why", Text(), hint?.why))
  }
}

extension HintTold.Action: Coded {
  static func coded<C: Coder>(_ action: Self?, by c: inout C) throws(C.Failure) -> Self {
    let move = action?.move
    if c.has("item", move != nil) {
      return .move(
        item: try c.field("item", Whole(), move?.item), into: try c.field("in", Text(), move?.place))
    }
    return try c.optional("tap", Text(), action?.tapped).map { .tap($0) } ?? .finish
  }

  private var move: (item: Int, place: String)? {
    if case .move(let item, let place) = self { (item, place) } else { nil }
  }

  private var tapped: String? { if case .tap(let place) = self { place } else { nil } }
}
