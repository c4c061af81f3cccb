import Lab
import Solving
import TestDice
import Testing

/// `baize-bench solve small` compares thousands of deals of each kind, those of six ranks too.
@Suite struct `Small decks` {
  @Test(arguments: SmallKind.all.filter { !$0.name.hasSuffix("six ranks") })
  func `have the same verdict with each pruning, without, and by brute force`(kind: SmallKind) {
    let deals = rounds(20)
    let comparison = SmallDecks(kind, oracleMax: 20_000).compare(deals: deals, seed: 2028)
    for fault in comparison.faults { Issue.record("\(fault)") }
    #expect(comparison.won + comparison.lost > deals / 2)
    // Each pruning alone, all and none, by two kernels.
    #expect(comparison.searches == 2 * (2 + Prunings.each.count) * (comparison.won + comparison.lost))
  }
}
