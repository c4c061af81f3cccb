import Testing

@testable import Store

@Suite struct `A picture's size` {
  /// Of each kind, made of a width and a height.
  static let kinds: [@Sendable (Int, Int) -> [UInt8]] = [
    { Pictures.png(width: $0, height: $1) }, { Pictures.jpeg(width: $0, height: $1) },
    { Pictures.gif(screen: ($0, $1), frame: (1, 1)) }, { Pictures.gif(screen: (1, 1), frame: ($0, $1)) },
    { Pictures.largeWebP(width: $0, height: $1) }, { Pictures.film(width: $0, height: $1) },
  ]
  /// Kinds whose sides have 14 bits.
  static let narrow: [@Sendable (Int, Int) -> [UInt8]] = [
    { Pictures.lossyWebP(width: $0, height: $1) }, { Pictures.losslessWebP(width: $0, height: $1) },
  ]

  @Test(arguments: kinds + narrow)
  func `is read from its bytes`(make: @Sendable (Int, Int) -> [UInt8]) throws {
    for (width, height) in [(1, 1), (300, 2), (2, 300), (5_000, 10_000), (16_383, 3_000)] {
      let size = try #require(BlobType.sniff(make(width, height))?.size)
      #expect((size.width, size.height) == (width, height))
      #expect(size.fits(Blobs.Limits()))
    }
  }

  @Test(arguments: kinds) func `is bounded in each side`(make: @Sendable (Int, Int) -> [UInt8]) throws {
    for (width, height) in [(16_384, 3_000), (3_000, 16_384)] {
      #expect(try #require(BlobType.sniff(make(width, height))?.size).fits(Blobs.Limits()))
    }
    for (width, height) in [(16_385, 1), (1, 16_385), (65_535, 65_535)] {
      #expect(try !#require(BlobType.sniff(make(width, height))?.size).fits(Blobs.Limits()))
    }
  }

  @Test(arguments: kinds + narrow)
  func `is bounded in all`(make: @Sendable (Int, Int) -> [UInt8]) throws {
    #expect(try #require(BlobType.sniff(make(10_000, 5_000))?.size).fits(Blobs.Limits()))
    for (width, height) in [(10_000, 5_001), (10_001, 5_000), (16_383, 16_383)] {
      #expect(try !#require(BlobType.sniff(make(width, height))?.size).fits(Blobs.Limits()))
    }
  }

  @Test func `The size of a GIF reaches as far as each of its frames`() throws {
    let size = try #require(
      BlobType.sniff(Pictures.gif(screen: (9, 9), at: (60_000, 7), frame: (5_000, 4)))?.size)
    #expect((size.width, size.height) == (65_000, 11))
  }

  @Test func `is unknown where a picture is cut before it`() {
    for kind in Self.kinds + Self.narrow {
      for count in 0..<26 { #expect(BlobType.sniff(Array(kind(9, 9).prefix(count)))?.size == nil) }
    }
  }

  @Test func `A picture that is too large costs nothing, and one that fits is kept`() throws {
    let directory = TestDirectory()
    let desk = try RunningBlobs(in: directory)
    let refusal = Blobs.Outcome.refused(.tooManyPixels(50_000_000, side: 16_384))
    #expect(desk.keep(Pictures.png(width: 65_535, height: 65_535)) == refusal)
    #expect(desk.keep(Pictures.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)) == refusal)
    #expect(desk.blobs.used == (0, 0))
    guard case .kept = desk.keep(Pictures.png(width: 8_064, height: 6_048)) else {
      Issue.record("a telephone's picture is kept")
      return
    }
  }
}

extension Pictures {
  static func png(width: Int, height: Int) -> [UInt8] {
    pngSignature + chunk("IHDR", big32(width) + big32(height) + [8, 2, 0, 0, 0]) + pngPixels
      + chunk("IEND", [])
  }

  static func jpeg(width: Int, height: Int) -> [UInt8] {
    [0xFF, 0xD8] + segment(0xC2, [8] + big32(height).suffix(2) + big32(width).suffix(2) + [1, 1, 0x11, 0])
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x7F, 0xFF, 0xD9]
  }

  static func gif(screen: (Int, Int), at place: (Int, Int) = (0, 0), frame: (Int, Int)) -> [UInt8] {
    Array("GIF89a".utf8) + little16(screen.0) + little16(screen.1) + [0, 0, 0, 0x2C] + little16(place.0)
      + little16(place.1) + little16(frame.0) + little16(frame.1) + [0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  static func lossyWebP(width: Int, height: Int) -> [UInt8] {
    // How to scale it stands above the sides.
    webP([("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A] + little16(width | 0x4000) + little16(height | 0xC000))])
  }

  static func losslessWebP(width: Int, height: Int) -> [UInt8] {
    webP([("VP8L", [0x2F] + little32(width - 1 | (height - 1) << 14 | 1 << 28))])
  }

  static func largeWebP(width: Int, height: Int) -> [UInt8] {
    webP([
      ("VP8X", [0x10, 0, 0, 0] + little24(width - 1) + little24(height - 1)),
      ("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A, 1, 0, 1, 0]),
    ])
  }

  static func film(width: Int, height: Int) -> [UInt8] {
    webP([
      ("VP8X", [0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0]), ("ANIM", [0, 0, 0, 0, 0, 0]),
      (
        "ANMF",
        [0, 0, 0, 0, 0, 0] + little24(width - 1) + little24(height - 1) + [1, 0, 0, 0]
          + Array("VP8L".utf8) + little32(6) + [0x2F, 0, 0, 0, 0, 0]
      ),
    ])
  }

  private static func little16(_ number: Int) -> [UInt8] { Array(little32(number).prefix(2)) }
  private static func little24(_ number: Int) -> [UInt8] { Array(little32(number).prefix(3)) }
}
