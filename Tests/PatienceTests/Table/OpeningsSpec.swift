import Cards
import Testing

@testable import Patience

/// Measured elsewhere over 200,000 random deals, with another program; the tolerance is four standard
/// deviations of the number of deals here.
@Suite struct `Klondike's opening moves` {
  @Test func `are as frequent as they should be`() {
    let deals = 20_000
    var counts = Array(repeating: 0, count: 8)
    var dead = 0
    for number in 1_000_000..<UInt64(1_000_000 + deals) {
      let table = Table(ruleset: .klondike3, deal: Deal(number: number, of: .klondike3))
      var openings = 0
      for from in table.slots(of: .tableau) {
        let top = table.piles[from].cards.count - 1
        openings += table.slots(of: .tableau).count { table.whyNotMove(from, top, to: $0) == nil }
        // An ace has one foundation.
        openings += table.slots(of: .foundation).count { table.whyNotMove(from, top, to: $0) == nil }
      }
      counts[min(openings, 7)] += 1
      if openings == 0, table.isDeadEnd { dead += 1 }
    }
    for (openings, percent) in [8.8, 24.4, 32.9, 22.8, 8.7, 2.0, 0.4, 0.06].enumerated() {
      // The published shares are rounded: half a unit of their last digit is allowed beside.
      let share = percent / 100
      let tolerance =
        4 * (share * (1 - share) / Double(deals)).squareRoot() + (openings == 7 ? 0.00005 : 0.0005)
      #expect(
        abs(Double(counts[openings]) / Double(deals) - share) < tolerance, "\(openings) openings: \(counts)")
    }
    // 0.26 % have no move at all at draw three: 52, give or take four times 7.2.
    #expect((23...81).contains(dead), "\(dead) deals without any move")
  }
}
