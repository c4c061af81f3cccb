import HTTP
import WebSocket

/// Offers of compression, in the header of a handshake that is right otherwise. Either the list is malformed and the
/// handshake is refused under every policy, or each policy answers with terms that it may offer, and the client's
/// side understands the answer as the same terms.
func checkOffers(_ input: UnsafeRawBufferPointer) throws(Broken) {
  let lines = input.split(separator: 0x0A, maxSplits: 3).map { line in
    // As the parser of heads makes text of bytes.
    String(
      String.UnicodeScalarView(line.map { Unicode.Scalar($0) }.filter { $0.value >= 0x20 && $0 != "\u{7F}" }))
  }
  var refusals = 0
  for policy in policies {
    let before = refusals
    try checkAnswer(to: lines, policy, &refusals)
    if let first = policies.first, policy != first {
      try hold((before > 0) == (refusals > before), "whether the header is a list is not a matter of policy")
    }
  }
}

private let policies: [DeflatePolicy] = [.off, .noContext, .shared, .lab]

private let key = HandshakeKey(bytes: Array(0..<16))

private func checkAnswer(
  to lines: [String], _ policy: DeflatePolicy, _ refusals: inout Int
) throws(Broken) {
  var headers = Headers([
    Header("Host", "a"), Header("Upgrade", "websocket"), Header("Connection", "Upgrade"),
    Header("Sec-WebSocket-Version", "13"), Header("Sec-WebSocket-Key", key.text),
  ])
  for line in lines { headers.append(Header("Sec-WebSocket-Extensions", line)) }
  guard let target = Target("/ws") else { throw Broken("/ws is a target") }
  let head = RequestHead(method: .get, target: target, headers: headers)
  switch Handshake.accept(head, policy: .any, subprotocols: [], deflate: policy) {
  case .failure(let refusal):
    try hold(refusal == .badExtensions, "nothing else is wrong with the handshake")
    refusals += 1
  case .success(let accepted):
    if let terms = accepted.deflate {
      try hold(lines.contains { $0.contains("permessage-deflate") }, "what is agreed on was offered")
      try check(terms, policy)
    }
    try checkClient(accepted)
  }
}

private func check(_ terms: DeflateAgreement, _ policy: DeflatePolicy) throws(Broken) {
  try hold(terms.clientNoContextTakeover, "nothing is remembered of clients")
  switch policy {
  case .off: throw Broken("without compression nothing is agreed on")
  case .noContext: try hold(terms.serverNoContextTakeover, "no context is no context")
  case .shared, .lab: break
  }
  let windows = policy == .lab ? 9...15 : SharedStream.windowBits...15
  try hold(windows.contains(terms.serverMaxWindowBits), "the window that we use was granted")
}

private func checkClient(_ accepted: Handshake.Accepted) throws(Broken) {
  var parser = ResponseParser()
  guard case .head(let answer, accepted.responseBytes.count) = parser.parse(accepted.responseBytes) else {
    throw Broken("the answer is one head and nothing more")
  }
  do throws(HandshakeRefusal) {
    if try Handshake.verify(answer, key: key, offersDeflate: true).deflate == accepted.deflate { return }
  } catch {
    throw Broken("the client takes the answer: \(error)")
  }
  throw Broken("both ends know the same terms")
}
