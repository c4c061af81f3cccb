import DragDrop
import DragDropCodable
import TestChecks
import Testing

private struct Fruit: Codable, Hashable, Identifiable, Transferable {
  var id: Int
  var name: String

  static var transferRepresentation: some TransferRepresentation<Fruit> {
    CodableRepresentation(contentType: .fruit)
    ProxyRepresentation {
      Text($0.name)
    } importing: {
      Fruit(id: 0, name: $0.text)
    }
  }
}

extension ContentType {
  fileprivate static var fruit: ContentType {
    ContentType("com.example.fruit", conformingTo: [.data])
  }
}

@Suite struct `A Codable representation` {
  private let transfer = Fruit.transferRepresentation.transfer

  @Test func `sends and reads a value as JSON under a type of its own`() throws {
    let apple = Fruit(id: 1, name: "Apple \u{1F34E}")
    #expect(transfer.exportedContentTypes(of: apple) == [.fruit, .plainText])
    let sent = try #require(transfer.exported(apple, as: .fruit))
    #expect(String(decoding: sent.bytes, as: UTF8.self) == #"{"id":1,"name":"Apple 🍎"}"#)
    #expect(try transfer.load([sent]) == apple)
  }

  @Test(arguments: ["", "{", "[]", #"{"id":"one"}"#, #"{"id":1}"#, "Apple"])
  func `does not read what is not such JSON, and the next way is tried`(_ broken: String) throws {
    let lie = Payload(.fruit, bytes: Array(broken.utf8))
    #expect(throws: TransferError.unreadable) { try transfer.load([lie]) }
    let text = Payload(.plainText, bytes: Array("Pear".utf8))
    #expect(try transfer.load([lie, text]) == Fruit(id: 0, name: "Pear"))
  }

  @Test func `row 70: a representation for plain text is refused when the board is declared`() async {
    let plain = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CodableRepresentation(for: Fruit.self, contentType: .plainText)
    }
    expectFailedCheck("a Codable value cannot travel as text", of: plain)
    let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CodableRepresentation(for: Fruit.self, contentType: .text)
    }
    expectFailedCheck("a Codable value cannot travel as text", of: text)
    let note = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CodableRepresentation(
        for: Fruit.self, contentType: ContentType("org.example.note", mimeType: "text/x-note"))
    }
    expectFailedCheck("a Codable value cannot travel as text", of: note)
  }

  @Test func `A representation for JSON is allowed`() throws {
    let transfer = CodableRepresentation(for: Fruit.self, contentType: .json).transfer
    let sent = try #require(transfer.exported(Fruit(id: 2, name: "Fig"), as: .json))
    #expect(try transfer.load([sent]).name == "Fig")
  }
}
