package import Boards
import DragDrop
import Wire

extension BoardDescription {
  /// Reads a description of a board, whatever the bytes.
  /// - Parameter isKept: it was read before, perhaps by an earlier version; a board that comes along since then may
  ///   have the same name.
  /// - Throws: all that is wrong with it at once.
  package static func read(_ text: [UInt8], isKept: Bool = false) throws(DescriptionError) -> BoardDescription
  {
    var board = BoardDescription(title: "")
    let mend = "Shorten it: a board has at most \(Limits.itemsMax) items."
    var coder = try DescriptionCoder(reading: text, bytesMax: Limits.bytesMax, elsewise: mend) {
      board.code(by: &$0)
    }
    coder.check(board, isKept: isKept)
    try coder.finish()
    return board
  }

  /// The description as JSON in one line, without what goes without saying. Promise: read again it is equal, and it
  /// is not longer than what it was read from.
  package var bytes: [UInt8] {
    var (board, coder) = (self, DescriptionCoder())
    board.code(by: &coder)
    return coder.out.bytes
  }

  private mutating func code(by c: inout DescriptionCoder) {
    let usual = BoardDescription(title: "")
    c.object("a board") { c in
      c.field("name", &name, or: usual.name, .name)
      c.field("title", &title, isNeeded: true, .text(Limits.titleMax, isNeeded: true))
      c.field("layout", &layout, or: usual.layout, .choice(Self.layouts.map { ($0.rawValue, $0) }))
      c.field("seats", &seats, or: usual.seats, .int(1...Limits.seatsMax))
      c.field("empty", &empty, or: "", .text(Limits.titleMax))
      c.field("select", &selects, or: false, .truth)
      c.field("formation", &formation, or: usual.formation, .choice(Self.formations))
      c.field("dropFormation", &dropFormation, or: usual.dropFormation, .choice(Self.formations))
      c.field("labels", &labels, or: usual.labels, .labels)
      c.field(
        "collections", &collections, isNeeded: true,
        .list("collections", max: Limits.collectionsMax, .collection))
      c.field("items", &items, or: [], .list("items", max: Limits.itemsMax, .item))
      c.field(
        "moves", &moves, or: [],
        .oneOrMore(
          "moves", max: Limits.movesMax,
          elsewise: "Leave \"moves\" out, so that everything may be dragged everywhere.", .move))
    }
  }

  private static let formations: [(word: String, means: DragDropPreviewsFormation)] =
    [.default, .none, .pile, .list, .stack].map { ($0.wireName.description, $0) }
}

private typealias Limits = BoardDescription.Limits

extension DescriptionForm where Value == BoardDescription.Collection {
  fileprivate static var collection: Self {
    .object("a collection", Value(id: "", title: "")) { collection, c in
      c.field("id", &collection.id, isNeeded: true, .name)
      c.field("title", &collection.title, isNeeded: true, .text(Limits.titleMax, isNeeded: true))
      c.field(
        "capacity", &collection.capacity, .int(1...Limits.itemsMax, elsewise: "leave it out for no limit"))
      c.field("ordered", &collection.isOrdered, or: true, .truth)
      c.field(
        "drop", &collection.drop, or: .move,
        .choice(BoardDescription.Drop.allCases.map { ($0.rawValue, $0) }))
      var kinds = collection.acceptsText ? [true] : []
      c.field(
        "accepts", &kinds, or: [],
        .oneOrMore("kinds", max: 1, elsewise: "Leave it out, or write [\"text\"].", .choice([("text", true)]))
      )
      collection.acceptsText = !kinds.isEmpty
    }
  }
}

extension DescriptionForm where Value == BoardDescription.Item {
  fileprivate static var item: Self {
    .object("an item", Value(in: "", ItemContent(text: ""))) { item, c in
      c.field("in", &item.place, isNeeded: true, .reference)
      c.field("text", &item.content.text, isNeeded: true, .text(Limits.textMax, isNeeded: true))
      c.field("detail", &item.content.detail, or: "", .text(Limits.detailMax))
      c.field("symbol", &item.content.symbol, or: "", .text(Limits.symbolMax))
      c.field(
        "color", &item.content.color, or: "",
        .choice(ItemContent.Color.allCases.map { ($0.rawValue, $0.rawValue) }))
      c.field("tags", &item.tags, or: [], .tags)
      c.field("fields", &item.content.fields, or: [], .fields)
    }
  }
}

