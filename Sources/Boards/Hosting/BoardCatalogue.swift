/// Every kind of board that a table can be opened with by its name. Solitaire is not among them: its table
/// has rules of its own.
package enum BoardCatalogue {
  package static let kinds: [any AnyBoardKind] = [
    FourAces.kind, FreePiles.kind, CardList.kind, SectionedCards.kind, CardGrid.kind, AddressBook.kind,
    FruitBoard.kind, ReorderableList.kind, Album.kind,
  ]

  package static func kind(named name: String) -> (any AnyBoardKind)? {
    kinds.first { $0.name == name }
  }
}
