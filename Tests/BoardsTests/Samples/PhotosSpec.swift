import Boards
import DragDrop
import Testing
import Wire

@Suite struct `The photos` {
  private func album(_ names: String...) throws -> any GameBoard {
    var board = try open("photos")
    for (name, blob) in zip(names, "0123456789abcdef") {
      try board.put([.image(name, blob: blob)], player: 1, at: Landing("album"))
    }
    return board
  }

  @Test func `begin with none, and say what to do`() throws {
    let album = try open("photos").region("album")
    #expect(album.runs[0].items.isEmpty && !album.empty.isEmpty && album.layout == "grid")
    #expect(album.takes == ["image/png", "image/jpeg", "image/gif", "image/webp"])
    #expect(album.gives && album.runs[0].capacity == 60 && album.label == "Photos, 0")
  }

  @Test func `come in as files at a place, and are reordered`() throws {
    var board = try album("a.png", "b.png", "c.png")
    #expect(board.picture == "album[a.png b.png c.png]")
    let addresses = ["0", "1", "2"].map { blobAddress(String(repeating: $0, count: 64)) }
    #expect(board.items.map { $0.content?.image } == addresses)
    let place = Landing("album", before: try board.handle("b.png"))
    try board.put([.image("d.gif", .gif), .image("e.webp", .webP)], player: 1, at: place)
    #expect(board.picture == "album[a.png d.gif e.webp b.png c.png]")
    try board.carry("c.png", to: "album", before: "a.png")
    #expect(board.picture == "album[c.png a.png d.gif e.webp b.png]")
  }

  @Test func `Photos of one name are all kept, and the later ones get a number`() throws {
    var board = try album("cat.png", "cat.png", "cat.png", "cat", "cat", ".png")
    #expect(board.picture == "album[cat.png cat (2).png cat (3).png cat cat (2) .png]")
    #expect(Set(board.items.map { $0.handle }).count == 6)
    #expect(board.undo() == true)
    try board.put([.image("cat.png"), .image("cat.png")], player: 1, at: Landing("album"))
    #expect(board.picture == "album[cat.png cat (2).png cat (3).png cat cat (2) cat (4).png cat (5).png]")
  }

  @Test func `leave as what they came as, under their names`() throws {
    var board = try album("cat.png")
    try board.put([.image("dog.jpg", .jpeg, blob: "9")], player: 1, at: Landing("album"))
    let ways = try board.exported(board.handle("dog.jpg"), player: 2)[0].ways
    #expect(ways.map { $0.type } == ["image/jpeg"])
    #expect(ways[0].body == .url(blobAddress(String(repeating: "9", count: 64))))
    #expect(ways[0].fileName == "dog.jpeg")
    let cat = try board.exported(board.handle("cat.png"), player: 2)[0].ways
    #expect(cat.map { $0.type } == ["image/png"] && cat[0].fileName == "cat.png")
  }

  @Test func `A photo without a blob's name, or of another type than a picture, is refused`() throws {
    var board = try album("cat.png")
    let hex = String(repeating: "a", count: 64)
    for bytes in ["", "a", String(hex.dropLast()), hex.uppercased(), "../" + hex.dropLast(3)] {
      board.refuses(.unreadable) {
        try $0.put([[Offer(.png, bytes: [UInt8](bytes.utf8))]], player: 1, at: Landing("album"))
      }
    }
    board.refuses(.tooLarge) {
      try $0.put([[Offer(.png, bytes: [UInt8]((hex + "a").utf8))]], player: 1, at: Landing("album"))
    }
    board.refuses(.notAllowedThere) { try $0.put([.text("cat.png")], player: 1, at: Landing("album")) }
    let unknown = ContentType("image/svg+xml", mimeType: "image/svg+xml", conformingTo: [.image])
    board.refuses(.notAllowedThere) {
      try $0.put([.image("a.svg", unknown)], player: 1, at: Landing("album"))
    }
  }

  @Test func `pictures without a name get one`() throws {
    var board = try album("", "\u{7}\n")
    #expect(board.picture == "album[photo.png photo (2).png]")
    try board.put([.image("", .jpeg)], player: 1, at: Landing("album"))
    #expect(board.picture.hasSuffix(" photo.jpeg]"))
  }

  @Test func `are full with sixty, and the last of several finds no room`() throws {
    var board = try album()
    for _ in 0..<59 { try board.put([.image("a.png")], player: 1, at: Landing("album")) }
    try board.put([.image("b.png"), .image("c.png")], player: 1, at: Landing("album"))
    #expect(board.items.count == 60 && board.items.last?.content?.text == "b.png")
    board.refuses(.full) { try $0.put([.image("d.png")], player: 1, at: Landing("album")) }
    try board.carry("b.png", to: "album", before: "a.png")
  }
}
