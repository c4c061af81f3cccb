/// Tells pictures by their signature and by whether the parts that must follow it are there and fit, and how large they
/// say that they are. Pixels are not decoded: that is the browser's work, in its sandbox.
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

  /// The size of what follows the signature; nil where that is no such picture from beginning to end.
  static func size(of bytes: UnsafeRawBufferPointer, as claim: BlobType) -> PictureSize? {
    var reader = BlobReader(bytes)
    var size = PictureSize()
    let isPlausible =
      switch claim {
      case .png: reader.skip(8) && isPNG(&reader, &size)
      case .jpeg: reader.skip(2) && isJPEG(&reader, &size)
      case .gif: reader.skip(6) && isGIF(&reader, &size)
      case .webp: reader.skip(4) && isWebP(&reader, &size)
      case .text, .vcard: false
      }
    return isPlausible ? size : nil
  }

  // MARK: - PNG (ISO 15948 §5)

  /// IHDR first, then chunks that fit, pixels among them, and IEND as the last bytes of all.
  private static func isPNG(_ reader: inout BlobReader, _ size: inout PictureSize) -> Bool {
    guard reader.big32() == 13, reader.skip(Array("IHDR".utf8)), let width = side(&reader),
      let height = side(&reader), size.cover(width, height), let depth = reader.byte(),
      let colour = reader.byte(), isDepth(depth, of: colour), reader.byte() == 0,
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

  private static func side(_ reader: inout BlobReader) -> Int? {
    reader.big32().flatMap { $0 <= 0x7FFF_FFFF ? $0 : nil }
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
  private static func isJPEG(_ reader: inout BlobReader, _ size: inout PictureSize) -> Bool {
    var hasFrame = false
    while reader.byte() == 0xFF {
      var marker = reader.byte()
      while marker == 0xFF { marker = reader.byte() }  // fill bytes
      guard let marker else { return false }
      switch marker {
      case 0x00, 0x01, 0xD0...0xD9: return false  // none of these may stand before a scan
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let length = reader.big16(), length >= 8, reader.skip(1), let height = reader.big16(),
          let width = reader.big16(), reader.skip(length - 7)
        else { return false }
        // Height 0 means that a later segment tells it; no browser shows such a picture.
        guard size.cover(width, height) else { return false }
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
  /// old programs wrote no trailer. A picture may reach beyond those sides: browsers widen them.
  private static func isGIF(_ reader: inout BlobReader, _ size: inout PictureSize) -> Bool {
    guard let width = reader.little16(), let height = reader.little16(), size.cover(width, height),
      let flags = reader.byte(), reader.skip(2), skipTable(flags, in: &reader)
    else { return false }
    var hasPicture = false
    while let block = reader.byte() {
      switch block {
      case 0x21:
        guard reader.skip(1), skipParts(in: &reader) else { return false }
      case 0x2C:
        guard let left = reader.little16(), let top = reader.little16(), let width = reader.little16(),
          let height = reader.little16(), let flags = reader.byte(), skipTable(flags, in: &reader),
          let codeSize = reader.byte(), (1...11).contains(codeSize), skipParts(in: &reader)
        else { return false }
        // One without pixels is shown as large as the picture is anyway.
        _ = size.cover(left + width, top + height)
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

  /// A length that is the file's, and chunks that fit, one of them with pixels. What is in the frames of a film is not
  /// looked at: readers refuse where it is of another size than its frame says.
  private static func isWebP(_ reader: inout BlobReader, _ size: inout PictureSize) -> Bool {
    guard let length = reader.little32(), length == reader.left, reader.skip(Array("WEBP".utf8)) else {
      return false
    }
    var hasPixels = false
    var isFirst = true
    while let name = reader.word() {
      guard let length = reader.little32(), length <= reader.left else { return false }
      switch String(decoding: name, as: UTF8.self) {
      case "VP8 ":
        if reader.peek([0x9D, 0x01, 0x2A], at: 3) {
          let (width, height) = (reader.peekLittle(2, at: 6), reader.peekLittle(2, at: 8))
          // The two highest bits tell how to scale it.
          guard length >= 10, size.cover(width.map { $0 & 0x3FFF }, height.map { $0 & 0x3FFF }) else {
            return false
          }
          hasPixels = true
        }
      case "VP8L":
        if reader.peek([0x2F], at: 0) {
          guard length >= 5, let sides = reader.peekLittle(4, at: 1),
            size.cover((sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1)
          else { return false }
          hasPixels = true
        }
      case "ANMF":
        if !isFirst, length >= 24 {
          guard coverSides(at: 6, of: reader, &size) else { return false }
          hasPixels = true
        }
      case "VP8X": guard isFirst, length == 10, coverSides(at: 4, of: reader, &size) else { return false }
      default: guard !isFirst else { return false }
      }
      isFirst = false
      // Chunks have an even length; the odd byte is padding.
      guard reader.skip(length + length % 2) else { return false }
    }
    return hasPixels && reader.isAtEnd
  }

  /// Two sides of three bytes each, less one.
  private static func coverSides(at offset: Int, of reader: BlobReader, _ size: inout PictureSize) -> Bool {
    let (width, height) = (reader.peekLittle(3, at: offset), reader.peekLittle(3, at: offset + 3))
    return size.cover(width.map { $0 + 1 }, height.map { $0 + 1 })
  }
}
