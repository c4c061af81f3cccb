import Cards
import Foundation
import Patience
import Positions
import Testing

/// Deals with a way to win each, as the commands of the protocol: `Tests/Fixtures/solutions`, a file for each, the
/// first line naming the deal. ServerTests play them at a server. `BAIZE_UPDATE=1 swift test --filter Solutions` looks
/// for them anew.
@Suite struct `Solutions` {
  struct Wanted: CustomTestStringConvertible, Sendable {
    let game: String
    let deal: UInt64
    let width: Int

    var testDescription: String { "\(game), deal \(deal)" }
  }

  /// The first deals of each game, from deal 1 on, for which a way was found, and two known ones.
  static let wanted = [
    Wanted(game: "klondike1", deal: 7, width: 400),
    Wanted(game: "freecell", deal: 1, width: 300),
    Wanted(game: "freecell", deal: 617, width: 300),
    Wanted(game: "spider1", deal: 6, width: 300),
    Wanted(game: "simplesimon", deal: 1, width: 200),
    Wanted(game: "yukon", deal: 1, width: 400),
    Wanted(game: "tripeaks", deal: 1, width: 200),
    Wanted(game: "pyramid", deal: 3, width: 200),
    Wanted(game: "fan", deal: 3, width: 200),
    Wanted(game: "accordion", deal: 11, width: 50),
  ]

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/solutions")
  }

  private func table(_ wanted: Wanted) throws -> Table {
    let ruleset = try #require(Catalogue.ruleset(id: wanted.game))
    return Table(ruleset: ruleset, deal: Deal(number: wanted.deal, of: ruleset))
  }

  /// The moves of a file.
  private func lines(_ wanted: Wanted) throws -> [String] {
    let file = Self.folder.appending(path: "\(wanted.game)-\(wanted.deal).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map(String.init)
  }

  /// Whether these moves win, but for one that is left out; false if one of them cannot be made.
  private func wins(_ lines: [String], _ wanted: Wanted, without gap: Int? = nil) throws -> Bool {
    var table = try table(wanted)
    return (try? play(lines, on: &table, without: gap)) != nil && table.status == .won
  }

  private func play(_ lines: [String], on table: inout Table, without gap: Int? = nil) throws {
    for (number, text) in lines.enumerated() where number != gap {
      let line = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      if line["op"] as? String == "tap" {
        try table.turnStock()
      } else {
        let item = UInt16(try #require(line["item"] as? Int))
        let pile = try #require(line["in"] as? String)
        try table.move(table.stack(from: item), to: try #require(PileID(wireName: pile.utf8)))
      }
    }
  }

  @Test(arguments: wanted) func `win, and do not with any move left out`(_ wanted: Wanted) throws {
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil { try write(wanted) }
    let lines = try lines(wanted)
    #expect(try wins(lines, wanted))
    for gap in lines.indices {
      #expect(try !wins(lines, wanted, without: gap), "move \(gap + 1) is not needed")
    }
  }

  /// Without the moves that it is won without.
  private func needed(_ lines: [String], _ wanted: Wanted) throws -> [String] {
    var (lines, place) = (lines, 0)
    while place < lines.count {
      if try wins(lines, wanted, without: place) { lines.remove(at: place) } else { place += 1 }
    }
    return lines
  }

  private func write(_ wanted: Wanted) throws {
    var table = try table(wanted)
    let search = try #require(Search(table.ruleset, width: wanted.width, movesMax: 300))
    let rules = try #require(CompiledRules(table.ruleset))
    let moves = try #require(search.way(from: table), "no way was found: choose another deal")
    var lines = [#"{"game":"\#(wanted.game)","n":\#(wanted.deal)}"#]
    for move in moves {
      if move.isTurn {
        lines.append(#"{"op":"tap","in":"stock"}"#)
        try table.turnStock()
        continue
      }
      let pile = rules.pileIDs[Int(move.to)]
      let cards = Array(table.cards(in: rules.pileIDs[Int(move.from)]).suffix(Int(move.count)))
      lines.append(#"{"op":"move","item":\#(try #require(cards.first)),"in":"\#(pile.text)"}"#)
      try table.move(cards, to: pile)
    }
    lines = try lines.prefix(1) + needed(Array(lines.dropFirst()), wanted)
    try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
    let file = Self.folder.appending(path: "\(wanted.game)-\(wanted.deal).jsonl")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }
}
