/// A person or a bot at a board. The caller numbers them as it likes, and says with each call for whom it is made.
public struct PlayerID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

extension PlayerID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: UInt32) {
    rawValue = value
  }
}
