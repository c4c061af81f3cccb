import Bytes
package import HTTP

/// The opening of a WebSocket (RFC 6455 §4), for either end. No I/O and no randomness: heads and
/// keys are passed in.
package enum Handshake {
  /// A handshake that the server agrees to.
  package struct Accepted: Sendable, Equatable {
    /// The 101 answer; the next byte after it is the first of a frame.
    package let responseBytes: [UInt8]
    /// The first of the client's subprotocols that we speak, or nil when we speak none of them.
    package let subprotocol: String?
    /// How messages are compressed from here on, or nil when they are not.
    package let deflate: DeflateAgreement?
  }

  /// What a server's answer comes to.
  package struct Answer: Sendable, Equatable {
    /// The one of our subprotocols that the server chose, if any.
    package let subprotocol: String?
    /// nil when the server declined, or nothing was offered.
    package let deflate: DeflateAgreement?
  }

  // MARK: Server (§4.2)

  /// - Parameters:
  ///   - subprotocols: those that we speak.
  ///   - deflate: which offers of compression are taken.
  package static func accept(
    _ head: RequestHead, policy: OriginPolicy, subprotocols: [String], deflate: DeflatePolicy
  ) -> Result<Accepted, HandshakeRefusal> {
    let headers = head.headers
    // The numbers are those of §4.2.1.
    // 1. GET, HTTP/1.1 or later.
    guard head.method == .get else { return .failure(.methodNotGet) }
    guard head.version == .http11 else { return .failure(.versionNotHTTP11) }
    guard !head.hasBody else { return .failure(.bodyPresent) }
    // 2. Host.
    guard headers.values("host").count == 1 else { return .failure(.hostMissing) }
    // 3. Upgrade has "websocket", 4. Connection has "Upgrade".
    guard head.isUpgrade else { return .failure(.notAnUpgrade) }
    // 6. The version comes before the key: another version may have other keys.
    guard headers.values("sec-websocket-version") == ["13"] else { return .failure(.webSocketVersion) }
    // 5. One key of 16 bytes.
    let keys = headers.values("sec-websocket-key")
    guard keys.count == 1, let key = HandshakeKey(text: keys[0]) else { return .failure(.badKey) }
    // 7. Origin.
    guard policy.admits(headers) else { return .failure(.originForbidden) }
    // 8. Subprotocols, in the client's order.
    let subprotocol = headers.list("sec-websocket-protocol").first { subprotocols.contains($0) }
    // 9. Extensions, in the client's order. §9.1: what is no list of them fails the handshake.
    guard let offers = ExtensionClause.read(headers.values("sec-websocket-extensions")) else {
      return .failure(.badExtensions)
    }
    let compression = DeflateNegotiation.answer(to: offers, policy: deflate)

    return .success(
      Accepted(
        responseBytes: answer(to: key, subprotocol: subprotocol, extensions: compression?.text),
        subprotocol: subprotocol, deflate: compression?.agreement))
  }

  /// §4.2.2, step 5.
  private static func answer(to key: HandshakeKey, subprotocol: String?, extensions: String?) -> [UInt8] {
    var out = ByteWriter(capacity: 256)
    out.append("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
    appendField("Sec-WebSocket-Accept", key.accept, to: &out)
    if let subprotocol { appendField("Sec-WebSocket-Protocol", subprotocol, to: &out) }
    if let extensions { appendField("Sec-WebSocket-Extensions", extensions, to: &out) }
    out.append("\r\n")
    return out.bytes
  }

  // MARK: Client (§4.1)

  /// - Parameters:
  ///   - host: as it goes into `Host`, with the port unless it is the scheme's own.
  ///   - path: the target, beginning with "/", already encoded.
  ///   - offersDeflate: what the server then may compress has to be inflated.
  package static func request(
    host: String, path: String, key: HandshakeKey, subprotocols: [String] = [], offersDeflate: Bool = false
  ) -> [UInt8] {
    precondition(path.hasPrefix("/") && isPlain(path), "the target is one word that begins with a slash")
    var out = ByteWriter(capacity: 320)
    out.append("GET ")
    out.append(path)
    out.append(" HTTP/1.1\r\n")
    appendField("Host", host, to: &out)
    out.append("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n")
    appendField("Sec-WebSocket-Key", key.text, to: &out)
    if !subprotocols.isEmpty {
      appendField("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "), to: &out)
    }
    if offersDeflate { appendField("Sec-WebSocket-Extensions", DeflateNegotiation.offer, to: &out) }
    out.append("\r\n")
    return out.bytes
  }

  /// Checks the server's answer to `request` with the same subprotocols and the same offer.
  /// - Throws: `status` for anything but 101, and a case of its own for each promise that the
  /// answer breaks.
  @discardableResult
  package static func verify(
    _ answer: ResponseHead, key: HandshakeKey, subprotocols: [String] = [], offersDeflate: Bool = false
  ) throws(HandshakeRefusal) -> Answer {
    // The numbers are those of §4.1, "once the client's opening handshake has been sent".
    // 1. 101.
    guard answer.status == .switchingProtocols else { throw .status(answer.status) }
    // 2. Upgrade is "websocket", 3. Connection has "Upgrade".
    guard answer.headers.values("upgrade").map({ $0.lowercased() }) == ["websocket"],
      answer.headers.contains("upgrade", in: "connection")
    else { throw .answerNotAnUpgrade }
    // 4. The key, hashed.
    guard answer.headers.values("sec-websocket-accept") == [key.accept] else { throw .wrongAccept }
    // 5. Extensions: at most the one that we offered, on terms that we offered.
    let choices = ExtensionClause.read(answer.headers.values("sec-websocket-extensions"))
    guard let choices else { throw .badExtensions }
    guard offersDeflate || choices.isEmpty else { throw .extensionNotOffered }
    let deflate = try DeflateNegotiation.verify(choices)
    // 6. At most one subprotocol, one of ours.
    let chosen = answer.headers.values("sec-websocket-protocol")
    guard chosen.count <= 1, chosen.allSatisfy(subprotocols.contains) else { throw .subprotocolNotOffered }
    return Answer(subprotocol: chosen.first, deflate: deflate)
  }

  private static func appendField(_ name: StaticString, _ value: String, to out: inout ByteWriter) {
    precondition(
      value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a line break would begin another header")
    out.append(name)
    out.append(": ")
    out.append(value)
    out.append("\r\n")
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
