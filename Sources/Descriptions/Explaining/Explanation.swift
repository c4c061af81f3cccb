package import Patience

/// The rules of a game as sentences: keys of the catalogue of words, with what stands in their gaps. Promise: it is
/// made of the ruleset alone, and says everything that a player has to know of it. Which piles cards come from and go
/// to is said where it is not what games with these piles usually have.
package struct Explanation: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case number(Int)
    case numbers([Int])
    /// One of them.
    case either([Int])
    /// Another key of the catalogue.
    case word(String)
  }

  package struct Sentence: Equatable, Sendable {
    package let key: String
    package let arguments: [(name: String, value: Argument)]

    package static func == (a: Sentence, b: Sentence) -> Bool {
      a.key == b.key && a.arguments.map(\.name) == b.arguments.map(\.name)
        && a.arguments.map(\.value) == b.arguments.map(\.value)
    }
  }

  /// Those whose keys begin with "section." are headings.
  package private(set) var sentences: [Sentence] = []

  package init(_ ruleset: Ruleset) {
    let ways = ruleset.ways
    section("deal") { $0.deal(ruleset) }
    section("goal") { $0.goal(ruleset) }
    section("tableau") { $0.tableau(ruleset, ways) }
    section("foundations") { $0.foundations(ruleset, ways) }
    section("cells") { $0.cells(ruleset, ways) }
    section("stock") { $0.stock(ruleset, ways) }
    section("ways") { $0.unusual(ruleset, ways) }
    section("score") { $0.score(ruleset, ways) }
  }

  /// A heading, unless nothing stands under it.
  private mutating func section(_ name: String, _ body: (inout Explanation) -> Void) {
    let count = sentences.count
    say("section.\(name)")
    body(&self)
    if sentences.count == count + 1 { sentences.removeLast() }
  }

  mutating func say(_ key: String, _ arguments: (String, Argument)...) {
    sentences.append(Sentence(key: key, arguments: arguments.map { (name: $0.0, value: $0.1) }))
  }

  mutating func say(_ key: String, count: Int) { say(key, ("count", .number(count))) }
}
