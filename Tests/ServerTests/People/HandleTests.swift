import Testing

@testable import Server

@Suite struct `A handle` {
  @Test(arguments: ["ada", "Ada", "@ada", "a-d_a", "ada-lovelace_1815", "abc45678901234567890"])
  func `is letters, digits and two signs, in small letters`(text: String) throws {
    let handle = try Handle(text)
    #expect(handle.text == text.lowercased().drop { $0 == "@" })
    #expect(handle.shown == "@" + handle.text)
    #expect(try Handle(handle.text) == handle)
  }

  @Test(arguments: [
    ("", Handle.Mistake.length), ("ab", .length), ("@ab", .length), ("a23456789012345678901", .length),
    ("äda", .characters), ("a da", .characters), ("ada\u{202E}", .characters), ("ada\n", .characters),
    ("<b>", .characters), ("а\u{0434}а", .characters), ("ada@", .characters), ("@@ada", .characters),
    ("\u{FF41}\u{FF44}\u{FF41}", .characters), ("1ada", .start), ("_ada", .start), ("-ada", .start),
    ("admin", .reserved), ("Adm1n", .reserved), ("ad-min", .reserved), ("somebody", .reserved),
    ("o-p-e-r-a-t-o-r", .reserved),
  ])
  func `is refused with the reason`(text: String, mistake: Handle.Mistake) {
    #expect(throws: mistake) { try Handle(text) }
    #expect(mistake.why.hasSuffix("."))
  }

  @Test(arguments: [
    ("ada", "A-D-A"), ("ada", "a__da"), ("bob", "b0b"), ("lil", "l1i"), ("sam-5", "sams"),
    ("modern", "modem"),
    ("wendy", "vvendy"), ("zoe-z", "zoe2"),
  ])
  func `has the skeleton of one that looks like it`(one: String, other: String) throws {
    #expect(try Handle(one).skeleton == Handle(other).skeleton)
  }

  @Test func `has another skeleton than one that does not look like it`() throws {
    let skeletons = try ["ada", "adam", "dada", "bob", "bobo", "eve", "eva"].map { try Handle($0).skeleton }
    #expect(Set(skeletons).count == skeletons.count)
  }
}

@Suite struct `A name for the moment` {
  private let guest = GuestToken.guest(of: "g1.0123456789abcdef01")

  @Test(arguments: [
    ("Ada", "Ada"), ("  Ada  B. ", "Ada B. ".trimmingCharacters), ("@ada", "ada"), ("@@ ada", "ada"),
    ("\u{FF20}ada", "ada"), ("\u{FE6B}\u{202E}@ada", "ada"), ("a@da", "ada"), ("·@ada", "·ada"),
    ("ⓐada", "ada"), ("Ⓐda", "da"), ("\u{200B}@ada", "ada"),
    ("@\u{FE0F}ada", "ada"), ("\u{034F}@ada", "ada"), ("@\u{0301}ada", "ada"), ("\u{180B}@ada", "ada"),
    ("\u{E0100}@ada", "ada"), ("\u{17B4}@ada", "ada"), ("\u{2800}@ada", "ada"), ("@\u{0301}@ada", "ada"),
  ])
  func `has no handle's sign`(name: String, shown: String) {
    #expect(PersonName.chosen(name, by: guest) == shown)
  }

  @Test(arguments: ["", "@", "@@@", "\u{202E}", " @ "])
  func `is a guest's number where nothing is left of it`(name: String) {
    #expect(PersonName.chosen(name, by: guest) == "Guest " + guest.text.suffix(4))
  }
}

extension String {
  fileprivate var trimmingCharacters: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
