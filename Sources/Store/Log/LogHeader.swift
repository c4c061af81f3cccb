/// The first bytes of SQLite's log (file format, section 4.1), big-endian:
///
///     0  magic  version  page size  checkpoints   16  salt  salt   24  checksum   32  frames
///
/// A log that is begun anew gets other salts; frames of before keep theirs. It is synced before the first frame.
struct LogHeader: Equatable, Sendable {
  static let byteCount = 32

  /// Of the log that was begun then: no frame of another has the same.
  let salts: UInt64
  let pageBytes: Int
  let isBigEndian: Bool
  /// From which its first frame goes on.
  let checksum: LogChecksum

  private static let magic: UInt32 = 0x377f_0682

  /// - Returns: nil where it is not as it was written.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let magic = bytes.word(0)
    let isBigEndian = magic & 1 != 0
    let pageBytes = Int(bytes.word(8))
    let sum = LogChecksum().adding(
      UnsafeRawBufferPointer(rebasing: bytes[..<24]), isBigEndian: isBigEndian)
    guard magic & ~1 == Self.magic, pageBytes >= 512, pageBytes <= 65536, pageBytes.nonzeroBitCount == 1,
      sum == LogChecksum(first: bytes.word(24), second: bytes.word(28))
    else { return nil }
    self.salts = UInt64(bytes.word(16)) << 32 | UInt64(bytes.word(20))
    self.pageBytes = pageBytes
    self.isBigEndian = isBigEndian
    checksum = sum
  }

  /// As it was before one bit became another; nil where that does not make it right.
  ///
  /// - Parameter salts: those of the first frame, by which it is chosen where it may have been one of several bits.
  init?(mending bytes: UnsafeRawBufferPointer, for salts: UInt64) {
    var mended = Array(bytes.prefix(Self.byteCount))
    var found: LogHeader?
    for bit in 0..<Self.byteCount * 8 {
      mended[bit / 8] ^= 1 << (bit % 8)
      if let header = mended.withUnsafeBytes({ LogHeader($0) }), found?.salts != salts { found = header }
      mended[bit / 8] ^= 1 << (bit % 8)
    }
    guard let found else { return nil }
    self = found
  }

  /// What can be taken for it where it is lost: the first frame's salts, and pages of the usual size.
  init(ofFrame salts: UInt64) {
    self.salts = salts
    pageBytes = Self.usualPageBytes
    isBigEndian = false
    checksum = LogChecksum()
  }

  static let usualPageBytes = 4096

  var frameBytes: Int { LogFrame.headBytes + pageBytes }

  /// Where a frame begins; the first is 1, as SQLite counts.
  func offset(ofFrame number: Int) -> Int { Self.byteCount + (number - 1) * frameBytes }
}

/// One page of a commit (file format, section 4.2): 24 bytes, then the page.
///
///     0  page number  pages of the file, in the last of a commit, else 0   8  salt  salt   16  checksum   24  page
struct LogFrame {
  static let headBytes = 24

  let bytes: UnsafeRawBufferPointer

  var page: UInt32 { bytes.word(0) }
  /// How many pages the file has after the commit that ends here; 0 where none does.
  var filePages: UInt32 { bytes.word(4) }
  static let filePagesRange = 4..<8
  var salts: UInt64 { UInt64(bytes.word(8)) << 32 | UInt64(bytes.word(12)) }
  /// Over all frames up to this one.
  var checksum: LogChecksum { LogChecksum(first: bytes.word(16), second: bytes.word(20)) }

  /// What the checksum is over.
  var pieces: [UnsafeRawBufferPointer] {
    [
      UnsafeRawBufferPointer(rebasing: bytes[..<8]),
      UnsafeRawBufferPointer(rebasing: bytes[Self.headBytes...]),
    ]
  }

  func checksum(after sum: LogChecksum, isBigEndian: Bool) -> LogChecksum {
    var sum = sum
    sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]), isBigEndian: isBigEndian)
    sum.add(UnsafeRawBufferPointer(rebasing: bytes[Self.headBytes...]), isBigEndian: isBigEndian)
    return sum
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
