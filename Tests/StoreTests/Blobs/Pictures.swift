/// The smallest pictures that browsers show, and parts to build others from.
enum Pictures {
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x21, 0xF9, 4, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  static let png: [UInt8] = png(with: [])

  /// - Parameter more: chunks between the header and the pixels.
  static func png(with more: [UInt8]) -> [UInt8] {
    pngSignature + pngHeader() + more + pngPixels + chunk("IEND", [])
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let pngPixels = chunk("IDAT", [0x78, 0x9C, 0x63, 0, 0, 0, 2, 0, 1])

  static func pngHeader(width: UInt8 = 1, height: UInt8 = 1, depth: UInt8 = 8, colour: UInt8 = 2) -> [UInt8] {
    chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height, depth, colour, 0, 0, 0])
  }

  /// Checksums are not looked at, so they are zero.
  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    big32(bytes.count) + Array(name.utf8) + bytes + [0, 0, 0, 0]
  }

  static let jpeg = jpeg(with: [])

  /// - Parameter more: segments before the frame.
  static func jpeg(with more: [UInt8], height: UInt8 = 1, width: UInt8 = 1) -> [UInt8] {
    [0xFF, 0xD8] + segment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]) + more
      + segment(0xC0, [8, 0, height, 0, width, 1, 1, 0x11, 0])
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x7F, 0xFF, 0x00, 0x12, 0xFF, 0xD9]
  }

  static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)] + bytes
  }

  static let lossyWebP = webP([("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A, 1, 0, 1, 0, 0])])
  static let losslessWebP = webP([("VP8L", [0x2F, 0, 0, 0, 0, 0])])
  static let largeWebP = webP([
    ("VP8X", [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]), ("ALPH", [0]),
    ("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A, 1, 0, 1, 0]),
  ])

  static func webP(_ chunks: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var parts: [UInt8] = []
    for (name, bytes) in chunks {
      parts += Array(name.utf8) + little32(bytes.count) + bytes
      if bytes.count % 2 == 1 { parts.append(0) }
    }
    return Array("RIFF".utf8) + little32(parts.count + 4) + Array("WEBP".utf8) + parts
  }

  static func big32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static func little32(_ number: Int) -> [UInt8] { big32(number).reversed() }
}
