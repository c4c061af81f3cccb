/// Every kind of board that a table can be opened with by its name.
package enum BoardCatalogue {
  package static let kinds: [any AnyBoardKind] = []

  package static func kind(named name: String) -> (any AnyBoardKind)? {
    kinds.first { $0.name == name }
  }
}
