/// Understands request heads (RFC 9112) as their bytes arrive, one after the other on a connection.
/// Invariant: the outcome depends on the bytes alone, not on how they were cut up; after a refusal
/// nothing follows.
///
/// The caller keeps the unread bytes and shows all of them each time; `head` says how many to consume.
package struct RequestParser: Sendable {
  package enum Outcome: Sendable, Equatable {
    case needMore
    case head(RequestHead, consumed: Int)
    /// The connection is to be answered with this status and closed.
    case refused(status: Status, reason: String)
  }

  private struct RequestLine {
    /// nil for one that is not known, which is refused.
    let method: Method?
    let target: Target
    let version: HTTPVersion
  }

  private let limits: HTTPLimits
  private var scanner: HeadScanner
  private var requestLine: RequestLine?
  private var headers = Headers()
  private var refusal: Refusal?

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
    scanner = HeadScanner(limits: limits)
  }

  /// - Parameter unread: every byte since the last head ended, including those shown before.
  package mutating func parse(_ unread: UnsafeRawBufferPointer) -> Outcome {
    if let refusal { return .refused(status: refusal.status, reason: refusal.reason) }
    do throws(Refusal) {
      while let line = try nextLine(unread) {
        let text = UnsafeRawBufferPointer(rebasing: unread[line])
        if requestLine == nil {
          // RFC 9112 §2.2: empty lines before the request line are passed over; the limit on the
          // head counts them.
          guard !text.isEmpty else { continue }
          let request = try parseRequestLine(text)
          requestLine = request
          guard request.method != nil else { throw Refusal.unknownMethod }
        } else if text.isEmpty {
          let head = try finishHead()
          let consumed = scanner.lineStart
          reset()
          return .head(head, consumed: consumed)
        } else {
          try takeHeader(text)
        }
      }
      return .needMore
    } catch {
      refusal = error
      return .refused(status: error.status, reason: error.reason)
    }
  }

  package mutating func parse(_ unread: [UInt8]) -> Outcome {
    unread.withUnsafeBytes { parse($0) }
  }

  /// What the request asks for, as soon as its first line is understood, if only its method is not known: refusals are
  /// told in the address's own way.
  package var target: Target? { requestLine?.target }

  private mutating func reset() {
    scanner = HeadScanner(limits: limits)
    requestLine = nil
    headers = Headers()
  }

  private mutating func nextLine(_ unread: UnsafeRawBufferPointer) throws(Refusal) -> Range<Int>? {
    switch scanner.next(unread) {
    case .needMore: return nil
    case .line(let line): return line
    case .refused(.lineTooLong) where requestLine == nil:
      throw Refusal(.targetTooLong, "The request line must have at most \(limits.lineBytesMax) bytes.")
    case .refused(.lineTooLong):
      throw Refusal(.headerTooLarge, "A header line must have at most \(limits.lineBytesMax) bytes.")
    case .refused(.headTooLong):
      throw Refusal(.headerTooLarge, "The head must have at most \(limits.headBytesMax) bytes.")
    case .refused(.bareLineBreak):
      throw Refusal(.badRequest, "Each line must end with CR LF, and neither may stand elsewhere.")
    case .refused(.badByte): throw Refusal(.badRequest, "The head must not have control characters.")
    }
  }

  /// method SP request-target SP HTTP-version, each exactly once (RFC 9112 §3).
  private func parseRequestLine(_ line: UnsafeRawBufferPointer) throws(Refusal) -> RequestLine {
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(HeaderLine.isToken) else {
      throw Refusal(.badRequest, "The request line must be METHOD TARGET VERSION.")
    }
    let version = try parseVersion(Array(parts[2]))
    let method = Method(rawValue: HeaderLine.text(parts[0]))
    guard let target = Target(HeaderLine.text(parts[1])) else {
      throw method == nil ? Refusal.unknownMethod : Refusal(.badRequest, "The target must be a plain path.")
    }
    return RequestLine(method: method, target: target, version: version)
  }

  /// "HTTP/" DIGIT "." DIGIT.
  private func parseVersion(_ text: [UInt8]) throws(Refusal) -> HTTPVersion {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard text.count == 8, text.starts(with: "HTTP/".utf8), digits.contains(text[5]),
      text[6] == UInt8(ascii: "."), digits.contains(text[7])
    else { throw Refusal(.badRequest, "The version must be HTTP/1.1 or HTTP/1.0.") }
    guard text[5] == UInt8(ascii: "1") else {
      throw Refusal(.versionNotSupported, "The version must be HTTP/1.1 or HTTP/1.0.")
    }
    return text[7] == UInt8(ascii: "0") ? .http10 : .http11
  }

  private mutating func takeHeader(_ line: UnsafeRawBufferPointer) throws(Refusal) {
    guard headers.all.count < limits.headersMax else {
      throw Refusal(.headerTooLarge, "A request must have at most \(limits.headersMax) headers.")
    }
    do throws(HeaderLine.Fault) {
      headers.append(try HeaderLine.parse(line))
    } catch {
      throw Refusal(.badRequest, error.rawValue)
    }
  }

  private func finishHead() throws(Refusal) -> RequestHead {
    guard let line = requestLine, let method = line.method else {
      preconditionFailure("a head ends after its request line")
    }
    let hosts = headers.values("host")
    guard hosts.count <= 1, hosts.count == 1 || line.version == .http10 else {
      throw Refusal(.badRequest, "A request must have exactly one Host.")
    }
    if let host = hosts.first, !isHost(host) {
      throw Refusal(.badRequest, "Host must be a host, with or without a port.")
    }
    return RequestHead(
      method: method, target: line.target, version: line.version, headers: headers,
      body: try body(version: line.version))
  }

  /// uri-host [":" port], by its bytes: nothing that could begin a path, a user or another field.
  private func isHost(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"/\\?#@,<>\"{}|^`".utf8.contains(byte)
      }
  }

  /// RFC 9112 §6.3. Two answers to "how long?" are how requests are smuggled, so there may be only one.
  private func body(version: HTTPVersion) throws(Refusal) -> RequestHead.Body {
    let lengths = headers.values("content-length")
    let codings = headers.values("transfer-encoding")
    guard codings.isEmpty else {
      guard lengths.isEmpty else {
        throw Refusal(.badRequest, "A request must have Content-Length or Transfer-Encoding, not both.")
      }
      // HTTP/1.0 has no codings; a proxy that passed this on may have seen another end of the body (§6.1).
      guard version == .http11 else {
        throw Refusal(.badRequest, "A request of HTTP/1.0 must not have Transfer-Encoding.")
      }
      try checkCodings(codings)
      return .chunks
    }
    guard let length = lengths.first else { return .none }
    guard lengths.count == 1, !length.isEmpty,
      length.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { throw Refusal(.badRequest, "Content-Length must be one number.") }
    guard let bytes = Int(length) else {
      throw Refusal(.contentTooLarge, "Content-Length must be at most \(Int.max).")
    }
    return .length(bytes)
  }

  /// The one coding here is "chunked", said once. Where it stands in the wrong place nobody knows where the body
  /// ends (§6.3); what else there is, is not understood (§6.1).
  private func checkCodings(_ values: [String]) throws(Refusal) {
    if values.count == 1, values[0].lowercased() == "chunked" { return }
    let codings = headers.list("transfer-encoding").map { $0.lowercased() }
    guard let last = codings.last, !codings.dropLast().contains("chunked"), last.first != ";",
      last == "chunked" ? codings.count > 1 : !last.hasPrefix("chunked")
    else {
      throw Refusal(.badRequest, "Transfer-Encoding must say chunked once, last, and without parameters.")
    }
    throw Refusal(.notImplemented, "Transfer-Encoding must be chunked.")
  }
}

/// Why a request was not understood, and the status that tells the client.
private struct Refusal: Error, Sendable {
  let status: Status
  let reason: String

  init(_ status: Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  static let unknownMethod = Refusal(.methodNotAllowed, MethodsAllowed.known.sentence)
}
