import Boards
import DragDrop
import TestDice
import Testing

@Suite struct `Contacts as data` {
  private let transfer = Contact.transferRepresentation.transfer
  private let ann = Contact(id: "1", givenName: "Ann", familyName: "Lee", phoneNumber: "555-0101")

  private func data(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `row 61: are sent as their own type, as vCard and as text, in that order`() {
    let types = transfer.exportedContentTypes(of: ann)
    #expect(types == [.baizeContact, .vCard, .plainText])
    #expect(types.map { $0.mimeType } == ["application/vnd.baize.contact", "text/vcard", "text/plain"])
  }

  @Test func `row 62: a contact as text is its phone number`() {
    #expect(transfer.exported(ann, as: .plainText)?.bytes == data("555-0101"))
  }

  @Test func `row 63: a contact from text gets a new id, the text as given name and no family name`() throws {
    let text = Payload(.plainText, bytes: data("Dee"))
    let dee = try transfer.load([text])
    #expect([dee.givenName, dee.familyName, dee.phoneNumber] == ["Dee", "", ""])
    var book = AddressBook(contacts: [ann])
    #expect(book.handleDroppedContacts(droppedContacts: [dee, dee]) == true)
    #expect(Set(book.contacts.map { $0.id }).count == 3 && book.contacts.allSatisfy { !$0.id.isEmpty })
    #expect(dee != ann, "the two directions are not inverse to each other")
  }

  @Test func `row 64: a contact offered as vCard and as text is read from the vCard`() throws {
    let offers = [Payload(.plainText, bytes: data("Dee")), Payload(.vCard, bytes: VCard.data(ann))]
    #expect(try transfer.load(offers) == ann)
    #expect(try transfer.load(offers.reversed()) == ann)
  }

  @Test func `row 65: a contact offered as a broken vCard and as text is read from the text`() throws {
    let broken = Payload(.vCard, bytes: VCard.data(ann).dropLast(20))
    #expect(try transfer.load([broken, Payload(.plainText, bytes: data("Dee"))]).givenName == "Dee")
    #expect(throws: TransferError.unreadable) { try transfer.load([broken]) }
  }

  @Test func `row 67: suggest their full name for a file, and the kind adds its ending`() {
    #expect(transfer.exported(ann, as: .vCard)?.fileName == "Ann Lee.vcf")
    #expect(transfer.exported(ann, as: .baizeContact)?.fileName == nil)
    var sly = ann
    sly.givenName = "../../etc/\u{7}An\\n"
    #expect(transfer.exported(sly, as: .vCard)?.fileName == "etcAnn Lee.vcf")
  }

  @Test func `A type that conforms to an imported one is read, and one that it conforms to is not`() throws {
    let employee = ContentType("com.example.employee", conformingTo: [.baizeContact])
    let oldCard = ContentType("com.example.vcard21", conformingTo: [.vCard])
    #expect(transfer.canLoad([employee]) && transfer.canLoad([oldCard]))
    #expect(try transfer.load([Payload(employee, bytes: ann.encoded)]) == ann)
    #expect(try transfer.load([Payload(oldCard, bytes: VCard.data(ann))]) == ann)
    #expect(!transfer.canLoad([.contact]) && !transfer.canLoad([.data]))
    #expect(throws: TransferError.unreadable) {
      try transfer.load([Payload(.contact, bytes: ann.encoded)])
    }
  }

  @Test func `A contact asked for as a general type is sent as the best type that conforms to it`() {
    #expect(transfer.exported(ann, as: .contact)?.contentType == .baizeContact)
    #expect(transfer.exported(ann, as: .text)?.contentType == .vCard)
    #expect(transfer.exported(ann, as: .png) == nil)
  }
}

@Suite struct `A vCard` {
  private let long = Contact(
    id: "urn:uuid:7", givenName: "Zo\u{EB} \u{1F9D1}\u{200D}\u{1F680}",
    familyName: String(repeating: "\u{E4}", count: 90), phoneNumber: "+49 30; 1,2\\3\n4")

  @Test func `row 72: a vCard with CRLF, folded lines and UTF-8 is the same after a round trip`() throws {
    let data = VCard.data(long)
    #expect(VCard.contact(data) == long)
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
    #expect(lines.contains { $0.hasPrefix(" ") }, "nothing was folded")
  }

