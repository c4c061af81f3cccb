import Boards
import Descriptions
import Testing

@Suite struct `A limit of descriptions` {
  private typealias Limits = BoardDescription.Limits

  /// Fit as they are, and are refused with one more.
  private func stops(
    at limit: Int, saying message: String, _ location: SourceLocation = #_sourceLocation,
    _ text: (Int) -> String
  ) {
    #expect(problems(text(limit)) == "", sourceLocation: location)
    let said = problems(text(limit + 1))
    #expect(said.contains(message), "\(said.prefix(300))", sourceLocation: location)
  }

  private func board(
    title: String = "T", collection: String = "", item: String = "", items: Int = 1, more: String = ""
  ) -> String {
    let all = (0..<items).map { _ in #"{"in":"a","text":"x"\#(item)}"# }.joined(separator: ",")
    return """
      {"title":"\(title)","collections":[{"id":"a","title":"A"\(collection)}],"items":[\(all)]\(more)}
      """
  }

  private func letters(_ count: Int) -> String { String(repeating: "ä", count: count) }

  @Test func `holds for lists`() {
    stops(
      at: Limits.itemsMax, saying: "There are 501 items here; at most 500 are allowed. Leave out 1 of them."
    ) {
      board(items: $0)
    }
    stops(at: Limits.collectionsMax, saying: "There are 25 collections here; at most 24 are allowed.") {
      count in
      let list = (0..<count).map { #"{"id":"c\#($0)","title":"C","accepts":"text"}"# }.joined(separator: ",")
      return #"{"title":"T","collections":[\#(list)]}"#
    }
    stops(at: Limits.movesMax, saying: "There are 49 moves here; at most 48 are allowed.") { count in
      board(
        more: ",\"moves\":[" + Array(repeating: "{\"from\":\"a\"}", count: count).joined(separator: ",") + "]"
      )
    }
    stops(at: Limits.tagsMax, saying: "There are 9 tags here; at most 8 are allowed.") { count in
      board(item: ",\"tags\":[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]")
    }
    stops(at: Limits.fieldsMax, saying: "There are 9 fields here; at most 8 are allowed.") { count in
      board(item: ",\"fields\":{" + (0..<count).map { "\"\($0)\":\"\"" }.joined(separator: ",") + "}")
    }
  }

  @Test func `holds for numbers`() {
    stops(at: Limits.seatsMax, saying: "9 is out of range.") { board(more: ",\"seats\":\($0)") }
    stops(at: Limits.itemsMax, saying: "501 is out of range.") { board(collection: ",\"capacity\":\($0)") }
  }

  @Test func `holds for texts, in characters`() {
    stops(at: Limits.titleMax, saying: "The text has 81 characters; at most 80 are allowed.") {
      board(title: letters($0))
    }
    stops(at: Limits.textMax, saying: "The text has 201 characters; at most 200 are allowed.") {
      board().replacing("\"x\"", with: "\"\(letters($0))\"")
    }
    stops(at: Limits.detailMax, saying: "The text has 401 characters; at most 400 are allowed.") {
      board(item: ",\"detail\":\"\(letters($0))\"")
    }
    stops(at: Limits.symbolMax, saying: "The text has 17 characters; at most 16 are allowed.") {
      board(item: ",\"symbol\":\"\(letters($0))\"")
    }
    stops(at: Limits.nameMax, saying: "The text has 41 characters; at most 40 are allowed.") {
      board(item: ",\"tags\":\"\(letters($0))\"")
    }
    stops(at: Limits.nameMax, saying: "The text has 41 characters; at most 40 are allowed.") {
      board(item: ",\"fields\":{\"\(letters($0))\":\"\"}")
    }
    stops(at: Limits.nameMax, saying: "is no name.") {
      board(more: ",\"name\":\"\(String(repeating: "n", count: $0))\"")
    }
    stops(at: Limits.labelMax, saying: "The text has 121 characters; at most 120 are allowed.") {
      board(more: ",\"labels\":{\"item\":\"\(letters($0))\"}")
    }
  }

  @Test func `holds for capacities, seats of moves and the start of a board`() {
    stops(at: 3, saying: "\"a\" has a capacity of 3, and this is one item more.") {
      board(collection: ",\"capacity\":3", items: $0)
    }
    stops(at: 4, saying: "nobody sits on seat 5") { board(more: ",\"moves\":{\"who\":\($0)}") }
  }

  @Test func `holds for the whole, before any of it is read`() throws {
    let text = board()
    let full = text + String(repeating: " ", count: Limits.bytesMax - text.utf8.count)
    #expect(problems(full) == "")
    #expect(
      problems(full + " ") == """
        line 1, column 1: The description has 65537 bytes; at most 65536 are read. \
        Shorten it: a board has at most 500 items.
        """)
  }

  @Test func `refuses ten thousand items in one sentence, whatever is in them`() {
    let tiny = Array(repeating: "{}", count: 10_000).joined(separator: ",")
    let few = problems(
      "{\"title\":\"T\",\"collections\":[{\"id\":\"a\",\"title\":\"A\"}],\"items\":[\(tiny)]}")
    #expect(
      few == """
        line 1, column 61: items: There are 10000 items here; at most 500 are allowed. Leave out 9500 of them.
        """)
    #expect(problems(board(items: 10_000)).contains("a board has at most 500 items"))
  }
}
