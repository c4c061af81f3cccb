/// Counts lines that hold something, and forgets between two pieces that the line has begun: the kind of mistake that
/// `sameHoweverCut` is there to find.
func checkControl(_ input: UnsafeRawBufferPointer) throws(Broken) {
  _ = try CutInput(input).sameHoweverCut { pieces throws(Broken) in
    var lines = 0
    for piece in pieces {
      for (byte, next) in zip(piece, piece.dropFirst()) where byte != 0x0A && next == 0x0A { lines += 1 }
    }
    return lines
  }
}
