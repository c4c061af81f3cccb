import DragDrop
import TestChecks
import Testing

/// Words: values without identity, named by their container.
private struct Words: BoardModel, Hashable {
  typealias Item = String
  typealias ItemID = Int
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var words = ["one", "three", "fives"]

  func census() -> [Int] { words.map { $0.utf8.count } }
  subscript(id id: Int) -> String? { words.first { $0.utf8.count == id } }
}

@Suite struct `Items that are not identifiable` {
  private typealias Pointer = BoardEngine<Words>.Pointer

  private func before(_ id: Int) -> Pointer {
    Pointer(over: 0, .init(position: .before(id), collectionID: .init()))
  }

  private var words: Words {
    var words = Words()
    words.words = ["a", "bb", "ccc"]
    return words
  }

  @Test func `are named by their reorder container`() throws {
    var engine = BoardEngine(
      board: Board<Words> {
        Region("words") { ForEach { $0.words }.reorderable() }
          .reorderContainer(for: String.self, itemID: { $0.utf8.count }) { model, difference in
            model.words.apply(difference: difference, itemID: { $0.utf8.count })
          }
      }, model: words)
    #expect(engine.shown == [[1, 2, 3]])
    #expect(try engine.carry(3, to: before(1)) == .performed(.move))
    #expect(engine.model.words == ["ccc", "a", "bb"])
    engine.denies(.unknownItem) { try $0.beginDrag(9, player: 1) }
  }

  @Test func `are named by their drag container`() throws {
    var engine = BoardEngine(
      board: Board<Words> {
        Region("words") { ForEach { $0.words } }
          .dragContainer(for: String.self, itemID: { $0.utf8.count }) { _, ids in ids }
      }, model: words)
    #expect(try engine.beginDrag(2, player: 1).draggedItemIDs == [2])
  }

  @Test func `are named by their run`() throws {
    var engine = BoardEngine(
      board: Board<Words> {
        Region("words") {
          ForEach({ $0.words }, id: { $0.utf8.count }) {
            ItemView().draggable().accessibilityLabel { Text($0) }
          }
        }
      }, model: words)
    #expect(try engine.beginDrag(2, player: 1).draggedItemIDs == [2])
    #expect(engine.accessibilityLabel(of: 3) == "ccc")
  }

  @Test func `Items without any identifier stop the board when it is declared`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Board<Words> { Region("words") { ForEach { (model: Words) -> [String] in model.words } } }
    }
    expectFailedCheck("a run's items have no identifiers: give it `id:`, or its container `itemID:`", of: end)
  }
}
