/// The inflaters of one loop. A connection in the middle of a compressed message has one, an idle connection
/// has none.
/// Invariant: lent ≤ inflatersMax, idle.count ≤ idleMax; those lent and those idle are different ones.
package final class Inflaters {
  /// So many stay warm between messages, at some 40 KiB each.
  private static let idleMax = 4

  private let inflatersMax: Int
  /// For a message that was gathered first because all others were lent: used and forgotten in one call.
  private lazy var spare = Inflater()
  private var idle: [Inflater] = []
  private var lent = 0

  /// - Parameter inflatersMax: how many messages may be under way at once.
  package init(inflatersMax: Int = 128) {
    precondition(inflatersMax >= 1, "one message can always be inflated")
    self.inflatersMax = inflatersMax
    idle.reserveCapacity(Inflaters.idleMax)
  }

  /// An inflater that remembers nothing; nil when all are lent, or memory is short.
  package func borrow() -> Inflater? {
    guard lent < inflatersMax, let inflater = idle.popLast() ?? Inflater() else { return nil }
    lent += 1
    return inflater
  }

  /// One for the length of a call, however many are lent; nil when memory is short.
  func momentary() -> Inflater? {
    spare?.reset()
    return spare
  }

  /// - Parameter inflater: one that was borrowed here, in whatever state.
  package func giveBack(_ inflater: Inflater) {
    precondition(lent > 0, "what is given back was borrowed")
    lent -= 1
    guard idle.count < Inflaters.idleMax else { return }
    inflater.reset()
    idle.append(inflater)
  }
}
