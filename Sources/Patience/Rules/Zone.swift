public import Cards

/// Piles of one kind, as data: how they are dealt, what may be put on them and what may be taken
/// off.
public struct Zone: Hashable, Sendable {
  /// Raw values give the order of piles.
  public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case stock, waste, foundation, tableau, cell, reserve

    private var names: (pile: StaticString, word: StaticString, region: StaticString) {
      switch self {
      case .stock: ("stock", "stock", "stock")
      case .waste: ("waste", "waste", "waste")
      case .foundation: ("f", "foundation", "foundations")
      case .tableau: ("t", "tableau", "tableau")
      case .cell: ("c", "cell", "cells")
      case .reserve: ("r", "reserve", "reserve")
      }
    }

    /// What names of piles begin with on the wire.
    var wireName: StaticString { names.pile }
    /// What piles of this role are called in words of the wire and of descriptions.
    public var word: StaticString { names.word }
    /// What the zone's region is called on the wire.
    var regionName: StaticString { names.region }

    /// Stock and waste are usually one pile each: the first one is named without a number.
    var isNamedAlone: Bool { self == .stock || self == .waste }
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

    public init(_ role: Role) {
      rawValue = 1 << role.rawValue
    }
  }

  /// Whose piles they are.
  public enum Owner: UInt8, Hashable, Sendable {
    /// The table has `count` of them, for everybody.
    case shared
    /// Each seat has `count` of its own, and nobody else plays from them or on them.
    case seat
  }

  public enum Limit: Hashable, Sendable {
    case unlimited
    case count(UInt8)
    /// As many as could be moved one by one by way of the empty cells, and of the empty tableau piles if any card may
    /// begin one: (cells + 1) · 2^columns, the target not counted.
    case supermove

    /// Whether it allows so many without a look at the table.
    func allows(_ count: Int) -> Bool {
      switch self {
      case .unlimited, .supermove: true
      case .count(let limit): count <= Int(limit)
      }
    }
  }

  /// Which card may lie on which.
  public struct Build: Hashable, Sendable {
    public enum SuitRule: UInt8, Hashable, Sendable {
      case any, same, alternateColour, sameColour
      /// Another suit, of whatever colour.
      case otherSuit
      /// The same suit, whatever the rank; else the ranks must be right.
      case suitOrRank
    }

    public enum Direction: UInt8, Hashable, Sendable {
      case up, down, both
      /// The same rank.
      case level
    }

    /// Which suit may begin an empty pile: any, or pile 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    public enum Start: UInt8, Hashable, Sendable { case any, bySuit }

    public var suit: SuitRule
    public var direction: Direction
    /// Whether ace and king are neighbours.
    public var wraps: Bool
    public var start: Start
    /// Nothing may be put on a card of this rank.
    public var closedBy: Rank?

    public init(
      _ suit: SuitRule, _ direction: Direction, wraps: Bool = false, start: Start = .any,
      closedBy: Rank? = nil
    ) {
      self.suit = suit
      self.direction = direction
      self.wraps = wraps
      self.start = start
      self.closedBy = closedBy
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
    /// The whole pile, or its last card alone.
    case pileOrTop
    /// The whole pile, or the end of a run that lays a card bare which can go to a foundation.
    case pileOrFreeing

    /// Whether cards are only ever taken one by one.
    public var isOneCard: Bool { self == .none || self == .top }
  }

  /// What may be put on a pile at once.
  public enum Put: UInt8, Hashable, Sendable {
    case cards
    /// Only a complete run of a suit, king to ace, all of it together.
    case completeRun
  }

  /// What may begin an empty pile.
  public enum Empty: UInt8, Hashable, Sendable {
    case any, king, ace, base, none

    /// As the wire and descriptions have it.
    public var word: StaticString {
      switch self {
      case .any: "any"
      case .king: "king"
      case .ace: "ace"
      case .base: "base"
      case .none: "none"
      }
    }
  }

  /// Where a pile lies in a picture of cards that cover each other, in halves of a card: the one to the right of `x` 4
  /// is at `x` 6, and `y` counts rows. A card is covered by those in the next row that lie half over it.
  public struct Place: Hashable, Sendable {
    public let x: UInt8
    public let y: UInt8

    public init(x: UInt8, y: UInt8) {
      self.x = x
      self.y = y
    }

    func isCovered(by other: Place) -> Bool {
      Int(other.y) == Int(y) + 1 && abs(Int(other.x) - Int(x)) == 1
    }
  }

  public var role: Role
  public var owner: Owner
  public var count: UInt8
  /// Cards dealt to each pile face down, then face up; missing entries are 0.
  public var down: [UInt8]
  public var up: [UInt8]
  /// One for each pile where cards cover each other; else empty.
  public var places: [Place]
  /// Cards that lie face down are seen by all the same. They still cannot be moved.
  public var isTransparent: Bool
  /// `nil`: nothing may be put on a card here.
  public var build: Build?
  public var put: Put
  /// How many cards at once may be put here.
  public var putLimit: Limit
  public var take: Unit
  public var takeLimit: Limit
  public var empty: Empty
  /// Who may begin an empty pile, of those in `from`.
  public var emptyFrom: Roles
  /// An empty pile gets the last card of the first of these that has one, at once and by itself.
  public var fill: [Role]
  public var from: Roles
  public var to: Roles
  /// To the left, how many piles away others of the same zone may be put, empty ones not counted; any if empty.
  public var reach: [UInt8]
  /// How many cards a pile can hold.
  public var capacity: Limit

  public init(
    _ role: Role, count: UInt8 = 1, owner: Owner = .shared, down: [UInt8] = [], up: [UInt8] = [],
    places: [Place] = [], isTransparent: Bool = false, build: Build? = nil, put: Put = .cards,
    putLimit: Limit = .unlimited, take: Unit = .none, takeLimit: Limit = .unlimited,
    empty: Empty = .none, emptyFrom: Roles = .any, fill: [Role] = [], from: Roles = .none, to: Roles = .none,
    reach: [UInt8] = [], capacity: Limit = .unlimited
  ) {
    self.role = role
    self.owner = owner
    self.count = count
    self.down = down
    self.up = up
    self.places = places
    self.isTransparent = isTransparent
    self.build = build
    self.put = put
    self.putLimit = putLimit
    self.take = take
    self.takeLimit = takeLimit
    self.empty = empty
    self.emptyFrom = emptyFrom
    self.fill = fill
    self.from = from
    self.to = to
    self.reach = reach
    self.capacity = capacity
  }

  /// How many cards are dealt to one pile, and how many of them face down.
  func dealt(to index: Int) -> (down: Int, all: Int) {
    let down = index < self.down.count ? Int(self.down[index]) : 0
    let up = index < self.up.count ? Int(self.up[index]) : 0
    return (down, down + up)
  }

  /// How many cards one of its piles is dealt.
  public func dealtCards(to index: Int) -> Int { dealt(to: index).all }

  /// All cards dealt to its piles, one seat's if each has its own.
  public var dealtCount: Int { (0..<Int(count)).reduce(0) { $0 + dealt(to: $1).all } }
}
