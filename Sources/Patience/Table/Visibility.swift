public import Cards

/// What a seat or a spectator may see of a table. Promise: it is made of what lies open and nothing
/// else: it holds no table, so no path leads from it to a hidden face.
public struct TableView: Hashable, Sendable {
  public struct CardView: Hashable, Sendable {
    public let handle: UInt16
    /// `nil` while nobody may see it.
    public let face: Card?
    /// It lies face down; in a pile that hides nothing its face is known all the same.
    public let isDown: Bool

    public init(handle: UInt16, face: Card?) {
      self.init(handle: handle, face: face, isDown: face == nil)
    }

    public init(handle: UInt16, face: Card?, isDown: Bool) {
      self.handle = handle
      self.face = face
      self.isDown = isDown
    }
  }

  public struct PileView: Hashable, Sendable {
    public let id: PileID
    /// Deepest first.
    public internal(set) var cards: [CardView]

    public init(id: PileID, cards: [CardView]) {
      self.id = id
      self.cards = cards
    }

    public var top: CardView? { cards.last }
  }

  public internal(set) var piles: [PileView]
  public internal(set) var score: Int32
  public internal(set) var moves: UInt32
  /// `nil`: the stock may be gone through for ever.
  public internal(set) var passesLeft: UInt16?
  public internal(set) var status: GameStatus
  /// Seconds since the first move, until the win.
  public internal(set) var elapsed: UInt32

  /// A view from what was received over the wire.
  public init(
    piles: [PileView], score: Int32, moves: UInt32, passesLeft: UInt16?, status: GameStatus,
    elapsed: UInt32
  ) {
    self.piles = piles
    self.score = score
    self.moves = moves
    self.passesLeft = passesLeft
    self.status = status
    self.elapsed = elapsed
  }

  /// Empty if there is no such pile.
  public subscript(_ id: PileID) -> PileView {
    piles.first { $0.id == id } ?? PileView(id: id, cards: [])
  }
}

extension Table {
  public func view() -> TableView {
    let faces = faces
    let views = piles.indices.map { slot in
      let pile = piles[slot]
      return TableView.PileView(
        id: pileIDs[slot],
        cards: pile.cards.enumerated().map { index, handle in
          .init(
            handle: handle, face: isShown(slot, index) ? faces[Int(handle)] : nil,
            isDown: index < pile.upIndex)
        })
    }
    return TableView(
      piles: views, score: score, moves: moves, passesLeft: passesLeft, status: status,
      elapsed: elapsed)
  }
}
