/// A moment on the caller's clock, which the engine only compares with others. How long a tick is the caller decides:
/// a millisecond, or a turn of its loop.
public struct Tick: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The moment so many ticks before; not before the clock began.
  public static func - (tick: Tick, count: UInt32) -> Tick {
    Tick(rawValue: tick.rawValue - min(count, tick.rawValue))
  }
}

extension Tick: Comparable {
  public static func < (a: Tick, b: Tick) -> Bool { a.rawValue < b.rawValue }
}

extension Tick: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt32) {
    rawValue = value
  }
}
