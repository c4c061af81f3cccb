import Boards
import DragDrop
import Testing

/// What the seeds' own code loses, typed in as actions of boards: the engine keeps the items.
@Suite struct `Code that loses items` {
  // MARK: one array

  /// A list whose cards b and d are lifted together, and whose action is the article's.
  private func articleList(_ cards: String) -> BoardEngine<CardList> {
    BoardEngine(
      board: Board<CardList> {
        Region("cards") { ForEach { $0.cards }.reorderable() }
          .reorderContainer(for: Card.self) { model, difference in
            model.cards.applyAsInTheArticle(difference)
            return true
          }
          .dragContainer(for: Card.self) { _, ids in ids == ["b"] ? ["b", "d"] : ids }
      }, model: CardList(cards: cards.split(separator: " ").map { Card(id: String($0)) }))
  }

  private func place(before card: String) -> BoardEngine<CardList>.Pointer {
    .init(over: 0, .init(position: .before(card), collectionID: .init()))
  }

  @Test func `rows 13, 50: the article's array loses a card in front of itself: the engine keeps it`() throws
  {
    var cards = ["a", "b", "c", "d"].map { Card(id: $0) }
    let broken = ReorderDifference(
      sources: ["b", "d"],
      destination: .init(position: .before("b"), collectionID: ReorderableSingleCollectionIdentifier()))
    cards.applyAsInTheArticle(broken)
    #expect(cards.map { $0.id } == ["a", "c", "d"], "the seed's code is not what it was")

    var engine = articleList("a b c d")
    engine.refuses(.conservationBroken) { try $0.carry("b", to: place(before: "b")) }
    #expect(engine.model.cards.map { $0.id } == ["a", "b", "c", "d"])
    engine.refuses(.conservationBroken) { engine in
      engine.perform {
        $0.cards.applyAsInTheArticle(broken)
        return true
      }
    }
  }

  @Test func `a difference that would lose a card is refused before the article's array sees it`() throws {
    var engine = articleList("a b c d")
    #expect(try engine.carry("a", to: place(before: "a")) == .performed(.move))
    #expect(engine.revision == 0)
    engine.refuses(.badDestination(.unknownAnchor)) { try $0.carry("a", to: place(before: "z")) }
  }

  @Test func `our array with the same difference loses nothing`() {
    var cards = ["a", "b", "c", "d"].map { Card(id: $0) }
    let difference = ReorderDifference(
      sources: ["b", "d"],
      destination: .init(position: .before("b"), collectionID: ReorderableSingleCollectionIdentifier()))
    #expect(cards.apply(difference: difference) == true)
    #expect(cards.map { $0.id } == ["a", "b", "d", "c"])
  }

  // MARK: sections

  private func articleSections(inPlace: Bool) -> BoardEngine<SectionedCards> {
    BoardEngine(
      board: Board<SectionedCards> {
        Region("cards") {
          for section in ["favorites", "others"] {
            ForEach { $0.cards(in: section) }.reorderable(collectionID: section)
          }
        }
        .reorderContainer(for: Card.self, in: String.self) { model, difference in
          model.applyAsInTheArticle(difference, inPlace: inPlace)
          return true
        }
        .dragContainer(for: Card.self) { _, ids in ids == ["blue"] ? ["blue", "yellow"] : ids }
      }, model: SectionedCards())
  }

  @Test func `the article's sections forget a move in front of the moved: every card is kept`() throws {
    let place = BoardEngine<SectionedCards>.Pointer(
      over: 0, .init(position: .before("blue"), collectionID: "favorites"))
    var engine = articleSections(inPlace: false)
    #expect(try engine.carry("blue", to: place) == .performed(.move))
    #expect(engine.model == SectionedCards(), "it works on a copy and gives up")
    engine = articleSections(inPlace: true)
    engine.refuses(.conservationBroken) { try $0.carry("blue", to: place) }
  }

  // MARK: dropped contacts

