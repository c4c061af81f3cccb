package import DragDrop
import Wire

/// The contact sample's list, a table where there is room: contacts are dropped between others.
package struct AddressBook: BoardModel, Hashable {
  package typealias Item = Contact
  package typealias ItemID = String
  package typealias CollectionID = ReorderableSingleCollectionIdentifier

  package static let contactsMax = 200

  package var contacts: [Contact]
  /// Begins the identifiers of those who are new here, so that other tables give others.
  let table: UInt64
  var lastNumber: Int

  package init(contacts: [Contact], table: UInt64 = 0, lastNumber: Int = 0) {
    self.contacts = contacts
    self.table = table
    self.lastNumber = lastNumber
  }

  package func census() -> [String] { contacts.map { $0.id } }
  package subscript(id id: String) -> Contact? { contacts.first { $0.id == id } }

  /// No identifier is given twice, whatever is taken back.
  package mutating func keep(from current: AddressBook) { lastNumber = max(lastNumber, current.lastNumber) }

  /// Contacts that are here already are moved, others are inserted, one behind the other.
  package mutating func handleDroppedContacts(droppedContacts: [Contact], index: Int? = nil) -> Bool {
    var index = index ?? contacts.endIndex
    var isChange = false
    for dropped in droppedContacts {
      if let existing = contacts.firstIndex(where: { $0.id == dropped.id }) {
        contacts.move(fromOffsets: [existing], toOffset: index)
        isChange = true
        if existing >= index { index += 1 }
      } else if var contact = dropped.tidied {
        if contact.id.isEmpty { contact.id = freshID() }
        contacts.insert(contact, at: index)
        isChange = true
        index += 1
      }
    }
    return isChange
  }

  private mutating func freshID() -> String {
    // Contacts come with identifiers of their own, which may look like ours.
    while true {
      lastNumber += 1
      let id = "\(String(table, radix: 36))-\(lastNumber)"
      if self[id: id] == nil { return id }
    }
  }

  package static let people = RegionID(0)

  /// The list takes contacts at an index; what is dropped below its last row is appended.
  package static let board = Board<AddressBook> {
    Region("people") {
      ForEach {
        $0.contacts
      } content: {
        ItemView()
          .draggable(preview: "thumbnail")
          .accessibilityLabel { "\($0.fullName), draggable" }
      }
      .collection()
      .dropDestination(for: Contact.self) { book, droppedContacts, index in
        book.handleDroppedContacts(droppedContacts: droppedContacts, index: index)
      }
      .dropConfiguration { book, session in
        session.localSession == nil
          ? .copies(in: session, room: contactsMax - book.contacts.count) : .init(operation: .move)
      }
    }
    .dragConfiguration(DragConfiguration(operationsWithinApp: .move))
    .accessibilityLabel { "Contacts, \($0.contacts.count) people" }
  }

  package static let kind = BoardKind(
    name: "contacts", title: "Contacts", board: board,
    start: { seed in AddressBook(contacts: acquaintances, table: seed) },
    content: { _, contact in
      ItemContent(
        text: contact.fullName, detail: contact.phoneNumber,
        fields: [
          .init("Given name", contact.givenName), .init("Family name", contact.familyName),
          .init("Phone", contact.phoneNumber), .init("Email", contact.email),
        ])
    },
    placeName: { _ in "people" },
    looks: [RegionLook(.table, empty: "Drop people here", capacities: [contactsMax], scrolls: true)])

  /// The same on all tables, so that one who is dragged from one to another is known there. The numbers
  /// and addresses are of those that nobody has.
  private static let acquaintances = [
    ("Ann", "Lee"), ("Bob", "May"), ("Cyd", "Roe"), ("Dee", "Fox"), ("Eli", "Ray"), ("Flo", "Kim"),
    ("Gus", "Orr"), ("Ida", "Poe"),
  ].enumerated().map { index, name in
    Contact(
      id: "\(name.0)-\(name.1)".lowercased(), givenName: name.0, familyName: name.1,
      phoneNumber: "555-010\(index + 1)", email: "\(name.0)@example.com".lowercased())
  }
}
