public import Cards
public import DragDrop

/// A game as data: zones, stock, goal, scoring. Promise: whatever is played is judged from this alone, no
/// game has code of its own. Invariant: zones stand in the order of their roles, each role once.
public struct Ruleset: Hashable, Sendable {
  /// What foundations begin with where a zone says `base`.
  public enum Base: Hashable, Sendable {
    case rank(Rank)
    /// The rank of the first card that is dealt to the first foundation.
    case dealt
  }

  /// Which cards are played with.
  public struct Pack: Hashable, Sendable {
    /// Packs of 52 cards: those of the table, or of each seat where seats have stocks of their own.
    public var packs: UInt8
    public var suits: Deck.Suits

    public init(_ packs: UInt8 = 1, suits: Deck.Suits = .four) {
      self.packs = packs
      self.suits = suits
    }
  }

  /// How many people play, each with the zones of their own.
  public struct Seats: Hashable, Sendable {
    public var min: UInt8
    public var max: UInt8

    public init(_ min: UInt8, _ max: UInt8) {
      self.min = min
      self.max = max
    }

    public static let one = Seats(1, 1)
  }

  public struct Stock: Hashable, Sendable {
    public enum Target: UInt8, Hashable, Sendable {
      /// Cards are turned over to the waste.
      case waste
      /// One card goes on each tableau pile, from the left.
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
    /// To the tableau nothing is dealt while a pile there is empty, unless its piles together hold fewer cards than
    /// there are piles: then they could not all be filled.
    public var needsFullTableau: Bool
    /// Its top card lies face up.
    public var showsTop: Bool

    public init(
      to target: Target, draw: UInt8, passes: Passes, needsFullTableau: Bool = false, showsTop: Bool = false
    ) {
      self.target = target
      self.draw = draw
      self.passes = passes
      self.needsFullTableau = needsFullTableau
      self.showsTop = showsTop
    }
  }

  /// Two cards that are taken off together, to the first foundation.
  public struct Match: Hashable, Sendable {
    /// What their ranks add up to, the ace 1 and the king 13; a card of this rank goes alone.
    public var sum: UInt8
    /// Where they may lie, each on top of its pile.
    public var among: Zone.Roles
    /// Whether a card may go together with one that nothing else covers.
    public var takesCovered: Bool

    public init(sum: UInt8, among: Zone.Roles, takesCovered: Bool = false) {
      self.sum = sum
      self.among = among
      self.takesCovered = takesCovered
    }
  }

  public enum Win: Hashable, Sendable {
    /// Every card lies on a foundation.
    case foundationsFull
    /// No card lies on a pile of these roles.
    case emptied(Zone.Roles)
    /// So many complete runs of a suit, king to ace, lie on foundations or in the tableau.
    case runs(UInt8)
    /// All cards of the tableau lie on one pile.
    case onePile
  }

  public struct Automatic: Hashable, Sendable {
    public enum Foundation: UInt8, Hashable, Sendable { case off, safe, all }

    /// A face-down card that comes to lie on top is turned up.
    public var turnUp: Bool
    /// Which cards go to the foundations by themselves, whatever players chose.
    public var foundation: Foundation
    /// Complete runs of a suit go to a foundation by themselves.
    public var runs: Bool

    public init(turnUp: Bool = true, foundation: Foundation = .off, runs: Bool = false) {
      self.turnUp = turnUp
      self.foundation = foundation
      self.runs = runs
    }
  }

  public var id: Text
  public var title: Text
  public var pack: Pack
  public var base: Base
  public var seats: Seats
  public var dealing: Dealing
  public internal(set) var zones: [Zone]
  public var stock: Stock?
  public var match: Match?
  public var win: Win
  public var scoring: Scoring
  public var automatic: Automatic

  /// Piles of all seats together: slots are counted in a byte.
  public static let pilesMax = 255

