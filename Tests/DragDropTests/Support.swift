public import DragDrop

typealias Letters = Arrangement<String, String>
typealias LetterDifference = ReorderDifference<String, String>

/// "F[1 2 3] O[4 5]" as an arrangement, and back.
func letters(_ picture: String) -> Letters {
  Letters(
    picture.split(separator: "]").map { part in
      let halves = part.split(separator: "[", omittingEmptySubsequences: false)
      let items = halves[1].split(separator: " ").map(String.init)
      return .init(id: halves[0].trimmed, items: items)
    })
}

func picture(_ arrangement: Letters) -> String {
  arrangement.collections.map { "\($0.id)[\($0.items.joined(separator: " "))]" }.joined(
    separator: " ")
}

/// `d("5 1", before: "3", in: "F")`
func d(
  _ sources: String, before anchor: String? = nil, in collection: String = ""
) -> LetterDifference {
  LetterDifference(
    sources: sources.split(separator: " ").map(String.init),
    destination: .init(position: anchor.map { .before($0) } ?? .end, collectionID: collection))
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// Named lists of letters: the smallest model that can do everything wrong.
struct Lists: BoardModel, Hashable {
  struct Item: Identifiable, Hashable, Sendable {
    let id: String
  }
  typealias CollectionID = String

  var board: Letters
  /// Copies that were dropped somewhere.
  var basket: [String] = []
  /// Only grows.
  var seconds: UInt32 = 0

  init(_ picture: String) {
    board = letters(picture)
  }

  func census() -> [String] {
    board.collections.flatMap { $0.items } + basket
  }

  subscript(id id: String) -> Item? {
    board.slot(of: id) == nil ? nil : Item(id: id)
  }

  mutating func keep(from current: Lists) {
    seconds = current.seconds
  }
}

/// Two reorderable lists "F" and "O" in one region, a source "S" that offers moves, a source "C"
/// that offers copies, and a basket that takes what it is offered.
enum TestBoard {
  static let lists: RegionID = 0
  static let movable: RegionID = 1
  static let copied: RegionID = 2
  static let basket: RegionID = 3
  static let nothing: RegionID = 4

  static let picture = "F[a b c] O[d e] S[s t] C[x y]"

  static func reorder(_ model: inout Lists, _ difference: LetterDifference) -> Bool {
    (try? model.board.apply(difference)) != nil
  }

  static func board(_ change: (Region<Lists>) -> Region<Lists> = { $0 }) -> Board<Lists> {
    Board<Lists> {
      change(
        Region("lists") {
          for list in ["F", "O"] { ForEach { $0.board[list] }.reorderable(collectionID: list) }
          ForEach { _ in ["inert"] }
        }
        .reorderContainer(move: reorder)
        .dropDestination { model, items, session in
          guard let place = session.reorderDestination else { return false }
          return reorder(&model, .init(sources: items.map { $0.id }, destination: place))
        }
        .dropConfiguration { _, session in
          DropConfiguration(
            operation: session.suggestedOperations.contains(.move) ? .move : .forbidden)
        })
      Region("movable") { ForEach { $0.board["S"] }.collection("S") }
        .dragContainer(payloadOfOne: { _, id in [id] })
        .dragConfiguration(DragConfiguration(allowMove: true))
      Region("copied") { ForEach { $0.board["C"] } }.dragContainer(payloadOfOne: { _, id in [id] })
      Region("basket").dropDestination { model, items, _ in
        model.basket += items.map { $0.id }
        return true
      }
      Region("nothing")
    }
  }

  static func engine(
    _ picture: String = picture, _ change: (Region<Lists>) -> Region<Lists> = { $0 }
  ) -> BoardEngine<Lists> {
    BoardEngine(board: board(change), model: Lists(picture))
  }
}

typealias Place = LetterDifference.Destination

func end(_ collection: String) -> Place { Place(position: .end, collectionID: collection) }
func before(_ anchor: String, _ collection: String) -> Place {
  Place(position: .before(anchor), collectionID: collection)
}

/// So that a test may count the regions, runs and drags of its own board.
extension RegionID: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) {
    self.init(index)
  }
}

extension DragSessionID: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: UInt32) {
    self.init(rawValue: number)
  }
}

extension RunID: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) {
    self.init(index)
  }
}

/// Calls in the name of the player who holds the drag, for tests that are not about whose it is.
extension BoardEngine {
  private func holder(_ session: DragSessionID) -> PlayerID { self.session(session)?.player ?? 0 }

  func propose(
    _ session: DragSessionID, over region: RegionID, destination: Destination?
  ) throws(DragError) -> Configuration {
    try propose(session, player: holder(session), at: Pointer(over: region, destination))
  }

  @discardableResult
  mutating func hover(
    _ session: DragSessionID, over region: RegionID?, destination: Destination? = nil, tick: Tick = 0
  ) throws(DragError) -> Configuration {
    try hover(session, player: holder(session), at: Pointer(over: region, destination), tick: tick)
  }

  mutating func drop(
    _ session: DragSessionID, over region: RegionID, destination: Destination?
  ) throws(DragError) -> DropOutcome {
    try drop(session, player: holder(session), at: Pointer(over: region, destination))
  }

  mutating func cancel(_ session: DragSessionID) throws(DragError) {
    try cancel(session, player: holder(session))
  }
}
