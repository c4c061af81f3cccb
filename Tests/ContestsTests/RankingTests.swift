import Contests
import Testing
import Wire

@Suite struct `Places in a race` {
  private let byTime = Ranking(points: false, low: false)

  private func won(_ milliseconds: Int, moves: Int = 100) -> RaceStanding {
    RaceStanding(state: .won, milliseconds: milliseconds, done: 52, since: milliseconds, moves: moves)
  }

  private func over(_ done: Int, since: Int = 0, moves: Int = 0) -> RaceStanding {
    RaceStanding(state: .over, milliseconds: 600_000, done: done, since: since, moves: moves)
  }

  @Test func `those who won come first, by time`() {
    #expect(byTime.places(of: [won(90_000), over(51), won(80_000)]) == [2, 3, 1])
  }

  @Test func `the rest come by cards, then by when they had so many, then by moves`() {
    #expect(byTime.places(of: [over(20), over(30), over(25)]) == [3, 1, 2])
    #expect(byTime.places(of: [over(20, since: 9), over(20, since: 8)]) == [2, 1])
    #expect(byTime.places(of: [over(20, since: 9, moves: 50), over(20, since: 9, moves: 40)]) == [2, 1])
  }

  @Test func `equal to the millisecond is equal, and the next place is as many further`() {
    #expect(byTime.places(of: [won(80_000, moves: 90), won(80_000, moves: 99), won(80_001)]) == [1, 1, 3])
    #expect(byTime.places(of: [over(0), over(0), over(0)]) == [1, 1, 1])
  }

  @Test func `who was not there comes last`() {
    #expect(byTime.places(of: [RaceStanding(state: .out), over(0)]) == [2, 1])
    #expect(
      Ranking(points: true, low: true).places(of: [RaceStanding(state: .out), over(50)]) == [2, 1],
      "no points at all are not the fewest")
  }

  @Test(arguments: [(false, [1, 3, 2]), (true, [3, 1, 2])])
  func `where points decide, they come before time`(low: Bool, places: [Int]) {
    let standings = [(30, 9_000), (10, 8_000), (20, 7_000)].map { score, time in
      RaceStanding(state: .over, milliseconds: time, score: score)
    }
    #expect(Ranking(points: true, low: low).places(of: standings) == places)
  }

  @Test func `equal points are told apart by time`() {
    let standings = [9_000, 8_000].map { RaceStanding(state: .over, milliseconds: $0, score: 7) }
    #expect(Ranking(points: true, low: false).places(of: standings) == [2, 1])
  }

  @Test func `places hold for any order of entrants`() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let standings = (0..<6).map { _ in
        Bool.random(using: &dice)
          ? won(.random(in: 1...4)) : over(.random(in: 0...3), since: .random(in: 0...2))
      }
      let places = byTime.places(of: standings)
      let order = standings.indices.shuffled(using: &dice)
      #expect(byTime.places(of: order.map { standings[$0] }) == order.map { places[$0] })
      #expect(places.min() == 1)
    }
  }
}
