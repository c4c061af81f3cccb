import Wire

/// The answers that a room gave to each visit, so that a command which is sent again has no second effect.
/// Invariant: those of one visit ascend by `c`.
struct Answers {
  private struct Given {
    let c: Int
    let version: Int
    let line: [UInt8]
  }

  static let perVisitMax = 1024
  static let visitsMax = 64

  private var given: [VisitID: [Given]] = [:]
  private var order: [VisitID] = []

  enum Known {
    case fresh
    case answered([UInt8])
    /// So long ago that the answer is forgotten; it must not be carried out again.
    case forgotten
  }

  func known(_ c: Int, of visit: VisitID) -> Known {
    guard let list = given[visit], let first = list.first, let last = list.last, c <= last.c else {
      return .fresh
    }
    if let match = list.last(where: { $0.c == c }) { return .answered(match.line) }
    return c < first.c && list.count >= Self.perVisitMax ? .forgotten : .fresh
  }

  /// - Parameter version: the room's version that the answer reflects.
  mutating func give(_ line: [UInt8], to c: Int, of visit: VisitID, at version: Int) {
    if given[visit] == nil {
      order.append(visit)
      if order.count > Self.visitsMax { given[order.removeFirst()] = nil }
    }
    // In the order of `c`: what was lost with the journal may be sent again after what came later.
    var place = given[visit]?.count ?? 0
    while place > 0, let before = given[visit]?[place - 1], before.c > c { place -= 1 }
    given[visit, default: []].insert(Given(c: c, version: version, line: line), at: place)
    let excess = (given[visit]?.count ?? 0) - Self.perVisitMax
    if excess > Self.perVisitMax / 4 { given[visit]?.removeFirst(excess) }
  }

  /// An answer that was given before, as the log knows it.
  ///
  /// - Parameter room: which answered.
  mutating func restore(
    _ answered: LogRecord.AnsweredLogged, to c: Int, of visit: VisitID, at version: Int, room: RoomID
  ) {
    let message: ServerMessage =
      if let code = answered.code {
        .no(Refusal(c: c, room: room.text, version: version, code: code, why: answered.why))
      } else {
        .ok(c: c, Agreement(room: room.text, version: version))
      }
    give(message.line(), to: c, of: visit, at: version)
  }

  /// Forgets the answers to commands that were never durable: given again, they are carried out afresh.
  mutating func fallBack(to version: Int) {
    for visit in order { given[visit]?.removeAll { $0.version > version } }
  }
}
