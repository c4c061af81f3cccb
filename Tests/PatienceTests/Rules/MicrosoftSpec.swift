import Cards
import Hashes
import Testing

@testable import Patience

/// Microsoft's deals are known by their numbers all over the world: these facts come from other programs.
@Suite struct `Microsoft's deals` {
  /// The eight columns, deepest card first, joined as `separator` says.
  private func columns(_ deal: Deal, _ separator: String) -> String {
    (0..<8).map { column in
      stride(from: column, to: 52, by: 8).map { deal.cards[$0].text }.joined(separator: " ")
    }.joined(separator: separator)
  }

  @Test(arguments: [
    (
      1,
      """
      JD KD 2S 4C 3S 6D 6S | 2D KC KS 5C TD 8S 9C | 9H 9S 9D TS 4S 8D 2H | JC 5S QD QH TH QS 6H | \
      5D AD JS 4H 8H 6C | 7H QC AS AC 2C 3D | 7C KH AH 4D JH 8C | 5H 3H 3C 7S 7D TC
      """
    ),
    (
      617,
      """
      7D TD TH KD 4C 4S JD | AD 7S QC 5H QS TS KS | 5C QD 3H 9S 9C 2H KC | 3S AC 9D 3C 9H 5D 4H | \
      5S 6D 6S 8S 7C JC | 8C 8H 8D 7H 6H 6C | 2D AS 3D 4D 2C JH | AH KH TC JS 2S QH
      """
    ),
    (
      11982,
      """
      AH 3D KD JC 6C JD KC | AS 3H 6H 5D 2C 7D 8D | 4H QS 5S 5C TH 8H 2S | AC QC 4D 8C QH 9C 3S | \
      2D 8S 9H 9D 6D 2H | 6S 7H JH TD TC QD | TS AD 9S KH 4S 4C | JS KS 3C 7C 7S 5H
      """
    ),
  ])
  func `lie as in the Windows program`(_ number: UInt64, _ picture: String) throws {
    let deal = Deal(number: number, of: .freeCell)
    #expect(columns(deal, " | ") == picture)
    let table = Table(ruleset: .freeCell, deal: deal)
    #expect((0..<8).map { table.row("t\($0)") }.joined(separator: " | ") == picture)
    // Its relatives deal the same pack.
    #expect(Deal(number: number, of: .bakersGame) == deal)
    #expect(Deal(number: number, of: .eightOff) == deal)
    #expect(Deal(number: number, of: .seahavenTowers) == deal)
  }

  @Test func `all 32,000 deals are right`() {
    var hash = SHA256()
    for number in 1...32000 as ClosedRange<UInt64> {
      hash.update(Array((columns(Deal(number: number, of: .freeCell), "\n") + "\n\n").utf8))
    }
    #expect(hex(hash.digest()) == "fca3dc0d869f46ed050a4dfebc55feac3bd8a3c88ec58c5c50c2376c290025fd")
  }

  @Test(arguments: [(1, "7184c4cf9c81d27e"), (11982, "c2952140c2df539d")])
  func `each deal is right by itself as well`(_ number: UInt64, _ start: String) {
    let digest = SHA256.digest(of: Array(columns(Deal(number: number, of: .freeCell), "\n").utf8))
    #expect(hex(digest).hasPrefix(start))
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  @Test func `end where the Windows program does`() {
    #expect(Ruleset.freeCell.isMicrosoft(1))
    #expect(Ruleset.freeCell.isMicrosoft(0x7FFF_FFFF))
    #expect(!Ruleset.freeCell.isMicrosoft(0))
    #expect(!Ruleset.freeCell.isMicrosoft(0x8000_0000))
    #expect(!Ruleset.klondike1.isMicrosoft(1))
    var generator = DealGenerator(dealNumber: 0)
    #expect(Deal(number: 0, of: .freeCell) == Deal(of: .freeCell, using: &generator))
  }

  /// Moves from a column to another, and to a foundation. The eight moves to a cell are the same everywhere.
  private func openings(_ number: UInt64) -> (columns: Int, foundations: Int) {
    let table = Table(ruleset: .freeCell, deal: Deal(number: number, of: .freeCell))
    var count = (columns: 0, foundations: 0)
    for from in table.slots(of: .tableau) {
      let top = table.piles[from].cards.count - 1
      count.columns += table.slots(of: .tableau).count { table.whyNotMove(from, top, to: $0) == nil }
      count.foundations += table.slots(of: .foundation).count { table.whyNotMove(from, top, to: $0) == nil }
    }
    return count
  }

  @Test(arguments: [
    (1, 0, 0), (2, 0, 1), (3, 1, 1), (4, 2, 1), (5, 1, 1), (6, 1, 1), (7, 4, 1), (8, 1, 2), (9, 1, 0),
    (10, 2, 1),
    (617, 3, 0), (11982, 3, 0),
  ])
  func `begin with the right number of moves`(_ number: UInt64, _ columns: Int, _ foundations: Int) {
    #expect(openings(number) == (columns, foundations))
  }

  @Test func `begin with the right number of moves, all 32,000 counted`() {
    var columns = Array(repeating: 0, count: 11)
    var foundations = Array(repeating: 0, count: 5)
    for number in 1...32000 as ClosedRange<UInt64> {
      let count = openings(number)
      columns[count.columns] += 1
      foundations[count.foundations] += 1
    }
    #expect(columns == [3257, 7899, 10287, 6998, 2708, 661, 152, 27, 9, 1, 1])
    #expect(foundations == [15957, 12580, 3169, 283, 11])
  }
}
