import DragDrop
import Foundation

/// The address book of the seed's contact sample: contacts travel as their own type, as vCards and
/// as text, and are dropped between others at an index.
struct Contact: Identifiable, Hashable, Sendable {
  var id: String
  var givenName: String
  var familyName: String
  var phoneNumber: String

  var fullName: String {
    familyName.isEmpty ? givenName : givenName.isEmpty ? familyName : "\(givenName) \(familyName)"
  }

  static func freshID() -> String { UUID().uuidString }
}

extension ContentType {
  static var exampleContact: ContentType {
    ContentType("com.example.contact", conformingTo: [.contact])
  }
}

extension Contact: Transferable {
  static var transferRepresentation: some TransferRepresentation<Contact> {
    DataRepresentation(contentType: .exampleContact) { contact in
      contact.encoded
    } importing: { data in
      Contact(encoded: data)
    }
    DataRepresentation(contentType: .vCard) { contact in
      VCard.data(contact)
    } importing: { data in
      VCard.contact(data)
    }
    .suggestedFileName { Text($0.fullName) }
    ProxyRepresentation { contact in
      Text(contact.phoneNumber)
    } importing: { value in
      Contact(id: freshID(), givenName: value.text, familyName: "", phoneNumber: "")
    }
  }

  /// Fields with a separator that no name holds.
  var encoded: [UInt8] {
    Array([id, givenName, familyName, phoneNumber].joined(separator: "\u{1F}").utf8)
  }

  init?(encoded: [UInt8]) {
    guard let text = String(validating: encoded, as: UTF8.self) else { return nil }
    let fields = text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 4, !fields[0].isEmpty else { return nil }
    self.init(id: fields[0], givenName: fields[1], familyName: fields[2], phoneNumber: fields[3])
  }
}

struct AddressBook: BoardModel, Hashable {
  typealias Item = Contact
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var contacts: [Contact]

  func census() -> [String] { contacts.map { $0.id } }
  subscript(id id: String) -> Contact? { contacts.first { $0.id == id } }

  /// Contacts that are here already are moved, others are inserted, one behind the other.
  mutating func handleDroppedContacts(droppedContacts: [Contact], index: Int? = nil) -> Bool {
    var index = index ?? contacts.endIndex
    for contact in droppedContacts {
      if let existing = contacts.firstIndex(where: { $0.id == contact.id }) {
        contacts.move(fromOffsets: [existing], toOffset: index)
        if existing >= index { index += 1 }
      } else {
        contacts.insert(contact, at: index)
        index += 1
      }
    }
    return !droppedContacts.isEmpty
  }

  static let people: RegionID = 0

  /// The list takes contacts at an index; what is dropped below its last row is appended.
  static let board = Board<AddressBook> {
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
    }
    .accessibilityLabel { "Contacts, \($0.contacts.count) people" }
  }

  /// Ann, Bob and Cyd.
  static func engine() -> BoardEngine<AddressBook> {
    BoardEngine(
      board: board,
      model: AddressBook(contacts: [
        Contact(id: "1", givenName: "Ann", familyName: "Lee", phoneNumber: "555-0101"),
        Contact(id: "2", givenName: "Bob", familyName: "May", phoneNumber: "555-0102"),
        Contact(id: "3", givenName: "Cyd", familyName: "Roe", phoneNumber: "555-0103"),
      ]))
  }

  var names: String { contacts.map { $0.givenName }.joined(separator: " ") }

  static func before(_ id: String) -> BoardEngine<AddressBook>.Destination {
    .init(position: .before(id), collectionID: ReorderableSingleCollectionIdentifier())
  }
}
