/// Looks at SQLite's log, header and frames in their order, and says up to where SQLite reads it, and whether what lies
/// behind was lost. No I/O.
///
/// SQLite stops at the first frame that is not as it was written, and says nothing. Each commit is synced before the
/// next one begins: so the commit that is broken may be one that power cut off, unless a later one lies behind it.
/// Behind a broken frame the running checksum is gone, but each frame holds it as it was then: a frame that goes on
/// from what the one before it holds is as it was written. Where one goes on from the last frame of a commit, that
/// commit was whole on the disk once.
///
/// Invariant: end ≤ whole ≤ seen.
struct LogScan: Sendable {
  enum Damage: Equatable, Sendable {
    /// SQLite reads nothing of the log then.
    case header
    /// This frame, and with it all later commits.
    case frame(Int)
  }

  let header: LogHeader
  /// SQLite reads up to this frame, the last of a commit.
  var end = 0
  private(set) var damage: Damage?
  private(set) var seen = 0

  private let headerIsWhole: Bool
  private var hasBroken = false
  /// What the last whole frame leads to, up to the first that is broken.
  private var sum: LogChecksum
  private var whole = 0
  /// The number of pages that the file has after the last commit that is read; 0 before the first commit.
  private var filePages: UInt32 = 0
  /// Behind the first broken frame: the frame before, and what it should have gone on from.
  private var previous: [UInt8] = []
  private var previousSeed: LogChecksum?
  private var previousGoesOn = false

