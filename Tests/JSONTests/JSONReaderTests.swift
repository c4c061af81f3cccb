import Foundation
import JSON
import TestDice
import Testing

@Suite struct `A JSON reader (RFC 8259)` {
  @Suite struct Values {
    @Test(arguments: [
      ("0", 0), ("-0", 0), ("7", 7), (" \t\r\n42 ", 42), ("-1", -1),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ])
    func `§6 whole numbers that fit are read`(text: String, expected: Int) throws {
      #expect(try read(text) { (json) throws(JSONError) in try json.readInt() } == expected)
    }

    @Test(arguments: [
      ("1.0", JSONError.Reason.notInteger), ("1e2", .notInteger), ("-0.5", .notInteger),
      ("9223372036854775808", .numberTooLarge), ("-9223372036854775809", .numberTooLarge),
      ("99999999999999999999999", .numberTooLarge),
      ("01", .badNumber), ("-", .ended), ("1.", .ended), ("1.x", .badNumber), ("1e", .ended), ("1e+", .ended),
      ("-a", .badNumber), ("+1", .unexpected), (".5", .unexpected), ("", .ended), ("  ", .ended),
      ("\"1\"", .mismatched), ("null", .mismatched), ("1 2", .trailing), ("1x", .trailing),
    ])
    func `§6 every other number is refused`(text: String, reason: JSONError.Reason) {
      #expect(refusal(text) { (json) throws(JSONError) in _ = try json.readInt() } == reason)
    }

