import Boards
import DragDrop
import Testing

@Suite struct `Photos` {
  private let album = BoardEngine<Album>.Pointer(over: 0)

  /// A photo by the name under which its pixels are kept.
  private func photo(_ name: Text, bytes: Int = 64) -> [Payload] {
    [Payload(.png, bytes: Array(repeating: 97, count: bytes), fileName: name)]
  }

  @Test func `travel as files, of any kind of picture, with their names`() throws {
    var engine = BoardEngine(board: Album.board, model: Album())
    #expect(try engine.propose(offering: [[.png], [.jpeg]], player: 1, at: album).operation == .copy)
    #expect(try engine.drop([photo("cat.png")], player: 1, at: album) == .performed(.copy))
    #expect(engine.model.photos.map { $0.name } == ["cat.png"])

    let session = try engine.beginDrag(1, player: 1)
    #expect(try engine.exportedContentTypes(of: session.id, player: 1) == [[.png]])
    let sent = try engine.exported(session.id, player: 1, as: .image)
    #expect(sent.map { $0.bytes.count } == [64] && sent.map { $0.fileName } == ["cat.png"])
  }

  @Test func `A photo of the largest size is taken, and one byte more is refused`() throws {
    var engine = BoardEngine(board: Album.board, model: Album())
    engine.refuses(.notTransferred(.tooLarge)) {
      try $0.drop([photo("big.png", bytes: 65)], player: 1, at: album)
    }
    #expect(try engine.drop([photo("ok.png", bytes: 64)], player: 1, at: album) == .performed(.copy))
  }

  @Test func `Text is not taken for a photo`() {
    var engine = BoardEngine(board: Album.board, model: Album())
    engine.refuses(.forbidden(reason: 0)) {
      try $0.drop([[Payload(.plainText, bytes: [65])]], player: 1, at: album)
    }
  }
}
