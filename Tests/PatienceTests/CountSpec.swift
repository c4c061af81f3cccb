import Cards
import DragDrop
import Testing

@testable import Patience

@Suite struct `Counting` {
  /// Ways to make so many moves, in a row, from a deal.
  private func ways(_ table: Table, _ depth: Int) throws -> Int {
    if depth == 0 { return 1 }
    let choices = BoardEngine(table: table).choices(for: 1)
    var count = 0
    if choices.canTapStock {
      var next = table
      try next.turnStock()
      count += try ways(next, depth - 1)
    }
    for drop in choices.drops {
      for place in drop.places {
        var next = table
        try next.move(next.stack(from: drop.handle), to: place.pile)
        count += try ways(next, depth - 1)
      }
    }
    return count
  }

  /// Deal 1 shows KD 6C 3S QD 6S 3D 3C, and the stock comes as 9H 2H JH 5S. One move: no card fits
  /// another and there is no ace, so only the stock can be turned: 1. Two: 9H fits nowhere (no ten
  /// is open): 1. Three: 2H fits on 3S and on 3C, or the stock is turned again: 3. Four: from each
  /// of the first two 2H may go to the other three, or the stock is turned; JH fits nowhere: 2 + 2
  /// + 1. Deal 7 shows JS JD KS 5S 5H 6H TS: 5S goes on 6H, TS on JD, or the stock is turned: 3.
  /// After the first KC lies open and TS or the stock are left, 2; after the second 4S lies open,
  /// 5S goes on 6H, 4S on 5H, or the stock, 3; after the third TC may go on JD too, 4: in all 9.
  ///
  /// The other counts come from a second program, written apart.
  @Test(arguments: [
    (1, "klondike1", [1, 1, 3, 5]), (1, "klondike3", [1, 1, 1, 2]),
    (7, "klondike1", [3, 9, 23]), (7, "klondike3", [3, 9, 30]),
    (3, "klondike1", [3, 8, 21]), (3, "klondike3", [3, 8, 22]),
  ])
  func `the ways to make so many moves`(_ number: UInt64, _ id: String, _ counts: [Int]) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let table = Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset))
    for (depth, count) in counts.enumerated() {
      #expect(try ways(table, depth + 1) == count, "depth \(depth + 1)")
    }
  }

  /// Measured elsewhere over 200,000 random deals, with another program. The tolerance is four
  /// standard deviations of this many deals.
  @Test func `opening moves are as frequent as they should be`() throws {
    let published: [Double] = [8.8, 24.4, 32.9, 22.8, 8.7, 2.0, 0.4]
    let deals = 8000
    var counts = Array(repeating: 0, count: 8)
    var dead = 0
    for number in 0..<UInt64(deals) {
      let table = Table(ruleset: .klondike3, deal: Deal(number: number, of: .klondike3))
      let tops = (0..<7).map { Array(table.cards(in: .tableau($0)).suffix(1)) }
      var openings = 0
      for (from, top) in tops.enumerated() {
        for to in 0..<7 where to != from && table.whyNotMove(top, to: .tableau(UInt8(to))) == nil {
          openings += 1
        }
        if table.foundation(for: top[0]) != nil { openings += 1 }
      }
      counts[min(openings, 7)] += 1
      if openings == 0, table.isDeadEnd { dead += 1 }
    }
    for (openings, percent) in published.enumerated() {
      let share = percent / 100
      let tolerance = 4 * (share * (1 - share) / Double(deals)).squareRoot()
      #expect(
        abs(Double(counts[openings]) / Double(deals) - share) < tolerance,
        "\(openings) openings: \(counts)")
    }
    // 0.26 % at draw three: 21 of 8000, give or take four times 4.6.
    #expect((3...39).contains(dead), "\(dead) deals without any move")
  }
}
