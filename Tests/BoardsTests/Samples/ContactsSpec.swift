import Boards
import DragDrop
import Testing
import Wire

@Suite struct `The contacts` {
  private func vCard(_ name: String, id: String = "") -> [Offer] {
    [Offer(.vCard, bytes: VCard.data(Contact(id: id, givenName: name)))]
  }

  private func givenNames(_ board: any GameBoard) -> String {
    board.items.compactMap { $0.content?.fields.first?.value }.joined(separator: " ")
  }

  @Test func `are eight people in columns`() throws {
    let board = try open("contacts")
    let people = try board.region("people")
    #expect(people.layout == "table" && people.preview == "thumbnail" && people.gives)
    #expect(people.takes == ["application/vnd.baize.contact", "text/vcard", "text/plain"])
    #expect(people.label == "Contacts, 8 people")
    let ann = try #require(board.items.first?.content)
    #expect(ann.text == "Ann Lee" && ann.label == "Ann Lee, draggable" && ann.detail == "555-0101")
    #expect(ann.fields.map { $0.name } == ["Given name", "Family name", "Phone", "Email"])
    #expect(ann.fields.map { $0.value } == ["Ann", "Lee", "555-0101", "ann@example.com"])
    #expect(people.runs[0].reorder && people.runs[0].drag)
  }

  @Test func `are dropped between others, or below the last`() throws {
    var board = try open("contacts")
    try board.carry("Ann Lee", to: "people", before: "Cyd Roe")
    #expect(givenNames(board) == "Bob Ann Cyd Dee Eli Flo Gus Ida")
    try board.carry("Bob May", to: "people")
    #expect(givenNames(board) == "Ann Cyd Dee Eli Flo Gus Ida Bob")
    #expect([board.undo(), board.undo()] == [true, true])
    #expect(givenNames(board) == "Ann Bob Cyd Dee Eli Flo Gus Ida")
  }

  @Test func `come from outside at a place, in order`() throws {
    var board = try open("contacts")
    let place = Landing("people", before: try board.handle("Bob May"))
    try board.put([vCard("Zoe"), .text(" Yan\n"), vCard("Xia")], player: 1, at: place)
    #expect(givenNames(board).hasPrefix("Ann Zoe Yan Xia Bob Cyd"))
    try board.put([vCard("Wim")], player: 1, at: Landing("people"))
    #expect(givenNames(board).hasSuffix("Ida Wim"))
  }

  @Test func `A contact that is there already is moved, and another is inserted`() throws {
    var here = try open("contacts", seed: 1)
    var there = try open("contacts", seed: 2)
    let type = "application/vnd.baize.contact"
    func own(_ name: String) throws -> [Offer] {
      let ways = try here.exported(here.handle(name), player: 1)[0].ways
      return ways.filter { $0.type == type }.map { Offer($0) }
    }
    try there.put([own("Cyd Roe")], player: 1, at: Landing("people", before: there.handle("Ann Lee")))
    #expect(givenNames(there) == "Cyd Ann Bob Dee Eli Flo Gus Ida")
    // A contact who is new at two tables is not the same person.
    try here.put([.text("Zoe")], player: 1, at: Landing("people"))
    try there.put([.text("Yan")], player: 1, at: Landing("people"))
    try there.put([own("Zoe")], player: 1, at: Landing("people"))
    #expect(givenNames(there) == "Cyd Ann Bob Dee Eli Flo Gus Ida Yan Zoe")
    try there.put([own("Zoe")], player: 1, at: Landing("people", before: there.handle("Yan")))
    #expect(givenNames(there) == "Cyd Ann Bob Dee Eli Flo Gus Ida Zoe Yan")
  }

  @Test func `leave as their own type, as a vCard with a name, and as a phone number`() throws {
    let board = try open("contacts")
    let ways = try board.exported(board.handle("Ann Lee"), player: 1)[0].ways
    #expect(
      ways.map { $0.type } == ["application/vnd.baize.contact", "text/vcard", "text/plain"])
    #expect(ways.map { $0.fileName } == [nil, "Ann Lee.vcf", nil])
    #expect(ways[2].body == .text("555-0101"))
    guard case .text(let card) = ways[1].body else { return #expect(Bool(false), "no text") }
    let read = VCard.contact(Array(card.utf8))
    #expect(read?.fullName == "Ann Lee" && read?.email == "ann@example.com" && read?.id == "ann-lee")
  }

