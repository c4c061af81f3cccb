import DragDrop
import Testing

/// What a hostile or hasty client can say, and what the board's own closures are spared of it.
@Suite struct `What a client says` {
  typealias Pointer = BoardEngine<Lists>.Pointer

  @Test func `A region that is not there has the default drop formation`() throws {
    var engine = TestBoard.engine()
    let session = try engine.beginDrag("a", player: 1)
    #expect(engine.formation(of: session, at: Pointer(over: 99)) == .default)
    let other = BoardEngine(board: Board<Lists> {}, model: Lists("F[a]"))
    #expect(other.formation(of: session, at: Pointer(over: 0)) == .default)
  }

  @Test func `A place is checked before a configuration or an observer sees it`() throws {
    let board = Board<Lists> {
      Region("lists") {
        for list in ["F", "O"] { ForEach { $0.board[list] }.reorderable(collectionID: list) }
      }
      .reorderContainer(move: TestBoard.reorder)
      .dropConfiguration { model, session in
        if let place = session.reorderDestination { precondition(!model.board[place.collectionID].isEmpty) }
        return DropConfiguration(operation: .move)
      }
      .onDropSessionUpdated { model, session in
        if let place = session.reorderDestination { precondition(!model.board[place.collectionID].isEmpty) }
        return false
      }
    }
    for place in [end("nowhere"), before("nobody", "F"), before("d", "F")] {
      var engine = BoardEngine(board: board, model: Lists("F[a b c] O[d e]"))
      let id = try engine.beginDrag("a", player: 1).id
      let pointer = Pointer(over: 0, place)
      #expect(try engine.propose(id, player: 1, at: pointer).operation == .forbidden)
      #expect(try engine.hover(id, player: 1, at: pointer).operation == .forbidden)
      let outcome = try engine.drop(id, player: 1, at: pointer)
      guard case .refused(.badDestination) = outcome else { throw Unexpected(outcome: outcome) }
    }
  }

  private struct Unexpected: Error {
    let outcome: DropOutcome
  }

  @Test func `A modifier key deletes nothing where the board does not declare it`() throws {
    let board = Board<Lists> {
      Region("source") { ForEach { $0.board["S"] } }
        .dragContainer { _, ids in ids }
        .dragConfiguration(DragConfiguration(allowMove: true, allowDelete: true))
        .onDragSessionUpdated { model, session in
          guard session.phase == .ended(.delete) else { return false }
          model.board.remove(session.draggedItemIDs)
          return true
        }
      Region("basket").dropDestination { model, items, _ in
        model.basket += items.map { $0.id }
        return true
      }
    }
    for preferred in [DropOperation.delete, .alias, .forbidden, .cancel] {
      var engine = BoardEngine(board: board, model: Lists("S[s t]"))
      let id = try engine.beginDrag("s", player: 1).id
      let pointer = Pointer(over: 1, preferring: preferred)
      #expect(try engine.drop(id, player: 1, at: pointer) == .performed(.copy))
      #expect(engine.model.board["S"] == ["s", "t"])
    }
  }

  @Test func `A drop is judged before an observer changes the model, so the proposal is kept`() throws {
    let board = Board<Lists> {
      Region("source") { ForEach { $0.board["S"] } }.dragContainer { _, ids in ids }
      Region("basket")
        .dropDestination { model, items, _ in
          model.basket += items.map { $0.id }
          return true
        }
        .dropConfiguration { model, _ in DropConfiguration(operation: model.seconds == 0 ? .copy : .forbidden)
        }
        .onDropSessionUpdated { model, session in
          guard session.phase == .entering else { return false }
          model.seconds = 1
          return true
        }
    }
    var engine = BoardEngine(board: board, model: Lists("S[s]"))
    let id = try engine.beginDrag("s", player: 1).id
    #expect(try engine.propose(id, player: 1, at: Pointer(over: 1)).operation == .copy)
    #expect(try engine.drop(id, player: 1, at: Pointer(over: 1)) == .performed(.copy))
  }

  @Test func `A drop where the item lies already causes no transfer`() throws {
    var engine = TestBoard.engine()
    let id = try engine.beginDrag("c", player: 1).id
    #expect(try engine.drop(id, player: 1, at: Pointer(over: TestBoard.lists, end("F"))) == .performed(.move))
    #expect(engine.revision == 0)
    #expect(!engine.drainEvents().contains(.drag(session: id, player: 1, phase: .dataTransferCompleted)))
  }

  @Test func `Destinations are listed as an edit left the model, seen by a player or not`() {
    for isSeen in [false, true] {
      var engine = TestBoard.engine()
      let isDone = engine.edit {
        $0.board.remove(["a"])
        return isSeen
      }
      #expect(isDone == isSeen && engine.revision == (isSeen ? 1 : 0))
      #expect(engine.destinations(for: "a", player: 1).isEmpty)
      #expect(!engine.destinations(for: "b", player: 1).isEmpty)
    }
  }
}
