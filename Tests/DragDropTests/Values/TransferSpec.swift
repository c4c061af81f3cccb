import DragDrop
import Testing

@Suite struct `A kind of data` {
  @Test func `is one of its kinds, however many steps above`() {
    #expect(ContentType.png.conforms(to: .png))
    #expect(ContentType.png.conforms(to: .image) && ContentType.png.conforms(to: .data))
    #expect(!ContentType.image.conforms(to: .png) && !ContentType.png.conforms(to: .text))
    #expect(ContentType.vCard.conforms(to: .contact) && ContentType.vCard.conforms(to: .text))
    #expect(!ContentType.vCard.conforms(to: .plainText))
    #expect(ContentType.baizeContact.conforms(to: .contact))
  }

  @Test func `is equal to another when their identifiers are equal`() {
    let other = ContentType("public.png", mimeType: "x/y", conformingTo: [.text])
    #expect(other == .png && Set([other, .png]).count == 1)
    #expect(ContentType("public.pnG") != .png)
  }

  @Test func `Each well-known type has a name of its own`() {
    let known = ContentType.known
    #expect(Set(known).count == known.count)
    let names = known.compactMap { $0.mimeType }
    #expect(Set(names).count == names.count && names.contains("image/png"))
  }
}

@Suite struct `The name of a file` {
  private func name(_ wanted: Text, _ type: ContentType = .plainText) -> Text? {
    Transfer<Text> {
      DataRepresentation(exportedContentType: type) { $0.bytes }.suggestedFileName { $0 }
    }
    .exported(wanted, as: type)?.fileName
  }

  @Test(arguments: [
    ("Ann Lee", "Ann Lee.txt"), ("a/b\\c:d", "abcd.txt"), ("..", "item.txt"), (".hidden", "hidden.txt"),
    ("../../etc/passwd", "etcpasswd.txt"), ("\u{0}\u{1F}\u{7F}\n", "item.txt"), ("a.tar.gz", "a.tar.gz.txt"),
    ("Zo\u{EB} \u{1F34E}", "Zo\u{EB} \u{1F34E}.txt"), ("a\u{85}b\u{9B}c", "abc.txt"),
  ])
  func `has no separators, control characters or dots in front`(_ wanted: String, _ name: String) {
    #expect(self.name(Text(wanted))?.text == name)
  }

  @Test func `is cut to whole characters`() throws {
    let long = try #require(name(Text(String(repeating: "\u{1F34E}", count: 100))))
    #expect(long.bytes.count <= 124 && long.bytes.count > 110)
    #expect(String(validating: long.bytes, as: UTF8.self)?.hasSuffix(".txt") == true)
    #expect(name(Text(String(repeating: "a", count: 120)))?.bytes.count == 124)
    #expect(name(Text(String(repeating: "a", count: 121)))?.bytes.count == 124)
  }

  @Test func `is missing if none was suggested, and has no ending if its kind has none`() {
    #expect(name("") == nil)
    #expect(name("a", .data) == "a")
  }
}

@Suite struct `Text as bytes` {
  @Test func `is written as a literal and with values in it`() {
    let name: Text = "Bob"
    let (least, most) = (Int.min, UInt64.max)
    #expect(
      ("\(name) has \(3) \u{1F34E}, \(-7) and \("x" + "y")" as Text).text == "Bob has 3 \u{1F34E}, -7 and xy")
    #expect(("\(least) \(most) \(0)" as Text).text == "\(least) \(most) \(0)")
  }

  @Test func `is compared byte by byte`() {
    #expect(Text("\u{E9}") != Text("e\u{301}"))
    #expect(Text(bytes: [65]) == "A" && Text("").isEmpty)
    #expect(Text(bytes: [0xFF]).text == "\u{FFFD}")
  }

  @Test func `travels as itself`() throws {
    let transfer = Text.transferRepresentation.transfer
    let sent = try #require(transfer.exported("Zo\u{EB}", as: .plainText))
    #expect(try transfer.load([sent]) == "Zo\u{EB}")
    #expect(transfer.importedContentTypes == [.plainText])
  }
}

@Suite struct `Ways to send and to read` {
  private struct Cut: Hashable, Sendable {
    var words: String
  }

  private let oneWay = Transfer<Cut> {
    DataRepresentation(exportedContentType: .json) { Array("\"\($0.words)\"".utf8) }
      .exportingCondition { !$0.words.isEmpty }
    DataRepresentation(importedContentType: .plainText) { Cut(words: String(decoding: $0, as: UTF8.self)) }
    ProxyRepresentation(exporting: { Text($0.words) })
    FileRepresentation(contentType: .png) {
      $0.words.count > 3 ? File(name: "w", bytes: [1]) : nil
    } importing: { _ in
      nil
    }
  }

  @Test func `may go in one direction only`() {
    #expect(oneWay.exportedContentTypes(of: Cut(words: "abcd")) == [.json, .plainText, .png])
    #expect(oneWay.exportedContentTypes(of: Cut(words: "")) == [.plainText, .png])
    #expect(oneWay.importedContentTypes == [.plainText, .png])
    #expect(!oneWay.canLoad([.json]) && oneWay.canLoad([.plainText]))
    #expect(throws: TransferError.unreadable) { try oneWay.load([Payload(.json, bytes: [34, 34])]) }
  }

  @Test func `A way that fails for an item is left out`() {
    #expect(oneWay.exported(Cut(words: "ab"), as: .png) == nil)
    #expect(oneWay.exported(Cut(words: "ab")).map { $0.contentType } == [.json, .plainText])
    #expect(oneWay.exported(Cut(words: "abcd")).map { $0.contentType } == [.json, .plainText, .png])
    #expect(oneWay.exported(Cut(words: ""), as: .json) == nil)
  }

  @Test func `A way through another value may fail in either direction`() throws {
    let picky = Transfer<Cut> {
      ProxyRepresentation {
        $0.words.isEmpty ? nil : Text($0.words)
      } importing: {
        $0.isEmpty ? nil : Cut(words: $0.text)
      }
    }
    #expect(picky.exported(Cut(words: ""), as: .plainText) == nil)
    #expect(throws: TransferError.unreadable) { try picky.load([Payload(.plainText, bytes: [])]) }
    #expect(try picky.load([Payload(.plainText, bytes: [65])]) == Cut(words: "A"))
  }

  @Test func `A form that is too large is skipped for a smaller one`() throws {
    let limited = Transfer<Cut> {
      DataRepresentation(importedContentType: .json) { _ in Cut(words: "json") }.importLimit(bytes: 2)
      DataRepresentation(importedContentType: .plainText) { _ in Cut(words: "text") }
    }
    let (large, text) = (Payload(.json, bytes: [1, 2, 3]), Payload(.plainText, bytes: [1, 2, 3]))
    #expect(try limited.load([large, text]).words == "text")
    #expect(throws: TransferError.tooLarge) { try limited.load([large]) }
    #expect(try limited.load([large, Payload(.json, bytes: [1, 2])]).words == "json")
  }
}