  @Test func `A vCard that is cut off anywhere is refused`() {
    let data = VCard.data(long)
    for count in 0..<data.count - 2 { #expect(VCard.contact(Array(data.prefix(count))) == nil) }
  }

  @Test func `may be folded anywhere, even within a character`() {
    let whole = VCard.data(Contact(id: "1", givenName: "\u{1F34E}", familyName: "\u{E4}", phoneNumber: "1"))
    for at in 1..<whole.count where whole[at] != 10 && whole[at - 1] != 10 && whole[at] != 13 {
      let folded = whole[..<at] + [13, 10, 9] + whole[at...]
      #expect(VCard.contact(Array(folded)) == VCard.contact(whole), "folded at \(at)")
    }
  }

  @Test(arguments: [
    ("BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nEND:VCARD\n", "Ann Lee", "", ""),
    (
      "begin:vcard\r\nitem1.N:Lee;Ann\r\nitem1.tel;type=home;pref=1:1\r\nX-A;B=\"c\":d\r\nend:vcard", "Ann",
      "Lee", "1"
    ),
    ("BEGIN:VCARD\r\nN:Lee\\;May;Ann\\,\\nB\r\nEND:VCARD\r\n", "Ann,\nB", "Lee;May", ""),
  ])
  func `A vCard of another program is read`(
    _ text: String, _ given: String, _ family: String, _ phone: String
  ) {
    let contact = VCard.contact(Array(text.utf8))
    #expect([contact?.givenName, contact?.familyName, contact?.phoneNumber] == [given, family, phone])
  }

  @Test(arguments: [
    "", "BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCARD\r\nN:Lee;Ann\r\n", "N:Lee;Ann\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nN Lee\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\r\nBEGIN:VCARD\r\nN:L;A\r\nEND:VCARD\r\nEND:VCARD\r\n",
  ])
  func `A vCard that lacks its frame or a name is refused`(_ text: String) {
    #expect(VCard.contact(Array(text.utf8)) == nil)
  }

  @Test func `A vCard that is not UTF-8 is refused`() {
    let data = Array("BEGIN:VCARD\r\nN:".utf8) + [0xC3, 0x28] + Array(";A\r\nEND:VCARD\r\n".utf8)
    #expect(VCard.contact(data) == nil)
  }

  @Test func `Any contact is the same after a round trip as a vCard`() {
    let seed: UInt64 = 0x5EED_0401
    var dice = Dice(seed: seed)
    let scalars: [String] = [
      "a", "B", ";", ",", "\\", "\n", ":", " ", "\u{301}", "\u{E4}", "\u{1F34E}", "\u{200D}",
    ]
    func word() -> String {
      (0..<Int.random(in: 0...60, using: &dice)).map { _ in scalars.randomElement(using: &dice) ?? "" }
        .joined()
    }
    for round in 0..<2_000 {
      let contact = Contact(id: "x\(word())", givenName: word(), familyName: word(), phoneNumber: word())
      #expect(VCard.contact(VCard.data(contact)) == contact, "seed \(seed) round \(round)")
    }
  }
}

@Suite struct `The address book` {
  private func vCard(_ name: String) -> Payload {
    Payload(.vCard, bytes: VCard.data(Contact(id: name, givenName: name, familyName: "", phoneNumber: "")))
  }

  @Test func `row 47: appends an outside vCard that is dropped where no contact is`() throws {
    var engine = AddressBook.engine()
    let nowhere = BoardEngine<AddressBook>.Pointer(over: AddressBook.people)
    #expect(try engine.propose(offering: [[.vCard]], player: 1, at: nowhere).operation == .copy)
    #expect(try engine.drop([[vCard("Dee")]], player: 1, at: nowhere) == .performed(.copy))
    #expect(engine.model.names == "Ann Bob Cyd Dee")
    #expect(engine.revision == 1)
  }

  @Test func `row 68: inserts two vCards in order from index 1`() throws {
    var engine = AddressBook.engine()
    let place = BoardEngine<AddressBook>.Pointer(over: AddressBook.people, AddressBook.before("2"))
    #expect(
      try engine.drop([[vCard("Dee")], [vCard("Eve")]], player: 1, at: place) == .performed(.copy))
    #expect(engine.model.names == "Ann Dee Eve Bob Cyd")
  }

  @Test func `moves a known contact to a later index, as offsets were before, and does not double it`() throws
  {  // 69
    let place = BoardEngine<AddressBook>.Pointer(over: AddressBook.people, AddressBook.before("3"))
    var engine = AddressBook.engine()
    #expect(try engine.carry("1", to: place) == .performed(.move))
    #expect(engine.model.names == "Bob Ann Cyd")

    engine = AddressBook.engine()
    let known = Payload(.baizeContact, bytes: engine.model.contacts[0].encoded)
    #expect(try engine.drop([[known], [vCard("Dee")]], player: 1, at: place) == .performed(.copy))
    #expect(engine.model.names == "Bob Ann Dee Cyd")
  }

  @Test func `moves a known contact forward with those behind it in order`() throws {
    var book = AddressBook.engine().model
    let dropped = [book.contacts[2], book.contacts[0]]
    #expect(book.handleDroppedContacts(droppedContacts: dropped, index: 1) == true)
    #expect(book.names == "Cyd Ann Bob")
  }

  @Test func `row 66: takes no picture`() throws {
    var engine = AddressBook.engine()
    let nowhere = BoardEngine<AddressBook>.Pointer(over: AddressBook.people)
    #expect(try engine.propose(offering: [[.png]], player: 1, at: nowhere).operation == .forbidden)
    engine.refuses(.forbidden(reason: 0)) {
      try $0.drop([[Payload(.png, bytes: [1, 2, 3])]], player: 1, at: nowhere)
    }
  }

  @Test func `leaves out what it cannot read, and refuses if nothing is left`() throws {
    var engine = AddressBook.engine()
    let nowhere = BoardEngine<AddressBook>.Pointer(over: AddressBook.people)
    let lie = [Payload(.vCard, bytes: [0xFF])]
    engine.refuses(.notTransferred(.unreadable)) { try $0.drop([lie, lie], player: 1, at: nowhere) }
    #expect(try engine.drop([lie, [vCard("Dee")], lie], player: 1, at: nowhere) == .performed(.copy))
    #expect(engine.model.names == "Ann Bob Cyd Dee")
  }

  @Test func `says what its contacts are called and drawn as`() {
    let engine = AddressBook.engine()
    #expect(engine.accessibilityLabel(of: "1") == "Ann Lee, draggable")
    #expect(engine.accessibilityLabel(of: "nobody") == "")
    #expect(engine.dragPreview(of: "1").description == "thumbnail")
    #expect(engine.dragPreview(of: "nobody").description == "")
    #expect(engine.board.regions[0].accessibilityLabel(in: engine.model) == "Contacts, 3 people")
  }
}
