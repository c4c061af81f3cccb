import Boards
import Foundation
import Patience
import Testing
import Wire

@testable import Rooms

@Suite struct `The rules that the protocol names` {
  @Test func `are all that the server can give as the reason of illegal`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/PROTOCOL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| `illegal` |") })
    let told = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }.dropFirst()
    let patience = Patience.Refusal.allCases.filter { GameRefusal($0).code == .illegal }
    let boards = BoardRefusal.allCases.filter { GameRefusal($0).code == .illegal }
    #expect(
      Array(told) == patience.map { "\($0.wireName)" } + boards.map(\.rawValue)
        + UndoRefusal.allCases.map(\.rawValue) + VerdictRefusal.allCases.map(\.rawValue)
        + [PickRefusal.noWinnableDeals.rawValue] + RaceRefusal.allCases.map(\.rawValue))
  }
}