    @Test(arguments: [
      (#""""#, ""), (#""plain""#, "plain"), (#""ü♠😀""#, "ü♠😀"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"), (#""a\u00e9b""#, "aéb"),
      (#""\ud83d\ude00!""#, "😀!"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\0"),
    ])
    func `§7 strings and their escapes are read`(text: String, expected: String) throws {
      #expect(try read(text) { (json) throws(JSONError) in try json.readString(bytesMax: 100) } == expected)
    }

    @Test(arguments: [
      (#""open"#, JSONError.Reason.ended), (#""\"#, .ended), (#""\u12"#, .ended), (#""\x""#, .badEscape),
      (#""\u12g4""#, .badEscape), (#""\ud83d""#, .loneSurrogate), (#""\ud83dx""#, .loneSurrogate),
      (#""\ud83d\n""#, .loneSurrogate), (#""\ud83d\u0041""#, .loneSurrogate), (#""\ude00""#, .loneSurrogate),
      (#""\udc00\udc00""#, .loneSurrogate),
      ("\"\n\"", .controlCharacter), ("\"a\u{1F}\"", .controlCharacter), ("7", .mismatched),
      ("'a'", .unexpected),
    ])
    func `§7 a malformed string is refused`(text: String, reason: JSONError.Reason) {
      #expect(refusal(text) { (json) throws(JSONError) in _ = try json.readString(bytesMax: 100) } == reason)
      #expect(
        refusal(text) { (json) throws(JSONError) in
          guard try json.peek() == .string else { throw JSONError(.mismatched, at: 0) }
          try json.skipValue()
        } == reason)
    }

    @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `§8.1 bytes that are not UTF-8 are refused, read or skipped, with or without escapes`(bad: [UInt8]) {
      for tail in ["\"", "\\n\""] {
        let bytes = [UInt8(ascii: "\"")] + bad + Array(tail.utf8)
        #expect(throws: JSONError(.badUTF8, at: 1)) {
          var json = JSONReader(bytes)
          _ = try json.readString(bytesMax: 100)
        }
        #expect(throws: JSONError(.badUTF8, at: 1)) {
          var json = JSONReader(bytes)
          try json.skipValue()
        }
      }
    }

    @Test(arguments: ["abcd", "♠a", #"ab\u0063d"#, #"\u2660a"#])
    func `a string has at most the bytes that the caller allows`(inside: String) throws {
      let text = "\"\(inside)\""
      #expect(try read(text) { (json) throws(JSONError) in try json.readString(bytesMax: 4) }.utf8.count == 4)
      #expect(
        refusal(text) { (json) throws(JSONError) in _ = try json.readString(bytesMax: 3) } == .stringTooLong)
    }

    @Test func `§3 true, false and null are read`() throws {
      #expect(try read("true") { (json) throws(JSONError) in try json.readBool() })
      #expect(try !read("false") { (json) throws(JSONError) in try json.readBool() })
      #expect(try read("null") { (json) throws(JSONError) in try json.readNull() })
    }

    @Test func `null is asked for without losing what stands there instead`() throws {
      let number = try read("5") { (json) throws(JSONError) in
        guard try !json.readNull() else { return 0 }
        return try json.readInt()
      }
      #expect(number == 5)
    }

    @Test(arguments: [
      ("tru", JSONError.Reason.ended), ("trux", .unexpected), ("True", .unexpected), ("nul", .ended),
      ("nil", .unexpected), ("falsee", .trailing),
    ])
    func `§3 every other word is refused`(text: String, reason: JSONError.Reason) {
      #expect(refusal(text) { (json) throws(JSONError) in try json.skipValue() } == reason)
    }
  }

  @Suite struct Structure {
    @Test func `§4 an object is pulled key by key, unknown keys are skipped`() throws {
      let text = #" { "a" : 1 , "skip" : {"x":[1,{"y":[]}],"z":"\"}"} , "b" : [ 2 , 3 ] } "#
      var json = JSONReader(Array(text.utf8))
      var seen: [String] = []
      try json.beginObject()
      while let key = try json.nextKey() {
        switch key {
        case "a": seen.append("a=\(try json.readInt())")
        case "b":
          try json.beginArray()
          while try json.nextElement() { seen.append("b+\(try json.readInt())") }
        default: try json.skipValue()
        }
      }
      try json.finish()
      #expect(seen == ["a=1", "b+2", "b+3"])
    }

    @Test(arguments: [
      "{", "}", "[", "]", "{]", "[}", "{,}", "[,]", "[1,]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
      #"{"a":1 "b":2}"#, #"{a:1}"#, "{1:2}", #"{"a",1}"#, #"[1]]"#, #"{"a":1}}"#, "[1:2]", #"["a":1]"#, ",",
      "[[]", #"{"a":{}"#, "nullnull", "[null null]", "\u{FEFF}1", "/**/1", "[\u{0B}1]",
    ])
    func `§2 every other structure is refused`(text: String) {
      #expect(refusal(text) { (json) throws(JSONError) in try json.skipValue() } != nil)
      #expect(refusal(text) { (json) throws(JSONError) in _ = try RandomJSON(from: &json) } != nil)
    }

    @Test func `A fault carries its place`() {
      #expect(throws: JSONError(.mismatched, at: 4)) {
        var json = JSONReader(Array("[1, 2]".utf8))
        try json.beginArray()
        _ = try json.nextElement()
        _ = try json.readInt()
        _ = try json.nextElement()
        _ = try json.readBool()
      }
      #expect(throws: JSONError(.unexpected, at: 3)) {
        var json = JSONReader(Array("[1,]".utf8))
        try json.skipValue()
      }
      #expect(JSONError(.trailing, at: 3).description == "more follows the value, at byte 3")
    }

    @Test func `nests as deeply as allowed and no deeper`() {
      let most = JSONReader.depthMax
      let fits = String(repeating: "[", count: most) + String(repeating: "]", count: most)
      #expect(refusal(fits) { (json) throws(JSONError) in try json.skipValue() } == nil)
      #expect(refusal("[" + fits + "]") { (json) throws(JSONError) in try json.skipValue() } == .tooDeep)
      let flood = String(repeating: #"{"a":"#, count: 100_000)
      #expect(refusal(flood) { (json) throws(JSONError) in try json.skipValue() } == .tooDeep)
    }

    @Test func `reads one line of several by its range`() throws {
      let bytes = Array("1\n{\"a\":22}\n3".utf8)
      var json = JSONReader(bytes, range: 2..<10)
      try json.beginObject()
      #expect(try json.nextKey() == "a")
      #expect(try json.readInt() == 22)
      #expect(try json.nextKey() == nil)
      try json.finish()
      #expect(throws: JSONError(.ended, at: 8)) {
        var short = JSONReader(bytes, range: 2..<8)
        try short.skipValue()
      }
    }

    @Test func `a caller who asks out of turn is refused, not misled`() throws {
      #expect(refusal("[1,2]") { (json) throws(JSONError) in _ = try json.nextKey() } == .mismatched)
      #expect(
        refusal("[1,2]") { (json) throws(JSONError) in
          try json.beginArray()
          _ = try json.readInt()
        } == .unexpected)
      #expect(
        refusal(#"{"a":1}"#) { (json) throws(JSONError) in
          try json.beginObject()
          _ = try json.nextElement()
        } == .mismatched)
      #expect(refusal("[1]") { (json) throws(JSONError) in try json.beginArray() } == .ended)
    }
  }

