import Cards
public import DragDrop

/// A move worth making, and why. Promise: it rests on what lies open, so that it tells nothing that the player does not
/// see.
public struct Hint: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    /// A card with all that lies on it, put on a pile.
    case drop(handle: UInt16, on: PileID)
    case turnStock
    case finish
  }

  /// A closed list, best first: hints are ranked by it.
  public enum Reason: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// All that is left goes to the foundations.
    case finish
    /// To a foundation, a card that can be of no more use elsewhere.
    case safe
    /// A run becomes complete, or goes off.
    case run
    /// A pair is taken off, or a card that goes alone.
    case pair
    /// A card turns up.
    case turnsUp
    /// A column becomes empty.
    case empties
    /// A card of the tableau goes to the waste.
    case clears
    /// To a foundation, a card that might still be of use.
    case foundation
    /// Cards come to lie on the next one of their suit.
    case suit
    /// The top of the waste comes into play.
    case waste
    /// The top of a reserve, or a cell, becomes free.
    case reserve
    /// A card that could not be moved lies on an empty column.
    case fills
    /// Cards come to lie on a card that they fit.
    case build
    /// A card is put aside.
    case cell
    /// The stock deals onto the columns.
    case deal
    /// The stock is turned.
    case draw
    /// The waste is turned over.
    case redeal
    /// It changes little.
    case shuffle
    /// The cards come to lie as they lay before, in the newest 128 steps: said in place of any other reason.
    case again
    /// A card comes back from a foundation.
    case back

    public var wireName: StaticString {
      switch self {
      case .finish: "finish"
      case .safe: "safe"
      case .run: "run"
      case .pair: "pair"
      case .turnsUp: "turnsUp"
      case .empties: "empties"
      case .clears: "clears"
      case .foundation: "foundation"
      case .suit: "suit"
      case .waste: "waste"
      case .reserve: "reserve"
      case .fills: "fills"
      case .build: "build"
      case .cell: "cell"
      case .deal: "deal"
      case .draw: "draw"
      case .redeal: "redeal"
      case .shuffle: "shuffle"
      case .again: "again"
      case .back: "back"
      }
    }

    public static func < (a: Reason, b: Reason) -> Bool { a.rawValue < b.rawValue }
  }

  public let action: Action
  public let reason: Reason

  public init(_ action: Action, _ reason: Reason) {
    self.action = action
    self.reason = reason
  }
}

extension BoardEngine where Model == Table {
  /// What a player could do now, best first: the best 32. A player who follows the first hint does not come back
  /// within 128 steps as long as there is another way on but from a foundation.
  public func hints(for player: PlayerID) -> [Hint] {
    let earlier = earlierSinceDeal
    let hints = model.hints(choices(for: player), for: player).map { hint in
      guard let next = model.putting(hint.action, by: player) else { return hint }
      return earlier.contains { $0.lies(as: next) } ? Hint(hint.action, .again) : hint
    }
    // In the order in which they were where the reason is the same.
    return hints.enumerated()
      .sorted { ($0.element.reason, $0.offset) < ($1.element.reason, $1.offset) }
      .map { $0.element }
  }

  /// The tables that the newest steps began with, newest first. What was before the deal began anew leads nowhere: to
  /// do it again is no circle.
  private var earlierSinceDeal: [Table] {
    var earlier: [Table] = []
    var moves = model.moves
    for table in earlierModels(Table.lately).reversed() {
      if table.moves >= moves { break }
      moves = table.moves
      earlier.append(table)
    }
    return earlier
  }
}

extension Table {
  /// More are of no use to anybody.
  static var hintsMax: Int { 32 }

  /// So many steps back it is looked for how cards lay: twice through the stock of two packs.
  static var lately: Int { 128 }

  /// The table with cards put as a hint says; nil for the end of the game. What would go by itself then stays: that
  /// would rest on cards that lie face down, and so would the hint.
  fileprivate func putting(_ action: Hint.Action, by player: PlayerID) -> Table? {
    var next = self
    switch action {
    case .drop(let handle, let pile):
      guard let (from, index) = place(of: handle), let to = slot(of: pile) else { return nil }
      next.carry(piles[from].cards.count - index, from: from, to: to)
    case .turnStock: next.turn(stockIndex(of: player))
    case .finish: return nil
    }
    next.turnUp()
    return next
  }

  /// Choices as hints, best first; those alike in the order of piles.
  func hints(_ choices: Choices, for player: PlayerID) -> [Hint] {
    var ranked: [(reason: UInt8, worth: Int, hint: Hint)] = []
    func add(_ action: Hint.Action, _ reason: Hint.Reason, worth: Int = 0) {
      ranked.append((reason.rawValue, -worth, Hint(action, reason)))
    }
    if choices.canFinish { add(.finish, .finish) }
    for drop in choices.drops {
      guard let (slot, index) = place(of: drop.handle) else { continue }
      var rolesEmpty: Zone.Roles = []
      for place in drop.places {
        guard let to = self.slot(of: place.pile) else { continue }
        if piles[to].cards.isEmpty {
          // One empty pile of a kind is as good as another.
          if !rolesEmpty.insert(Zone.Roles(rules[to].role)).inserted { continue }
        }
        let reason = reason(from: slot, index, to: to, reveals: place.reveals)
        add(
          .drop(handle: drop.handle, on: place.pile), reason, worth: worth(reason, from: slot, index, to: to))
      }
    }
    if choices.canTapStock { add(.turnStock, turnReason(of: player)) }
    // In the order in which they were found where two are worth the same.
    return ranked.enumerated()
      .sorted {
        ($0.element.reason, $0.element.worth, $0.offset) < ($1.element.reason, $1.element.worth, $1.offset)
      }
      .prefix(Self.hintsMax)
      .map { $0.element.hint }
  }

