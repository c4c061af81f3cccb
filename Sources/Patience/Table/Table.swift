public import Cards
public import DragDrop

/// What the players of one table chose beside the ruleset.
public struct TableOptions: Hashable, Sendable {
  /// Which cards go to the foundations by themselves: none, those that can no longer be of use in the tableau, or all.
  public var autoMoves: Ruleset.Automatic.Foundation
  /// Time costs points, and a quick win gains some.
  public var timed: Bool

  public init(autoMoves: Ruleset.Automatic.Foundation = .off, timed: Bool = false) {
    self.autoMoves = autoMoves
    self.timed = timed
  }
}

public enum GameStatus: UInt8, Hashable, Sendable {
  case playing
  case won
  /// Nothing that is left to do leads anywhere, and what has been seen so far proves it.
  case deadEnd
}

/// Cards on each other, deepest first. Invariant: the face-down ones are the deepest.
struct Pile: Hashable, Sendable {
  var cards: [UInt16] = []
  /// How many of them lie face down.
  var down: UInt16 = 0

  var upIndex: Int { Int(down) }
  var isOpen: Bool { down == 0 }
}

/// A game in progress. Promise: it changes by the rules of its ruleset only, and nothing public
/// tells a face that does not lie open. Invariant: every handle lies in exactly one pile, and
/// `slots` says in which.
public struct Table: BoardModel, Hashable {
  public typealias CollectionID = PileID

  /// A card as the board sees it.
  public struct Item: Identifiable, Hashable, Sendable {
    public typealias ID = UInt16

    public let id: UInt16
    public let pile: PileID
    /// `nil` while the card lies face down.
    public let face: Card?
  }

  /// May change during a game; undo leaves them as they are.
  public var options: TableOptions
  private(set) var setup: Setup

  /// In the order of `pileIDs`.
  var piles: [Pile]
  /// By handle: the index of its pile.
  var slots: [UInt8]
  /// By handle: when it came to where it lies. Cards of one pile ascend.
  var arrivals: [UInt32]
  /// The last arrival given. Grows for ever, undo or not.
  var lastArrival: UInt32
  /// Handles that have lain open at any time. Grows for ever, undo or not.
  var seen: HandleSet
  var clock = Clock()

  /// What happened so far was worth; the score is that and what the table's standing is worth.
  var points: Int32
  public internal(set) var moves: UInt32 = 0
  /// Points that earlier deals at the same table left.
  public internal(set) var carried: Int32 = 0
  /// Moves that were made, taken back or played again. Grows for ever but for a new beginning.
  var steps: UInt32 = 0
  /// By stock: which pass through it this is, from 1.
  var passes: [UInt16]
  /// How many cards were played since the stock was turned, where that counts.
  var streak: UInt16 = 0
  public internal(set) var status = GameStatus.playing

  // MARK: dealing

  /// - Parameter carried: points from earlier deals at the same table.
  /// - Precondition: the deal is of as many cards as the ruleset plays with.
  public init(
    ruleset: Ruleset, deal: Deal, options: TableOptions = TableOptions(), seats: UInt8 = 1, carried: Int32 = 0
  ) {
    precondition(deal.cards.count == ruleset.cardCount(seats: seats), "a deal of the wrong number of packs")
    let faces = deal.cards.map { Optional($0) }
    self.init(
      ruleset: ruleset, options: options, seats: seats, faces: faces, piles: ruleset.layout(seats: seats))
    carry(carried)
  }

  /// A layout from anywhere; the first thing that it does is to see what lies open.
  init(ruleset: Ruleset, options: TableOptions, seats: UInt8 = 1, faces: [Card?], piles: [Pile]) {
    setup = Setup(
      ruleset: ruleset, seats: seats, faces: faces, base: Self.base(ruleset, seats, faces, piles))
    self.options = options
    self.piles = piles
    slots = Array(repeating: 0, count: faces.count)
    arrivals = Array(repeating: 0, count: faces.count)
    lastArrival = 0
    seen = HandleSet(capacity: faces.count)
    points = ruleset.scoring.start
    passes = Array(repeating: 1, count: max(1, setup.slotsOfRole[Int(Zone.Role.stock.rawValue)].count))
    for (slot, pile) in piles.enumerated() {
      for (index, handle) in pile.cards.enumerated() {
        slots[Int(handle)] = UInt8(slot)
        lastArrival += 1
        arrivals[Int(handle)] = lastArrival
        if isShown(slot, index) { seen.insert(handle) }
      }
    }
    if ruleset.stock?.showsTop == true { turnUp() }
    status = verdict
    assertInvariants()
  }

