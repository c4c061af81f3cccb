import Foundation
import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `The rules of a game` {
  @Test(arguments: Catalogue.rulesets) func `are sent whole with a snapshot`(ruleset: Ruleset) throws {
    let stage = try RoomStage(game: ruleset.id.text, seats: Int(ruleset.seats.min))
    let ada = stage.join(stage.visitor("ada"), at: 0)
    let snapshots = try stage.messages(to: ada).compactMap {
      if case .snapshot(let snapshot) = $0 { snapshot } else { nil }
    }
    #expect(snapshots.map { Ruleset(bytes: $0.game.rules) } == [ruleset])
  }

  @Test func `are those of Klondike on the protocol's page`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/PROTOCOL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("{\"t\":\"snap\"") })
    let message = try #require(try ServerMessage.read(Array(line.utf8)))
    guard case .snapshot(let snapshot) = message else { throw NotASnapshot() }
    #expect(snapshot.game.rules == Ruleset.klondike1.bytes)
  }

  private struct NotASnapshot: Error {}
}
