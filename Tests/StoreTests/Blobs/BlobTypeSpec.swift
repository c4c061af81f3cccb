import TestDice
import Testing

@testable import Store

@Suite struct `The type of a blob` {
  static let known: [(BlobType, [UInt8])] = [
    (.png, Pictures.png), (.png, Pictures.png(with: Pictures.chunk("tEXt", Array("a\0b".utf8)))),
    (
      .png,
      Pictures.pngSignature + Pictures.pngHeader(depth: 1, colour: 3) + Pictures.pngPixels
        + Pictures.chunk("IEND", [])
    ),
    (.jpeg, Pictures.jpeg), (.jpeg, Pictures.jpeg(with: Pictures.segment(0xE1, Array("Exif".utf8)))),
    (.jpeg, Pictures.jpeg(with: [0xFF, 0xFF] + Pictures.segment(0xFE, [1]).dropFirst())),
    // Telephones put a film or a second picture behind the first.
    (.jpeg, Pictures.jpeg + Pictures.jpeg), (.gif, Pictures.gif), (.gif, Pictures.gif + [0, 0]),
    (.gif, Pictures.gif.dropLast()),
    (.webp, Pictures.lossyWebP), (.webp, Pictures.losslessWebP), (.webp, Pictures.largeWebP),
    (.text, Array("a".utf8)), (.text, Array("Zoë 王\r\n\tsays: <3 🍎\n".utf8)),
    (.text, [0xEF, 0xBB, 0xBF] + Array("with a mark".utf8)), (.text, Array("a <svg> in the middle".utf8)),
    (.text, Array("< 5 and > 3".utf8)), (.text, Array("GIF89 is older than RIFF".utf8)),
    (.text, Array("RIFF and WEBP".utf8)),
    (.text, Array("BEGIN:VCARDS are nice".utf8)),
    (.text, Array("BEGIN:VCARD\r\nFN:Ann".utf8)), (.text, Array("FN:Ann\r\nEND:VCARD".utf8)),
    (.vcard, Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n".utf8)),
    (.vcard, Array("\u{FEFF}begin:vcard\nFN:Ann\nend:vcard".utf8)),
  ]

  @Test(arguments: known) func `is recognised by its bytes`(type: BlobType, bytes: [UInt8]) {
    #expect(BlobType(sniffing: bytes) == type)
  }

  static let markup = [
    "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "  \n<SVG>", "<?xml version=\"1.0\"?><svg/>",
    "<!DOCTYPE html>",
    "<!-- --><svg/>", "<html>", "<script>alert(1)</script>", "\u{FEFF}<html>", "</p>", "<a", "<math>",
    "%PDF-1.7\n", "%!PS-Adobe", "{\\rtf1 }",
  ]

  @Test(arguments: markup) func `is refused where a browser or another program would run it`(text: String) {
    #expect(BlobType(sniffing: Array(text.utf8)) == nil)
  }

  static let neither: [[UInt8]] = [
    [], Array("  \r\n ".utf8), [0xEF, 0xBB, 0xBF], Array("a\0b".utf8), [0x1B, 0x5B, 0x41], [0x7F],
    [0x61, 0xC2, 0x85],
    [0xC3], [0xFF, 0xFE, 0x61, 0x00], [0x80], Array("PK".utf8) + [3, 4], [0x7F, 0x45, 0x4C, 0x46],
    Array("\u{0C}page".utf8),
  ]

  @Test(arguments: neither) func `is refused where it is neither picture nor text`(bytes: [UInt8]) {
    #expect(BlobType(sniffing: bytes) == nil)
  }

  @Test(arguments: [
    Pictures.png, Pictures.jpeg, Pictures.gif.dropLast(), Pictures.lossyWebP, Pictures.largeWebP,
  ])
  func `is unknown when a picture's end is missing`(picture: [UInt8]) {
    for count in 12..<picture.count {
      #expect(BlobType(sniffing: Array(picture[..<count])) == nil, "\(count) bytes")
    }
  }

  static let polyglots: [[UInt8]] = [
    Array("GIF89a/*<svg/onload=alert(1)>*/=1;".utf8), Array("GIF89a<html><script>alert(1)</script>".utf8),
    Pictures.gif + Array("<script>".utf8), Pictures.png + Array("<script>".utf8), Pictures.png + [0],
    Pictures.pngSignature + Array("<html>".utf8), [0xFF, 0xD8, 0xFF] + Array("<html>".utf8),
    [0xFF, 0xD8, 0xFF, 0xD9], Pictures.lossyWebP + Array("PK".utf8),
    Array("RIFF".utf8) + Pictures.little32(4)
      + Array("WAVE".utf8),
    Pictures.webP([("VP8X", [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0])]), Pictures.webP([("EXIF", [1, 2])]),
    Pictures.webP([("VP8 ", Array("<html><body>".utf8))]), Pictures.webP([("VP8L", Array("<html>".utf8))]),
    Pictures.webP([]),
  ]

  @Test(arguments: polyglots) func `is unknown when the bytes only begin or end like a picture`(
    bytes: [UInt8]
  ) {
    #expect(BlobType(sniffing: bytes) == nil)
  }

  static let impossible: [[UInt8]] = [
    Pictures.pngSignature + Pictures.pngHeader(width: 0) + Pictures.pngPixels + Pictures.chunk("IEND", []),
    Pictures.pngSignature + Pictures.pngHeader(height: 0) + Pictures.pngPixels + Pictures.chunk("IEND", []),
    Pictures.pngSignature + Pictures.pngHeader(depth: 4, colour: 2) + Pictures.pngPixels
      + Pictures.chunk("IEND", []),
    Pictures.pngSignature + Pictures.pngHeader(colour: 5) + Pictures.pngPixels + Pictures.chunk("IEND", []),
    Pictures.pngSignature + Pictures.pngHeader() + Pictures.chunk("IEND", []),
    Pictures.pngSignature + Pictures.pngPixels + Pictures.chunk("IEND", []),
    Pictures.png(with: Pictures.chunk("<a> ", [])),
    Pictures.png(with: [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8)),
    Pictures.jpeg(with: [], height: 0), Pictures.jpeg(with: [], width: 0),
    Pictures.jpeg(with: [0xFF, 0xE1, 0, 1]),
    Pictures.jpeg(with: [0xFF, 0xD9]),
    [0xFF, 0xD8] + Pictures.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0xFF, 0xD9],
    Array("GIF89a".utf8) + [0, 0, 1, 0, 0, 0, 0, 0x3B], Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B],
  ]

  @Test(arguments: impossible) func `is unknown when no picture can have such fields`(bytes: [UInt8]) {
    #expect(BlobType(sniffing: bytes) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `is looked for in damaged bytes without harm`(seed: UInt64) {
    var random = Dice(seed: seed)
    for (_, original) in Self.known {
      for _ in 0..<50 {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes = Array(bytes[..<Int.random(in: 0...bytes.count, using: &random)])
        // Whatever it is now, the same bytes are the same thing.
        #expect(BlobType(sniffing: bytes) == BlobType(sniffing: bytes), "seed \(seed)")
      }
    }
  }

  @Test(arguments: BlobType.allCases) func `has a name and is served as a picture only if it is one`(
    type: BlobType
  ) {
    #expect(type.isImage == type.name.hasPrefix("image/"))
    #expect(!type.name.contains("svg") && !type.name.contains("html"))
  }
}

@Suite struct `A blob's name` {
  static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test func `is 64 digits`() {
    #expect(BlobID(Self.empty)?.text == Self.empty)
  }

  @Test(arguments: [
    "", String(empty.dropLast()), empty + "0", empty.uppercased(), String(empty.dropLast()) + "g",
    "../" + empty.dropFirst(3), String(empty.dropLast(2)) + "é", String(empty.dropLast()) + "\0",
  ])
  func `is refused in any other form`(text: String) {
    #expect(BlobID(text) == nil)
  }
}
