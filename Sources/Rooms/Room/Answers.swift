import Wire

/// The answers that a room gave to each visit, so that a command which is sent again has no second effect.
/// Invariant: those of one visit ascend by `c`.
struct Answers {
  private struct Given {
    let c: Int
    let version: Int
    /// nil where the command was agreed to: the answer can be made again.
    let line: [UInt8]?
    let refusal: RefusalCode?

    var byteCount: Int { MemoryLayout<Given>.stride + (line.map { $0.count + 32 } ?? 0) }
  }

  static let perVisitMax = 256
  static let visitsMax = 64
  static let forgottenMax = 4096
  /// Of all answers that are at hand, in memory.
  static let bytesMax = 131_072

  private var given: [VisitID: [Given]] = [:]
  private var order: [VisitID] = []
  /// Up to which number answers of a visit were let go.
  private var forgotten: [VisitID: Int] = [:]
  private var forgottenOrder: [VisitID] = []
  private var givenBytes = 0

  /// What all of it takes in memory, in bytes.
  var byteCount: Int { givenBytes + 64 * order.count + 96 * forgottenOrder.count }

  enum Known {
    case fresh
    case agreed(version: Int)
    case answered(Reply)
    /// So long ago that the answer is forgotten; it must not be carried out again.
    case forgotten
  }

  func known(_ c: Int, of visit: VisitID) -> Known {
    if let list = given[visit], let last = list.last, c <= last.c,
      let match = list.last(where: { $0.c == c })
    {
      return match.line.map { .answered(Reply(line: $0, c: c, refusal: match.refusal)) }
        ?? .agreed(version: match.version)
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

  /// - Parameters:
  ///   - reply: nil where the command is agreed to.
  ///   - version: the room's version that the answer reflects.
  mutating func give(_ reply: Reply?, to c: Int, of visit: VisitID, at version: Int) {
    if given[visit] == nil {
      order.append(visit)
      given[visit] = []
      if order.count > Self.visitsMax {
        let oldest = order.removeFirst()
        drop(given[oldest]?.count ?? 0, of: oldest)
        given[oldest] = nil
      }
    }
    // In the order of `c`: what was lost with the journal may be sent again after what came later.
    var place = given[visit]?.count ?? 0
    while place > 0, let before = given[visit]?[place - 1], before.c > c { place -= 1 }
    let answer = Given(c: c, version: version, line: reply?.line, refusal: reply?.refusal)
    given[visit]?.insert(answer, at: place)
    givenBytes += answer.byteCount
    let excess = (given[visit]?.count ?? 0) - Self.perVisitMax
    if excess > Self.perVisitMax / 4 { drop(excess, of: visit) }
    // The visit with the most bytes loses the older half of its answers.
    while givenBytes > Self.bytesMax, let most = order.max(by: { bytes(of: $0) < bytes(of: $1) }) {
      drop(max(1, (given[most]?.count ?? 0) / 2), of: most)
    }
  }

  private func bytes(of visit: VisitID) -> Int { given[visit]?.reduce(0) { $0 + $1.byteCount } ?? 0 }

  /// The oldest answers of a visit are at hand no more.
  private mutating func drop(_ count: Int, of visit: VisitID) {
    guard count > 0, let dropped = given[visit]?.prefix(count), let newest = dropped.last else { return }
    forget(upTo: newest.c, of: visit)
    givenBytes -= dropped.reduce(0) { $0 + $1.byteCount }
    given[visit]?.removeFirst(count)
  }

  /// An answer that was given before, as the log knows it.
  ///
  /// - Parameter room: which answered.
  mutating func restore(
    _ answered: LogRecord.AnsweredLogged, to c: Int, of visit: VisitID, at version: Int, room: RoomID
  ) {
    let refusal = answered.code.map { code in
      Reply(.no(Refusal(c: c, room: room.text, version: version, code: code, why: answered.why)))
    }
    give(refusal, to: c, of: visit, at: version)
  }

  /// Forgets the answers to commands that were never durable: given again, they are carried out afresh.
  mutating func fallBack(to version: Int) {
    for visit in order { given[visit]?.removeAll { $0.version > version } }
    givenBytes = order.reduce(0) { $0 + bytes(of: $1) }
  }
}
