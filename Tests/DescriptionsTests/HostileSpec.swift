import Boards
import Descriptions
import TestDice
import Testing

@Suite struct `Any bytes` {
  /// Whether they are a board, which then can be opened and shown; otherwise there is a problem, and it is shown well.
  @discardableResult
  private func isBoard(_ bytes: [UInt8], _ words: Comment) throws -> Bool {
    do throws(DescriptionError) {
      let board = try BoardDescription.read(bytes)
      #expect(try BoardDescription.read(board.bytes) == board, words)
      #expect(board.kind.live(seed: 0).regions.count == 1, words)
      return true
    } catch {
      try #require((1...DescriptionError.problemsMax).contains(error.problems.count), words)
      for problem in error.problems {
        #expect(
          problem.line >= 1 && problem.column >= 1 && !problem.message.isEmpty && !problem.mend.isEmpty, words
        )
        #expect(problem.message.utf8.count < 1000 && problem.path.utf8.count < 1000, words)
      }
      return false
    }
  }

  @Test func `Every shorter beginning of the example is refused`() throws {
    let kanban = try BoardsPage.kanban()
    let whole = kanban.count - 1  // but for the last line's end
    for count in 0..<whole {
      try #require(try !isBoard(Array(kanban.prefix(count)), "the first \(count) bytes"))
    }
    #expect(try isBoard(kanban, "the whole"))
  }

  @Test func `The example with random changes is read as a board, or has problems`() throws {
    let seed: UInt64 = 0xDE5C
    var dice = Dice(seed: seed)
    let kanban = try BoardsPage.kanban()
    var boards = 0
    for step in 0..<rounds(3000) {
      var bytes = kanban
      for _ in 0..<dice.number(1...2) { mutate(&bytes, &dice) }
      if try isBoard(bytes, "seed \(seed), step \(step)") { boards += 1 }
    }
    // Both sides of the border were walked on.
    #expect(boards > rounds(200) && boards < rounds(2800), "\(boards) boards")
  }

  private func mutate(_ bytes: inout [UInt8], _ dice: inout Dice) {
    let at = dice.number(0...bytes.count - 1)
    let words = [
      "null", "[]", "{}", "-1", "99999999999999999999", "1e5", "\"\"", "\"\\u202e\"", "true", ",", ":", "}",
      "]", "\"",
      "\"todo\"", "\u{0}",
    ]
    switch dice.number(0...5) {
    case 0: bytes[at] = UInt8(dice.number(0...255))
    case 1: bytes[at] ^= 1 << UInt8(dice.number(0...7))
    case 2: bytes.remove(at: at)
    case 3: bytes.removeSubrange(at..<min(bytes.count - 1, at + dice.number(1...60)))
    case 4: bytes.insert(contentsOf: Array((words.randomElement(using: &dice) ?? "").utf8), at: at)
    default:
      let end = min(bytes.count, at + dice.number(1...200))
      bytes.insert(contentsOf: bytes[at..<end], at: dice.number(0...bytes.count))
    }
    if bytes.isEmpty { bytes = [0] }
  }

  @Test func `Random bytes have problems`() throws {
    let seed: UInt64 = 0xDE5D
    var dice = Dice(seed: seed)
    let signs = Array("{}[]:,\"\\ \n0123456789-.eEtrufalsn{\"in\":titlecolections".utf8)
    for step in 0..<rounds(3000) {
      let bytes = (0..<dice.number(0...200)).map { _ in
        dice.chance(70) ? signs.randomElement(using: &dice) ?? 0 : UInt8(dice.number(0...255))
      }
      try #require(try !isBoard(bytes, "seed \(seed), step \(step)"))
    }
  }

  @Test func `The longest and worst texts are refused without quadratic work`() throws {
    let max = BoardDescription.Limits.bytesMax
    let head = #"{"title":"T","collections":[{"id":"a","title":"A"}],"#
    let nasty = [
      String(repeating: "[", count: max), String(repeating: "{\"a\":", count: max / 5),
      "{" + (0..<7000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}",
      head + "\"items\":[{\"in\":\"a\",\"text\":\"x\",\"fields\":{"
        + (0..<6000).map { "\"\($0)\":\"\"" }.joined(separator: ",") + "}}]}",
      head + "\"items\":[" + Array(repeating: "1", count: 30_000).joined(separator: ",") + "]}",
      head + "\"items\":[{\"in\":\"a\",\"text\":\"" + String(repeating: "e\u{301}", count: 20_000) + "\"}]}",
      head + "\"moves\":["
        + Array(repeating: "{\"tags\":\"xxxxxxxxxxxxxxxxxxx\"}", count: 48).joined(separator: ",")
        + "],\"items\":["
        + (0..<500).map {
          #"{"in":"a","text":"x","tags":["xxxxxxxxxxxxxxxx\#($0)a","xxxxxxxxxxxxxxxx\#($0)b"]}"#
        }.joined(separator: ",") + "]}",
    ]
    let clock = ContinuousClock()
    let spent = try clock.measure {
      for (index, text) in nasty.enumerated() {
        try #require(try !isBoard(Array(text.utf8), "text \(index)"))
      }
    }
    // A debug build takes about a second for all of them; work that grows with the square takes minutes.
    #expect(spent < .seconds(30))
  }
}

@Suite struct `A description that is written` {
  @Test func `is equal when it is read again, and as short as it can be`() throws {
    let seed: UInt64 = 0xDE5E
    var dice = Dice(seed: seed)
    for step in 0..<rounds(400) {
      let board = BoardDescription.random(&dice)
      let words: Comment = "seed \(seed), step \(step)"
      let again = try BoardDescription.read(board.bytes)
      try #require(again == board, words)
      #expect(again.bytes == board.bytes, words)
    }
  }

  @Test func `is never longer than what it was read from`() throws {
    var texts = try BoardsPage().texts("json board").map { Array($0.utf8) }
    texts.append(try BoardsPage.kanban())
    for text in texts {
      let board = try BoardDescription.read(text)
      #expect(board.bytes.count <= text.count)
      #expect(try BoardDescription.read(board.bytes) == board)
    }
    let least = #"{"title":"T","collections":[{"id":"a","title":"A","accepts":"text"}]}"#
    #expect(String(decoding: try read(least).bytes, as: UTF8.self) == least)
    let one = #"{"title":"T","collections":{"id":"a","title":"A"}}"#
    #expect(problems(one).contains("Write a list of collections, between [ and ]."))
  }

  @Test func `says all that a board can say`() throws {
    let text =
      #"{"name":"n","title":"T","layout":"grid","seats":3,"empty":"E","select":true,"#
      + #""formation":"stack","dropFormation":"none","#
      + #""labels":{"item":"{symbol}","collection":"{count}","limited":"{capacity}"},"#
      + #""collections":[{"id":"a","title":"A","capacity":2,"ordered":false,"drop":"copy","accepts":"text"},"#
      + #"{"id":"b","title":"B","drop":"delete"}],"items":[{"in":"a","text":"x","detail":"d","symbol":"s","#
      + #""color":"teal","tags":["t","u"],"fields":{"k":"v"}}],"#
      + #""moves":[{"from":"a","to":["a","b"],"tags":"t","who":[1,2]},{}]}"#
    #expect(String(decoding: try read(text).bytes, as: UTF8.self) == text)
  }
}
