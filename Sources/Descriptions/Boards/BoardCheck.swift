import Boards

/// What can be checked only when the whole description is known: everything that refers to something else.
extension DescriptionCoder {
  mutating func check(_ board: BoardDescription, isKept: Bool) {
    if !isKept, let place = places["name"], let what = TakenName.meaning(of: board.name) {
      complain(
        "\(Self.quoted(board.name)) is \(what) that Baize brings along.", mend: "Choose another name.",
        at: place)
    }
    checkCollections(board)
    checkItems(board)
    checkMoves(board)
  }

  // MARK: collections

  private mutating func checkCollections(_ board: BoardDescription) {
    if board.collections.isEmpty, complaints.isEmpty {
      complain(
        "A board without collections has no place for anything.",
        mend: "Add one: {\"id\": \"todo\", \"title\": \"To do\"}.", at: Place(offset: 0, path: "collections"))
    }
    var met: Set<String> = []
    for (index, collection) in board.collections.enumerated() {
      let (id, path) = (collection.id, "collections[\(index)]")
      if let place = places["\(path).id"] {
        if id == BoardDescription.place.description {
          complain(
            "\(Self.quoted(id)) is what the board itself is called.", mend: "Choose another name.", at: place)
        }
        if !met.insert(id).inserted {
          complain(
            "Another collection has the id \(Self.quoted(id)).", mend: "Choose another name for one of them.",
            at: place)
        }
      }
      guard collection.drop == .delete else { continue }
      if let place = places["\(path).capacity"] {
        complain("A bin keeps nothing, so it is never full.", mend: "Take \"capacity\" out.", at: place)
      }
      if let place = places["\(path).accepts[0]"] {
        complain(
          "A bin keeps nothing, so nothing can be new in it.", mend: "Take \"accepts\" out.", at: place)
      }
    }
    let canHoldAnything = !board.items.isEmpty || board.collections.contains { $0.acceptsText }
    if !canHoldAnything, complaints.isEmpty {
      complain(
        "Nothing can ever be on this board.",
        mend: "Add \"items\", or \"accepts\": [\"text\"] to a collection.",
        at: Place(offset: 0, path: "items"))
    }
  }

  // MARK: items

  private mutating func checkItems(_ board: BoardDescription) {
    var counts: [String: Int] = [:]
    for (index, item) in board.items.enumerated() {
      guard let place = places["items[\(index)].in"] else { continue }
      guard let collection = board.collections.first(where: { !$0.id.isEmpty && $0.id == item.place }) else {
        complainUnknown(item.place, of: board, at: place)
        continue
      }
      let count = counts[item.place, default: 0] + 1
      counts[item.place] = count
      if collection.drop == .delete {
        complain(
          "\(Self.quoted(item.place)) is a bin, in which nothing ever lies.", mend: "Put the item elsewhere.",
          at: place)
      } else if let capacity = collection.capacity, count == capacity + 1 {
        complain(
          "\(Self.quoted(item.place)) has a capacity of \(capacity), and this is one item more.",
          mend: "Put it elsewhere, or raise the capacity.", at: place)
      }
    }
  }

  private mutating func complainUnknown(_ id: String, of board: BoardDescription, at place: Place?) {
    let all = board.collections.map { $0.id }
    // Some have no readable name: then what does not refer to any might refer to them.
    if all.contains("") { return }
    complain(
      "There is no collection \(Self.quoted(id)).",
      mend: Self.mend(
        id, among: all,
        elsewise: all.isEmpty ? "Describe it in \"collections\"." : "There are \(Self.listed(all))."),
      at: place)
  }

  // MARK: moves

  /// References, and permissions that can never permit anything.
  private mutating func checkMoves(_ board: BoardDescription) {
    let ids = board.collections.map { $0.id }.filter { !$0.isEmpty }
    let bins = Set(board.collections.filter { $0.drop == .delete }.map { $0.id }).subtracting([""])
    let tags = Set(board.items.flatMap { $0.tags })
    // Enough of them to find what somebody meant.
    let someTags = Array(tags.sorted().prefix(100))
    for (index, move) in board.moves.enumerated() {
      let path = places["moves[\(index)]"]?.path ?? ""
      let place = { [places] (list: String, element: Int) in places["\(path).\(list)[\(element)]"] }
      let lists = [("from", move.from), ("to", move.to)]
      for (name, list) in lists {
        for (element, id) in list.enumerated() where !ids.contains(id) {
          complainUnknown(id, of: board, at: place(name, element))
        }
      }
      for (element, source) in move.from.enumerated() where bins.contains(source) {
        complain(
          "\(Self.quoted(source)) is a bin, from which nothing comes back.", mend: "Take it out of \"from\".",
          at: place("from", element))
      }
      for (name, list) in lists {
        for (element, id) in list.enumerated() where list[..<element].contains(id) {
          complain(
            "\(Self.quoted(id)) is written twice.", mend: "Take one of them out.", at: place(name, element))
        }
      }
      for (element, tag) in move.tags.enumerated() where !tags.contains(tag) {
        complain(
          "No item has the tag \(Self.quoted(tag)), so this never applies.",
          mend: Self.mend(tag, among: someTags, elsewise: "Give the tag to an item, or take it out."),
          at: place("tags", element))
      }
      for (element, seat) in move.who.enumerated() {
        if seat > board.seats {
          complain(
            "A table of this board has \(board.seats) seats, so nobody sits on seat \(seat).",
            mend: "Write a seat from 1 to \(board.seats), or raise \"seats\".", at: place("who", element))
        } else if move.who[..<element].contains(seat) {
          complain(
            "Seat \(seat) is written twice.", mend: "Take one of them out.", at: place("who", element))
        }
      }
    }
  }
}
