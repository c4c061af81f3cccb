import HTTP

/// A body in chunks. It gives the same bytes however it is cut, and never more than its limit. All bytes up to its end
/// are read and none beyond. Once it ended or was refused, it stays so.
func checkChunks(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let cut = CutInput(input)
  let hearing = try cut.sameHoweverCut(hearChunks)
  try hold(hearing.data.count <= bytesMax, "a body keeps its limit")
  try hold(hearing.looked <= cut.bytes.count, "what was looked at was given")
  if hearing.end == .needMore {
    try hold(hearing.looked == cut.bytes.count, "more is needed only at the end")
  }
}

private let bytesMax = 100

private let limits: HTTPLimits = {
  // Small, so that short inputs reach them.
  var limits = HTTPLimits()
  limits.chunkExtrasBytesMax = 40
  return limits
}()

private struct ChunksHeard: Equatable {
  var data: [UInt8] = []
  var end = ChunkedBody.Step.needMore
  var looked = 0
}

private func hearChunks(_ pieces: [[UInt8]]) throws(Broken) -> ChunksHeard {
  var body = ChunkedBody(bytesMax: bytesMax, limits: limits)
  var heard = ChunksHeard()
  for piece in pieces {
    var place = 0
    while case .data(let part) = next(piece, of: &body, at: &place, into: &heard.end) {
      try hold(!part.isEmpty && part.upperBound == place, "a part has bytes, the last that were looked at")
      heard.data += piece[part]
    }
    heard.looked += place
    try hold(body.dataBytes == heard.data.count, "the body's bytes are counted")
    guard heard.end == .needMore else { break }
    try hold(place == piece.count, "all bytes are looked at before more are needed")
  }
  var place = 0
  let end = heard.end
  if end != .needMore {
    let after = next(Array("0\r\n\r\n".utf8), of: &body, at: &place, into: &heard.end)
    try hold(after == end && place == 0, "after its end nothing follows")
  }
  return heard
}

private func next(
  _ piece: [UInt8], of body: inout ChunkedBody, at place: inout Int, into end: inout ChunkedBody.Step
) -> ChunkedBody.Step {
  let step = piece.withUnsafeBytes { body.next($0, at: &place) }
  if case .data = step {} else { end = step }
  return step
}
