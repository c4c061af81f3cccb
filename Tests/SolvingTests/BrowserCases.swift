import Foundation
import Patience
import Positions

@testable import Solving

/// Tests/Fixtures/solver.json: what the solver is asked in a browser and what it must answer, for every build of it.
/// Bytes are in hexadecimal.
struct BrowserCases: Codable, Equatable {
  struct Game: Codable, Equatable {
    var id: String
    var rules: String
    var cases: [Case]
  }

  struct Case: Codable, Equatable {
    var name: String
    var view: String
    /// How many may be met.
    var positions: UInt32
    /// 0 winnable, 1 impossible, 2 unknown for want of positions.
    var verdict: UInt8
    /// Positions that were met.
    var spent: UInt64
    var line: String
  }

  var games: [Game]

  static let positions: UInt32 = 100_000
  static let bytes = 64 << 20

  static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/solver.json")

  static func read() throws -> BrowserCases {
    try JSONDecoder().decode(BrowserCases.self, from: Data(contentsOf: path))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: Self.path)
  }

  // MARK: - What is to be answered

  /// Whatever a page can show whole, and so ask about: a game for each kernel and for each way of building. Deals of a
  /// few thousand positions, but for some that are famous.
  private static let deals: [(Ruleset, [UInt64])] = [
    (.freeCell, Array(1...30) + [617, 11_982]), (.eightOff, Array(1...10)), (.bakersGame, Array(1...20)),
    (.seahavenTowers, [1, 2, 3]), (.beleagueredCastle, [2, 5]), (.thoughtful, [1, 2, 3, 5, 6, 7, 8]),
    (.simpleSimon, [1]), (.fan, [1]),
  ]

  static func made() throws -> BrowserCases {
    var games: [Game] = []
    for (ruleset, numbers) in deals {
      var game = try AskedGame(ruleset)
      for number in numbers { try game.ask("deal \(number)", AskedGame.table(ruleset, number)) }
      for auto in [.safe, .all] as [Ruleset.Automatic.Foundation] where numbers.count > 5 {
        try game.ask("deal 5, \(auto) cards go by themselves", AskedGame.table(ruleset, 5, auto))
      }
      for positions in [1, 10] as [UInt32] {
        try game.ask("deal 1 within \(positions)", AskedGame.table(ruleset, 1), within: positions)
      }
      try game.askAboutItsMiddle()
      games.append(game.made)
    }
    return BrowserCases(games: games)
  }
}

/// A game whose cases are being made.
private struct AskedGame: ~Copyable {
  struct Refused: Error {}

  private(set) var made: BrowserCases.Game
  private let rules: CompiledRules
  private var solver: Solver

  init(_ ruleset: Ruleset) throws {
    guard let rules = CompiledRules(ruleset) else { throw Refused() }
    self.rules = rules
    solver = Solver(for: rules, bytes: BrowserCases.bytes)
    made = BrowserCases.Game(id: ruleset.id.text, rules: Self.hex(ruleset.bytes), cases: [])
  }

  static func table(
    _ ruleset: Ruleset, _ number: UInt64, _ auto: Ruleset.Automatic.Foundation = .off
  ) -> Table {
    Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset), options: TableOptions(autoMoves: auto))
  }

  private static func budget(_ positions: UInt32) -> Budget {
    Budget(positions: UInt64(positions), bytes: BrowserCases.bytes)
  }

  mutating func ask(
    _ name: String, _ table: Table, within positions: UInt32 = BrowserCases.positions
  ) throws {
    var (verdict, line) = (UInt8(0), nil as TableLine?)
    switch solver.solve(table, within: Self.budget(positions)) {
    case .winnable(let found): line = found
    case .impossible: verdict = 1
    case .unknown(.positions): verdict = 2
    case .unknown, nil: throw Refused()
    }
    made.cases.append(
      BrowserCases.Case(
        name: "\(made.id), \(name)", view: Self.hex(table.sight.bytes), positions: positions,
        verdict: verdict, spent: solver.spent.positions, line: Self.hex(line?.bytes(in: table.pileIDs) ?? []))
    )
  }

  /// Halfway through a line.
  mutating func askAboutItsMiddle() throws {
    var table = Self.table(rules.ruleset, 1)
    guard case .winnable(let line)? = solver.solve(table, within: Self.budget(BrowserCases.positions)) else {
      return
    }
    for step in line.steps.prefix(line.steps.count / 2) {
      guard table.play(step) else { throw Refused() }
    }
    try ask("halfway through deal 1", table)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
