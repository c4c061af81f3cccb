import Boards
import DragDrop

// The seeds' boards themselves are in `Boards`; here is what tests say of them in short.

typealias Card = ColorCard

extension ColorCard {
  init(id: String) { self.init(id: id, color: .white) }
}

extension SectionedCards {
  var picture: String {
    sections.map { "\($0.id)[\($0.cards.map { $0.id }.joined(separator: " "))]" }.joined(separator: " ")
  }
}

extension CardGrid {
  init(_ ids: String) {
    self.init(cards: ids.split(separator: " ").map { Card(id: String($0)) })
  }

  static let grid: RegionID = 0
  static let dropArea: RegionID = 1
}

extension AddressBook {
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
