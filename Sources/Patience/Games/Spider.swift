import Cards
import DragDrop

/// Spider and its relatives: any card goes on the next higher one, only runs of a suit move, and complete
/// ones go off.
extension Ruleset {
  public static let spider1 = spider(id: "spider1", title: "Spider, one suit", suits: .one)
  public static let spider2 = spider(id: "spider2", title: "Spider, two suits", suits: .two)
  public static let spider4 = spider(id: "spider4", title: "Spider, four suits", suits: .four)

  private static func spider(id: Text, title: Text, suits: Deck.Suits) -> Ruleset {
    spider(
      id: id, title: title, pack: Pack(2, suits: suits), runs: 8,
      down: [5, 5, 5, 5, 4, 4, 4, 4, 4, 4], up: Array(repeating: 1, count: 10))
  }

  /// With one pack on Klondike's columns.
  public static let spiderette = spider(
    id: "spiderette", title: "Spiderette", pack: Pack(), runs: 4, down: [0, 1, 2, 3, 4, 5, 6],
    up: Array(repeating: 1, count: 7))

  private static func spider(
    id: Text, title: Text, pack: Pack, runs: UInt8, down: [UInt8], up: [UInt8]
  ) -> Ruleset {
    Ruleset(
      id: id, title: title, pack: pack,
      zones: [Zone(.stock), .runs(runs), spiderColumns(down: down, up: up)],
      stock: Stock(to: .tableau, draw: UInt8(up.count), passes: .count(1), needsFullTableau: true),
      win: .runs(runs), scoring: .spider, automatic: Automatic(runs: true))
  }

  /// All cards lie open from the start.
  public static let simpleSimon = Ruleset(
    id: "simplesimon", title: "Simple Simon",
    zones: [.runs(4), spiderColumns(down: [], up: [8, 8, 8, 7, 6, 5, 4, 3, 2, 1])],
    win: .runs(4), automatic: Automatic(runs: true))

  private static func spiderColumns(down: [UInt8], up: [UInt8]) -> Zone {
    Zone(
      .tableau, count: UInt8(up.count), down: down, up: up, build: Zone.Build(.any, .down), take: .runOfSuit,
      empty: .any, from: .tableau, to: [.foundation, .tableau])
  }
}
