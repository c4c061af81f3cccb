import DragDrop
import TestDice
import Testing

@testable import Descriptions
@testable import Patience

@Suite struct `Any bytes as a game` {
  /// Whether they are a game, which then is played; otherwise there is a problem, and it is shown well.
  @discardableResult
  private func isGame(_ bytes: [UInt8], _ words: Comment, _ dice: inout Dice) throws -> Bool {
    switch Result(catching: { () throws(DescriptionError) in try GameDescription.read(bytes, isKept: true) })
    {
    case .success(let game):
      let again = try GameDescription.read(game.bytes, isKept: true)
      try #require(again == game && again.bytes == game.bytes, words)
      try play(game.ruleset, words, &dice)
      if let variation = game.variations.randomElement(using: &dice),
        let value = variation.values.randomElement(using: &dice)
      {
        let varied = try #require(game.game.ruleset(with: [(variation.parameter, value)]), words)
        try play(varied, words, &dice)
      }
      return true
    case .failure(let error):
      try #require((1...DescriptionError.problemsMax).contains(error.problems.count), words)
      for problem in error.problems {
        try #require(
          problem.line >= 1 && problem.column >= 1 && !problem.message.isEmpty && !problem.mend.isEmpty, words
        )
        try #require(problem.message.utf8.count < 1000 && problem.path.utf8.count < 1000, words)
      }
      return false
    }
  }

  /// Fifty moves of anybody, chosen from all that are legal.
  private func play(_ ruleset: Ruleset, _ words: Comment, _ dice: inout Dice) throws {
    try #require(Ruleset(bytes: ruleset.bytes) == ruleset, words)
    let explanation = Explanation(ruleset)
    try #require(EnglishWords.missing(in: explanation) == [], words)
    let keys = explanation.sentences.map(\.key)
    try #require(
      keys.filter { $0.hasPrefix("section.") }.prefix(2) == ["section.deal", "section.goal"], words)
    // No heading without a sentence.
    let isHeading = keys.map { $0.hasPrefix("section.") } + [true]
    try #require(!zip(isHeading, isHeading.dropFirst()).contains { $0 && $1 }, words)
    let seats = dice.one(of: ruleset.seats.min, ruleset.seats.max)
    let deal = Deal(number: UInt64(dice.number(1...1_000_000)), of: ruleset, seats: seats)
    let options = TableOptions(autoMoves: dice.one(of: .off, .safe, .all), timed: dice.chance(50))
    var table = Table(ruleset: ruleset, deal: deal, options: options, seats: seats)
    let all = table.census()
    for _ in 0..<50 where table.status != .won {
      let stock = table.stockIndex(of: PlayerID(rawValue: UInt32(dice.number(0...Int(seats) - 1))))
      let stacks = all.map { table.stack(from: $0) }.filter { !$0.isEmpty }
      let moves = stacks.flatMap { stack in
        table.pileIDs.filter { table.whyNotMove(stack, to: $0) == nil }.map { (stack, $0) }
      }
      if table.whyNotTurnStock(stock) == nil, moves.isEmpty || dice.chance(30) {
        try table.turnStock(stock)
      } else if let (stack, pile) = moves.randomElement(using: &dice) {
        try table.move(stack, to: pile)
      }
      try #require(table.checkInvariants() && table.census() == all, words)
      _ = (table.view().piles.hashValue, table.score, table.progress)
    }
    _ = (table.canFinish, table.choices(without: []).drops)
  }

  private let nertz =
    #"{"game":"nertz","title":"Nertz","seats":[2,4],"stock":{"draw":3,"owner":"seat"},"waste":{"owner":"seat"},"#
    + #""foundation":{},"tableau":{"count":4,"up":1,"build":"down","suit":"alternateColour","take":"run","#
    + #""owner":"seat"},"reserve":{"down":12,"up":1,"owner":"seat"},"goal":{"empty":"reserve"}}"#

  /// Beside a waste that is told as a list, lists of others come to stand there.
  private let listed =
    #"{"game":"listed","title":"Listed","stock":{},"waste":{"up":[1]},"foundation":{},"#
    + #""tableau":{"down":[1,2],"up":[1,1],"build":"down"},"reserve":{"up":[2,2]}}"#

  private func seeds() throws -> [[UInt8]] {
    Catalogue.games.map { GameDescription($0).bytes } + [Array(nertz.utf8), Array(listed.utf8)]
      + (try GamesPage.page().texts("json game").map { try readGame($0).bytes })
  }

  @Test func `Every shorter beginning of the example is refused`() throws {
    var dice = Dice(seed: 1)
    let example = try GamesPage.example()
    for count in 0..<example.count - 1 {
      try #require(try !isGame(Array(example.prefix(count)), "the first \(count) bytes", &dice))
    }
    #expect(try isGame(example, "the whole", &dice))
  }

  @Test func `Built-in games with random changes are read as games, or have problems`() throws {
    let seed: UInt64 = 0xDE60
    var dice = Dice(seed: seed)
    let all = try seeds()
    var games = 0
    for step in 0..<rounds(1500) {
      var bytes = all.randomElement(using: &dice) ?? []
      for _ in 0..<dice.number(1...3) { mutate(&bytes, all, &dice) }
      let words: Comment = "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))"
      if try isGame(bytes, words, &dice) { games += 1 }
    }
    // Both sides of the border were walked on.
    #expect(games > least(150) && games < rounds(1350), "\(games) games")
  }

  /// Another byte, another number, or a field with what is said of it in another game.
  private func mutate(_ bytes: inout [UInt8], _ all: [[UInt8]], _ dice: inout Dice) {
    if dice.chance(3) {
      bytes[dice.number(0...bytes.count - 1)] = UInt8(dice.number(32...126))
      return
    }
    let isDigit: (UInt8) -> Bool = { 48..<58 ~= $0 }
    let digits = bytes.indices.filter { isDigit(bytes[$0]) && !isDigit(bytes[$0 - 1]) }
    if dice.chance(30), let start = digits.randomElement(using: &dice) {
      let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
      let number = Int(String(decoding: bytes[start..<end], as: UTF8.self)) ?? 0
      bytes.replaceSubrange(start..<end, with: String(abs(number + dice.one(of: -2, -1, 1, 2, 50))).utf8)
      return
    }
    let others = all.randomElement(using: &dice) ?? []
    guard let here = fields(bytes).randomElement(using: &dice) else { return }
    let there = fields(others).filter { dice.chance(5) || others[$0.key] == bytes[here.key] }
    guard let other = there.randomElement(using: &dice) else { return }
    switch dice.number(0...3) {
    case 0: bytes.insert(contentsOf: others[other.whole] + [UInt8(ascii: ",")], at: here.whole.lowerBound)
    case 1 where bytes[here.whole.upperBound] == UInt8(ascii: ","):
      bytes.removeSubrange(here.whole.lowerBound...here.whole.upperBound)
    default: bytes.replaceSubrange(here.value, with: others[other.value])
    }
  }

  private struct Field {
    let key: Range<Int>
    let value: Range<Int>
    var whole: Range<Int> { key.lowerBound..<value.upperBound }
  }

  /// The fields of a description without blanks, as long as it is one.
  private func fields(_ bytes: [UInt8]) -> [Field] {
    bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: ":") && bytes[$0 - 1] == UInt8(ascii: "\"") }
      .compactMap { colon in
        guard let key = bytes[..<(colon - 1)].lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        var (end, depth, isQuoted) = (colon + 1, 0, false)
        while end < bytes.count {
          switch bytes[end] {
          case UInt8(ascii: "\""): isQuoted.toggle()
          case _ where isQuoted: break
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
          default: break
          }
          if depth < 0 || depth == 0 && !isQuoted && bytes[end] == UInt8(ascii: ",") { break }
          end += 1
        }
        return end < bytes.count ? Field(key: key..<colon, value: colon + 1..<end) : nil
      }
  }

  @Test func `Random bytes have problems`() throws {
    let seed: UInt64 = 0xDE61
    var dice = Dice(seed: seed)
    let signs = Array("{}[]:,\"\\ \n0123456789-.eEtrufalsn{\"game\":titletableau".utf8)
    for step in 0..<rounds(2000) {
      let bytes = (0..<dice.number(0...200)).map { _ in
        dice.chance(70) ? signs.randomElement(using: &dice) ?? 0 : UInt8(dice.number(0...255))
      }
      try #require(try !isGame(bytes, "seed \(seed), step \(step)", &dice))
    }
  }

  @Test func `The longest and worst texts are each refused within a second`() throws {
    var dice = Dice(seed: 2)
    let max = GameDescription.Limits.bytesMax
    let head = #"{"game":"g","title":"T","#
    let nasty = [
      String(repeating: "[", count: max), String(repeating: "{\"a\":", count: max / 5),
      "{" + (0..<7000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}",
      head + "\"tableau\":{\"up\":[" + Array(repeating: "1", count: 30_000).joined(separator: ",") + "]}}",
      head + "\"tableau\":{\"from\":[" + Array(repeating: "\"cell\"", count: 8000).joined(separator: ",")
        + "]}}",
      head + "\"tableau\":{\"count\":250,\"up\":208,\"places\":["
        + Array(repeating: "[1,1,1,1,1,1]", count: 4000).joined(separator: ",") + "]}}",
      head + "\"options\":{\"cells\":[" + Array(repeating: "1", count: 30_000).joined(separator: ",") + "]}}",
    ]
    // Each by itself, and the quickest of three: a machine that is busy with other work must not make one fail.
    for (index, text) in nasty.enumerated() {
      let spent = try (0..<3).map { _ in
        try ContinuousClock().measure {
          try #require(try !isGame(Array(text.utf8), "text \(index)", &dice))
        }
      }
      #expect(try #require(spent.min()) < .seconds(1), "text \(index): \(spent)")
    }
  }
}