extension DescriptionForm where Value == BoardDescription.Move {
  fileprivate static var move: Self {
    .object("a move", Value()) { move, c in
      for (key, path) in [("from", \Value.from), ("to", \Value.to)] {
        c.field(
          key, &move[keyPath: path], or: [],
          .oneOrMore(
            "collections", max: Limits.collectionsMax, elsewise: "Leave \"\(key)\" out for everywhere.",
            .reference))
      }
      c.field("tags", &move.tags, or: [], .tags)
      c.field(
        "who", &move.who, or: [],
        .oneOrMore(
          "seats", max: Limits.seatsMax, elsewise: "Leave \"who\" out for everybody.",
          .int(1...Limits.seatsMax)))
    }
  }
}

extension DescriptionForm where Value == String {
  fileprivate static var reference: Self { .string("the \"id\" of a collection") }
}

extension DescriptionForm where Value == [String] {
  fileprivate static var tags: Self {
    .oneOrMore(
      "tags", max: Limits.tagsMax, elsewise: "Leave it out.", .text(Limits.nameMax, isNeeded: true),
      twice: { "The tag \(DescriptionCoder.quoted($0)) is written twice." })
  }
}

extension DescriptionForm where Value == [ItemContent.Field] {
  fileprivate static var fields: Self {
    Self { c in
      var (fields, count, start) = (Value(), 0, c.nextPlace())
      c.readPairs("the fields") { c, key, place in
        let value = c.readText(charactersMax: Limits.textMax, isNeeded: false)
        count += 1
        guard count <= Limits.fieldsMax,
          c.check(key, at: place, charactersMax: Limits.nameMax, isNeeded: true)
        else { return }
        if fields.contains(where: { $0.name == key }) {
          c.complain(
            "\(DescriptionCoder.quoted(key)) is written twice.", mend: "Take one of them out.", at: place)
        }
        fields.append(.init(key, value ?? ""))
      }
      if count > Limits.fieldsMax {
        c.complain(
          "There are \(count) fields here; at most \(Limits.fieldsMax) are allowed.",
          mend: "Leave out \(count - Limits.fieldsMax) of them.", at: start)
      }
      return fields
    } write: { c, fields in
      c.out.beginObject()
      for field in fields {
        c.out.key(field.name)
        c.out.value(field.value)
      }
      c.out.endObject()
    }
  }
}

// MARK: - labels

extension DescriptionForm where Value == BoardDescription.Labels {
  fileprivate static var labels: Self {
    let usual = Value()
    return .object("labels", usual) { labels, c in
      c.field("item", &labels.item, or: usual.item, .label(DescribedLabel.itemBlanks))
      c.field("collection", &labels.collection, or: usual.collection, .label(DescribedLabel.collectionBlanks))
      c.field("limited", &labels.limited, or: usual.limited, .label(DescribedLabel.limitedBlanks))
    }
  }
}

extension DescriptionForm where Value == DescribedLabel {
  fileprivate static func label(_ blanks: [DescribedLabel.Blank]) -> Self {
    Self {
      $0.readLabel(blanks)
    } write: {
      $0.out.value($1.text)
    }
  }
}

extension DescriptionCoder {
  fileprivate mutating func readLabel(_ blanks: [DescribedLabel.Blank]) -> DescribedLabel? {
    let place = nextPlace()
    guard let text = readText(charactersMax: Limits.labelMax, isNeeded: true) else { return nil }
    do throws(DescribedLabel.Mistake) {
      return try DescribedLabel(text, with: blanks)
    } catch {
      complain(error, blanks, at: place)
      return nil
    }
  }

  private mutating func complain(
    _ mistake: DescribedLabel.Mistake, _ blanks: [DescribedLabel.Blank], at place: Place
  ) {
    let words = blanks.map { $0.rawValue }
    switch mistake {
    case .openBrace:
      complain(
        "A { has no } that belongs to it, or the other way round.",
        mend: "Write names between both, as in {\(words[0])}.", at: place)
    case .unknownBlank("capacity"):
      complain(
        "{capacity} is not known here.",
        mend: "Write it in \"limited\", the label of collections that have one.",
        at: place)
    case .unknownBlank(let name):
      let all = words.map { "{\($0)}" }.joined(separator: ", ")
      let nearest = Spelling.nearest(to: name, among: words)
      complain(
        "{\(Self.quotable(name))} is not known here.",
        mend: nearest.map { "Did you mean {\($0)}?" } ?? "What can be filled in is \(all).", at: place)
    }
  }
}
