import DragDrop
import TestSwiftUI
import Testing

// snippet: scoped-imports
import enum DragDrop.DropOperation
import struct DragDrop.ForEach
import struct DragDrop.Text
import protocol DragDrop.Transferable

// end snippet

/// A song, by a name that SwiftUI has too.
private struct Song: Identifiable, Hashable, Transferable {
  let id: UInt8
  let title: Text

  static var transferRepresentation: some TransferRepresentation<Song> {
    DataRepresentation(exportedContentType: .plainText) { $0.title.bytes }
  }
}

private struct Songs: BoardModel {
  typealias Item = Song
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var songs: [Song]

  func census() -> [UInt8] { songs.map { $0.id } }
  subscript(id id: UInt8) -> Song? { songs.first { $0.id == id } }
}

@Suite struct `A file that imports SwiftUI's names too` {
  @Test func `means this module's after an import of each`() throws {
    let board = Board<Songs> {
      Region("songs") { ForEach { $0.songs }.reorderable() }
        .reorderContainer(for: Song.self) { model, difference in model.songs.apply(difference: difference) }
    }
    let operation: DropOperation = .move
    var engine = BoardEngine(
      board: board, model: Songs(songs: [Song(id: 1, title: "Ah"), Song(id: 2, title: "Oh")]))
    let drag = try engine.beginDrag(1, player: 1)
    #expect(try engine.drop(drag.id, player: 1, at: engine.pointer(over: "songs")) == .performed(operation))
    #expect(engine.model.songs.map { $0.id } == [2, 1])
  }

  @Test func `tells both apart by their modules`() {
    // snippet: qualified-names
    let label: DragDrop.Text = "Basket, drop zone"
    // end snippet
    let title = TestSwiftUI.Text("Basket")
    #expect(label == Text("Basket, drop zone") && type(of: title) == TestSwiftUI.Text.self)
  }
}
