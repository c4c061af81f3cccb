import Cards
import Testing

@testable import Patience

@Suite struct `Counting moves of every game` {
  /// How many ways there are to make one, two… `depth` moves in a row. Each legal drop counts, and each
  /// turn of the stock.
  private func ways(_ table: Table, _ depth: Int) throws -> [Int] {
    let choices = table.choices(without: [])
    let drops = choices.drops.flatMap { drop in drop.places.map { (drop.handle, $0.pile) } }
    var counts = [drops.count + (choices.canTapStock ? 1 : 0)]
    if depth == 1 { return counts }
    counts += Array(repeating: 0, count: depth - 1)
    func count(_ next: Table) throws {
      for (index, more) in try ways(next, depth - 1).enumerated() { counts[index + 1] += more }
    }
    if choices.canTapStock {
      var next = table
      try next.turnStock()
      try count(next)
    }
    for (handle, pile) in drops {
      var next = table
      try next.move(next.stack(from: handle), to: pile)
      try count(next)
    }
    return counts
  }

  /// What deal 1 permits first, from its picture:
  ///
  /// - freecell: 6S 9C 2H 6H 6C 3D 8C TC lie on top. None fits another, as 9C and TC are both black, and no
  ///   ace is there; each can go to any of four cells: 8 · 4 = 32. bakers: 8C fits 9C, and 9C fits TC: 34.
  /// - spider4: 9C KS 5D 6H 2D 7D 9D 3S 4H 7S. 2D goes on 3S, 3S on 4H, 4H on 5D, 5D on 6H, 6H on 7D or 7S,
  ///   or the stock is dealt: 7.
  /// - simplesimon: AC 8S TC 8D AS 2C 4D 6D QD QC. Either ace goes on 2C: 2.
  /// - yukon: KD 4H TH 8D AC 8S TC. On 4H goes 3S or 3C, on 8S 7D or 7H, on TC 9H or 9D, each from inside a
  ///   column; AC goes up: 7. All that KD, TH and 8D want lies face down.
  /// - scorpion: QH 5D AS 7H 4H TH 8D. JH, 4D, 3H and 9H lie open and go on the first, second, fifth and
  ///   sixth; 7D lies in the column of 8D itself, 6H face down. With the stock: 5.
  /// - canfield: 8C TS 9C QS, 2D on the reserve, 3S on the foundation, so the one red card lacks a black
  ///   three, and the stock is all: 1.
  /// - easthaven: 8C TS 9C QS QD TD KC. 9C goes on TD, QD on KC, or the stock is dealt: 3.
  /// - westcliff: KC KS 6S 7S 9S 3D 6D 3C 9H 2H. 6D goes on 7S, 2H on 3C, or the stock is turned: 3.
  /// - golf: a king lies on the waste, where nothing goes; the stock is turned: 1.
  /// - tripeaks: 9H lies on the waste, and of QD TD KC KS 6S 7S 9S 3D 6D 3C only TD fits; with the stock: 2.
  /// - pyramid: KS 6S 7S 9S 3D 6D 3C. The king goes alone, 7S with 6S or 6D, and a pair may be made by moving
  ///   either card, so that these are four; with the stock: 6.
  /// - fan: KH AH 4S JD 2C 3H 7D QH 5D AS 7H 4H TH 8D AC 8S TC QS. Three aces go up, AC on 2C too; 3H goes on
  ///   4H, 7D on 8D, QH on KH: 7.
  /// - beleagueredcastle: QH 5D 7H 4H TH 8D 8S TC. 4H goes on 5D, 7H on 8D or 8S: 3.
  ///
  /// A second program, written apart from the rules alone, came to all the same numbers.
  @Test(arguments: [
    ("klondike1", [[1, 1, 3], [3, 9, 29]]),
    ("klondike3", [[1, 1, 1], [3, 9, 29]]),
    ("vegas1", [[1, 1, 3], [3, 9, 29]]),
    ("vegas3", [[1, 1, 1], [3, 9, 29]]),
    ("thoughtful", [[1, 1, 1], [3, 9, 29]]),
    ("doubleklondike", [[5, 21, 86], [4, 16, 68]]),
    ("freecell", [[32, 888, 19812], [33, 940, 21616]]),
    ("bakers", [[34, 986, 22844], [35, 1062, 26488]]),
    ("eightoff", [[49, 2124, 80323], [51, 2326, 94050]]),
    ("seahaven", [[26, 460, 4868], [27, 515, 6417]]),
    ("spider1", [[7, 52, 409], [7, 53, 418]]),
    ("spider2", [[7, 48, 321], [7, 50, 364]]),
    ("spider4", [[7, 45, 270], [7, 50, 361]]),
    ("spiderette", [[2, 4, 15], [5, 20, 76]]),
    ("simplesimon", [[2, 6, 16], [3, 6, 12]]),
    ("yukon", [[7, 38, 182], [5, 24, 117]]),
    ("russian", [[4, 14, 44], [6, 33, 161]]),
    ("scorpion", [[5, 22, 88], [5, 23, 100]]),
    ("canfield", [[1, 1, 1], [2, 5, 17]]),
    ("fortythieves", [[6, 29, 114], [3, 5, 7]]),
    ("easthaven", [[3, 7, 15], [3, 6, 13]]),
    ("westcliff", [[3, 8, 23], [3, 11, 40]]),
    ("golf", [[1, 2, 4], [1, 2, 4]]),
    ("tripeaks", [[2, 5, 9], [2, 4, 11]]),
    ("pyramid", [[6, 19, 56], [4, 11, 22]]),
    ("fan", [[7, 48, 317], [7, 45, 268]]),
    ("beleagueredcastle", [[3, 8, 20], [5, 18, 61]]),
    ("accordion", [[26, 655, 16000], [27, 700, 17421]]),
  ])
  func `Each game has the known numbers of ways to make one, two and three moves`(
    _ id: String, _ counts: [[Int]]
  ) throws {
    let found = try [1, 2].map { try ways(dealt(id, $0), 3) }
    #expect(found == counts, "\(id): \(found)")
  }

  /// Klondike's by hand. Deal 1 shows KD 6C 3S QD 6S 3D 3C, and the stock comes as 9H 2H JH 5S. One move: no card
  /// fits another and there is no ace, so only the stock can be turned: 1. Two: 9H fits nowhere (no ten is open): 1.
  /// Three: 2H fits on 3S and on 3C, or the stock is turned again: 3. Four: from each of the first two 2H may go to
  /// the other three, or the stock is turned; JH fits nowhere: 2 + 2 + 1. Deal 7 shows JS JD KS 5S 5H 6H TS: 5S goes
  /// on 6H, TS on JD, or the stock is turned: 3. After the first KC lies open and TS or the stock are left, 2; after
  /// the second 4S lies open, 5S goes on 6H, 4S on 5H, or the stock, 3; after the third TC may go on JD too, 4: in
  /// all 9.
  ///
  /// The other counts come from a second program, written apart.
  @Test(arguments: [
    (1, "klondike1", [1, 1, 3, 5]), (1, "klondike3", [1, 1, 1, 2]),
    (7, "klondike1", [3, 9, 23]), (7, "klondike3", [3, 9, 30]),
    (3, "klondike1", [3, 8, 21]), (3, "klondike3", [3, 8, 22]),
  ])
  func `Klondike has the known number of ways to make four moves`(
    _ deal: UInt64, _ id: String, _ counts: [Int]
  ) throws {
    #expect(try ways(dealt(id, deal), counts.count) == counts)
  }
}