  private mutating func carry(_ balance: Int32) {
    // Not by way of `add`: what earlier deals left may be less than any game of its own can come to.
    points = Int32(clamping: Int64(points) &+ Int64(balance))
    carried = balance
  }

  /// The rank that foundations begin with.
  private static func base(_ ruleset: Ruleset, _ seats: UInt8, _ faces: [Card?], _ piles: [Pile]) -> Rank? {
    if case .rank(let rank) = ruleset.base { return rank }
    guard let slot = ruleset.pileIDs(seats: seats).firstIndex(of: .foundation(0)) else { return nil }
    return piles[slot].cards.first.flatMap { faces[Int($0)]?.rank }
  }

  /// The same table with other faces.
  func with(faces: [Card?]) -> Table {
    var table = self
    table.setup = setup.with(faces: faces)
    for (slot, pile) in piles.enumerated() {
      for (index, handle) in pile.cards.enumerated() where isShown(slot, index) && faces[Int(handle)] != nil {
        table.seen.insert(handle)
      }
    }
    return table
  }

  // MARK: BoardModel

  public func census() -> [UInt16] {
    // Ascending, so that two tables that hold the same cards answer the same.
    var counts = Array(repeating: 0, count: faces.count)
    for pile in piles {
      for handle in pile.cards { counts[Int(handle)] += 1 }
    }
    var all: [UInt16] = []
    all.reserveCapacity(faces.count)
    for (handle, count) in counts.enumerated() {
      for _ in 0..<count { all.append(UInt16(handle)) }
    }
    return all
  }

  public subscript(id id: UInt16) -> Item? {
    guard let (slot, index) = place(of: id) else { return nil }
    return Item(id: id, pile: pileIDs[slot], face: isShown(slot, index) ? faces[Int(id)] : nil)
  }

  public mutating func keep(from current: Table) {
    seen.formUnion(current.seen)
    // Options are the players', not the position's.
    options = current.options
    // A new beginning that is taken back brings back what was counted before it.
    steps = max(steps, current.steps) &+ 1
    let paid = penaltyTicks
    clock = current.clock
    if !isWon { clock.stoppedAt = nil }
    charge(ticks: penaltyTicks - min(paid, penaltyTicks))
    lastArrival = current.lastArrival
    stampArrivals(comparedWith: current)
    status = verdict
    assertInvariants()
  }

  // MARK: queries

  /// Whether the cards lie as at another moment of the same game, and the game goes on from there alike; time, points
  /// and what was seen may differ.
  public func isPosition(of other: Table) -> Bool {
    piles == other.piles && passes == other.passes && streak == other.streak && moves == other.moves
  }

  /// Whether cards lie as at another moment of the same game, and stocks can be gone through as often; how many moves
  /// it took may differ.
  func lies(as other: Table) -> Bool {
    // Where each card lies differs nearly always, and is compared quickly.
    slots == other.slots && piles == other.piles
      && (passes == other.passes || ruleset.stock?.passes == .unlimited)
  }

  public var ruleset: Ruleset { setup.ruleset }
  /// How many people play.
  public var seats: UInt8 { setup.seats }
  /// All piles, in the order in which they are listed everywhere.
  public var pileIDs: [PileID] { setup.pileIDs }
  var rules: [PileRule] { setup.rules }
  var faces: [Card?] { setup.faces }
  /// False on a table that is made of what a player sees.
  var knowsAllFaces: Bool { setup.knowsAllFaces }

  /// Every pile's cards with all that lies face down, deepest first: for callers that know the deal anyway.
  ///
  /// - Returns: nil if a face is not known here.
  package var layoutWithHiddenCards: [(cards: [Card], down: Int)]? {
    var layout: [(cards: [Card], down: Int)] = []
    for pile in piles {
      let cards = pile.cards.compactMap { faces[Int($0)] }
      if cards.count < pile.cards.count { return nil }
      layout.append((cards, pile.upIndex))
    }
    return layout
  }

