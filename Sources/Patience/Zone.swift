/// Piles of one kind, as data: how they are dealt, what may be put on them and what may be taken
/// off.
public struct Zone: Hashable, Sendable {
  /// Raw values give the order of piles.
  public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case stock, waste, foundation, tableau, cell, reserve

    /// Stock and waste are one pile each and are named without a number.
    public var isSingle: Bool { self == .stock || self == .waste }

    var wireName: StaticString {
      switch self {
      case .stock: "stock"
      case .waste: "waste"
      case .foundation: "f"
      case .tableau: "t"
      case .cell: "c"
      case .reserve: "r"
      }
    }
  }

  public struct Roles: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let none: Roles = []
    public static let any = Roles(rawValue: .max)
    public static let stock = Roles(.stock)
    public static let waste = Roles(.waste)
    public static let foundation = Roles(.foundation)
    public static let tableau = Roles(.tableau)
    public static let cell = Roles(.cell)
    public static let reserve = Roles(.reserve)

    init(_ role: Role) {
      rawValue = 1 << role.rawValue
    }
  }

  public enum Limit: Hashable, Sendable {
    case unlimited
    case count(UInt8)

    func allows(_ count: Int) -> Bool {
      switch self {
      case .unlimited: true
      case .count(let limit): count <= Int(limit)
      }
    }
  }

  /// Which card may lie on which.
  public struct Build: Hashable, Sendable {
    public enum SuitRule: UInt8, Hashable, Sendable { case any, same, alternateColour, sameColour }
    public enum Direction: UInt8, Hashable, Sendable { case up, down, both }
    /// Which suit may begin an empty pile: any, or pile 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    public enum Start: UInt8, Hashable, Sendable { case any, bySuit }

    public var suit: SuitRule
    public var direction: Direction
    /// Whether ace and king are neighbours.
    public var wraps: Bool
    public var start: Start

    public init(_ suit: SuitRule, _ direction: Direction, wraps: Bool = false, start: Start = .any) {
      self.suit = suit
      self.direction = direction
      self.wraps = wraps
      self.start = start
    }
  }

  /// What may be taken off a pile.
  public enum Unit: UInt8, Hashable, Sendable {
    case none
    /// The last card.
    case top
    /// The end of a pile, if each of its cards lies rightly on the one before.
    case run
    /// Such an end, of one suit.
    case runOfSuit
    /// Any open card with all that lies on it, in order or not.
    case face
    /// The whole pile.
    case pile
  }

  /// What may begin an empty pile.
  public enum Empty: UInt8, Hashable, Sendable { case any, king, ace, base, none }

  public var role: Role
  public var count: UInt8
  /// Cards dealt to each pile face down, then face up; missing entries are 0.
  public var down: [UInt8]
  public var up: [UInt8]
  /// `nil`: nothing may be put on a card here.
  public var build: Build?
  /// How many cards at once may be put here.
  public var putLimit: Limit
  public var take: Unit
  public var takeLimit: Limit
  public var empty: Empty
  public var from: Roles
  public var to: Roles
  /// How many cards a pile can hold.
  public var capacity: Limit

  public init(
    _ role: Role, count: UInt8 = 1, down: [UInt8] = [], up: [UInt8] = [], build: Build? = nil,
    putLimit: Limit = .unlimited, take: Unit = .none, takeLimit: Limit = .unlimited,
    empty: Empty = .none,
    from: Roles = .none, to: Roles = .none, capacity: Limit = .unlimited
  ) {
    self.role = role
    self.count = count
    self.down = down
    self.up = up
    self.build = build
    self.putLimit = putLimit
    self.take = take
    self.takeLimit = takeLimit
    self.empty = empty
    self.from = from
    self.to = to
    self.capacity = capacity
  }
}
