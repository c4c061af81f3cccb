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
  static let forgottenMax = 16_384

  private var given: [VisitID: [Given]] = [:]
  private var order: [VisitID] = []
  /// Up to which number answers of a visit were let go.
  private var forgotten: [VisitID: Int] = [:]
  private var forgottenOrder: [VisitID] = []

  enum Known {
    case fresh
    case answered([UInt8])
    /// So long ago that the answer is forgotten; it must not be carried out again.
    case forgotten
  }

  func known(_ c: Int, of visit: VisitID) -> Known {
    if let list = given[visit], let last = list.last, c <= last.c,
      let match = list.last(where: { $0.c == c })
    {
      return .answered(match.line)
    }
    return c <= forgotten[visit] ?? .min ? .forgotten : .fresh
  }

  /// Commands of a visit up to this number are not carried out again, whether their answers are known or not.
  mutating func forget(upTo c: Int, of visit: VisitID) {
    if let before = forgotten[visit] {
      forgotten[visit] = max(before, c)
      return
    }
    forgotten[visit] = c
    forgottenOrder.append(visit)
    if forgottenOrder.count > Self.forgottenMax { forgotten[forgottenOrder.removeFirst()] = nil }
  }

  /// - Parameter version: the room's version that the answer reflects.
  mutating func give(_ line: [UInt8], to c: Int, of visit: VisitID, at version: Int) {
    if given[visit] == nil {
      order.append(visit)
      if order.count > Self.visitsMax {
        let oldest = order.removeFirst()
        if let last = given.removeValue(forKey: oldest)?.last { forget(upTo: last.c, of: oldest) }
      }
    }
    // In the order of `c`: what was lost with the journal may be sent again after what came later.
    var place = given[visit]?.count ?? 0
    while place > 0, let before = given[visit]?[place - 1], before.c > c { place -= 1 }
    given[visit, default: []].insert(Given(c: c, version: version, line: line), at: place)
    let excess = (given[visit]?.count ?? 0) - Self.perVisitMax
    if excess > Self.perVisitMax / 4, let newest = given[visit]?[excess - 1] {
      forget(upTo: newest.c, of: visit)
      given[visit]?.removeFirst(excess)
    }
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
