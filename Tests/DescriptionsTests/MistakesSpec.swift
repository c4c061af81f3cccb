import Boards
import Descriptions
import Testing

/// A board around a part, with what is to be said about it.
private func board(
  _ parts: String..., collections: String = #"{"id": "a", "title": "A"}, {"id": "b", "title": "B"}"#,
  items: String = #"{"in": "a", "text": "x", "tags": "t"}"#
) -> String {
  let more = parts.map { ",\n\($0)" }.joined()
  return "{\"title\": \"T\",\n\"collections\": [\(collections)],\n\"items\": [\(items)]\(more)}"
}

@Suite struct `A mistake in a description` {
  @Test func `The board that these tests vary has no mistakes`() {
    #expect(problems(board()) == "")
  }

  @Test func `A mistake in the board's own fields is named with its line and remedy`() {
    for (part, said) in [
      (
        #""layout": "colums""#,
        #"line 4, column 11: layout: "colums" is not known here. Did you mean "columns"?"#
      ),
      (
        #""layout": "pie""#,
        #"line 4, column 11: layout: "pie" is not known here. Write one of "columns", "list", "row", "grid", "piles"."#
      ),
      (
        #""layout": 3"#,
        #"""
        line 4, column 11: layout: Here is a number. Write one of "columns", "list", "row", "grid", "piles".
        """#
      ),
      (
        #""seats": 0"#,
        "line 4, column 10: seats: 0 is out of range. Write a whole number from 1 to 8, without quotes."
      ),
      (
        #""seats": 1.5"#,
        """
        line 4, column 10: seats: That is no whole number, or far too large. \
        Write a whole number from 1 to 8, without quotes.
        """
      ),
      (
        #""seats": "4""#,
        """
        line 4, column 10: seats: Here is a text, in quotes. Write a whole number from 1 to 8, without quotes.
        """
      ),
      (
        #""select": "yes""#,
        """
        line 4, column 11: select: Here is a text, in quotes. Write true or false, without quotes.
        """
      ),
      (
        #""formation": "heap""#,
        #"""
        line 4, column 14: formation: "heap" is not known here. \#
        Write one of "default", "none", "pile", "list", "stack".
        """#
      ),
      (
        #""dropFormation": null"#,
        #"""
        line 4, column 18: dropFormation: Here is null. Write one of "default", "none", "pile", "list", "stack".
        """#
      ),
      (
        #""name": "My board""#,
        #"""
        line 4, column 9: name: "My board" is no name. \#
        Write 1 to 40 lower-case letters a to z, digits and hyphens.
        """#
      ),
      (
        #""name": """#,
        #"""
        line 4, column 9: name: "" is no name. Write 1 to 40 lower-case letters a to z, digits and hyphens.
        """#
      ),
      (#""title": "U""#, #"line 4, column 1: title: "title" is written twice. Take one of them out."#),
      (#""rules": []"#, #"line 4, column 1: rules: A board has no field "rules". Did you mean "moves"?"#),
      (
        #""xyzzy": {"a": [1]}"#,
        #"""
        line 4, column 1: xyzzy: A board has no field "xyzzy". Its fields are "name", "title", "layout", "seats", \#
        "empty", "select", "formation", "dropFormation", "labels", "collections", "items", "moves".
        """#
      ),
      (
        #""labels": {"item": "{text"}"#,
        """
        line 4, column 20: labels.item: A { has no } that belongs to it, or the other way round. \
        Write names between both, as in {text}.
        """
      ),
      (
        #""labels": {"item": "{title}"}"#,
        """
        line 4, column 20: labels.item: {title} is not known here. Did you mean {text}?
        """
      ),
      (
        #""labels": {"limited": "{size}"}"#,
        """
        line 4, column 23: labels.limited: {size} is not known here. Did you mean {capacity}?
        """
      ),
      (
        #""labels": {"collection": "{xyzzy}"}"#,
        """
        line 4, column 26: labels.collection: {xyzzy} is not known here. What can be filled in is {title}, {count}.
        """
      ),
    ] {
      #expect(problems(board(part)) == said)
    }
  }

  @Test func `A mistake in a collection is named with its line and remedy`() {
    for (collection, said) in [
      (
        #"{"id": "A", "title": "A"}"#,
        #"""
        line 2, column 24: collections[0].id: "A" is no name. \#
        Write 1 to 40 lower-case letters a to z, digits and hyphens.
        """#
      ),
      (
        #"{"id": "board", "title": "A"}"#,
        #"""
        line 2, column 24: collections[0].id: "board" is what the board itself is called. Choose another name.
        line 3, column 18: items[0].in: There is no collection "a". There are "board".
        """#
      ),
      (
        #"{"id": "a"}"#,
        #"line 2, column 17: collections[0]: A collection needs "title". Add "title": … to it."#
      ),
      (
        #"{"id": "a", "title": " "}"#,
        """
        line 2, column 38: collections[0].title: There is nothing to see in this text. Write something into it.
        """
      ),
      (
        #"{"id": "a", "title": "A", "capacity": 501}"#,
        """
        line 2, column 55: collections[0].capacity: 501 is out of range. \
        Write a whole number from 1 to 500, without quotes, or leave it out for no limit.
        """
      ),
      (
        #"{"id": "a", "title": "A", "capacity": 1e2}"#,
        """
        line 2, column 55: collections[0].capacity: That is no whole number, or far too large. \
        Write a whole number from 1 to 500, without quotes, or leave it out for no limit.
        """
      ),
      (
        #"{"id": "a", "title": "A", "limit": 5}"#,
        #"""
        line 2, column 43: collections[0].limit: A collection has no field "limit". Did you mean "capacity"?
        """#
      ),
      (
        #"{"id": "a", "title": "A", "drop": "remove"}"#,
        #"""
        line 2, column 51: collections[0].drop: "remove" is not known here. Did you mean "delete"?
        """#
      ),
      (
        #"{"id": "a", "title": "A", "accepts": []}"#,
        #"""
        line 2, column 54: collections[0].accepts: The list is empty. Leave it out, or write ["text"].
        """#
      ),
      (
        #"{"id": "a", "title": "A", "accepts": "image"}"#,
        #"""
        line 2, column 54: collections[0].accepts: "image" is not known here. Write one of "text".
        """#
      ),
      (
        #"{"id": "a", "title": "A"}, {"id": "c", "title": "C", "drop": "delete", "accepts": "text"}"#,
        #"""
        line 2, column 99: collections[1].accepts: A bin keeps nothing, so nothing can be new in it. \#
        Take "accepts" out.
        """#
      ),
      (
        "7",
        """
        line 2, column 17: collections[0]: Here is a number. Write a collection, between { and }.
        """
      ),
    ] {
      #expect(problems(board(collections: collection)) == said)
    }
  }

  @Test func `A mistake in an item is named with its line and remedy`() {
    for (item, said) in [
      (#"{"text": "x"}"#, #"line 3, column 11: items[0]: An item needs "in". Add "in": … to it."#),
      (#"{"in": "a"}"#, #"line 3, column 11: items[0]: An item needs "text". Add "text": … to it."#),
      (
        #"{"in": "a", "name": "x"}"#,
        #"""
        line 3, column 23: items[0].name: An item has no field "name". Did you mean "text"?
        """#
      ),
      (
        #"{"in": "a", "text": "x", "color": "turquoise"}"#,
        #"""
        line 3, column 45: items[0].color: "turquoise" is not known here. Write one of "blue", "green", "yellow", \#
        "orange", "pink", "red", "purple", "teal", "gray", "white".
        """#
      ),
      (
        #"{"in": "a", "text": "x", "color": "grey"}"#,
        #"""
        line 3, column 45: items[0].color: "grey" is not known here. Did you mean "gray"?
        """#
      ),
      (
        #"{"in": "a", "text": "x\ny"}"#,
        """
        line 3, column 31: items[0].text: The text has more than one line. Write it in one line.
        """
      ),
      (
        #"{"in": "a", "text": "x\u202Ey"}"#,
        """
        line 3, column 31: items[0].text: The text contains U+202E, which is not shown and changes how the rest is \
        read. Take that character out.
        """
      ),
      (
        #"{"in": "a", "text": "x", "tags": ["t", "t"]}"#,
        #"""
        line 3, column 50: items[0].tags[1]: The tag "t" is written twice. Take one of them out.
        """#
      ),
      (
        #"{"in": "a", "text": "x", "fields": {"Size": 3}}"#,
        """
        line 3, column 55: items[0].fields.Size: Here is a number. Write a text in quotes.
        """
      ),
      (
        #"{"in": "a", "text": "x", "fields": {"S": "1", "S": "2"}}"#,
        #"""
        line 3, column 57: items[0].fields.S: "S" is written twice. Take one of them out.
        """#
      ),
    ] {
      #expect(problems(board(items: item)) == said)
    }
  }

  @Test func `A mistake in a move is named with its line and remedy`() {
    for (moves, said) in [
      (
        "[]",
        """
        line 4, column 10: moves: The list is empty. \
        Leave "moves" out, so that everything may be dragged everywhere.
        """
      ),
      (
        #"{"from": []}"#,
        #"line 4, column 19: moves.from: The list is empty. Leave "from" out for everywhere."#
      ),
      (
        #"[{"from": "c"}]"#,
        #"""
        line 4, column 20: moves[0].from: There is no collection "c". Did you mean "a"?
        """#
      ),
      (
        #"[{"to": ["a", "a"]}]"#,
        #"""
        line 4, column 24: moves[0].to[1]: "a" is written twice. Take one of them out.
        """#
      ),
      (
        #"[{"tags": "unknown"}]"#,
        #"""
        line 4, column 20: moves[0].tags: No item has the tag "unknown", so this never applies. \#
        Give the tag to an item, or take it out.
        """#
      ),
      (
        #"[{"who": 5}]"#,
        #"""
        line 4, column 19: moves[0].who: A table of this board has 4 seats, so nobody sits on seat 5. \#
        Write a seat from 1 to 4, or raise "seats".
        """#
      ),
      (
        #"[{"who": [1, 1]}]"#,
        "line 4, column 23: moves[0].who[1]: Seat 1 is written twice. Take one of them out."
      ),
      (
        #"[{"people": 1}]"#,
        #"line 4, column 12: moves[0].people: A move has no field "people". Did you mean "who"?"#
      ),
    ] {
      #expect(problems(board("\"moves\": \(moves)")) == said)
    }
  }

  @Test func `A description that is wrong as a whole is named with what it lacks`() {
    for (text, said) in [
      ("[]", "line 1, column 1: Here is a list, between [ and ]. Write a board, between { and }."),
      (
        "{}",
        """
        line 1, column 1: A board needs "title". Add "title": … to it.
        line 1, column 1: A board needs "collections". Add "collections": … to it.
        """
      ),
      (
        #"{"title": "T", "collections": []}"#,
        #"""
        line 1, column 1: collections: A board without collections has no place for anything. \#
        Add one: {"id": "todo", "title": "To do"}.
        """#
      ),
      (
        #"{"title": "T", "collections": [{"id": "a", "title": "A"}]}"#,
        #"""
        line 1, column 1: items: Nothing can ever be on this board. \#
        Add "items", or "accepts": ["text"] to a collection.
        """#
      ),
    ] {
      #expect(problems(text) == said)
    }
    // With the mark that some editors put in front.
    #expect(problems("\u{FEFF}" + board()) == "")
  }

  @Test func `A mistake in the JSON itself is named with its place`() {
    for (text, said) in [
      ("", "line 1, column 1: The text ends too early. Close what is still open: a quote, a ] or a }."),
      (
        "{\"title\": \"T\"",
        """
        line 1, column 14: The text ends too early. Close what is still open: a quote, a ] or a }.
        """
      ),
      (
        "{\"title\": \"T\"}}",
        """
        line 1, column 1: A board needs "collections". Add "collections": … to it.
        line 1, column 15: Something follows the description. Take out what stands behind the last }.
        """
      ),
      (
        "{\"title\": \"T\"\n\"items\": []}",
        """
        line 2, column 1: Something is missing in front of this. \
        Add a comma before it, or a colon behind a field's name.
        """
      ),
      (
        "{\"title\": 'T'}",
        """
        line 1, column 11: title: Only straight double quotes are quotes here. Write " in their place.
        """
      ),
      ("{\"title\": \"T\", // mine\n}", "line 1, column 16: JSON has no comments. Take it out."),
      (
        "{\"title\": \"T\nU\"}",
        """
        line 1, column 13: title: A text goes on over the end of the line, or contains a tab. \
        End it with a quote, or write \\n or \\t.
        """
      ),
      (
        "{\"title\": \"\\x\"}",
        "line 1, column 13: title: There is no such escape. Write \\\\ for a backslash."
      ),
      (
        "{title: 1}",
        """
        line 1, column 2: This character does not belong here. \
        Names and texts stand in double quotes; look for a missing comma, colon, quote or bracket.
        """
      ),
      (
        String(repeating: "[", count: 99),
        """
        line 1, column 1: Here is a list, between [ and ]. Write a board, between { and }.
        line 1, column 17: This is nested too deeply. No description needs more than a few levels of [ and {.
        """
      ),
    ] {
      #expect(problems(text) == said)
    }
    #expect(throws: DescriptionError.self) { try BoardDescription.read([0x7B, 0x22, 0xFF, 0x22]) }
  }

  @Test func `Up to twenty mistakes are named in the order of the text, and the rest are counted`() throws {
    let items = (0..<30).map { "{\"in\": \"a\", \"text\": \"x\", \"x\($0)\": 1}" }.joined(separator: ",\n")
    do {
      _ = try read(board(items: items))
      Issue.record("that is no board")
    } catch {
      #expect(error.problems.count == DescriptionError.problemsMax)
      #expect(error.unlisted == 10)
      #expect(error.problems.map { $0.line } == Array(3..<23))
    }
  }

  @Test func `Of thousands of mistakes the first twenty are named, and the rest are counted`() throws {
    let fields = (0..<4000).map { "\"tabelau\($0)\":1" }.joined(separator: ",")
    do {
      _ = try read(board("\"titel\": 1, \(fields)"))
      Issue.record("that is no board")
    } catch {
      #expect(error.unlisted == 4001 - DescriptionError.problemsMax)
      #expect(
        error.problems.map { $0.path }
          == ["titel"] + (0..<DescriptionError.problemsMax - 1).map { "tabelau\($0)" })
    }
  }

  @Test func `A board may not be named like one that ships, unless the description was kept`() throws {
    for kind in BoardCatalogue.kinds {
      let text = board(#""name": "\#(kind.name)""#)
      #expect(
        problems(text) == """
          line 4, column 9: name: "\(kind.name)" is a board that Baize brings along. Choose another name.
          """)
      #expect(try BoardDescription.read(Array(text.utf8), isKept: true).name == kind.name)
    }
  }

  @Test(arguments: ["klondike1", "solitaire", "klondike", "spider", "vegas", "castle"])
  func `A board may not be named like a game, unless the description was kept`(name: String) throws {
    let text = board(#""name": "\#(name)""#)
    #expect(
      problems(text) == """
        line 4, column 9: name: "\(name)" is a game that Baize brings along. Choose another name.
        """)
    #expect(try BoardDescription.read(Array(text.utf8), isKept: true).name == name)
  }

  @Test func `quotes forty characters, and says where there are more`() {
    for (key, quoted) in [
      (String(repeating: "z", count: 40), String(repeating: "z", count: 40)),
      (String(repeating: "z", count: 41), String(repeating: "z", count: 40) + "…"),
      (String(repeating: "ж", count: 41), String(repeating: "ж", count: 40) + "…"),
      (String(repeating: "z", count: 60_000), String(repeating: "z", count: 40) + "…"),
    ] {
      #expect(
        problems(board("\"\(key)\": 1")).hasPrefix(
          "line 4, column 1: \(quoted): A board has no field \"\(quoted)\"."))
    }
  }

  @Test func `does not quote what could harm its readers`() {
    let text = board(#""\u202E\u0000\#(String(repeating: "z", count: 50))": 1"#)
    #expect(problems(text).contains("A board has no field \"\(String(repeating: "z", count: 40))…\"."))
    #expect(!problems(text).unicodeScalars.contains { $0 != "\n" && DescribedText.isHarmful($0) })
  }
}