  /// - Precondition: no two zones have one role, there are no more than `pilesMax` piles, the cards dealt to them are
  ///   no more than there are, no fill goes round, and pairs have a foundation to go to.
  public init(
    id: Text, title: Text, pack: Pack = Pack(), base: Base = .rank(.ace), seats: Seats = .one,
    dealing: Dealing = Dealing(), zones: [Zone], stock: Stock? = nil, match: Match? = nil,
    win: Win = .foundationsFull, scoring: Scoring = Scoring(), automatic: Automatic = Automatic()
  ) {
    self.id = id
    self.title = title
    self.pack = pack
    self.base = base
    self.seats = seats
    self.dealing = dealing
    // Not sorted but looked for: a sort is long in the browser's module.
    self.zones = Zone.Role.allCases.flatMap { role in zones.filter { $0.role == role } }
    self.stock = stock
    self.match = match
    self.win = win
    self.scoring = scoring
    self.automatic = automatic
    for (zone, next) in zip(self.zones, self.zones.dropFirst()) {
      precondition(zone.role != next.role, "a ruleset has two zones of one role")
    }
    precondition(
      isPlayable, "a ruleset has too many piles, deals more cards than it has, or would never come to rest")
  }

  /// Whether there are not too many piles and all cards that are dealt, and play comes to rest.
  var isPlayable: Bool {
    zones.pileCount(seats: seats.max) <= Self.pilesMax
      && zones.dealtCount(seats: seats.max) <= cardCount(seats: seats.max)
      && Self.isSound(zones, match: match)
  }

  /// Whether what happens by itself comes to an end, and every card has a place to go to.
  static func isSound(_ zones: [Zone], match: Match?) -> Bool {
    for zone in zones {
      for role in zone.fill {
        // What fills a pile is not filled itself, and nothing goes round by way of the foundations.
        if role == zone.role || role == .foundation { return false }
        if zones.contains(where: { $0.role == role && !$0.fill.isEmpty }) { return false }
      }
    }
    return match == nil || zones.contains { $0.role == .foundation && $0.count > 0 }
  }

  /// Whether each seat plays with a pack of its own.
  public var hasPackPerSeat: Bool { zone(.stock)?.owner == .seat }

  public func cardCount(seats: UInt8 = 1) -> Int {
    Int(pack.packs) * 52 * (hasPackPerSeat ? Int(seats) : 1)
  }

  /// How many passes through a stock are counted: one, or each seat's.
  func stockCount(seats: UInt8) -> Int {
    max(1, zone(.stock)?.pileCount(seats: seats) ?? 0)
  }

  /// All piles, in the order in which they are listed everywhere.
  public func pileIDs(seats: UInt8 = 1) -> [PileID] {
    zones.flatMap { zone in zone.piles(seats: seats) }
  }

  public func zone(_ role: Zone.Role) -> Zone? {
    zones.first { $0.role == role }
  }

  /// The same game with one of its zones changed; unchanged if it has none of that role.
  public mutating func change(_ role: Zone.Role, _ body: (inout Zone) -> Void) {
    guard let index = zones.firstIndex(where: { $0.role == role }) else { return }
    body(&zones[index])
    zones[index].role = role
  }
}

extension Zone {
  /// Whose piles these are: everybody's once, or once for each seat.
  private func copies(seats: UInt8) -> Int { owner == .seat ? Int(seats) : 1 }

  /// Piles of all seats together.
  public func pileCount(seats: UInt8) -> Int { Int(count) * copies(seats: seats) }

  /// Its piles; those of the first seat come first.
  func piles(seats: UInt8) -> [PileID] {
    (0..<UInt8(clamping: pileCount(seats: seats))).map { PileID(role, $0) }
  }

  /// Cards dealt to its piles, those of all seats together.
  func dealtCount(seats: UInt8) -> Int { dealtCount * copies(seats: seats) }
}

extension [Zone] {
  /// Piles of all seats together.
  public func pileCount(seats: UInt8) -> Int { reduce(0) { $0 + $1.pileCount(seats: seats) } }

  /// How many cards lie on piles other than the stock when play begins.
  public func dealtCount(seats: UInt8) -> Int { reduce(0) { $0 + $1.dealtCount(seats: seats) } }
}
