import Boards
import Testing
import Wire

@testable import Descriptions

@Suite struct `The page about boards` {
  @Test func `has listings only of the kinds that these tests read`() throws {
    let page = try BoardsPage()
    #expect(page.kinds == ["json board", "sh", "json mistakes", "text problems"])
    #expect(page.texts("json board").count == 4)
    #expect(page.texts("json mistakes").count == page.texts("text problems").count)
  }

  @Test func `shows boards that can be opened, and none is named as one that ships`() throws {
    for text in try BoardsPage().texts("json board") {
      let description = try read(text)
      let board = description.kind.live(seed: 1)
      #expect(board.title == description.title)
      #expect(board.regions[0].runs.map { $0.collection } == description.collections.map { $0.id })
      #expect(board.regions[0].runs.reduce(0) { $0 + $1.items.count } == description.items.count)
      #expect(BoardCatalogue.kind(named: description.name) == nil)
    }
  }

  @Test func `shows mistakes with exactly what is said about them`() throws {
    let page = try BoardsPage()
    for (text, expected) in zip(page.texts("json mistakes"), page.texts("text problems")) {
      #expect(problems(text) == expected)
    }
  }

  @Test func `has a row for every field, and for every word that can be written there`() throws {
    let rows = try BoardsPage().text.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(
      separator: "\n")
    let fields = fieldsListed(
      in: problems(
        #"{"?": 1, "labels": {"?": 1}, "collections": [{"?": 1}], "items": [{"?": 1}], "moves": {"?": 1}}"#))
    #expect(fields.count == 32)
    for field in fields { #expect(rows.contains("`\(field)`"), "\(field)") }
    let words =
      BoardDescription.layouts.map { $0.rawValue } + BoardDescription.Drop.allCases.map { $0.rawValue }
      + ItemContent.Color.allCases.map { $0.rawValue }
    for word in words { #expect(rows.contains("`\"\(word)\"`"), "\(word)") }
    for blank in DescribedLabel.Blank.allCases { #expect(rows.contains("{\(blank.rawValue)}")) }
  }

  @Test func `tells the limits as they are`() throws {
    let page = try BoardsPage().text
    typealias Limits = BoardDescription.Limits
    for row in [
      "| a description | 65,536 bytes (\(Limits.bytesMax / 1024) KiB) |",
      "| collections | \(Limits.collectionsMax) |", "| items, at the start and later | \(Limits.itemsMax) |",
      "| moves | \(Limits.movesMax) |", "| seats | \(Limits.seatsMax) |",
      "| tags of an item, and fields of an item | \(Limits.tagsMax) each |",
      "| `text`, and a field's value | \(Limits.textMax) characters |",
      "| `detail` | \(Limits.detailMax) characters |", "| `title`, `empty` | \(Limits.titleMax) characters |",
      "| a label | \(Limits.labelMax) characters |", "| a symbol | \(Limits.symbolMax) characters",
      "| `id`, `name`, a tag, a field's name | \(Limits.nameMax) characters |",
      "| text from outside | 4,096 bytes |",
    ] {
      #expect(page.contains(row), "\(row)")
    }
    #expect(Limits.tagsMax == Limits.fieldsMax && Limits.textBytesMax == 4096)
  }
}

@Suite struct `The Kanban board that ships` {
  @Test func `has three columns and a bin, eight cards, and takes text where work begins`() throws {
    let description = try BoardDescription.read(BoardsPage.kanban())
    #expect(description.collections.map { $0.title } == ["To do", "Doing", "Done", "Bin"])
    #expect(description.collections.map { $0.capacity } == [nil, 3, nil, nil])
    #expect(description.collections.map { $0.acceptsText } == [true, false, false, false])
    #expect(description.items.count == 8)
    #expect(description.items.allSatisfy { !$0.content.color.isEmpty && !$0.tags.isEmpty })
    let region = description.kind.live(seed: 0).regions[0]
    #expect(region.takes == ["text/plain"])
    #expect(
      region.label == """
        Kanban: a garden party: To do, 4 cards; Doing, 2 of 3 cards; Done, 2 cards; Bin, 0 cards
        """)
    #expect(region.runs[0].items[0].content?.label == "Hang up the lanterns, card in To do")
  }
}
