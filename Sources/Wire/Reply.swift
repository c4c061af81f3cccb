/// A line for one connection, and the message that it answers: that is known beside its bytes, so that an answer is
/// counted when it leaves.
package struct Reply: Equatable, Sendable {
  package let line: [UInt8]
  /// Of the message that it answers; nil: of none.
  package let c: Int?
  /// nil: it was done.
  package let refusal: RefusalCode?

  package init(line: [UInt8], c: Int? = nil, refusal: RefusalCode? = nil) {
    (self.line, self.c, self.refusal) = (line, c, refusal)
  }

  package init(_ message: ServerMessage) {
    let refusal: RefusalCode? = if case .no(let refused) = message { refused.code } else { nil }
    self.init(line: message.line(), c: message.c, refusal: refusal)
  }
}

extension ServerMessage {
  /// The number of the request that this answers.
  package var c: Int? {
    switch self {
    case .ok(let c, _), .lease(let c, _), .data(let c, _, _), .hints(let c, _, _, _), .lines(let c, _, _, _),
      .verdict(let c, _, _, _):
      c
    case .no(let refusal): refusal.c
    default: nil
    }
  }
}
