import Boards
import DragDrop
import Testing

@Suite struct `What comes from outside` {
  private let text = [Payload(.plainText, bytes: Array("Dee".utf8))]

  private func board(importLimit: Int = 10) -> Board<AddressBook> {
    let transfer = Transfer<Contact> {
      DataRepresentation(importedContentType: .plainText) { bytes in
        if bytes.count > importLimit { Issue.record("the importer was run") }
        return bytes.first == 33
          ? nil : Contact(givenName: "\(bytes.count)")
      }
      .importLimit(bytes: importLimit)
    }
    return Board<AddressBook>(transfer: transfer) {
      Region("closed") { ForEach { $0.contacts }.reorderable() }
        .reorderContainer(for: Contact.self) { $0.contacts.apply(difference: $1) }
      Region("open").dropDestination { book, contacts, session in
        _ = book.handleDroppedContacts(droppedContacts: contacts)
        return session.localSession == nil && session.draggedItemIDs.isEmpty && session.player == 5
      }
    }
  }

  private func engine() -> BoardEngine<AddressBook> {
    BoardEngine(board: board(), model: AddressBook(contacts: []), draggedItemsMax: 20)
  }

  @Test func `row 46: goes only into an explicit destination, as a copy`() throws {
    var engine = engine()
    let closed = BoardEngine<AddressBook>.Pointer(over: 0)
    let open = BoardEngine<AddressBook>.Pointer(over: 1, preferring: .move)
    #expect(try engine.propose(offering: [[.plainText]], player: 5, at: closed).operation == .forbidden)
    #expect(try engine.propose(offering: [[.plainText]], player: 5, at: open).operation == .copy)
    engine.refuses(.forbidden(reason: 0)) { try $0.drop([text], player: 5, at: closed) }
    engine.refuses(.forbidden(reason: 0)) { try $0.drop([text], player: 5, at: .init()) }
    engine.refuses(.forbidden(reason: 0)) { try $0.drop([], player: 5, at: open) }
    engine.refuses(.actionDeclined) { try $0.drop([text], player: 6, at: open) }
    #expect(try engine.drop([text], player: 5, at: open) == .performed(.copy))
    #expect(engine.model.names == "3")
  }

  @Test func `row 71: is refused if it is too large, before an importer looks into it`() throws {
    var engine = engine()
    let open = BoardEngine<AddressBook>.Pointer(over: 1)
    func payload(_ count: Int) -> [Payload] {
      [Payload(.plainText, bytes: Array(repeating: 65, count: count))]
    }
    engine.refuses(.notTransferred(.tooLarge)) { try $0.drop([payload(11)], player: 5, at: open) }
    engine.refuses(.notTransferred(.tooLarge)) { try $0.drop([payload(1_000_000)], player: 5, at: open) }
    #expect(try engine.drop([payload(10)], player: 5, at: open) == .performed(.copy))
  }

  @Test func `is refused if nothing of it can be read`() {
    var engine = engine()
    let open = BoardEngine<AddressBook>.Pointer(over: 1)
    let lie = [Payload(.plainText, bytes: [33])]
    engine.refuses(.notTransferred(.unreadable)) { try $0.drop([lie], player: 5, at: open) }
    engine.refuses(.forbidden(reason: 0)) { try $0.drop([[]], player: 5, at: open) }
  }

  @Test func `has a limit of things, and the limit itself is allowed`() throws {
    var engine = engine()
    let open = BoardEngine<AddressBook>.Pointer(over: 1)
    for count in [21, 5_000] {
      engine.denies(.tooManyItems) { try $0.drop(Array(repeating: text, count: count), player: 5, at: open) }
      engine.denies(.tooManyItems) {
        try $0.propose(offering: Array(repeating: [.plainText], count: count), player: 5, at: open)
      }
    }
    #expect(try engine.drop(Array(repeating: text, count: 20), player: 5, at: open) == .performed(.copy))
    #expect(engine.model.contacts.count == 20)
  }

  @Test func `is refused over a region that is not there`() {
    var engine = engine()
    engine.denies(.unknownRegion) { try $0.drop([text], player: 5, at: .init(over: 2)) }
    engine.denies(.unknownRegion) { try $0.propose(offering: [[.plainText]], player: 5, at: .init(over: 2)) }
  }

  @Test func `may be taken in part: only the first things`() throws {
    var engine = BoardEngine(
      board: Board<AddressBook> {
        Region("open").dropDestination { book, contacts, session in
          book.contacts += contacts
          return session.itemsCount == 2
        }
        .dropConfiguration { _, session in
          DropConfiguration(operation: .copy, acceptedItemCount: session.itemsCount > 2 ? 2 : nil)
        }
      }, model: AddressBook(contacts: []))
    #expect(try engine.drop([text, text, text], player: 1, at: .init(over: 0)) == .performed(.copy))
    #expect(engine.model.names == "Dee Dee")
  }
}