  @Test func `A contact that is unreadable, nameless or too large is refused`() throws {
    var board = try open("contacts")
    let people = Landing("people")
    board.refuses(.unreadable) { try $0.put([.text(" \n\t")], player: 1, at: people) }
    board.refuses(.unreadable) { try $0.put([[Offer(.vCard, bytes: [1, 2])]], player: 1, at: people) }
    board.refuses(.declined) { try $0.put([vCard("")], player: 1, at: people) }
    board.refuses(.tooLarge) {
      try $0.put([.text(String(repeating: "a", count: 4097))], player: 1, at: people)
    }
    board.refuses(.notAllowedThere) { try $0.put([.image("cat.png")], player: 1, at: people) }
    board.refuses(.notAllowedThere) { try $0.put([], player: 1, at: people) }
    board.refuses(.badPlace) { try $0.put([.text("Zoe")], player: 1, at: Landing("people", before: 99)) }
  }

  @Test func `are tidy in a line, however they come`() throws {
    var board = try open("contacts")
    let text = "Zo\u{7}e\r\n  Lee\t" + String(repeating: "x", count: 3000)
    try board.put([.text(text)], player: 1, at: Landing("people"))
    let name = try #require(board.items.last?.content?.text)
    #expect(name.hasPrefix("Zo e Lee xxx") && name.unicodeScalars.count == 80)
  }

  @Test func `cannot turn round how others are read`() throws {
    var board = try open("contacts")
    try board.put([.text("a\u{202E}b\u{2066}c")], player: 1, at: Landing("people"))
    #expect(board.items.last?.content?.text == "abc")
  }

  @Test func `are read from a vCard that begins with a mark of its byte order, whatever lines it has`() throws
  {
    var board = try open("contacts")
    let card = "\u{FEFF}BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Zoe Lee\r\nodd line\r\nTEL:555\r\nEND:VCARD\r\n"
    try board.put([[Offer(.vCard, bytes: Array(card.utf8))]], player: 1, at: Landing("people"))
    #expect(board.items.last?.content?.text == "Zoe Lee")
  }

  @Test func `are never taken for another contact whose identifier looks like ours`() throws {
    var board = try open("contacts")
    try board.put([.text("Zoe")], player: 1, at: Landing("people"))
    let zoe = try #require(board.exported(try board.handle("Zoe"), player: 1).first)
    let own = try #require(zoe.ways.first)
    guard case .text(var text) = own.body else { return #expect(Bool(false), "no text") }
    // The next number of this table, as somebody could guess it.
    text = text.replacing("-1\u{1F}", with: "-2\u{1F}").replacing("Zoe", with: "Evil")
    try board.put([[Offer(type: own.type, body: .text(text))]], player: 1, at: Landing("people"))
    try board.put([.text("Yan")], player: 1, at: Landing("people"))
    #expect(board.items.suffix(3).map { $0.content?.text } == ["Zoe", "Evil", "Yan"])
    try board.carry("Yan", to: "people", before: "Zoe")
    #expect(board.items.suffix(3).map { $0.content?.text } == ["Yan", "Zoe", "Evil"])
  }

  @Test func `never get a number that another had, whatever is taken back`() throws {
    var board = try open("contacts")
    try board.put([.text("Zoe")], player: 1, at: Landing("people"))
    let zoe = try board.handle("Zoe")
    #expect(board.undo() == true)
    try board.put([.text("Yan")], player: 1, at: Landing("people"))
    #expect(try board.handle("Yan") != zoe)
    board.refuses(.noSuchItem) { _ = try $0.lift(zoe, player: 1, tick: 0) }
  }

  @Test func `are full with two hundred`() throws {
    var board = try open("contacts")
    for number in 9...200 { try board.put([.text("P\(number)")], player: 1, at: Landing("people")) }
    board.refuses(.full) { try $0.put([.text("Zoe")], player: 1, at: Landing("people")) }
    try board.carry("P9", to: "people")
  }
}
