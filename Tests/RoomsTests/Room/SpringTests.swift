import Boards
import DragDrop
import Testing
import Wire

@testable import Rooms

/// A shelf and a drawer: a drag that rests on the drawer's handle opens it.
private struct Drawer: StoredModel, Hashable {
  typealias Item = String
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var shelf = ["cup", "plate"]
  var drawer: [String] = []
  var isOpen = false

  mutating func code(by c: inout ByteCoder) {
    c.code(&shelf)
    c.code(&drawer)
    c.truth(&isOpen)
  }

  func census() -> [String] { shelf + drawer }
  subscript(id id: String) -> String? { census().contains(id) ? id : nil }

  static let board = Board<Drawer> {
    Region("shelf") {
      ForEach({ $0.shelf }, id: { $0 })
        .onMove { drawer, source, target in drawer.shelf.move(fromOffsets: source, toOffset: target) }
        .collection()
    }
    Region("handle") {}
      .button(label: { $0.isOpen ? "Close" : "Open" }) { model, _ in
        model.isOpen.toggle()
        return true
      }
      .springLoadingBehavior(after: 500)
  }

  static let kind = BoardKind(
    name: "drawer", title: "Drawer", board: board, start: { _ in Drawer() },
    content: { _, item in ItemContent(text: item) }, placeName: { _ in "shelf" },
    looks: [RegionLook(.list), RegionLook(.area)])
}

@Suite struct `A target that springs` {
  private let stage: RoomStage
  private let ada: ConnectionID
  private let bob: ConnectionID

  init() throws {
    let id = try #require(RoomID("rTestRoom"))
    let game = Game(Drawer.kind, seed: 1, now: 1_000)
    stage = RoomStage(
      room: Room(
        id: id, game: game, seats: 2, opener: RoomStage.opener, secret: [], now: 1_000, entropy: entropy(1)))
    stage.room.checkpoint()
    ada = stage.join(stage.visitor("ada"), at: 0)
    bob = stage.join(stage.visitor("bob"), at: 1)
    stage.silence()
  }

  private var label: String? { stage.room.game.board.regions.last?.button?.label }

  private func rest(_ milliseconds: Int64) throws -> Lease {
    let lease = try #require(try stage.ask({ .lift(c: $0, item: 0) }, from: ada).lease)
    stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: "handle")), from: ada)
    stage.pass(milliseconds: milliseconds)
    return lease
  }

  @Test func `opens once under a drag that rests on it, and everybody gets the event`() throws {
    _ = try rest(499)
    #expect(label == "Open" && stage.room.version == 1)
    stage.pass(milliseconds: 1)
    #expect(label == "Close" && stage.room.version == 2)
    let events = try stage.messages(to: bob).compactMap { if case .event(let it) = $0 { it } else { nil } }
    #expect(events.map(\.operation) == ["tap"])
    #expect(events.first?.regions.first?.button == ButtonTold(label: "Close", isEnabled: true))
    stage.pass(milliseconds: 5_000)
    #expect(stage.room.version == 2)
  }

  @Test func `has made a step of the player who dragged, which is theirs to take back`() throws {
    let lease = try rest(500)
    #expect(try stage.ask(.undo, from: bob) == .no(.illegal, why: "nothingOfYours"))
    #expect(try stage.ask({ .cancel(c: $0, drag: lease.drag) }, from: ada).isOK)
    #expect(try stage.ask(.undo, from: ada).isOK)
    #expect(label == "Open")
  }

  @Test func `springs for nobody who only passes by`() throws {
    let lease = try #require(try stage.ask({ .lift(c: $0, item: 0) }, from: ada).lease)
    for _ in 0..<4 {
      stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: "handle")), from: ada)
      stage.pass(milliseconds: 400)
      stage.hear(.hover(Hover(drag: lease.drag, x: 1, y: 1, over: "shelf")), from: ada)
      stage.pass(milliseconds: 400)
    }
    #expect(label == "Open" && stage.room.version == 1)
  }
}
