package import DragDrop
package import Wire

/// A sort of board that a table can be opened with: what may be done on it, how it begins, and what is seen.
package struct BoardKind<Model: StoredModel>: AnyBoardKind {
  /// In lower-case letters, digits and hyphens.
  package let name: String
  package let title: String
  package let board: Board<Model>
  /// The model as a table begins; the number comes from the system's random source, for boards that shuffle.
  package let start: @Sendable (UInt64) -> Model
  /// What is seen of an item; nil where it lies face down.
  package let content: @Sendable (Model, Model.Item) -> ItemContent?
  /// What a collection is called; different from all other collections and from regions with more than one.
  package let placeName: @Sendable (Model.CollectionID) -> String
  /// One for each region, in their order.
  package let looks: [RegionLook<Model>]
  /// `BoardEngine.possibilities`. It is made here, where the model is known, so that the compiler makes it for that
  /// model alone, which is much faster than for any (`baize-bench boards`).
  let possibilities: @Sendable (BoardEngine<Model>, PlayerID) -> [Possible]

  typealias Possible = (item: Model.ItemID, places: [BoardEngine<Model>.Possibility])

  package init(
    name: String, title: String, board: Board<Model>, start: @escaping @Sendable (UInt64) -> Model,
    content: @escaping @Sendable (Model, Model.Item) -> ItemContent?,
    placeName: @escaping @Sendable (Model.CollectionID) -> String, looks: [RegionLook<Model>]
  ) {
    self.init(
      name: name, title: title, board: board, start: start, content: content, placeName: placeName,
      looks: looks, possibilities: { $0.possibilities(for: $1) })
  }

  /// The same for boards whose rules see items by some of their features only, however many there are.
  /// - Parameter likeness: All that the rules ask of an item, where it lies included.
  package init<Likeness: Hashable & SendableMetatype>(
    name: String, title: String, board: Board<Model>, start: @escaping @Sendable (UInt64) -> Model,
    content: @escaping @Sendable (Model, Model.Item) -> ItemContent?,
    placeName: @escaping @Sendable (Model.CollectionID) -> String, looks: [RegionLook<Model>],
    likeness: @escaping @Sendable (Model, Model.ItemID) -> Likeness
  ) {
    self.init(
      name: name, title: title, board: board, start: start, content: content, placeName: placeName,
      looks: looks,
      possibilities: { engine, player in
        engine.possibilities(for: player) { likeness(engine.model, $0) }
      })
  }

  private init(
    name: String, title: String, board: Board<Model>, start: @escaping @Sendable (UInt64) -> Model,
    content: @escaping @Sendable (Model, Model.Item) -> ItemContent?,
    placeName: @escaping @Sendable (Model.CollectionID) -> String, looks: [RegionLook<Model>],
    possibilities: @escaping @Sendable (BoardEngine<Model>, PlayerID) -> [Possible]
  ) {
    precondition(looks.count == board.regions.count, "each region of a board has a look")
    self.name = name
    self.title = title
    self.board = board
    self.start = start
    self.content = content
    self.placeName = placeName
    self.looks = looks
    self.possibilities = possibilities
  }

  /// The same for a board without collections.
  package init(
    name: String, title: String, board: Board<Model>, start: @escaping @Sendable (UInt64) -> Model,
    content: @escaping @Sendable (Model, Model.Item) -> ItemContent?, looks: [RegionLook<Model>]
  ) where Model.CollectionID == Never {
    self.init(
      name: name, title: title, board: board, start: start, content: content,
      placeName: nameOfNone, looks: looks)
  }

  package func live(seed: UInt64, undoMax: Int) -> any GameBoard {
    ModelBoard(self, seed: seed, undoMax: undoMax)
  }

  package func live(
    seed: UInt64, restoring coder: inout ByteCoder, undoMax: Int
  ) -> (any GameBoard)? {
    ModelBoard(self, seed: seed, restoring: &coder, undoMax: undoMax)
  }
}

/// There is no collection to be named.
private func nameOfNone(_ collection: Never) -> String {}

/// A kind of board whatever its model.
package protocol AnyBoardKind: Sendable {
  var name: String { get }
  var title: String { get }

  /// A table of it as it begins.
  func live(seed: UInt64, undoMax: Int) -> any GameBoard
  /// A table in the middle of its life: what `GameBoard.writeBody(to:)` wrote; nil for anything else.
  func live(seed: UInt64, restoring coder: inout ByteCoder, undoMax: Int) -> (any GameBoard)?
}

extension AnyBoardKind {
  package func live(seed: UInt64) -> any GameBoard { live(seed: seed, undoMax: BoardLimits.undoMax) }
}

/// What holds for the tables of all kinds.
package enum BoardLimits {
  /// So many steps can be taken back at least.
  package static let undoMax = 256
  package static let draggedItemsMax = 200
}

/// The board's own reasons for refusing a drop, for all kinds of boards: the code of
/// `DropConfiguration.forbidden(reason:)`.
package enum Reason: UInt8, Hashable, Sendable, CaseIterable {
  /// The place holds as many as it may.
  case full = 1
  /// The place is closed to such items, or to such people.
  case notAllowedThere = 2
  /// A card lies face down.
  case faceDown = 3
  /// Only one item at once.
  case oneOnly = 4
  /// Only as a copy, or only moved.
  case otherOperation = 5
}

extension DropConfiguration {
  /// The items are not taken, for one of the known reasons.
  package static func forbidden(_ reason: Reason) -> Self { .forbidden(reason: reason.rawValue) }
}
