import DragDrop

/// The small boards that the documentation shows beside Solitaire. Marked parts of this file are what it
/// shows.
enum ExampleBoards {
  typealias Card = SolitaireSteps.Card

  // MARK: the fruit basket

  struct Fruit: Identifiable, Hashable, Sendable {
    let id: UInt16
    let name: Text
  }

  // snippet: groceries
  struct Groceries: BoardModel {
    typealias CollectionID = Never

    var available: [Fruit]
    var basket: [Fruit] = []

    func census() -> [Fruit.ID] { (available + basket).map { $0.id } }
    subscript(id id: Fruit.ID) -> Fruit? { available.first { $0.id == id } }
  }
  // end snippet

  static func basket() -> Board<Groceries> {
    // swift-format-ignore
    // snippet: basket
    Board {
      Region("available") {
        ForEach { $0.available } content: {
          ItemView()
            .draggable()
            .accessibilityLabel { "\($0.name), draggable" }
        }
      }
      Region("basket")
        .dropDestination(for: Fruit.self) { groceries, fruits, _ in
          groceries.basket += fruits
          return true
        }
        .accessibilityLabel { "Basket, drop zone, \($0.basket.count) fruits" }
    }
    // end snippet
  }

  // MARK: contacts that travel as data

  // snippet: contact
  struct Contact: Identifiable, Hashable, Transferable {
    var id = 0  // 0 until a book takes it
    var givenName: Text
    var phoneNumber: Text = ""

    static var transferRepresentation: some TransferRepresentation<Contact> {
      DataRepresentation(contentType: .vCard) {
        $0.vCard
      } importing: {
        Contact(vCard: $0)
      }
      .suggestedFileName { $0.givenName }
      ProxyRepresentation {
        $0.phoneNumber
      } importing: {
        Contact(givenName: $0)
      }
    }
  }
  // end snippet

  struct Book: BoardModel {
    typealias Item = Contact
    typealias CollectionID = ReorderableSingleCollectionIdentifier
    typealias Position = ReorderDifference<Int, CollectionID>.Destination.Position

    var contacts: [Contact]

    func census() -> [Int] { contacts.map { $0.id } }
    subscript(id id: Int) -> Contact? { contacts.first { $0.id == id } }

    // snippet: book
    mutating func insert(_ dropped: [Contact], at position: Position) -> Bool {
      var index = contacts.endIndex
      if case .before(let id) = position {
        index = contacts.firstIndex { $0.id == id } ?? index
      }
      for var contact in dropped {
        contact.id = (contacts.map { $0.id }.max() ?? 0) + 1
        contacts.insert(contact, at: index)
        index += 1
      }
      return true
    }
    // end snippet
  }

  static func people() -> Board<Book> {
    // snippet: people
    Board {
      Region("people") {
        ForEach { $0.contacts }
          .reorderable()
      }
      .reorderContainer(for: Contact.self) { book, difference in
        book.contacts.apply(difference: difference)
      }
      .dropDestination(for: Contact.self) { book, contacts, session in
        book.insert(contacts, at: session.reorderDestination?.position ?? .end)
      }
    }
    // end snippet
  }

  // MARK: a grid with a selection for each person

  // snippet: grid-model
  struct Grid: BoardModel {
    typealias Item = Card
    typealias CollectionID = Never

    var cards: [Card]
    var dropped: [Card] = []
    var selected = Selections<Card.ID>()

    func census() -> [Card.ID] { cards.map { $0.id } }
    subscript(id id: Card.ID) -> Card? { cards.first { $0.id == id } }
    mutating func keep(from current: Grid) { selected = current.selected }
  }
  // end snippet

  static func grid() -> Board<Grid> {
    // swift-format-ignore
    // snippet: grid
    Board {
      Region("grid") {
        ForEach { $0.cards } content: {
          ItemView().onTap { grid, card, player in
            grid.selected.toggle(card, by: player)
            return true
          }
        }
      }
      .dragContainer(for: Card.self) { _, ids in ids }
      .dragContainerSelection { grid, player in grid.selected[player] }
      .dragPreviewsFormation(.pile)

      Region("drop area")
        .dropDestination(for: Card.self) { grid, cards, session in
          grid.dropped = cards
          grid.selected[session.player] = []
          return true
        }
    }
    // end snippet
  }

  // MARK: a list with an edit mode

  struct Words: BoardModel {
    typealias Item = String
    typealias ItemID = String
    typealias CollectionID = Never

    var words: [String]

    func census() -> [String] { words }
    subscript(id id: String) -> String? { words.first { $0 == id } }
  }

  static func list() -> Board<Words> {
    // snippet: list
    Board {
      Region("list") {
        ForEach { $0.words }
          .onMove { list, offsets, target in
            list.words.move(fromOffsets: offsets, toOffset: target)
          }
      }
      .editMode(.toggle)
    }
    // end snippet
  }

  // MARK: files in folders

  struct File: Identifiable, Hashable, Sendable {
    let id: UInt16
    let name: Text
    var isFolder = false
  }

  struct Drive: BoardModel {
    typealias Item = File
    typealias CollectionID = Never

    var files: [File]
    var folders: [File.ID: [File]] = [:]

    func census() -> [File.ID] { files.map { $0.id } + folders.values.flatMap { $0.map { $0.id } } }
    subscript(id id: File.ID) -> File? { files.first { $0.id == id } }

    mutating func put(_ moved: [File], into folder: File.ID) -> Bool {
      files.removeAll { moved.contains($0) }
      folders[folder, default: []] += moved
      return true
    }
  }

  static func drive() -> Board<Drive> {
    Board {
      Region("files") {
        // swift-format-ignore
        // snippet: item-view
        ForEach { $0.files } content: {
          ItemView()
            .accessibilityLabel { "\($0.name), draggable" }
            .dropDestination(isEnabled: { $0[id: $1]?.isFolder ?? false }) {
              drive, folder, files, _ in
              drive.put(files, into: folder)
            }
        }
        // end snippet
      }
      .dragContainer(for: File.self) { _, ids in ids }
      .dragConfiguration(DragConfiguration(allowMove: true))
    }
  }

  // MARK: an array in a model

  struct Cards: BoardModel {
    typealias Item = Card
    typealias CollectionID = ReorderableSingleCollectionIdentifier

    var cards: [Card]

    func census() -> [Card.ID] { cards.map { $0.id } }
    subscript(id id: Card.ID) -> Card? { cards.first { $0.id == id } }
  }

  static func array() -> Board<Cards> {
    Board {
      Region("cards") { ForEach { $0.cards }.reorderable() }
        // snippet: reorder-array
        .reorderContainer(for: Card.self) { board, difference in
          board.cards.apply(difference: difference)
        }
      // end snippet
    }
  }
}

extension ExampleBoards.Contact {
  /// A card with a name and a telephone number, and nothing else.
  var vCard: [UInt8] {
    Text("BEGIN:VCARD\nFN:\(givenName)\nTEL:\(phoneNumber)\nEND:VCARD\n").bytes
  }

  init?(vCard: [UInt8]) {
    let lines = vCard.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    guard lines.first == "BEGIN:VCARD", let name = lines.first(where: { $0.hasPrefix("FN:") }) else {
      return nil
    }
    let phone = lines.first { $0.hasPrefix("TEL:") } ?? "TEL:"
    self.init(givenName: Text(String(name.dropFirst(3))), phoneNumber: Text(String(phone.dropFirst(4))))
  }
}
