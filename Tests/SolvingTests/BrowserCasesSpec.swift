import Foundation
import Testing

@testable import Solving

/// The cases that every build of the solver has to answer alike. `BAIZE_UPDATE=1` writes them anew; what changed then
/// has to be looked at.
@Suite struct `Cases for the solver in a browser` {
  @Test func `are answered by this build as they are written down`() throws {
    let made = try BrowserCases.made()
    if ProcessInfo.processInfo.environment["BAIZE_UPDATE"] != nil { try made.write() }
    let written = try BrowserCases.read()
    #expect(written.games.map { $0.id } == made.games.map { $0.id })
    for (game, other) in zip(written.games, made.games) {
      #expect(game.rules == other.rules)
      #expect(game.cases.map { $0.name } == other.cases.map { $0.name })
      for (a, b) in zip(game.cases, other.cases) { #expect(a == b) }
    }
  }

  @Test func `have some of everything`() throws {
    let cases = try BrowserCases.read().games.flatMap { $0.cases }
    #expect(Set(cases.map { $0.verdict }) == [0, 1, 2])
    // Where cards go up by themselves some lines can be played and some cannot.
    let auto = cases.filter { $0.verdict == 0 && $0.name.contains("by themselves") }
    #expect(Set(auto.map { $0.line.prefix(2) }) == ["00", "01"])
    #expect(cases.contains { $0.line.contains("ffff00") }, "a line turns the stock")
  }
}
