import Boards

/// What can be checked only when the whole description is known: everything that refers to something else.
extension DescriptionDraft {
  private typealias Reader = DescriptionReader

  mutating func check(_ complaints: inout Complaints, isKept: Bool) {
    if !isKept { checkName(&complaints) }
    checkCollections(&complaints)
    checkItems(&complaints)
    checkMoves(&complaints)
    board.moves = moves.map { move in
      var checked = BoardDescription.Move()
      checked.from = move.from.map { $0.value }
      checked.to = move.to.map { $0.value }
      checked.tags = move.tags.map { $0.value }
      checked.who = move.who.map { $0.value }
      return checked
    }
  }

  private func checkName(_ complaints: inout Complaints) {
    guard let name, let what = TakenName.meaning(of: name.value) else { return }
    complaints.add(
      at: name.offset, name.path,
      "\(Reader.quoted(name.value)) is \(what) that Baize brings along.",
      mend: "Choose another name.")
  }

  // MARK: collections

  private var ids: [String] { collections.compactMap { $0.id?.value } }
  /// Some have no readable name: then what does not refer to any might refer to them.
  private var hasAllIDs: Bool { collections.allSatisfy { $0.id != nil } }

  private func checkCollections(_ complaints: inout Complaints) {
    if collections.isEmpty, complaints.isEmpty {
      complaints.add(
        at: 0, "collections", "A board without collections has no place for anything.",
        mend: "Add one: {\"id\": \"todo\", \"title\": \"To do\"}.")
    }
    var met: Set<String> = []
    for collection in collections {
      if let id = collection.id {
        if id.value == BoardDescription.place.description {
          complaints.add(
            at: id.offset, id.path, "\(Reader.quoted(id.value)) is what the board itself is called.",
            mend: "Choose another name.")
        }
        if !met.insert(id.value).inserted {
          complaints.add(
            at: id.offset, id.path, "Another collection has the id \(Reader.quoted(id.value)).",
            mend: "Choose another name for one of them.")
        }
      }
      guard collection.drop?.value == .delete else { continue }
      if let capacity = collection.capacity {
        complaints.add(
          at: capacity.offset, capacity.path, "A bin keeps nothing, so it is never full.",
          mend: "Take \"capacity\" out.")
      }
      if let accepts = collection.accepts {
        complaints.add(
          at: accepts.offset, accepts.path, "A bin keeps nothing, so nothing can be new in it.",
          mend: "Take \"accepts\" out.")
      }
    }
    let canHoldAnything = !items.isEmpty || board.collections.contains { $0.acceptsText }
    if !canHoldAnything, complaints.isEmpty {
      complaints.add(
        at: 0, "items", "Nothing can ever be on this board.",
        mend: "Add \"items\", or \"accepts\": [\"text\"] to a collection.")
    }
  }

  // MARK: items

  private func checkItems(_ complaints: inout Complaints) {
    var counts: [String: Int] = [:]
    for place in items.compactMap({ $0.place }) {
      guard let index = collections.firstIndex(where: { $0.id?.value == place.value }) else {
        complainUnknown(place, &complaints)
        continue
      }
      let count = counts[place.value, default: 0] + 1
      counts[place.value] = count
      if collections[index].drop?.value == .delete {
        complaints.add(
          at: place.offset, place.path, "\(Reader.quoted(place.value)) is a bin, in which nothing ever lies.",
          mend: "Put the item elsewhere.")
      } else if let capacity = board.collections[index].capacity, count == capacity + 1 {
        complaints.add(
          at: place.offset, place.path,
          "\(Reader.quoted(place.value)) has a capacity of \(capacity), and this is one item more.",
          mend: "Put it elsewhere, or raise the capacity.")
      }
    }
  }

  private func complainUnknown(_ reference: Located<String>, _ complaints: inout Complaints) {
    guard hasAllIDs else { return }
    let all = ids
    complaints.add(
      at: reference.offset, reference.path, "There is no collection \(Reader.quoted(reference.value)).",
      mend: Reader.mend(
        reference.value, among: all,
        elsewise: all.isEmpty ? "Describe it in \"collections\"." : "There are \(Reader.listed(all))."))
  }

  // MARK: moves

  /// References, and permissions that can never permit anything.
  private func checkMoves(_ complaints: inout Complaints) {
    let bins = Set(collections.filter { $0.drop?.value == .delete }.compactMap { $0.id?.value })
    let tags = Set(board.items.flatMap { $0.tags })
    // Enough of them to find what somebody meant.
    let someTags = Array(tags.sorted().prefix(100))
    for move in moves {
      for reference in move.from + move.to where !ids.contains(reference.value) {
        complainUnknown(reference, &complaints)
      }
      for source in move.from where bins.contains(source.value) {
        complaints.add(
          at: source.offset, source.path,
          "\(Reader.quoted(source.value)) is a bin, from which nothing comes back.",
          mend: "Take it out of \"from\".")
      }
      for list in [move.from, move.to] {
        for (index, reference) in list.enumerated()
        where list[..<index].contains(where: { $0.value == reference.value }) {
          complaints.add(
            at: reference.offset, reference.path, "\(Reader.quoted(reference.value)) is written twice.",
            mend: "Take one of them out.")
        }
      }
      for tag in move.tags where !tags.contains(tag.value) {
        complaints.add(
          at: tag.offset, tag.path, "No item has the tag \(Reader.quoted(tag.value)), so this never applies.",
          mend: Reader.mend(tag.value, among: someTags, elsewise: "Give the tag to an item, or take it out."))
      }
      for (index, seat) in move.who.enumerated() {
        if seat.value > board.seats {
          complaints.add(
            at: seat.offset, seat.path,
            "A table of this board has \(board.seats) seats, so nobody sits on seat \(seat.value).",
            mend: "Write a seat from 1 to \(board.seats), or raise \"seats\".")
        } else if move.who[..<index].contains(where: { $0.value == seat.value }) {
          complaints.add(
            at: seat.offset, seat.path, "Seat \(seat.value) is written twice.", mend: "Take one of them out.")
        }
      }
    }
  }
}
