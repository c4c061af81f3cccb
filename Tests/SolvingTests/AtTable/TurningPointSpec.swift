import Solving
import Testing

@Suite struct `The turning point of a game` {
  /// Every way in which a search can know or not know what is so, for games up to this length.
  private static let countMax = 7

  @Test(arguments: 1...countMax) func `is exact where everything is known`(count: Int) {
    for lost in 0...count {
      let turn = TurningPoint(of: count) { $0 < lost ? .winnable : .impossible }
      #expect(turn.won == (lost > 0 ? lost - 1 : nil) && turn.lost == (lost < count ? lost : nil))
    }
  }

  @Test(arguments: 1...countMax) func `is never wrong, whatever is unknown`(count: Int) {
    for lost in 0...count {
      for unknown in 0..<1 << count {
        var asked: [Int] = []
        let turn = TurningPoint(of: count) { index in
          asked.append(index)
          if unknown >> index & 1 == 1 { return .unknown }
          return index < lost ? .winnable : .impossible
        }
        // What is told was seen, and the truth lies between.
        if let won = turn.won { #expect(won < lost && unknown >> won & 1 == 0) }
        if let told = turn.lost { #expect(told >= lost && unknown >> told & 1 == 0) }
        #expect(asked.first == count - 1 && Set(asked).count == asked.count)
      }
    }
  }

  @Test func `takes few questions, and one where the end can be won`() {
    for lost in 0...2_000 {
      var asked = 0
      _ = TurningPoint(of: 2_000) {
        asked += 1
        return $0 < lost ? .winnable : .impossible
      }
      #expect(asked <= (lost == 2_000 ? 1 : 23))
    }
  }
}
