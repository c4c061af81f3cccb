/// Bytes of a peer, and how they come in pieces: the input's first bytes choose the cuts, so that what looks for
/// inputs looks for cuts too.
/// Invariant: the pieces in a row are the bytes.
///
///     ├ n ┼ n lengths ┼─ the bytes: piece 1 ─┼─ … ─┼─ piece n ─┼─ the rest ─┤
struct CutInput {
  private static let cutsMax: UInt8 = 8
  /// Longer inputs are not fed byte by byte: that would only be slow.
  private static let bytewiseMax = 600

  let bytes: [UInt8]
  let pieces: [[UInt8]]

  init(_ input: UnsafeRawBufferPointer) {
    let cuts = Int((input.first ?? 0) % (Self.cutsMax + 1))
    let lengths = input.dropFirst().prefix(cuts)
    var rest = UnsafeRawBufferPointer(rebasing: input.dropFirst(1 + lengths.count))
    bytes = Array(rest)
    var pieces: [[UInt8]] = []
    for length in lengths {
      // Small pieces exactly, long ones in steps of 64.
      let count = min(length < 192 ? Int(length) : (Int(length) - 191) * 64, rest.count)
      pieces.append(Array(rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    pieces.append(Array(rest))
    self.pieces = pieces
  }

  /// Lets somebody hear the bytes in one piece, as they were cut, and byte by byte.
  ///
  /// - Returns: what was heard, for all three the same.
  /// - Throws: when they differ.
  func sameHoweverCut<Heard: Equatable>(
    _ hear: ([[UInt8]]) throws(Broken) -> Heard
  ) throws(Broken) -> Heard {
    let whole = try hear([bytes])
    try hold(try hear(pieces) == whole, "what is heard does not depend on the cuts \(pieces.map(\.count))")
    if bytes.count <= Self.bytewiseMax {
      try hold(try hear(bytes.map { [$0] }) == whole, "what is heard byte by byte is the same")
    }
    return whole
  }
}