  /// People in two groups: a person who is dropped in the other group leaves their own.
  private static func groups(
    _ put: @escaping @Sendable (inout Letters, [String]) -> Void
  ) -> BoardEngine<Lists> {
    BoardEngine(
      board: Board<Lists> {
        Region("family") { ForEach { $0.board["F"] } }
          .dragContainer(payload: { model, _ in model.board["F"] })
          .dragConfiguration(DragConfiguration(allowMove: true))
          .onDragSessionUpdated { model, session in
            guard session.phase == .ended(.move) else { return false }
            for id in session.draggedItemIDs { model.basket.removeAll { $0 == id } }
            return true
          }
        Region("others") { ForEach { $0.board["O"] } }
          .dropDestination { model, items, _ in
            model.board.remove(items.map { $0.id })
            put(&model.board, items.map { $0.id })
            return true
          }
          .dropConfiguration { _, _ in DropConfiguration(operation: .move) }
      }, model: Lists("F[a b] O[c]"))
  }

  @Test func `a handler of dropped contacts that looks at the first only is refused`() throws {
    let others = BoardEngine<Lists>.Pointer(over: 1)
    var engine = Self.groups { board, ids in try? board.insert([ids[0]], at: end("O")) }
    engine.refuses(.conservationBroken) { try $0.carry("a", to: others) }
    #expect(picture(engine.model.board) == "F[a b] O[c]")
    engine = Self.groups { board, ids in try? board.insert(ids, at: end("O")) }
    #expect(try engine.carry("a", to: others) == .performed(.move))
    #expect(picture(engine.model.board) == "F[] O[c a b]")
  }

  @Test func `inserting a contact that is there already is refused where order matters`() throws {
    var engine = BoardEngine(
      board: Board<AddressBook> {
        Region("people") { ForEach { $0.contacts }.reorderable() }
          .reorderContainer(for: Contact.self) { $0.contacts.apply(difference: $1) }
          .dropDestination(for: Contact.self) { book, contacts, _ in
            book.contacts += contacts
            return true
          }
      }, model: AddressBook.engine().model)
    let known = Payload(.baizeContact, bytes: engine.model.contacts[0].encoded)
    engine.refuses(.itemNotUnique) { try $0.drop([[known]], player: 1, at: .init(over: 0)) }
  }

  // MARK: the code-along

  @Test(arguments: [-0.01, 0, 0.99, 1] as [Float])
  func `a pile computed from pixels that is not there is refused`(_ x: Float) throws {
    var engine = TestBoard.engine {
      $0.dropConfiguration { _, session in
        // Of lists as wide as half a board; a pointer that is slightly too far left counts as the first.
        let list = Int(session.location.x * 2)
        return DropConfiguration(operation: .move, destination: end(["F", "O", "nowhere"][list]))
      }
    }
    let pointer = BoardEngine<Lists>.Pointer(over: TestBoard.lists, at: Point(x: x, y: 0))
    if x < 1 {
      #expect(try engine.carry("s", to: pointer) == .performed(.move))
      #expect(engine.model.board[x < 0.5 ? "F" : "O"].last == "s")
    } else {
      engine.refuses(.badDestination(.unknownCollection)) { try $0.carry("s", to: pointer) }
    }
  }
}

extension Array where Element == Card {
  /// Early returns after the card was taken out: what the article's extension does.
  mutating func applyAsInTheArticle<CollectionID>(_ difference: ReorderDifference<String, CollectionID>) {
    guard let source = firstIndex(where: { $0.id == difference.sources[0] }) else { return }
    let moved = remove(at: source)
    switch difference.destination.position {
    case .before(let anchor):
      guard let index = firstIndex(where: { $0.id == anchor }) else { return }
      insert(moved, at: index)
    case .end: append(moved)
    }
  }
}

extension SectionedCards {
  /// The article's loop over sections; in place, its early returns lose what was taken out.
  mutating func applyAsInTheArticle(_ difference: ReorderDifference<String, String>, inPlace: Bool) {
    var updated = sections
    var moved: [Card] = []
    for index in updated.indices {
      moved += updated[index].cards.filter { difference.sources.contains($0.id) }
      updated[index].cards.removeAll { difference.sources.contains($0.id) }
    }
    if inPlace { sections = updated }
    guard let target = updated.firstIndex(where: { $0.id == difference.destination.collectionID }) else {
      return
    }
    switch difference.destination.position {
    case .before(let anchor):
      guard let index = updated[target].cards.firstIndex(where: { $0.id == anchor }) else { return }
      updated[target].cards.insert(contentsOf: moved, at: index)
    case .end: updated[target].cards.append(contentsOf: moved)
    }
    sections = updated
  }
}
