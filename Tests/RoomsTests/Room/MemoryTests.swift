import Patience
import Testing
import Wire

@testable import Rooms

/// What a table takes in memory, and what becomes of it when that is too much.
@Suite struct `A table in memory` {
  @Test func `gives back what can be made again, and a returning watcher gets a snapshot`() throws {
    let stage = try RoomStage(deal: 7)
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let eve = stage.join(stage.visitor("eve"), at: 1, as: .watch)
    let position = stage.position
    stage.hear(.lost, from: eve)
    for _ in 0..<20 { stage.say(.tap(place: "stock", item: nil), from: ada) }
    stage.hear(.query(c: stage.nextC(), .lines(after: 0)), from: ada)
    let before = stage.room.byteCount
    stage.room.giveBackMemory()
    #expect(stage.room.byteCount < before - 5_000)
    stage.join(stage.visitor("eve"), at: 1, as: .watch, resume: position)
    let told = try stage.messages(to: eve)
    #expect(told.contains { if case .snapshot = $0 { true } else { false } })
    // What it can take back is no such thing.
    stage.say(.undo, from: ada)
    #expect(stage.room.version == 22)
  }
}
