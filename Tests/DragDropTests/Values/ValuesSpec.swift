import Boards
import DragDrop
import Testing

/// People who can be dragged to a notebook, which takes text, and out of the board.
private struct Office: BoardModel, Hashable {
  typealias Item = Contact
  typealias ItemID = String
  typealias CollectionID = ReorderableSingleCollectionIdentifier

  var people = AddressBook.engine().model.contacts
  var notes: [String] = []
  var answer = DropOperation.copy

  func census() -> [String] { people.map { $0.id } }
  subscript(id id: String) -> Contact? { people.first { $0.id == id } }

  static let notes: RegionID = 1

  static func board(_ configuration: DragConfiguration = DragConfiguration(allowMove: true)) -> Board<Office>
  {
    Board {
      Region("people") { ForEach { $0.people } }
        .dragContainer(for: Contact.self) { _, ids in ids == ["1"] ? ["1", "2"] : ids }
        .dragConfiguration(configuration)
      Region("notes")
        .dropDestination(for: Text.self) { office, lines, _ in
          office.notes += lines.map { $0.text }
          return true
        }
        .dropConfiguration { office, _ in DropConfiguration(operation: office.answer) }
    }
  }

  /// Contacts that go out as text only if they have a number.
  static let discreet = Transfer<Contact> {
    ProxyRepresentation { Text($0.phoneNumber) }.exportingCondition { !$0.phoneNumber.isEmpty }
    DataRepresentation(contentType: .vCard) {
      VCard.data($0)
    } importing: {
      VCard.contact($0)
    }
    .suggestedFileName { Text($0.fullName) }
  }
}

@Suite struct `A moment on the caller's clock` {
  @Test func `is some ticks before another, and not before the first`() {
    #expect(Tick(rawValue: 114) - 10 == 104)
    #expect((9 as Tick) - 10 == 0)
    #expect((103 as Tick) < 104)
  }
}

@Suite struct `A destination for values of another type` {
  private let notes = BoardEngine<Office>.Pointer(over: Office.notes)

  @Test func `gets what the items are sent as`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    #expect(try engine.carry("1", to: notes) == .performed(.copy))
    #expect(engine.model.notes == ["555-0101", "555-0102"])
    #expect(engine.model.people.count == 3)
  }

  @Test func `gets values of the time of the drop`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    let id = try engine.beginDrag("3", player: 1).id
    engine.edit {
      $0.people[2].phoneNumber = "112"
      return true
    }
    #expect(try engine.drop(id, player: 1, at: notes) == .performed(.copy))
    #expect(engine.model.notes == ["112"])
  }

  @Test func `gets text from outside, and no other kind of data`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    #expect(
      try engine.drop([[Payload(.plainText, bytes: Array("buy milk".utf8))]], player: 1, at: notes)
        == .performed(.copy))
    #expect(engine.model.notes == ["buy milk"])
    for type in [ContentType.png, .vCard, .json] {
      #expect(try engine.propose(offering: [[type]], player: 1, at: notes).operation == .forbidden)
      engine.refuses(.forbidden(reason: 0)) {
        try $0.drop([[Payload(type, bytes: [65])]], player: 1, at: notes)
      }
    }
  }

  @Test func `refuses text that is not UTF-8`() {
    var engine = BoardEngine(board: Office.board(), model: Office())
    engine.refuses(.notTransferred(.unreadable)) {
      try $0.drop([[Payload(.plainText, bytes: [0x48, 0xC3, 0x28])]], player: 1, at: notes)
    }
  }

  @Test func `copies and cannot move`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    engine.edit {
      $0.answer = .move
      return true
    }
    let id = try engine.beginDrag("3", player: 1).id
    #expect(try engine.propose(id, player: 1, at: notes).operation == .forbidden)
    engine.refuses(.forbidden(reason: 0)) { try $0.drop(id, player: 1, at: notes) }
  }

  @Test func `is not offered items that are not sent in its type now`() throws {
    var office = Office()
    office.people[2].phoneNumber = ""
    let declared = Office.board()
    var engine = BoardEngine(
      board: Board<Office>(transfer: Office.discreet) {
        for region in declared.regions { region }
      }, model: office)
    let id = try engine.beginDrag("3", player: 1).id
    #expect(try engine.propose(id, player: 1, at: notes).operation == .forbidden)
    engine.refuses(.forbidden(reason: 0)) { try $0.drop(id, player: 1, at: notes) }
    #expect(try engine.carry("2", to: notes) == .performed(.copy))
  }

  @Test func `is offered no item of a board without a transfer, and still takes text from outside`() throws {
    let declared = Office.board()
    var engine = BoardEngine(
      board: Board<Office>(transfer: nil) {
        for region in declared.regions { region }
      }, model: Office())
    engine.refuses(.forbidden(reason: 0)) { try $0.carry("3", to: notes) }
    #expect(
      try engine.drop([[Payload(.plainText, bytes: [65])]], player: 1, at: notes) == .performed(.copy))
  }
}

@Suite struct `What leaves the board` {
  @Test func `is all that is dragged, in the kinds in which it is sent`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    let id = try engine.beginDrag("1", player: 1).id
    #expect(
      try engine.exportedContentTypes(of: id, player: 1)
        == Array(repeating: [.baizeContact, .vCard, .plainText], count: 2))
    #expect(
      try engine.exported(id, player: 1, as: .plainText).map { String(decoding: $0.bytes, as: UTF8.self) }
        == ["555-0101", "555-0102"])
    #expect(
      try engine.exported(id, player: 1, as: .vCard).map { $0.fileName } == ["Ann Lee.vcf", "Bob May.vcf"])
    #expect(try engine.exported(id, player: 1, as: .png).isEmpty)
  }

  @Test func `leaves out items whose condition does not hold, and those that are gone`() throws {
    var office = Office()
    office.people[0].phoneNumber = ""
    let declared = Office.board()
    var engine = BoardEngine(
      board: Board<Office>(transfer: Office.discreet) { declared.regions[0] }, model: office)
    let id = try engine.beginDrag("1", player: 1).id
    #expect(try engine.exportedContentTypes(of: id, player: 1) == [[.vCard], [.plainText, .vCard]])
    #expect(try engine.exported(id, player: 1, as: .plainText).count == 1)
    engine.edit {
      $0.people.removeAll { $0.id == "2" }
      return true
    }
    #expect(try engine.exported(id, player: 1, as: .plainText).isEmpty)
    #expect(try engine.exported(id, player: 1, as: .vCard).count == 1)
  }

  @Test func `is nothing if the source gives no copies away`() throws {
    let own = DragConfiguration(operationsWithinApp: [.copy, .move], operationsOutsideApp: [])
    var engine = BoardEngine(board: Office.board(own), model: Office())
    let id = try engine.beginDrag("1", player: 1).id
    #expect(try engine.exportedContentTypes(of: id, player: 1).isEmpty)
    #expect(try engine.exported(id, player: 1, as: .vCard).isEmpty)
  }

  @Test func `goes only to the player who drags it`() throws {
    var engine = BoardEngine(board: Office.board(), model: Office())
    let id = try engine.beginDrag("1", player: 1).id
    engine.denies(.foreignSession) { try $0.exported(id, player: 2, as: .vCard) }
    engine.denies(.foreignSession) { try $0.exportedContentTypes(of: id, player: 2) }
    engine.denies(.unknownSession) { try $0.exported(99, player: 1, as: .vCard) }
    engine.denies(.unknownSession) { try $0.exportedContentTypes(of: 99, player: 1) }
  }
}
