import Foundation
import TestDice
import Testing

@testable import Wire

@Suite struct `The schema of all messages` {
  let page: ProtocolPage
  let schema: SchemaCheck

  init() throws {
    page = try ProtocolPage()
    schema = try SchemaCheck(WireSchema.document)
  }

  @Test func `fits every example of the protocol page, on its side`() throws {
    for line in page.client { #expect(try schema.fits(bytes(line), side: "client"), "\(line)") }
    for line in page.server { #expect(try schema.fits(bytes(line), side: "server"), "\(line)") }
  }

  @Test func `fits whatever can be said`() throws {
    var dice = Dice(seed: 0x5EED_0111)
    for round in 0..<rounds(2_000) {
      let client = dice.clientMessage().line()
      #expect(try schema.fits(client, side: "client"), "round \(round): \(text(client))")
      let server = dice.serverMessage().line()
      #expect(try schema.fits(server, side: "server"), "round \(round): \(text(server))")
    }
  }

  @Test func `does not fit what is refused for a field of another kind or out of its range`() throws {
    var cases = 0
    for line in page.client {
      let example = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for spec in FieldSpec.all(of: example) {
        // A text may be too long in bytes only; an array or an object is refused for what is in it.
        var wrong = spec.wrongKinds
        if case .number = spec.kind { wrong += spec.outOfRange }
        // The number of a large deal is a text.
        if spec.name == "n" { wrong.removeAll { $0 is String } }
        for wrong in wrong {
          let line = spec.put(wrong, into: example)
          guard (try? ClientMessage.read(line)) == nil else { continue }
          #expect(try !schema.fits(line, side: "client"), "\(text(line))")
          cases += 1
        }
      }
    }
    #expect(cases > 500)
  }

  @Test func `does not fit a message without a field that has to be there`() throws {
    for line in page.client {
      let example = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for spec in FieldSpec.all(of: example) where spec.isRequired {
        let line = spec.put(nil, into: example)
        #expect(try !schema.fits(line, side: "client"), "\(text(line))")
      }
    }
  }

  @Test func `names every kind, operation and refusal, and is small`() {
    let document = text(WireSchema.document)
    for kind in ClientMessage.Kind.allCases { #expect(document.contains(#"{"const":"\#(kind.rawValue)"}"#)) }
    for kind in ServerMessage.Kind.allCases { #expect(document.contains(#"{"const":"\#(kind.rawValue)"}"#)) }
    for word in Command.Operation.Kind.allCases {
      #expect(document.contains(#"{"const":"\#(word.rawValue)"}"#))
    }
    for code in RefusalCode.allCases { #expect(document.contains("\"\(code.rawValue)\"")) }
    #expect(document.utf8.count < 96 * 1024)
  }

  @Test func `asks for no field that it does not describe`() {
    for schema in schema.objects {
      guard let required = schema["required"] as? [String] else { continue }
      let described = schema["properties"] as? [String: Any] ?? [:]
      for key in required { #expect(described[key] != nil, "\(key)") }
    }
  }
}
