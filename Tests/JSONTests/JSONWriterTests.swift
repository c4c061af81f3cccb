import Foundation
import JSON
import TestChecks
import TestDice
import Testing

@Suite struct `A JSON writer (RFC 8259)` {
  @Test func `places commas by itself`() {
    var json = JSONWriter()
    json.beginObject()
    json.field("a", 1)
    json.key("b")
    json.beginArray()
    json.value(true)
    json.null()
    json.beginObject()
    json.endObject()
    json.beginArray()
    json.endArray()
    json.value("x")
    json.endArray()
    json.field("c", false)
    json.endObject()
    #expect(text(json) == #"{"a":1,"b":[true,null,{},[],"x"],"c":false}"#)
  }

  @Test func `ends each line and begins the next without a comma`() {
    var json = JSONWriter()
    for i in 1...2 {
      json.beginObject()
      json.field("n", i)
      json.endObject()
      json.newline()
    }
    #expect(text(json) == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test func `writes every kind of field`() {
    var json = JSONWriter()
    json.beginObject()
    json.field("most", Int.max)
    json.field("least", Int.min)
    json.field("bool", true)
    json.field("literal", "l")
    json.field("string", String("s"))
    json.key(String("made"))
    json.null()
    json.endObject()
    #expect(
      text(json)
        == #"{"most":9223372036854775807,"least":-9223372036854775808,"#
        + #""bool":true,"literal":"l","string":"s","made":null}"#)
  }

  @Test func `escapes what must be escaped, and nothing else`() {
    var json = JSONWriter()
    json.value(String("\"\\/\u{08}\u{09}\u{0A}\u{0C}\u{0D}\u{00}\u{1F}\u{7F} ü♠😀"))
    #expect(text(json) == #""\"\\/\b\t\n\f\r\u0000\u001f"# + "\u{7F} ü♠😀\"")
  }

  @Test func `writes keys that need no escapes, and what is JSON already, as they are`() {
    var json = JSONWriter()
    json.beginObject()
    json.plainKey("a")
    json.value(json: Array("[1]".utf8))
    json.plainKey(String("ü b"))
    json.value(2)
    json.endObject()
    #expect(text(json) == #"{"a":[1],"ü b":2}"#)
  }

  @Test func `does not write a value without its key`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var json = JSONWriter()
      json.beginObject()
      json.value(1)
    }
    expectFailedCheck("in an object a key comes first", of: end)
  }

  @Test func `does not end what is not open`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var json = JSONWriter()
      json.beginArray()
      json.endObject()
    }
    expectFailedCheck("no object to end here", of: end)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `writes what Foundation reads back`(seed: UInt64) throws {
    var random = Dice(seed: seed)
    for _ in 0..<50 {
      let value = RandomJSON.value(depth: 4, using: &random)
      var json = JSONWriter()
      value.write(to: &json)
      let read = try JSONSerialization.jsonObject(with: Data(json.bytes), options: [.fragmentsAllowed])
      #expect(value.equals(read), "seed \(seed): \(text(json))")
    }
  }

  private func text(_ json: JSONWriter) -> String {
    String(decoding: json.bytes, as: UTF8.self)
  }
}
