/// What holds between any two calls. Each call that begins, moves or ends something asserts it at its end.
extension BoardEngine {
  func assertInvariants() {
    assert(sessions.allSatisfy { !$0.draggedItemIDs.isEmpty }, "a drag holds nothing")
    assert(
      sessions.allSatisfy { $0.draggedItemIndex < $0.draggedItemIDs.count },
      "what is under the finger does not travel")
    assert(Self.isUnique(sessions.flatMap { $0.draggedItemIDs }), "an item is held twice")
    assert(Self.isUnique(sessions.map { $0.player }), "a player holds two drags")
    assert(Self.isUnique(sessions.map { $0.id }), "two drags have one id")
    assert(Self.isUnique(editors), "a player edits a region twice")
    assert(
      editors.allSatisfy { declared.regions[$0.region.index].editMode == .toggle },
      "a player edits what nobody can begin to edit")
  }

  private static func isUnique<Element: Hashable>(_ elements: [Element]) -> Bool {
    Set(elements).count == elements.count
  }
}
