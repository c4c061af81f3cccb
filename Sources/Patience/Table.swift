public import Cards
public import DragDrop

/// What the players of one table chose beside the ruleset.
public struct TableOptions: Hashable, Sendable {
  /// Cards that can no longer be of use in the tableau go to the foundations by themselves.
  public var safeAutoMoves: Bool
  /// Time costs points, and a quick win gains some.
  public var timed: Bool

  public init(safeAutoMoves: Bool = false, timed: Bool = false) {
    self.safeAutoMoves = safeAutoMoves
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

  public internal(set) var score: Int32
  public internal(set) var moves: UInt32 = 0
  /// Which pass through the stock this is, from 1.
  public internal(set) var pass: UInt16 = 1
  public internal(set) var status = GameStatus.playing

  // MARK: dealing

  /// - Precondition: the deal is of as many packs as the ruleset plays with.
  public init(ruleset: Ruleset, deal: Deal, options: TableOptions = TableOptions()) {
    precondition(deal.cards.count == ruleset.cardCount, "a deal of the wrong number of packs")
    var piles: [Pile] = []
    var waiting: [(slot: Int, count: Int)] = []
    for zone in ruleset.zones {
      for index in 0..<Int(zone.count) {
        let down = index < zone.down.count ? zone.down[index] : 0
        let up = index < zone.up.count ? zone.up[index] : 0
        waiting.append((piles.count, Int(down) + Int(up)))
        piles.append(Pile(down: UInt16(down)))
      }
    }
    var next: UInt16 = 0
    var row = 0
    while waiting.contains(where: { $0.count > row }) {
      for pile in waiting where pile.count > row {
        piles[pile.slot].cards.append(next)
        next += 1
      }
      row += 1
    }
    if let stock = ruleset.pileIDs.firstIndex(of: .stock) {
      piles[stock].cards.append(contentsOf: (next..<UInt16(deal.cards.count)).reversed())
      piles[stock].down = UInt16(piles[stock].cards.count)
    }
    let faces = deal.cards.map { Optional($0) }
    self.init(ruleset: ruleset, options: options, faces: faces, piles: piles)
  }

  /// A layout from anywhere; the first thing that it does is to see what lies open.
  init(ruleset: Ruleset, options: TableOptions, faces: [Card?], piles: [Pile]) {
    setup = Setup(ruleset: ruleset, faces: faces)
    self.options = options
    self.piles = piles
    slots = Array(repeating: 0, count: faces.count)
    arrivals = Array(repeating: 0, count: faces.count)
    lastArrival = 0
    seen = HandleSet(capacity: faces.count)
    score = ruleset.scoring.start
    for (slot, pile) in piles.enumerated() {
      for (index, handle) in pile.cards.enumerated() {
        slots[Int(handle)] = UInt8(slot)
        lastArrival += 1
        arrivals[Int(handle)] = lastArrival
        if index >= pile.upIndex { seen.insert(handle) }
      }
    }
    status = verdict
    assertInvariants()
  }

  /// The same table with other faces.
  func with(faces: [Card?]) -> Table {
    var table = self
    table.setup = Setup(ruleset: ruleset, faces: faces)
    for pile in piles {
      for handle in pile.cards[pile.upIndex...] where faces[Int(handle)] != nil {
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
    return Item(
      id: id, pile: pileIDs[slot], face: index >= piles[slot].upIndex ? faces[Int(id)] : nil)
  }

  public mutating func keep(from current: Table) {
    seen.formUnion(current.seen)
    // Options are the players', not the position's.
    options = current.options
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

  public var ruleset: Ruleset { setup.ruleset }
  /// All piles, in the order in which they are listed everywhere.
  public var pileIDs: [PileID] { setup.pileIDs }
  var rules: [PileRule] { setup.rules }
  var faces: [Card?] { setup.faces }
  /// False on a table that is made of what a player sees.
  var knowsAllFaces: Bool { setup.knowsAllFaces }

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

  /// How often the stock may still be gone through after this pass; `nil` if for ever.
  public var passesLeft: UInt16? {
    guard case .count(let passes)? = ruleset.stock?.passes else { return nil }
    return passes - min(pass, passes)
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

  /// A pile's place in `pileIDs`.
  func slot(of pile: PileID) -> Int? {
    pileIDs.firstIndex { $0.role == pile.role }.flatMap {
      let slot = $0 + Int(pile.index)
      return slot < pileIDs.count && pileIDs[slot] == pile ? slot : nil
    }
  }

  func slots(of role: Zone.Role) -> [Int] {
    pileIDs.indices.filter { pileIDs[$0].role == role }
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
        if index >= pile.upIndex, faces[Int(handle)] != nil, !seen.contains(handle) { return false }
        last = arrivals[Int(handle)]
        found += 1
      }
    }
    return found == faces.count
  }
}
