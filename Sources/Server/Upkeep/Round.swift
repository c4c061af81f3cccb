import Reactor

/// A look at all there are of something, at some of them in each turn of a loop, so that nobody waits for the whole.
/// Who comes meanwhile is looked at in the next round, and who is gone by their turn is for the caller to know.
/// Invariant: no more have had their turn than there are; when it is over, it holds nobody.
struct Round<Name> {
  private var names: [Name] = []
  var done = 0
  /// When it began; of the first, when the loop did.
  private(set) var beganAt: Instant
  /// Between the beginning of the round before and this one's.
  private(set) var milliseconds: Int64 = 0
  private(set) var isGoing = false

  init(at now: Instant) { beganAt = now }

  /// - Precondition: the one before is over.
  mutating func begin(_ names: [Name], at now: Instant) {
    precondition(!isGoing, "one round at a time")
    (milliseconds, beganAt) = (now - beganAt, now)
    (self.names, done, isGoing) = (names, 0, true)
  }

  /// - Returns: whose turn it is; nil once, when all had theirs.
  mutating func next() -> Name? {
    guard done < names.count else {
      (names, isGoing) = ([], false)
      return nil
    }
    defer { done += 1 }
    return names[done]
  }

  func checkInvariants() {
    precondition(isGoing || names.isEmpty, "a round that is over holds nobody")
    precondition(!isGoing || done <= names.count, "each has one turn")
  }
}
