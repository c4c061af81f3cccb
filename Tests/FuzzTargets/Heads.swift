import HTTP
import WebSocket

/// Requests in a row on one connection. The outcome does not depend on the cuts; no more is consumed than was
/// given; after a refusal nothing follows; what is waited for is bounded; a head is what its type promises.
func checkHeads(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let heads = try CutInput(input).sameHoweverCut(hearHeads)
  for case .head(let head, _) in heads {
    try checkHead(head)
    try checkHandshake(head)
  }
}

private let limits: HTTPLimits = {
  // Small, so that short inputs reach them.
  var limits = HTTPLimits()
  limits.lineBytesMax = 256
  limits.headBytesMax = 1024
  limits.headersMax = 16
  return limits
}()

private func hearHeads(_ pieces: [[UInt8]]) throws(Broken) -> [RequestParser.Outcome] {
  var parser = RequestParser(limits: limits)
  var unread: [UInt8] = []
  var heard: [RequestParser.Outcome] = []
  for piece in pieces {
    unread += piece
    listening: while true {
      let outcome = parser.parse(unread)
      switch outcome {
      case .needMore:
        try hold(unread.count < limits.headBytesMax, "a head that fills its room is refused")
        break listening
      case .head(let head, let consumed):
        try hold(consumed > 0 && consumed <= unread.count, "what is consumed was given")
        try hold(consumed <= limits.headBytesMax, "a head keeps its limit")
        unread.removeFirst(consumed)
        heard.append(outcome)
        // Where a body begins another reader goes on.
        guard !head.hasBody else { return heard }
      case .refused:
        try hold(parser.parse(unread) == outcome, "a refusal stays")
        try hold(
          parser.parse(unread + Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)) == outcome,
          "after a refusal nothing follows")
        heard.append(outcome)
        return heard
      }
    }
  }
  return heard
}

private func checkHead(_ head: RequestHead) throws(Broken) {
  try hold(head.path.hasPrefix("/"), "a path begins with a slash")
  try hold(!head.path.split(separator: "/").contains { $0 == ".." || $0 == "." }, "a path leads nowhere else")
  try hold(head.path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\\" }, "a path holds no control")
  try hold(head.headers.all.count <= limits.headersMax, "headers keep their limit")
  for header in head.headers.all {
    try hold(!header.name.isEmpty && header.name == header.name.lowercased(), "a name is in lower case")
    try hold(header.value.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\t" }, "a value is one line")
    try hold(header.value.unicodeScalars.allSatisfy { $0.value <= 0xFF }, "each byte is one character")
    try hold(head.headers[header.name] != nil, "a name that is there is found")
  }
  try hold(head.version == .http10 || head.headers.values("host").count == 1, "there is one Host")
  if case .length(let bytes) = head.body { try hold(bytes >= 0, "a body has no negative length") }
}

/// A request that is accepted as a WebSocket is answered with one head, which the client's side understands.
private func checkHandshake(_ head: RequestHead) throws(Broken) {
  guard
    case .success(let accepted) = Handshake.accept(
      head, policy: .sameOrigin(isSecure: true, allowed: ["http://a.example"]), subprotocols: ["baize.v1"],
      deflate: .shared)
  else { return }
  try hold(head.isUpgrade && head.method == .get && head.version == .http11, "only an upgrade is accepted")
  var parser = ResponseParser()
  guard case .head(let answer, accepted.responseBytes.count) = parser.parse(accepted.responseBytes) else {
    throw Broken("the answer is one head and nothing more")
  }
  guard let key = head.headers["sec-websocket-key"].flatMap({ HandshakeKey(text: $0) }) else {
    throw Broken("what is accepted has a key")
  }
  do throws(HandshakeRefusal) {
    let taken = try Handshake.verify(answer, key: key, subprotocols: ["baize.v1"], offersDeflate: true)
    if taken.subprotocol == accepted.subprotocol, taken.deflate == accepted.deflate { return }
  } catch {
    throw Broken("the client takes the answer: \(error)")
  }
  throw Broken("both ends know the same terms")
}
