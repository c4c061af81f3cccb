package import Boards
import DragDrop
import JSON
import Wire

extension BoardDescription {
  /// Reads a description of a board, whatever the bytes.
  /// - Parameter isKept: it was read before, perhaps by an earlier version; a board that comes along since then may
  ///   have the same name.
  /// - Throws: all that is wrong with it at once.
  package static func read(_ text: [UInt8], isKept: Bool = false) throws(DescriptionError) -> BoardDescription
  {
    guard text.count <= Limits.bytesMax else {
      var complaints = Complaints()
      complaints.add(
        at: 0, "", "The description has \(text.count) bytes; at most \(Limits.bytesMax) are read.",
        mend: "Shorten it: a board has at most \(Limits.itemsMax) items.")
      throw complaints.error(about: text)
    }
    var reader = DescriptionReader(text)
    var draft = DescriptionDraft()
    do throws(JSONError) {
      try reader.readBoard(into: &draft)
      try reader.finish()
    } catch {
      let (message, mend) = SyntaxComplaint.words(for: error, in: text)
      reader.complaints.add(at: error.offset, reader.path, message, mend: mend)
      throw reader.complaints.error(about: text)
    }
    draft.check(&reader.complaints, isKept: isKept)
    if !reader.complaints.isEmpty { throw reader.complaints.error(about: text) }
    return draft.board
  }
}

// MARK: - the parts of a board

extension DescriptionReader {
  typealias Limits = BoardDescription.Limits

  static let boardFields = [
    "name", "title", "layout", "seats", "empty", "select", "formation", "dropFormation", "labels",
    "collections",
    "items", "moves",
  ]
  static let collectionFields = ["id", "title", "capacity", "ordered", "drop", "accepts"]
  static let itemFields = ["in", "text", "detail", "symbol", "color", "tags", "fields"]
  static let moveFields = ["from", "to", "tags", "who"]
  static let labelFields = ["item", "collection", "limited"]

  private static let layouts = BoardDescription.layouts.map { (word: $0.rawValue, means: $0) }
  private static let drops = BoardDescription.Drop.allCases.map { (word: $0.rawValue, means: $0) }
  private static let colors = ItemContent.Color.allCases.map { (word: $0.rawValue, means: $0) }
  private static let formations: [(word: String, means: DragDropPreviewsFormation)] =
    [.default, .none, .pile, .list, .stack].map { ($0.wireName.description, $0) }

  mutating func readBoard(into draft: inout DescriptionDraft) throws(JSONError) {
    _ = try readObject("a board", fields: Self.boardFields, needing: ["title", "collections"]) {
      reader, field throws(JSONError) in
      switch field {
      case "name":
        draft.name = try reader.readName()
        draft.board.name = draft.name?.value ?? draft.board.name
      case "title":
        draft.board.title = try reader.readText(charactersMax: Limits.titleMax, isNeeded: true)?.value ?? ""
      case "layout": draft.board.layout = try reader.readChoice(Self.layouts)?.value ?? .columns
      case "seats": draft.board.seats = try reader.readInt(1...Limits.seatsMax)?.value ?? Limits.seatsMax
      case "empty": draft.board.empty = try reader.readText(charactersMax: Limits.titleMax)?.value ?? ""
      case "select": draft.board.selects = try reader.readBool() ?? false
      case "formation": draft.board.formation = try reader.readChoice(Self.formations)?.value ?? .default
      case "dropFormation":
        draft.board.dropFormation = try reader.readChoice(Self.formations)?.value ?? .default
      case "labels": try reader.readLabels(into: &draft.board.labels)
      case "collections":
        try reader.readList("collections", max: Limits.collectionsMax) { reader throws(JSONError) in
          try reader.readCollection(into: &draft)
        }
      case "items":
        try reader.readList("items", max: Limits.itemsMax) { reader throws(JSONError) in
          try reader.readItem(into: &draft)
        }
      default:
        try reader.readOneOrMore("moves", max: Limits.movesMax, elsewise: Self.noMoves) {
          reader throws(JSONError) in
          try reader.readMove(into: &draft)
        }
      }
    }
  }

  private static let noMoves = "Leave \"moves\" out, so that everything may be dragged everywhere."

  private mutating func readCollection(into draft: inout DescriptionDraft) throws(JSONError) {
    var collection = BoardDescription.Collection(id: "", title: "")
    var found = DescriptionDraft.Collection()
    _ = try readObject("a collection", fields: Self.collectionFields, needing: ["id", "title"]) {
      reader, field throws(JSONError) in
      switch field {
      case "id": found.id = try reader.readName()
      case "title":
        collection.title = try reader.readText(charactersMax: Limits.titleMax, isNeeded: true)?.value ?? ""
      case "capacity":
        found.capacity = try reader.readInt(1...Limits.itemsMax, elsewise: "leave it out for no limit")
        collection.capacity = found.capacity?.value
      case "ordered": collection.isOrdered = try reader.readBool() ?? true
      case "drop":
        found.drop = try reader.readChoice(Self.drops)
        collection.drop = found.drop?.value ?? .move
      default:
        try reader.readOneOrMore("kinds", max: 1, elsewise: "Leave it out, or write [\"text\"].") {
          reader throws(JSONError) in
          found.accepts = try reader.readChoice([("text", true)])
          collection.acceptsText = found.accepts != nil
        }
      }
    }
    collection.id = found.id?.value ?? ""
    draft.board.collections.append(collection)
    draft.collections.append(found)
  }

