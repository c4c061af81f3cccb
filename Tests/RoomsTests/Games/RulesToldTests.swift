import Foundation
import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `The rules of a game` {
  @Test(arguments: Catalogue.rulesets) func `are sent whole with a snapshot`(ruleset: Ruleset) throws {
    let board = PatienceBoard(
      ruleset: ruleset, choice: .open(7), options: TableOptions(), entropy: entropy(1))
    #expect(Ruleset(bytes: board.told.rules) == ruleset)
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