  /// The rank that foundations begin with; nil while it is not known.
  package var baseRank: Rank? { setup.base }

  /// The handles of a pile, deepest first; empty if there is no such pile.
  public func cards(in pile: PileID) -> [UInt16] {
    slot(of: pile).map { piles[$0].cards } ?? []
  }

  /// The open card on top of a pile.
  public func top(of pile: PileID) -> Card? {
    guard let slot = slot(of: pile) else { return nil }
    return openTop(of: slot).flatMap { faces[Int($0)] }
  }

  /// When a card came to where it lies: a number that grows with every movement of any card, so
  /// that what changed between two states can be told in order.
  public func arrival(of handle: UInt16) -> UInt32 {
    Int(handle) < arrivals.count ? arrivals[Int(handle)] : 0
  }

  /// Whether a card has lain open at any time.
  public func hasSeen(_ handle: UInt16) -> Bool {
    Int(handle) < faces.count && seen.contains(handle)
  }

  /// The same deal from the start. What was seen stays seen, and the clock goes on.
  ///
  /// - Precondition: it is this table's deal.
  public mutating func beginAnew(_ deal: Deal) {
    var fresh = Table(ruleset: ruleset, deal: deal, options: options, seats: seats)
    fresh.carry(carried)
    fresh.keep(from: self)
    fresh.steps = 0
    self = fresh
  }

  /// Cards played one after the other since the stock was turned, where that counts.
  public var streakNow: UInt16 { ruleset.scoring.streak == nil ? 0 : streak }

  /// The stock that a player turns.
  public func stock(of player: PlayerID) -> PileID {
    PileID(.stock, UInt8(clamping: stockIndex(of: player)))
  }

  /// Which pass through the stock this is, from 1.
  public var pass: UInt16 { passes[0] }

  /// How often the stock may still be gone through after this pass; `nil` if for ever.
  public var passesLeft: UInt16? { passesLeft(ofStock: 0) }

  func passesLeft(ofStock stock: Int) -> UInt16? {
    guard case .count(let allowed)? = ruleset.stock?.passes else { return nil }
    return allowed - min(passes[stock], allowed)
  }

  /// Seconds since the first move, until the win.
  public var elapsed: UInt32 { clock.elapsed }

  func place(of handle: UInt16) -> (slot: Int, index: Int)? {
    guard Int(handle) < slots.count else { return nil }
    let slot = Int(slots[Int(handle)])
    return piles[slot].cards.firstIndex(of: handle).map { (slot, $0) }
  }

  func openTop(of slot: Int) -> UInt16? {
    guard let top = piles[slot].cards.last, piles[slot].upIndex < piles[slot].cards.count else {
      return nil
    }
    return top
  }

  /// Whether everybody sees the face of a card: it lies open, or in a pile that hides nothing.
  func isShown(_ slot: Int, _ index: Int) -> Bool {
    index >= piles[slot].upIndex || rules[slot].isTransparent
  }

  /// A pile's place in `pileIDs`.
  func slot(of pile: PileID) -> Int? {
    let slots = slots(of: pile.role)
    return Int(pile.index) < slots.count ? slots.lowerBound + Int(pile.index) : nil
  }

  func slots(of role: Zone.Role) -> Range<Int> {
    setup.slotsOfRole[Int(role.rawValue)]
  }

  // MARK: invariants

  func assertInvariants() {
    assert(checkInvariants(), "a card is lost, doubled or in the wrong pile")
  }

  func checkInvariants() -> Bool {
    var found = 0
    for (slot, pile) in piles.enumerated() {
      guard pile.upIndex <= pile.cards.count else { return false }
      var last: UInt32 = 0
      for (index, handle) in pile.cards.enumerated() {
        guard Int(slots[Int(handle)]) == slot, arrivals[Int(handle)] > last else { return false }
        if isShown(slot, index), faces[Int(handle)] != nil, !seen.contains(handle) { return false }
        last = arrivals[Int(handle)]
        found += 1
      }
    }
    return found == faces.count
  }
}
