import Foundation
import Patience
import Prediction
import Testing
import Walks

/// The cases that every build of the rules has to answer alike. `BAIZE_UPDATE=1` writes them anew; what changed then
/// has to be looked at.
@Suite struct `Cases for the rules in a browser` {
  @Test func `are answered by this build as they are written down`() throws {
    let made = try CaseFile.made()
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil { try made.write() }
    let written = try CaseFile.read()
    #expect(written.walks == made.walks)
    #expect(written.measured == made.measured)
    #expect(written.differences == made.differences)
    #expect(written.cases.map { $0.name } == made.cases.map { $0.name })
    for (a, b) in zip(written.cases, made.cases) { #expect(a == b) }
  }

  @Test func `have some of everything`() throws {
    let file = try CaseFile.read()
    let plays = file.cases.flatMap { $0.plays }
    #expect(Set(plays.filter { $0.answer == 0 }.map { $0.operation }) == [1, 2, 3, 4])
    #expect(plays.contains { $0.answer != 0 } && plays.contains { !$0.awaited.isEmpty })
    #expect(file.cases.contains { !$0.held.isEmpty })
    #expect(Set(file.cases.map { $0.rules }).count == games.count)
    let sums = file.measured.map { $0.sum }
    #expect(sums[0] == sums[1], "the referee allows what the rules list")
    #expect(Set(sums).count == EngineMeasure.Work.allCases.count - 1)
    #expect(file.walks.allSatisfy { $0.steps >= 20_000 })
  }
}

@Suite struct `Random walks` {
  @Test func `are others with another seed, game or number of steps`() {
    let digests = [(0, 1, 300), (0, 2, 300), (1, 1, 300), (0, 1, 299)].map { game, seed, steps in
      Walk.digest(game: UInt8(game), seed: UInt32(seed), steps: UInt32(steps))
    }
    #expect(Set(digests).count == digests.count)
    #expect(Walk.digest(game: 0, seed: 1, steps: 300) == digests[0], "the same walk is the same")
    #expect(Walk.digest(game: 200, seed: 1, steps: 300) == 0)
    let differences = [(1, 300), (2, 300), (1, 299)].map { seed, steps in
      DifferenceWalk.digest(seed: UInt32(seed), steps: UInt32(steps))
    }
    #expect(Set(differences).count == differences.count)
  }
}
