import Boards
import DragDrop
import Testing

/// A board of that kind.
func open(_ name: String, seed: UInt64 = 1) throws -> any LiveBoard {
  try #require(BoardCatalogue.kind(named: name)).live(seed: seed)
}

extension BoardKind {
  /// A board that begins with that model.
  func live(with model: Model) -> any LiveBoard {
    BoardKind(
      name: name, title: title, board: board, start: { _ in model }, content: content, placeName: placeName,
      looks: looks
    )
    .live(seed: 0)
  }
}

extension LiveBoard {
  /// Places in order, with what lies there: "aces[AC AD AH AS]"; "##" is a card face down.
  var picture: String {
    var places: [(name: String, words: [String])] = []
    for run in regions().flatMap({ $0.runs }) {
      let words = run.items.map { $0.content.map { $0.face.isEmpty ? $0.text : $0.face } ?? "##" }
      if let known = places.firstIndex(where: { $0.name == run.place }) {
        places[known].words += words
      } else {
        places.append((run.place, words))
      }
    }
    return places.map { "\($0.name)[\($0.words.joined(separator: " "))]" }.joined(separator: " ")
  }

  var items: [ShownRegion.Item] { regions().flatMap { $0.runs.flatMap { $0.items } } }

  func region(_ name: String) throws -> ShownRegion {
    try #require(regions().first { $0.name == name })
  }

  /// The first item on which that is written.
  func handle(_ text: String) throws -> Int {
    try #require(items.first { $0.content?.text == text || $0.content?.face == text }?.handle)
  }

  /// What a player has selected, by what is written on it.
  func selected(by player: UInt32) -> [String] {
    selection(of: player).compactMap { handle in items.first { $0.handle == handle }?.content?.text }
  }

  /// Lifts an item and drops it.
  mutating func carry(
    _ text: String, to place: String, before: String? = nil, player: UInt32 = 1
  ) throws {
    let lifted = try lift(try handle(text), player: player, tick: 0)
    try drop(lifted.session, player: player, at: Aim(place, before: try before.map { try handle($0) }))
  }

  /// Runs something that is to be refused, and expects that nothing has changed.
  mutating func refuses(
    _ refusal: BoardRefusal, _ location: SourceLocation = #_sourceLocation,
    _ action: (inout any LiveBoard) throws -> Void
  ) {
    var tried: any LiveBoard = self
    #expect(throws: refusal, sourceLocation: location) { try action(&tried) }
    #expect(tried.lasting == lasting, sourceLocation: location)
  }

  /// All that is shown but for status lines, which follow drags.
  var lasting: [ShownRegion] {
    regions().map { region in
      var region = region
      if region.layout == .text { region.title = "" }
      return region
    }
  }
}

extension [Payload] {
  static func text(_ text: String) -> Self { [Payload(.plainText, bytes: [UInt8](text.utf8))] }

  /// A picture as the server hands it on: by the name under which it is kept.
  static func image(_ name: String, _ type: ContentType = .png, blob: Character = "a") -> Self {
    [Payload(type, bytes: [UInt8](String(repeating: blob, count: 64).utf8), fileName: Text(name))]
  }
}
