/// A game as it was at one version, to go on from.
package struct Base: Equatable, Sendable {
  package let version: Int
  /// As the log counts: what was accepted after it is to be carried out again.
  package let sequence: Int
  package let bytes: [UInt8]

  package init(version: Int, sequence: Int, bytes: [UInt8]) {
    (self.version, self.sequence, self.bytes) = (version, sequence, bytes)
  }
}

/// Finds the versions of a game that can be gone on from without what was before. A base holds nothing that undo could
/// bring back, so it only stands if nobody takes back a step made before it; and whether anybody does is known when all
/// of those are forgotten. So bases are taken, wait, and ripen or are dropped.
///
/// Where people take back and play again for ever none ripens, and the log would become too long to be played through:
/// then the game forgets what it could take back, and the next base is valid at once.
///
/// Promise: to carry out on a ripe base what was accepted after it gives the very game, undo included.
/// Invariant: at most one waits; it holds bytes, so it costs nothing as the game goes on.
struct BaseKeeper {
  /// So many accepted commands lie between two tries at least.
  private let intervalMin: Int
  /// So many records may follow the last base.
  private let recordsMax: Int
  /// The same where there is nothing to be taken back, as after a new deal: that is ripe at once.
  static let freshIntervalMin = 32

  private var candidate: Base?
  /// The number of the candidate's mark in the game's steps.
  private var mark = 0
  /// Accepted commands since the last was taken.
  private var accepted = 0
  /// Of the record that the last ripe one stands after, or of the opening.
  private var baseSequence: Int

  init(intervalMin: Int = 256, recordsMax: Int = 2048, baseSequence: Int = 1) {
    self.intervalMin = intervalMin
    self.recordsMax = recordsMax
    self.baseSequence = baseSequence
  }

  /// Whether the log has become too long without one.
  func isOverdue(at sequence: Int) -> Bool { sequence - baseSequence >= recordsMax }

  /// - Parameter game: that has just forgotten what it could take back.
  mutating func take(_ game: Game, version: Int, sequence: Int, now: Int64) -> Base {
    candidate = nil
    accepted = 0
    baseSequence = sequence
    return Base(version: version, sequence: sequence, bytes: game.base(now: now))
  }

  /// To be called after each accepted command, when the log holds all that was done to the game and nothing else: where
  /// one turn is several records, after the last.
  ///
  /// - Parameters:
  ///   - game: gets a mark among its steps, which its copies keep.
  ///   - version: the room's, which the command led to.
  ///   - sequence: of the command's record.
  /// - Returns: a base that has become ripe; each is returned once.
  mutating func note(_ game: inout Game, version: Int, sequence: Int, now: Int64) -> Base? {
    accepted += 1
    if candidate != nil, let ripe = ripened(game) { return ripe }
    let isFresh = game.undoDepth == 0
    guard isFresh || candidate == nil, !game.steps.canPlayAgain,
      accepted >= (isFresh ? Self.freshIntervalMin : intervalMin)
    else { return nil }
    mark += 1
    accepted = 0
    game.steps.setMark(mark)
    candidate = Base(version: version, sequence: sequence, bytes: game.base(now: now))
    return ripened(game)
  }

  /// The room stands where it was before: a base of what was never durable is dropped.
  ///
  /// - Parameter sequence: of the last record.
  mutating func fallBack(to version: Int, sequence: Int) {
    if let candidate, candidate.version > version { self.candidate = nil }
    baseSequence = min(baseSequence, sequence)
  }

  /// Whether the waiting one still waits is for the game's steps to say: it may be another game.
  private mutating func ripened(_ game: Game) -> Base? {
    guard let standing = game.steps.mark, standing.number == mark else {
      candidate = nil
      return nil
    }
    guard game.steps.standsOnMark else { return nil }
    defer { candidate = nil }
    baseSequence = candidate?.sequence ?? baseSequence
    return candidate
  }
}
