/// What a game is worth, as data. Invariant: with a floor the score never falls below it, not even
/// for a moment.
public struct Scoring: Hashable, Sendable {
  /// Points for each event; one that is not listed is worth nothing.
  public struct Events: Hashable, Sendable {
    public var wasteToTableau: Int16 = 0
    public var wasteToFoundation: Int16 = 0
    public var tableauToFoundation: Int16 = 0
    public var foundationToTableau: Int16 = 0
    public var tableauToTableau: Int16 = 0
    public var turnUp: Int16 = 0

    public init() {}
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

  public var start: Int32 = 0
  public var events = Events()
  public var floor: Int32?
  public var passPenalty: PassPenalty?
  public var timePenalty: TimePenalty?
  public var timeBonus: TimeBonus?

  public init() {}

  func points(from: Zone.Role, to: Zone.Role) -> Int32 {
    switch (from, to) {
    case (.waste, .tableau): Int32(events.wasteToTableau)
    case (.waste, .foundation): Int32(events.wasteToFoundation)
    case (.tableau, .foundation): Int32(events.tableauToFoundation)
    case (.foundation, .tableau): Int32(events.foundationToTableau)
    case (.tableau, .tableau): Int32(events.tableauToTableau)
    default: 0
    }
  }
}
