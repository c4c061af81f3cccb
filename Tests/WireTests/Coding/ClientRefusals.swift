import Foundation
import Testing

@testable import Wire

@Suite struct `Refusals of a client's lines` {
  /// The page's examples as objects.
  let examples: [[String: Any]]

  init() throws {
    examples = try ProtocolPage().client.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `A missing required field is refused by its name`() throws {
    var cases = 0
    for example in examples {
      for spec in FieldSpec.all(of: example) where spec.isRequired {
        try expectRefusal(of: spec.put(nil, into: example), naming: spec, in: example)
        cases += 1
      }
    }
    #expect(cases > 80)
  }

  @Test func `An optional field may be missing or null`() throws {
    for example in examples {
      for spec in FieldSpec.all(of: example) where !spec.isRequired {
        let absent = try ClientMessage.read(spec.put(nil, into: example))
        #expect(try ClientMessage.read(spec.put(NSNull(), into: example)) == absent, "\(spec)")
      }
    }
  }

  @Test func `A value of another kind is refused with its field's name`() throws {
    for example in examples {
      for spec in FieldSpec.all(of: example) {
        for wrong in spec.wrongKinds {
          try expectRefusal(of: spec.put(wrong, into: example), naming: spec, in: example)
        }
      }
    }
  }

  @Test func `A value that is too small, too large or too long is refused with its field's name`() throws {
    for example in examples {
      for spec in FieldSpec.all(of: example) {
        for wrong in spec.outOfRange {
          try expectRefusal(of: spec.put(wrong, into: example), naming: spec, in: example)
        }
      }
    }
  }

  @Test func `A number at the very edge of its range is taken`() throws {
    for example in examples {
      for spec in FieldSpec.all(of: example) {
        guard case .number(let range) = spec.kind else { continue }
        for edge in [range.lowerBound, range.upperBound] {
          #expect(throws: Never.self, "\(spec)") { try ClientMessage.read(spec.put(edge, into: example)) }
        }
      }
    }
  }

  @Test(arguments: [
    (#"{"t":"fly","c":7}"#, "\"fly\""), (#"{"t":"sub","c":7,"room":"rAAAAAAAA","as":"judge"}"#, "\"as\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"cheat"}"#, "\"cheat\""),
    (#"{"t":"q","c":7,"r":"rAAAAAAAA","q":"cards"}"#, "\"q\""),
    (#"{"t":"open","c":7,"game":"klondike1","deal":{"kind":"marked"}}"#, "\"kind\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"tap","in":"stock","if":{"t0":"x"}}"#, "\"if\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"tap","in":"stock","if":{"t0":-1}}"#, "\"if\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"tap","in":"stock","if":{"t0":65536}}"#, "\"if\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"move","item":1,"in":"a","as":"link"}"#, "\"as\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"put","in":"a","things":[]}"#, "\"things\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"put","in":"a","things":[[]]}"#, "\"things\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"put","in":"a","things":[[["text/plain"]]]}"#, "\"things\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"put","in":"a","things":[[["x",{"file":"y"}]]]}"#, "\"things\""),
    (#"{"t":"cmd","c":7,"r":"rAAAAAAAA","op":"put","in":"a","things":[[["x","y","z",1]]]}"#, "\"things\""),
  ])
  func `A word that is not on the list is refused with the line's c`(line: String, naming: String) {
    let refusal = mistake(in: bytes(line))
    #expect(refusal?.c == 7)
    #expect(refusal?.why.contains(naming) == true, "\(refusal?.why ?? "")")
  }

  @Test func `An unknown kind of message is refused as such, whatever else is missing`() {
    for line in [#"{"t":"fly"}"#, #"{"t":"fly","c":7.5}"#, #"{"t":"fly","c":7}"#] {
      #expect(mistake(in: bytes(line))?.why == "there is no message kind \"fly\"")
    }
    // What is missing is told where there is such a kind.
    #expect(mistake(in: bytes(#"{"t":"lobby","on":true}"#))?.why.contains("\"c\"") == true)
  }

  @Test(arguments: [
    #"{"t":"hello","role":"admin"}"#, #"{"t":"hello","want":["dests",1]}"#,
    #"{"t":"hello","resume":{"sid":"x","rooms":[["r",1,2]]}}"#,
    #"{"t":"hello","resume":{"sid":"x","rooms":[["r","e",-1]]}}"#,
    #"{"t":"hello","resume":{"sid":"x","rooms":[["r","e"]]}}"#,
    #"{"t":"hello","resume":{"sid":"x","rooms":[["r","e",1,2]]}}"#,
    #"{"t":"hello","resume":{"sid":"x","rooms":[[]]}}"#, #"{"t":"hello","resume":{"sid":"x","rooms":[7]}}"#,
  ])
  func `A hello that asks for something unknown is refused`(line: String) {
    #expect(mistake(in: bytes(line)) != nil)
  }

  @Test func `A line that names too many rooms, wishes or tops is refused`() throws {
    func hello(rooms: Int, wishes: Int) -> [UInt8] {
      let list = Array(repeating: #"["rAAAAAAAA","0000",1]"#, count: rooms).joined(separator: ",")
      let want = Array(repeating: #""dests""#, count: wishes).joined(separator: ",")
      return bytes(#"{"t":"hello","want":[\#(want)],"resume":{"sid":"x","rooms":[\#(list)]}}"#)
    }
    #expect(throws: Never.self) { try ClientMessage.read(hello(rooms: WireLimits.roomsMax, wishes: 16)) }
    #expect(mistake(in: hello(rooms: WireLimits.roomsMax + 1, wishes: 0))?.why.contains("\"rooms\"") == true)
    #expect(mistake(in: hello(rooms: 0, wishes: 17))?.why.contains("\"want\"") == true)
    func tap(tops: Int) -> [UInt8] {
      let list = (0..<tops).map { #""t\#($0)":1"# }.joined(separator: ",")
      return bytes(#"{"t":"cmd","c":5,"r":"rAAAAAAAA","op":"tap","in":"stock","if":{\#(list)}}"#)
    }
    #expect(throws: Never.self) { try ClientMessage.read(tap(tops: WireLimits.topsMax)) }
    let refusal = mistake(in: tap(tops: WireLimits.topsMax + 1))
    #expect(refusal?.c == 5)
    #expect(refusal?.why.contains("\"if\"") == true)
  }

  @Test(arguments: [
    #"{"t":"hb","t":"hb"}"#, #"{"t":"lobby","c":3,"on":true,"c":4}"#, #"{"t":"hb","x":1,"x":2}"#,
    #"{"t":"cmd","c":5,"r":"rAAAAAAAA","op":"tap","in":"stock","if":{"t0":1,"t0":2}}"#,
    #"{"t":"lobby","c":3,"\u0063":4,"on":true}"#,
  ])
  func `A key that comes twice is refused, since two readers could disagree`(line: String) {
    #expect(mistake(in: bytes(line))?.why.contains("comes twice") == true)
  }

  @Test(arguments: [
    "", "\n", "null", "7", "[]", "[{\"t\":\"hb\"}]", "{\"t\":\"hb\"", "{\"t\":\"hb\"}}",
    "{\"t\":\"hb\"}{\"t\":\"hb\"}",
    "{t:\"hb\"}", "{'t':'hb'}", "{\"t\":\"hb\",}", "{\"t\":\"\u{1}\"}",
  ])
  func `A line that is not one JSON object is refused`(line: String) {
    #expect(mistake(in: bytes(line)) != nil)
  }

  @Test func `A line that is nested deeper than any message needs is refused`() {
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(mistake(in: bytes(#"{"t":"hb","x":\#(deep)}"#)) != nil)
  }

  // MARK: - What is let pass

  @Test func `Unknown fields are ignored, fractions and nests among them`() throws {
    let page = try ProtocolPage()
    let extras = #","x-1":1.5,"x-2":1e99,"x-3":{"a":[1,{"b":null}]},"x-4":[],"x-5":null,"x-6":"ü""#
    for line in page.client {
      let extended = line.dropLast() + extras + "}"
      #expect(try ClientMessage.read(bytes(String(extended))) == ClientMessage.read(bytes(line)), "\(line)")
    }
    for line in page.server {
      let extended = line.dropLast() + extras + "}"
      #expect(try ServerMessage.read(bytes(String(extended))) == ServerMessage.read(bytes(line)), "\(line)")
    }
  }

  @Test func `A long name is cut to its first characters`() throws {
    let name = String(repeating: "é", count: 30)
    guard case .hello(let hello) = try ClientMessage.read(bytes(#"{"t":"hello","name":"\#(name)"}"#)) else {
      Issue.record("not a hello")
      return
    }
    #expect(hello.name == String(name.prefix(WireLimits.nameCharactersMax)))
  }

  @Test func `A client ignores kinds of messages that it does not know`() throws {
    #expect(try ServerMessage.read(bytes(#"{"t":"weather","rain":true}"#)) == nil)
    #expect(throws: BadMessage.self) { try ServerMessage.read(bytes(#"{"rain":true}"#)) }
  }

  // MARK: - Helpers

  private func expectRefusal(of line: [UInt8], naming spec: FieldSpec, in example: [String: Any]) throws {
    let refusal = try #require(mistake(in: line), "taken: \(text(line))")
    #expect(refusal.why.contains("\"\(spec.name)\""), "\(spec): \(refusal.why)")
    let c = spec.path == ["c"] ? nil : example["c"] as? Int
    #expect(refusal.c == c, "\(spec): \(text(line))")
  }

  private func mistake(in line: [UInt8]) -> BadMessage? {
    do throws(BadMessage) {
      _ = try ClientMessage.read(line)
      return nil
    } catch {
      return error
    }
  }
}