  private mutating func readItem(into draft: inout DescriptionDraft) throws(JSONError) {
    var content = ItemContent(text: "")
    var tags: [String] = []
    var found = DescriptionDraft.Item()
    _ = try readObject("an item", fields: Self.itemFields, needing: ["in", "text"]) {
      reader, field throws(JSONError) in
      switch field {
      case "in": found.place = try reader.readString("the \"id\" of a collection")
      case "text":
        content.text = try reader.readText(charactersMax: Limits.textMax, isNeeded: true)?.value ?? ""
      case "detail": content.detail = try reader.readText(charactersMax: Limits.detailMax)?.value ?? ""
      case "symbol": content.symbol = try reader.readText(charactersMax: Limits.symbolMax)?.value ?? ""
      case "color": content.color = try reader.readChoice(Self.colors)?.value.rawValue ?? ""
      case "tags": tags = try reader.readTags().map { $0.value }
      default: content.fields = try reader.readFields()
      }
    }
    draft.board.items.append(.init(in: found.place?.value ?? "", content, tags: tags))
    draft.items.append(found)
  }

  private mutating func readTags() throws(JSONError) -> [Located<String>] {
    var tags: [Located<String>] = []
    try readOneOrMore("tags", max: Limits.tagsMax, elsewise: "Leave it out.") { reader throws(JSONError) in
      guard let tag = try reader.readText(charactersMax: Limits.nameMax, isNeeded: true) else { return }
      if tags.contains(where: { $0.value == tag.value }) {
        reader.complaints.add(
          at: tag.offset, tag.path, "The tag \(Self.quoted(tag.value)) is written twice.",
          mend: "Take one of them out.")
      }
      tags.append(tag)
    }
    return tags
  }

  private mutating func readFields() throws(JSONError) -> [ItemContent.Field] {
    var fields: [ItemContent.Field] = []
    var count = 0
    let start = offset
    let whole = path
    try readPairs("the fields") { reader, key throws(JSONError) in
      let value = try reader.readText(charactersMax: Limits.textMax)
      count += 1
      guard count <= Limits.fieldsMax, reader.check(key, charactersMax: Limits.nameMax, isNeeded: true) else {
        return
      }
      if fields.contains(where: { $0.name == key.value }) {
        reader.complaints.add(
          at: key.offset, key.path, "\(Self.quoted(key.value)) is written twice.",
          mend: "Take one of them out.")
      }
      fields.append(.init(key.value, value?.value ?? ""))
    }
    if count > Limits.fieldsMax {
      complaints.add(
        at: start, whole, "There are \(count) fields here; at most \(Limits.fieldsMax) are allowed.",
        mend: "Leave out \(count - Limits.fieldsMax) of them.")
    }
    return fields
  }

  private mutating func readMove(into draft: inout DescriptionDraft) throws(JSONError) {
    var move = DescriptionDraft.Move()
    _ = try readObject("a move", fields: Self.moveFields) { reader, field throws(JSONError) in
      switch field {
      case "from": move.from = try reader.readReferences(elsewise: "Leave \"from\" out for everywhere.")
      case "to": move.to = try reader.readReferences(elsewise: "Leave \"to\" out for everywhere.")
      case "tags": move.tags = try reader.readTags()
      default:
        try reader.readOneOrMore("seats", max: Limits.seatsMax, elsewise: "Leave \"who\" out for everybody.")
        {
          reader throws(JSONError) in
          if let seat = try reader.readInt(1...Limits.seatsMax) { move.who.append(seat) }
        }
      }
    }
    draft.moves.append(move)
  }

  private mutating func readReferences(elsewise mend: String) throws(JSONError) -> [Located<String>] {
    var references: [Located<String>] = []
    try readOneOrMore("collections", max: Limits.collectionsMax, elsewise: mend) { reader throws(JSONError) in
      if let reference = try reader.readString("the \"id\" of a collection") { references.append(reference) }
    }
    return references
  }

  private mutating func readLabels(into labels: inout BoardDescription.Labels) throws(JSONError) {
    _ = try readObject("labels", fields: Self.labelFields) { reader, field throws(JSONError) in
      switch field {
      case "item": labels.item = try reader.readLabel(DescribedLabel.itemBlanks) ?? labels.item
      case "collection":
        labels.collection = try reader.readLabel(DescribedLabel.collectionBlanks) ?? labels.collection
      default: labels.limited = try reader.readLabel(DescribedLabel.limitedBlanks) ?? labels.limited
      }
    }
  }

  private mutating func readLabel(_ blanks: [DescribedLabel.Blank]) throws(JSONError) -> DescribedLabel? {
    guard let text = try readText(charactersMax: Limits.labelMax, isNeeded: true) else { return nil }
    do throws(DescribedLabel.Mistake) {
      return try DescribedLabel(text.value, with: blanks)
    } catch {
      complain(error, about: text, blanks)
      return nil
    }
  }

  private mutating func complain(
    _ mistake: DescribedLabel.Mistake, about text: Located<String>, _ blanks: [DescribedLabel.Blank]
  ) {
    let words = blanks.map { $0.rawValue }
    switch mistake {
    case .openBrace:
      complaints.add(
        at: text.offset, text.path, "A { has no } that belongs to it, or the other way round.",
        mend: "Write names between both, as in {\(words[0])}.")
    case .unknownBlank("capacity"):
      complaints.add(
        at: text.offset, text.path, "{capacity} is not known here.",
        mend: "Write it in \"limited\", the label of collections that have one.")
    case .unknownBlank(let name):
      let all = words.map { "{\($0)}" }.joined(separator: ", ")
      let nearest = Spelling.nearest(to: name, among: words)
      complaints.add(
        at: text.offset, text.path, "{\(Self.quotable(name))} is not known here.",
        mend: nearest.map { "Did you mean {\($0)}?" } ?? "What can be filled in is \(all).")
    }
  }
}
