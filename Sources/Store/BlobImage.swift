/// Tells pictures by their signature and by whether the parts that must follow it are there and fit. Pixels are not
/// decoded: that is the browser's work, in its sandbox.
enum BlobImage {
  private static let signatures: [(BlobType, [UInt8])] = [
    (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, [0xFF, 0xD8]),
    (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)),
  ]

  /// The picture that the first bytes announce.
  static func claim(of bytes: UnsafeRawBufferPointer) -> BlobType? {
    if let (type, _) = signatures.first(where: { bytes.starts(with: $0.1) }) { return type }
    let reader = BlobReader(bytes)
    return reader.peek(Array("RIFF".utf8), at: 0) && reader.peek(Array("WEBP".utf8), at: 8) ? .webp : nil
  }

  /// Whether what follows the signature is such a picture from beginning to end.
  static func isPlausible(_ bytes: UnsafeRawBufferPointer, as claim: BlobType) -> Bool {
    var reader = BlobReader(bytes)
    switch claim {
    case .png: return reader.skip(8) && isPNG(&reader)
    case .jpeg: return reader.skip(2) && isJPEG(&reader)
    case .gif: return reader.skip(6) && isGIF(&reader)
    case .webp: return reader.skip(4) && isWebP(&reader)
    case .text, .vcard: return false
    }
  }

  // MARK: - PNG (ISO 15948 §5)

  /// IHDR first, then chunks that fit, pixels among them, and IEND as the last bytes of all.
  private static func isPNG(_ reader: inout BlobReader) -> Bool {
    guard reader.big32() == 13, reader.take(Array("IHDR".utf8)), isSide(reader.big32()),
      isSide(reader.big32()),
      let depth = reader.byte(), let colour = reader.byte(), isDepth(depth, of: colour), reader.byte() == 0,
      reader.byte() == 0, let interlace = reader.byte(), interlace <= 1, reader.skip(4)
    else { return false }
    var hasPixels = false
    while let length = reader.big32(), let name = reader.word() {
      guard name.allSatisfy(isLetter), reader.skip(length), reader.skip(4) else { return false }
      if name == Array("IDAT".utf8) { hasPixels = true }
      if name == Array("IEND".utf8) { return length == 0 && hasPixels && reader.isAtEnd }
    }
    return false
  }

  private static func isSide(_ pixels: Int?) -> Bool {
    pixels.map { (1...0x7FFF_FFFF).contains($0) } ?? false
  }

  private static func isDepth(_ depth: UInt8, of colour: UInt8) -> Bool {
    switch colour {
    case 0: [1, 2, 4, 8, 16].contains(depth)
    case 3: [1, 2, 4, 8].contains(depth)
    case 2, 4, 6: depth == 8 || depth == 16
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }

  // MARK: - JPEG (ITU T.81 annex B)

  /// Segments that fit, a frame with two sides among them, a scan, and an end of image after it. Telephones put
  /// more behind that end (a second picture, a film), so it need not be the end of the bytes.
  private static func isJPEG(_ reader: inout BlobReader) -> Bool {
    var hasFrame = false
    while reader.byte() == 0xFF {
      var marker = reader.byte()
      while marker == 0xFF { marker = reader.byte() }  // fill bytes
      guard let marker else { return false }
      switch marker {
      case 0x00, 0x01, 0xD0...0xD9: return false  // none of these may stand before a scan
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let length = reader.big16(), length >= 8, reader.skip(1), let height = reader.big16(),
          let width = reader.big16(), width > 0, reader.skip(length - 7)
        else { return false }
        // Height 0 means that a later segment tells it; no browser shows such a picture.
        guard height > 0 else { return false }
        hasFrame = true
      case 0xDA:
        guard hasFrame, let length = reader.big16(), length >= 2, reader.skip(length - 2) else {
          return false
        }
        return reader.find(0xFF, 0xD9)
      default:
        guard let length = reader.big16(), length >= 2, reader.skip(length - 2) else { return false }
      }
    }
    return false
  }

  // MARK: - GIF (89a specification §§17–27)

  /// Two sides, then blocks that fit, a picture among them, and the trailer, after which only zeros may follow. Some
  /// old programs wrote no trailer.
  private static func isGIF(_ reader: inout BlobReader) -> Bool {
    guard let width = reader.little16(), let height = reader.little16(), width > 0, height > 0,
      let flags = reader.byte(), reader.skip(2), skipTable(flags, in: &reader)
    else { return false }
    var hasPicture = false
    while let block = reader.byte() {
      switch block {
      case 0x21:
        guard reader.skip(1), skipParts(in: &reader) else { return false }
      case 0x2C:
        guard reader.skip(8), let flags = reader.byte(), skipTable(flags, in: &reader),
          let codeSize = reader.byte(), (1...11).contains(codeSize), skipParts(in: &reader)
        else { return false }
        hasPicture = true
      case 0x3B: return hasPicture && reader.isZeroToTheEnd
      default: return false
      }
    }
    return hasPicture
  }

  private static func skipTable(_ flags: UInt8, in reader: inout BlobReader) -> Bool {
    flags & 0x80 == 0 || reader.skip(3 << (Int(flags & 7) + 1))
  }

  private static func skipParts(in reader: inout BlobReader) -> Bool {
    while let length = reader.byte() {
      if length == 0 { return true }
      guard reader.skip(Int(length)) else { return false }
    }
    return false
  }

  // MARK: - WebP (RFC 9649 §2)

  /// A length that is the file's, and chunks that fit, one of them with pixels.
  private static func isWebP(_ reader: inout BlobReader) -> Bool {
    guard let length = reader.little32(), length == reader.left, reader.take(Array("WEBP".utf8)) else {
      return false
    }
    var hasPixels = false
    var isFirst = true
    while let name = reader.word() {
      guard let length = reader.little32(), length <= reader.left else { return false }
      let isPixels = hasPixels
      switch String(decoding: name, as: UTF8.self) {
      case "VP8 ": hasPixels = isPixels || reader.peek([0x9D, 0x01, 0x2A], at: 3)
      case "VP8L": hasPixels = isPixels || reader.peek([0x2F], at: 0)
      case "ANMF": hasPixels = isPixels || (!isFirst && length >= 24)
      case "VP8X": guard isFirst, length == 10 else { return false }
      default: guard !isFirst else { return false }
      }
      isFirst = false
      // Chunks have an even length; the odd byte is padding.
      guard reader.skip(length + length % 2) else { return false }
    }
    return hasPixels && reader.isAtEnd
  }
}
