import Bytes
import WebSocket

/// Compressed messages. The inflated bytes are never more than the limit, do not depend on the cuts, and are the same
/// as without a limit where they fit. What we compress, alone or after a dictionary, is inflated to itself.
///
///     ├ limit ┼ cuts ┼─ the message ─┤
func checkInflate(_ input: UnsafeRawBufferPointer) throws(Broken) {
  guard let first = input.first else { return }
  let limit = Int(first) * 4
  let cut = CutInput(UnsafeRawBufferPointer(rebasing: input.dropFirst()))
  let made = try cut.sameHoweverCut { pieces throws(Broken) in try inflate(pieces, limit: limit) }
  let whole = try inflate([cut.bytes], limit: limitMax)
  switch (made, whole) {
  case (.success(let some), .success(let all)): try hold(some == all, "a limit that is kept changes nothing")
  case (.failure(.tooBig), .success(let all)): try hold(all.count > limit, "only what is too big is too big")
  case (.failure(.broken), .failure(.broken)), (.failure(.tooBig), .failure): break
  default: throw Broken("a limit makes a message too big and nothing else")
  }
  try checkRoundTrip(cut)
}

private let limitMax = 1 << 16

/// A message, and the same once more, which may refer to the first.
private func inflate(_ pieces: [[UInt8]], limit: Int) throws(Broken) -> Result<[UInt8], InflateFault> {
  guard let inflater = Inflater() else { throw Broken("there is memory") }
  let first = try inflate(pieces, with: inflater, limit: limit)
  guard case .success(let bytes) = first else { return first }
  return try inflate(pieces, with: inflater, limit: limit).map { bytes + $0 }
}

private func inflate(
  _ pieces: [[UInt8]], with inflater: Inflater, limit: Int
) throws(Broken) -> Result<[UInt8], InflateFault> {
  var message = ByteBuffer()
  var fault: InflateFault?
  do throws(InflateFault) {
    for piece in pieces {
      try piece.withUnsafeBufferPointer { piece throws(InflateFault) in
        try inflater.inflate(UnsafeRawBufferPointer(piece), limit: limit, into: &message)
      }
    }
    try inflater.endMessage(limit: limit, into: &message)
  } catch {
    fault = error
  }
  try hold(message.count <= limit, "a message keeps its limit, refused or not")
  return fault.map { .failure($0) } ?? .success(Array(message.bytes))
}

/// The first piece is a dictionary, the rest a message.
private func checkRoundTrip(_ cut: CutInput) throws(Broken) {
  let dictionary = cut.pieces.count > 1 ? cut.pieces[0] : []
  let message = Array(cut.bytes.dropFirst(dictionary.count))
  guard let deflater = Deflater(), let inflater = Inflater(windowBits: deflater.windowBits) else {
    throw Broken("there is memory")
  }
  for (text, before) in [(dictionary, [UInt8]()), (message, dictionary)] {
    var out = ByteBuffer()
    text.withUnsafeBytes { text in
      before.withUnsafeBytes { deflater.deflate(text, after: $0, into: &out) }
    }
    let again = try inflate([Array(out.bytes)], with: inflater, limit: max(text.count, 1))
    try hold(again == .success(text), "what is compressed is inflated to itself")
  }
}
