import Testing

@testable import JSON

@Suite("A position in JSON text")
struct JSONPositionTests {
  private func position(_ text: String, _ offset: Int) -> [Int] {
    let position = JSONPosition(of: offset, in: Array(text.utf8))
    return [position.line, position.column]
  }

  @Test func `counts lines and columns from 1`() {
    #expect(position("", 0) == [1, 1])
    #expect(position("ab\ncd", 0) == [1, 1])
    #expect(position("ab\ncd", 2) == [1, 3])
    #expect(position("ab\ncd", 3) == [2, 1])
    #expect(position("ab\ncd", 5) == [2, 3])
    #expect(position("\n\n\n", 3) == [4, 1])
  }

  @Test func `ends lines as Unix, Windows and old Macs do`() {
    for lineEnd in ["\n", "\r\n", "\r"] {
      let text = "a\(lineEnd)\(lineEnd)b"
      #expect(position(text, text.utf8.count) == [3, 2], "\(Array(lineEnd.utf8))")
    }
  }

  @Test func `counts characters and not bytes`() {
    #expect(position("ä🎸x", 2) == [1, 2])
    #expect(position("ä🎸x", 6) == [1, 3])
    #expect(position("ä\n🎸x", 7) == [2, 2])
  }

  @Test func `lies at an end if it is beyond it`() {
    #expect(position("ab", 99) == [1, 3])
    #expect(position("ab", -1) == [1, 1])
  }

  @Test func `The position of a key is that of its quote`() throws {
    var json = JSONReader(Array(#"{"a":1 , "b" : {"c":2}}"#.utf8))
    var offsets: [Int] = []
    try json.beginObject()
    while let key = try json.nextKey() {
      offsets.append(json.keyOffset)
      guard key == "b" else {
        try json.skipValue()
        continue
      }
      try json.beginObject()
      while try json.nextKey() != nil {
        offsets.append(json.keyOffset)
        try json.skipValue()
      }
    }
    #expect(offsets == [1, 9, 16])
  }
}