  @Suite struct `Against Foundation` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `JSON that Foundation writes is read back equal`(seed: UInt64) throws {
      var random = Dice(seed: seed)
      for _ in 0..<50 {
        let value = RandomJSON.value(depth: 4, using: &random)
        let data = try JSONSerialization.data(
          withJSONObject: value.foundation, options: [.fragmentsAllowed, .prettyPrinted])
        var json = JSONReader(Array(data))
        #expect(try RandomJSON(from: &json) == value, "seed \(seed)")
        try json.finish()
      }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `our own writing is read back equal, and every shorter beginning is refused`(seed: UInt64) throws {
      var random = Dice(seed: seed)
      for _ in 0..<20 {
        let value = RandomJSON.array([.value(depth: 3, using: &random)])
        var writer = JSONWriter()
        value.write(to: &writer)
        var json = JSONReader(writer.bytes)
        #expect(try RandomJSON(from: &json) == value, "seed \(seed)")
        try json.finish()
        for end in 0..<writer.bytes.count {
          #expect(throws: JSONError.self, "seed \(seed)") {
            var json = JSONReader(writer.bytes, range: 0..<end)
            try json.skipValue()
          }
        }
      }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `skipping and reading agree on damaged text, and neither crashes`(seed: UInt64) {
      var random = Dice(seed: seed)
      for _ in 0..<300 {
        var writer = JSONWriter()
        RandomJSON.value(depth: 3, using: &random).write(to: &writer)
        var bytes = writer.bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          default: bytes.insert(Array("{}[],:\"\\0-.e".utf8).randomElement(using: &random) ?? 0, at: place)
          }
        }
        var reader = JSONReader(bytes)
        var skipper = JSONReader(bytes)
        let read = Result {
          _ = try RandomJSON(from: &reader)
          try reader.finish()
        }
        let skipped = Result {
          try skipper.skipValue()
          try skipper.finish()
        }
        // A number with a fraction is valid text that `readInt` does not take; all else must agree.
        if case .failure(let error as JSONError) = read,
          error.reason == .notInteger || error.reason == .numberTooLarge
        {
          continue
        }
        #expect(
          (try? read.get()) == nil ? (try? skipped.get()) == nil : (try? skipped.get()) != nil,
          "seed \(seed): \(bytes)")
      }
    }
  }
}

/// Reads one value to the end of the text.
private func read<R>(_ text: String, _ body: (inout JSONReader) throws(JSONError) -> R) throws(JSONError) -> R
{
  var json = JSONReader(Array(text.utf8))
  let value = try body(&json)
  try json.finish()
  return value
}

/// Why the text was refused, or nil when it was not.
private func refusal(
  _ text: String, _ body: (inout JSONReader) throws(JSONError) -> Void
) -> JSONError.Reason? {
  var json = JSONReader(Array(text.utf8))
  do throws(JSONError) {
    try body(&json)
    try json.finish()
    return nil
  } catch {
    return error.reason
  }
}
