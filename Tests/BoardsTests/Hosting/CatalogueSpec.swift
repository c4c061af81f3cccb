import Boards
import Testing

@Suite struct `The catalogue` {
  @Test func `has every board of the seeds`() {
    #expect(
      BoardCatalogue.kinds.map { "\($0.name): \($0.title)" } == [
        "four-aces: Four aces", "free-piles: Free piles", "cards: Cards", "sections: Sections",
        "card-grid: Card grid", "contacts: Contacts", "fruits: Fruit basket", "list: List", "photos: Photos",
      ])
  }

  @Test func `knows them by their names, and no others`() throws {
    for kind in BoardCatalogue.kinds {
      let board = try #require(BoardCatalogue.kind(named: kind.name)).live(seed: 1)
      #expect(board.name == kind.name && board.title == kind.title)
      #expect(kind.name.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    }
    #expect(BoardCatalogue.kind(named: "klondike") == nil && BoardCatalogue.kind(named: "") == nil)
  }
}
