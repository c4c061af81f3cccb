/// What a game is worth, as data: points for what happens, and points for how the table stands. Invariant: with a
/// floor the score never falls below it, not even for a moment.
public struct Scoring: Hashable, Sendable {
  /// Points for each card that goes from a pile of one role to one of another.
  public struct Move: Hashable, Sendable {
    public var from: Zone.Role
    public var to: Zone.Role
    public var points: Int16

    public init(_ from: Zone.Role, _ to: Zone.Role, _ points: Int16) {
      self.from = from
      self.to = to
      self.points = points
    }
  }

  /// Points for beginning a pass through the stock after so many.
  public struct PassPenalty: Hashable, Sendable {
    public var after: UInt16
    public var points: Int16

    public init(after: UInt16, points: Int16) {
      self.after = after
      self.points = points
    }
  }

  /// In a timed game: points for every full so many seconds.
  public struct TimePenalty: Hashable, Sendable {
    public var everySeconds: UInt16
    public var points: Int16

    public init(everySeconds: UInt16, points: Int16) {
      self.everySeconds = everySeconds
      self.points = points
    }
  }

  /// In a timed game: `dividend / seconds` points for winning, nothing for a win faster than
  /// `secondsMin`.
  public struct TimeBonus: Hashable, Sendable {
    public var dividend: UInt32
    public var secondsMin: UInt16

    public init(dividend: UInt32, secondsMin: UInt16) {
      self.dividend = dividend
      self.secondsMin = secondsMin
    }

    public func points(after seconds: UInt32) -> Int32 {
      seconds < UInt32(secondsMin) || seconds == 0 ? 0 : Int32(clamping: dividend / seconds)
    }
  }

  /// Cards played to the waste one after the other, without a turn of the stock between them.
  public struct Streak: Hashable, Sendable {
    /// The n-th card is worth n times this.
    public var step: Int16
    /// For turning the stock, which ends the streak.
    public var turn: Int16
    /// For the first, second… uncovered picture peak that is taken away.
    public var peaks: [Int16]

    public init(step: Int16, turn: Int16, peaks: [Int16] = []) {
      self.step = step
      self.turn = turn
      self.peaks = peaks
    }
  }

  /// Points for how the table stands, told of what lies open.
  public struct Standing: Hashable, Sendable {
    /// For each card on a foundation.
    public var foundationCard: Int16 = 0
    /// For each foundation with a whole suit.
    public var foundationSuit: Int16 = 0
    /// For each card left in the tableau.
    public var tableauCard: Int16 = 0
    /// For each card left in the stock, once the tableau is cleared.
    public var stockCard: Int16 = 0
    /// For each open card of the tableau that lies on the next higher one of its suit.
    public var joint: Int16 = 0
    /// For each face-down card of the tableau.
    public var faceDown: Int16 = 0
    /// For each complete suit in the tableau.
    public var tableauSuit: Int16 = 0
    /// For each move, also one that takes back or plays again.
    public var step: Int16 = 0

    public init() {}
  }

  public var start: Int32 = 0
  public var moves: [Move] = []
  /// For each card of the tableau that turns up.
  public var turnUp: Int16 = 0
  /// For each complete run that goes to a foundation.
  public var run: Int16 = 0
  public var standing = Standing()
  public var streak: Streak?
  public var floor: Int32?
  public var passPenalty: PassPenalty?
  public var timePenalty: TimePenalty?
  public var timeBonus: TimeBonus?
  /// A new deal at the same table begins with what the last one came to.
  public var carriesOver = false
  /// The fewer points the better.
  public var isLowBetter = false

  public init() {}

  /// Whether there are any points at all.
  public var isNone: Bool { self == Scoring() }

  func points(from: Zone.Role, to: Zone.Role) -> Int32 {
    for move in moves where move.from == from && move.to == to { return Int32(move.points) }
    return 0
  }
}