  /// Where a card may go, the best place first.
  func bestFirst(_ slots: [Int], from slot: Int, _ index: Int) -> [Choices.Place] {
    var places: [Choices.Place] = []
    var ranks: [Int] = []
    for to in slots {
      let place = Choices.Place(pile: pileIDs[to], reveals: reveals(slot, index, to: to))
      if slots.count == 1 { return [place] }
      let reason = reason(from: slot, index, to: to, reveals: place.reveals)
      // Reasons count first, and worth stays far below the step between two.
      let rank = Int(reason.rawValue) << 16 - worth(reason, from: slot, index, to: to)
      // Inserted in order: places are few, and a sort is long in the browser's module.
      var at = places.count
      while at > 0, ranks[at - 1] > rank { at -= 1 }
      places.insert(place, at: at)
      ranks.insert(rank, at: at)
    }
    return places
  }

  private func turnReason(of player: PlayerID) -> Hint.Reason {
    if ruleset.stock?.target == .tableau { return .deal }
    return cards(in: stock(of: player)).isEmpty ? .redeal : .draw
  }

  /// Why one would make a move that the rules allow.
  func reason(from slot: Int, _ index: Int, to: Int, reveals: Bool) -> Hint.Reason {
    let count = piles[slot].cards.count - index
    let handle = piles[slot].cards[index]
    switch (rules[slot].role, rules[to].role) {
    case (.foundation, _): return .back
    case _ where pairs(from: slot, to: to): return .pair
    case (_, .foundation):
      if rules[to].put == .completeRun { return .run }
      if ruleset.match != nil { return .pair }
      return isSafe(handle, on: slot) ? .safe : .foundation
    case (_, .waste): return reveals ? .turnsUp : .clears
    case (_, .cell):
      if reveals { return .turnsUp }
      return rules[slot].role == .cell || liesRightly(slot, index) ? .shuffle : .cell
    case (.waste, _): return .waste
    case (.cell, _) where piles[to].cards.isEmpty: return .shuffle
    case (.cell, _), (.reserve, _): return .reserve
    default: break
    }
    if ruleset.automatic.runs, rules[to].role == .tableau, completesRun(slot, index, to: to) { return .run }
    if reveals { return .turnsUp }
    // In a row every move empties a place.
    if rules[to].hasReach { return .build }
    if gainsNothing(count: count, from: slot, to: to) { return .shuffle }
    if index == 0, rules[slot].role == .tableau { return .empties }
    if piles[to].cards.isEmpty { return .fills }
    return joins(handle, to)
      ? joinsBelow(slot, index) ? .shuffle : .suit : liesRightly(slot, index) ? .shuffle : .build
  }

  /// Whether an ace comes to the end of its whole suit.
  private func completesRun(_ slot: Int, _ index: Int, to: Int) -> Bool {
    guard let last = piles[slot].cards.last, faces[Int(last)]?.rank == .ace,
      joins(piles[slot].cards[index], to)
    else { return false }
    var after = self
    after.put(after.takeTop(piles[slot].cards.count - index, from: slot), on: to)
    return after.completeRun(endsIn: to)
  }

  /// Among moves for one reason the more the better: hidden cards left below, or cards moved.
  private func worth(_ reason: Hint.Reason, from slot: Int, _ index: Int, to: Int) -> Int {
    let count = piles[slot].cards.count - index
    // Cards of one suit lie best on each other.
    let joint = piles[slot].cards.indices.contains(index) && joins(piles[slot].cards[index], to) ? 100 : 0
    switch reason {
    case .turnsUp: return piles[slot].upIndex * 2 + joint
    case .build, .suit, .empties: return count + joint
    default: return joint
    }
  }

  /// Whether a card would lie on the next higher one of its suit.
  private func joins(_ handle: UInt16, _ to: Int) -> Bool {
    guard let top = openTop(of: to), let face = faces[Int(handle)], let below = faces[Int(top)] else {
      return false
    }
    return face.suit == below.suit && below.rank.rawValue == face.rank.rawValue + 1
  }

  private func joinsBelow(_ slot: Int, _ index: Int) -> Bool {
    guard index > piles[slot].upIndex, let face = faces[Int(piles[slot].cards[index])],
      let below = faces[Int(piles[slot].cards[index - 1])]
    else { return false }
    return face.suit == below.suit && below.rank.rawValue == face.rank.rawValue + 1
  }

  /// Whether a card lies on one that it fits already, so that moving it to another such gains nothing by itself.
  private func liesRightly(_ slot: Int, _ index: Int) -> Bool {
    guard index > piles[slot].upIndex, let build = rules[slot].build,
      let face = faces[Int(piles[slot].cards[index])], let below = faces[Int(piles[slot].cards[index - 1])]
    else { return false }
    return build.objection(to: face, on: below) == nil
  }
}