  /// - Parameter bytes: the header, and the first frame if there is one.
  /// - Returns: nil where there is no frame, and so nothing that could be lost.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= LogHeader.byteCount + LogFrame.headBytes else { return nil }
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<LogHeader.byteCount])
    let known = LogHeader(head)
    headerIsWhole = known != nil
    let salts = LogFrame(bytes: UnsafeRawBufferPointer(rebasing: bytes[LogHeader.byteCount...])).salts
    if let header = known ?? LogHeader(mending: head, for: salts) {
      self.header = header
      sum = header.checksum
    } else {
      header = LogHeader(ofFrame: salts)
      sum = LogChecksum()
    }
  }

  /// Frames of this log lie behind what SQLite reads: of a commit that was not whole.
  var hasRemains: Bool { hasBroken || whole > end }

  /// How a frame fits to those before it.
  enum Found: Equatable {
    /// It goes on from those before it, up to the header.
    case whole
    /// It goes on from what the frame before it holds; further in front something is broken.
    case wholeBehind
    case broken
  }

  /// The next frame, to its last byte.
  @discardableResult mutating func read(_ frame: LogFrame) -> Found {
    seen += 1
    if whole == seen - 1 {
      if frame.page > 0, frame.salts == header.salts {
        let next = frame.checksum(after: sum, isBigEndian: header.isBigEndian)
        if next == frame.checksum {
          sum = next
          whole = seen
          if frame.filePages > 0 {
            end = seen
            filePages = frame.filePages
            if !headerIsWhole { damage = .header }
          }
          return .whole
        }
      }
      remember(frame, after: sum, goesOn: false)
      return .broken
    }
    return readBehind(frame)
  }

  /// What of a frame's page can be had.
  enum Page: Equatable {
    /// The page is as it was written, even if the frame's head is damaged.
    case whole
    /// The page is as it was written but for one bit. The offset counts the bytes that the checksum covers.
    case but(Bit)
    case lost
  }

  /// Looks at a frame that is taken next.
  func page(of frame: LogFrame) -> Page {
    guard (frame.salts ^ header.salts).nonzeroBitCount <= 1,
      let seed = whole == seen ? sum : previousStored
    else { return .lost }
    let computed = frame.checksum(after: seed, isBigEndian: header.isBigEndian)
    if computed == frame.checksum || computed.isOneBit(from: frame.checksum) { return .whole }
    if let known = checksums(before: seen + 1)?.last, known.isKnown,
      frame.checksum(after: known.0, isBigEndian: header.isBigEndian) == frame.checksum
    {
      return .whole
    }
    let bits = LogChecksum.flipped(
      in: frame.pieces, from: seed, to: frame.checksum, isBigEndian: header.isBigEndian)
    return bits.count == 1 ? .but(bits[0]) : .lost
  }

  private mutating func readBehind(_ frame: LogFrame) -> Found {
    guard frame.page > 0, frame.salts == header.salts, let before = checksums(before: seen) else {
      remember(frame, after: nil, goesOn: false)
      return .broken
    }
    var (goesOn, follows) = (false, false)
    for (seed, isKnown) in before
    where frame.checksum(after: seed, isBigEndian: header.isBigEndian) == frame.checksum {
      goesOn = true
      follows = previous.withUnsafeBytes { endsCommit(LogFrame(bytes: $0), isKnown: isKnown) }
      break
    }
    if goesOn, damage == nil {
      if !headerIsWhole, frame.filePages > 0 { damage = .header }
      if follows { damage = headerIsWhole ? .frame(whole + 1) : .header }
    }
    remember(frame, after: nil, goesOn: goesOn)
    return goesOn ? .wholeBehind : .broken
  }

  /// The checksums from which a frame may go on: the one that the frame before holds, and behind the first broken frame
  /// also the one computed for it. For the stored checksum may be what is wrong, and the rest of that frame whole.
  private func checksums(before number: Int) -> [(LogChecksum, isKnown: Bool)]? {
    previous.withUnsafeBytes { bytes in
      guard bytes.count == header.frameBytes else { return nil }
      let frame = LogFrame(bytes: bytes)
      if number == whole + 2 {
        let computed = frame.checksum(after: sum, isBigEndian: header.isBigEndian)
        if computed != frame.checksum { return [(frame.checksum, false), (computed, true)] }
      }
      return [(frame.checksum, false)]
    }
  }

  /// Whether the frame before ends a commit, beyond doubt: one more could also be of the same commit, which power cut
  /// off in its midst.
  private func endsCommit(_ frame: LogFrame, isKnown: Bool) -> Bool {
    if isKnown || previousGoesOn { return frame.filePages > 0 }
    if let seed = previousSeed {
      // Only its salts may be wrong: they are not part of the sum.
      if frame.checksum(after: seed, isBigEndian: header.isBigEndian) == frame.checksum {
        return frame.filePages > 0
      }
      let bits = LogChecksum.flipped(
        in: frame.pieces, from: seed, to: frame.checksum, isBigEndian: header.isBigEndian)
      if !bits.isEmpty { return filePages(of: frame, butOne: bits) > 0 }
    }
    // Its page is anything. A disk writes sectors whole, so what lies in one with these salts was written with them.
    let first = header.offset(ofFrame: seen - 1)
    let isInOneSector = first / Self.sectorBytes == (first + LogFrame.headBytes - 1) / Self.sectorBytes
    return frame.salts == header.salts && isInOneSector && frame.filePages > 0
  }

  private static let sectorBytes = 512

  /// Where it could be one of many bits of its page, it hardly was this one; but a commit adds no more pages to the
  /// file than it has frames.
  private func filePages(of frame: LogFrame, butOne bits: [Bit]) -> UInt32 {
    let told = frame.filePages
    let places = LogFrame.filePagesRange
    guard let bit = bits.first(where: { places.contains($0.offset) }) else { return told }
    let grown = filePages == 0 ? UInt32.max : filePages &+ UInt32(seen - end)
    let canBe = told == 0 || (filePages...max(filePages, grown)).contains(told)
    guard bits.count == 1 || !canBe else { return told }
    return told ^ UInt32(bit.mask) << ((places.upperBound - 1 - bit.offset) * 8)
  }

  private mutating func remember(_ frame: LogFrame, after seed: LogChecksum?, goesOn: Bool) {
    hasBroken = hasBroken || frame.salts == header.salts
    // A broken frame behind another goes on from what that one holds, if that much is right.
    previousSeed = seed ?? previousStored
    previousGoesOn = goesOn
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: frame.bytes)
  }

  private var previousStored: LogChecksum? {
    previous.withUnsafeBytes { $0.isEmpty ? nil : LogFrame(bytes: $0).checksum }
  }

  func checkInvariants() {
    assert(end <= whole, "what SQLite reads is whole")
    assert(whole <= seen, "what is whole was seen")
  }
}
