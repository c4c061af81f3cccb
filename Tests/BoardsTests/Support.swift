import Boards
import DragDrop
import Testing
import Wire

/// A board of that kind.
func open(_ name: String, seed: UInt64 = 1) throws -> any GameBoard {
  try #require(BoardCatalogue.kind(named: name)).live(seed: seed)
}

extension BoardKind {
  /// A board that begins with that model.
  func live(with model: Model) -> any GameBoard {
    BoardKind(
      name: name, title: title, board: board, start: { _ in model }, content: content, placeName: placeName,
      looks: looks
    )
    .live(seed: 0)
  }
}

extension GameBoard {
  /// PlaceNames in order, with what lies there: "aces[AC AD AH AS]"; "##" is a card face down.
  var picture: String {
    var places: [(name: String, words: [String])] = []
    for run in regions.flatMap({ $0.runs }) {
      let words = run.items.map { $0.content.map { $0.face.isEmpty ? $0.text : $0.face } ?? "##" }
      if let known = places.firstIndex(where: { $0.name == run.collection }) {
        places[known].words += words
      } else {
        places.append((run.collection, words))
      }
    }
    return places.map { "\($0.name)[\($0.words.joined(separator: " "))]" }.joined(separator: " ")
  }

  var items: [ItemTold] { regions.flatMap { $0.runs.flatMap { $0.items } } }

  func region(_ name: String) throws -> RegionTold {
    try #require(regions.first { $0.name == name })
  }

  /// The first item on which that is written.
  func handle(_ text: String) throws -> Int {
    try #require(items.first { $0.content?.text == text || $0.content?.face == text }?.handle)
  }

  /// What a player has selected, by what is written on it.
  func selected(by player: PlayerID) -> [String] {
    selection(of: player).compactMap { handle in items.first { $0.handle == handle }?.content?.text }
  }

  /// Each item that a player can lift, and where to.
  func possibilities(for player: PlayerID) -> [(handle: Int, places: [String])] {
    dests(for: player).sources.flatMap { source in
      source.items.map { (handle: $0, places: source.destinations.map(\.collection)) }
    }
  }

  /// Lifts an item and drops it.
  mutating func carry(
    _ text: String, to place: String, before: String? = nil, player: PlayerID = 1
  ) throws {
    let lifted = try lift(try handle(text), player: player, tick: 0)
    try drop(lifted.session, player: player, at: Landing(place, before: try before.map { try handle($0) }))
  }

  /// Runs something that is to be refused, and expects that nothing has changed.
  mutating func refuses(
    _ refusal: BoardRefusal, _ location: SourceLocation = #_sourceLocation,
    _ action: (inout any GameBoard) throws -> Void
  ) {
    var tried: any GameBoard = self
    #expect(throws: GameRefusal(refusal), sourceLocation: location) { try action(&tried) }
    #expect(tried.lasting == lasting, sourceLocation: location)
  }

  /// All that is shown but for status lines, which follow drags.
  var lasting: [RegionTold] {
    regions.map { region in
      var region = region
      if region.layout == "text" { region.title = "" }
      return region
    }
  }
}

// MARK: - Commands by name

extension GameBoard {
  mutating func drop(_ session: DragSessionID, player: PlayerID, at landing: Landing) throws(GameRefusal) {
    _ = try play(.drop(drag: 0, to: landing), player: player, drag: session, tick: 0)
  }

  mutating func put(_ things: [[Offer]], player: PlayerID, at landing: Landing) throws(GameRefusal) {
    _ = try play(.put(things, to: landing), player: player, drag: nil, tick: 0)
  }

  mutating func press(_ place: String, player: PlayerID) throws(GameRefusal) {
    _ = try play(.tap(place: place, item: nil), player: player, drag: nil, tick: 0)
  }

  mutating func tap(_ item: Int, in place: String, player: PlayerID) throws(GameRefusal) {
    _ = try play(.tap(place: place, item: item), player: player, drag: nil, tick: 0)
  }

  mutating func setEditing(_ isOn: Bool, _ place: String, player: PlayerID) throws(GameRefusal) {
    _ = try play(.edit(place: place, on: isOn), player: player, drag: nil, tick: 0)
  }

  mutating func undo() -> Bool { (try? takeBack(1)) != nil }
  mutating func redo() -> Bool { (try? playAgain(1)) != nil }
}

// MARK: - Things from outside

extension Offer {
  init(_ type: ContentType, bytes: [UInt8], fileName: String? = nil) {
    let text = String(decoding: bytes, as: UTF8.self)
    self.init(
      type: (type.mimeType ?? type.identifier).text,
      body: type.conforms(to: .image) ? .blob(text) : .text(text),
      fileName: fileName)
  }

  /// What left one board, for another.
  init(_ way: ItemData.Way) {
    switch way.body {
    case .text(let text): self.init(type: way.type, body: .text(text), fileName: way.fileName)
    case .url(let address):
      self.init(
        type: way.type, body: .blob(String(address.dropFirst(blobAddress("").count))), fileName: way.fileName)
    }
  }
}

extension [Offer] {
  static func text(_ text: String) -> Self { [Offer(.plainText, bytes: [UInt8](text.utf8))] }

  /// A picture as the server hands it on: by the name under which it is kept.
  static func image(_ name: String, _ type: ContentType = .png, blob: Character = "a") -> Self {
    [Offer(type, bytes: [UInt8](String(repeating: blob, count: 64).utf8), fileName: name)]
  }
}
