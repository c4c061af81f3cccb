/// Frames of what was said, for members that lack them: each is told once, in order, as it is. A member that reads so
/// little that more were said meanwhile misses the older ones.
/// Invariant: never more than `countMax` frames, those of the last numbers up to `serial`.
struct TalkFrames {
  /// Eight seats that say all they may at once, and some reactions.
  static let countMax = 32

  /// The number of the last frame; it comes round.
  private(set) var serial: UInt16 = 0
  private var frames: [[UInt8]] = []

  var count: Int { frames.count }

  mutating func append(_ frame: [UInt8]) {
    serial &+= 1
    frames.append(frame)
    if frames.count > Self.countMax { frames.removeFirst() }
  }

  /// Those that a member lacks.
  ///
  /// - Parameter told: the number of the last one that it was told.
  func frames(after told: UInt16) -> ArraySlice<[UInt8]> { frames.suffix(Int(serial &- told)) }

  /// Nobody lacks any.
  mutating func removeAll() { frames.removeAll() }
}
