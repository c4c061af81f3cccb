public import Cards
public import DragDrop

/// A game as data: zones, stock, scoring. Promise: whatever is played is judged from this alone, no
/// game has code of its own. Invariant: zones stand in the order of their roles, each role once.
public struct Ruleset: Hashable, Sendable {
  public struct Stock: Hashable, Sendable {
    public enum Target: UInt8, Hashable, Sendable {
      /// Cards are turned over to the waste.
      case waste
      /// One card goes on each tableau pile.
      case tableau
    }

    public enum Passes: Hashable, Sendable {
      case unlimited
      /// How often the stock may be gone through, the first time included.
      case count(UInt16)
    }

    public var target: Target
    /// Cards turned at once.
    public var draw: UInt8
    public var passes: Passes

    public init(to target: Target, draw: UInt8, passes: Passes) {
      self.target = target
      self.draw = draw
      self.passes = passes
    }
  }

  public enum Win: UInt8, Hashable, Sendable { case foundationsFull }

  public struct Automatic: Hashable, Sendable {
    public enum Foundation: UInt8, Hashable, Sendable { case off, safe, all }

    /// A face-down card that comes to lie on top is turned up.
    public var turnUp: Bool
    /// Which cards go to the foundations by themselves.
    public var foundation: Foundation

    public init(turnUp: Bool = true, foundation: Foundation = .off) {
      self.turnUp = turnUp
      self.foundation = foundation
    }
  }

  public var id: Text
  public var title: Text
  public var packs: UInt8
  /// The rank that foundations begin with where a zone says `base`.
  public var base: Rank
  public private(set) var zones: [Zone]
  public var stock: Stock?
  public var win: Win
  public var scoring: Scoring
  public var automatic: Automatic

  /// - Precondition: no two zones have one role, and the cards dealt to piles are no more than
  ///   there are.
  public init(
    id: Text, title: Text, packs: UInt8 = 1, base: Rank = .ace, zones: [Zone],
    stock: Stock? = nil,
    win: Win = .foundationsFull, scoring: Scoring = Scoring(), automatic: Automatic = Automatic()
  ) {
    self.id = id
    self.title = title
    self.packs = packs
    self.base = base
    self.zones = zones.sorted { $0.role.rawValue < $1.role.rawValue }
    self.stock = stock
    self.win = win
    self.scoring = scoring
    self.automatic = automatic
    for (zone, next) in zip(self.zones, self.zones.dropFirst()) {
      precondition(zone.role != next.role, "a ruleset has two zones of one role")
    }
    var dealt = 0
    for zone in zones { dealt += (zone.down + zone.up).reduce(0) { $0 + Int($1) } }
    precondition(dealt <= Int(packs) * 52, "a ruleset deals more cards than it has")
  }

  public var cardCount: Int { Int(packs) * 52 }

  /// All piles, in the order in which they are listed everywhere.
  public var pileIDs: [PileID] {
    zones.flatMap { zone in (0..<zone.count).map { PileID(zone.role, $0) } }
  }

  public func zone(_ role: Zone.Role) -> Zone? {
    zones.first { $0.role == role }
  }
}
