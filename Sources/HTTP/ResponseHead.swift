/// A response up to its empty line, as the client role needs it for a handshake.
package struct ResponseHead: Sendable, Equatable {
  package let status: Status
  package let headers: Headers

  package init(status: Status, headers: Headers) {
    self.status = status
    self.headers = headers
  }
}

/// Understands one response head (RFC 9112 §4) as its bytes arrive.
/// Invariant: the outcome depends on the bytes alone, not on how they were cut up.
package struct ResponseParser: Sendable {
  package enum Outcome: Sendable, Equatable {
    case needMore
    case head(ResponseHead, consumed: Int)
    case refused(reason: String)
  }

  private let limits: HTTPLimits
  private var scanner: HeadScanner
  private var status: Status?
  private var headers = Headers()

  package init(limits: HTTPLimits = HTTPLimits()) {
    self.limits = limits
    scanner = HeadScanner(limits: limits)
  }

  /// - Parameter unread: every byte since the response began, including those shown before.
  package mutating func parse(_ unread: UnsafeRawBufferPointer) -> Outcome {
    while true {
      switch scanner.next(unread) {
      case .needMore: return .needMore
      case .refused: return .refused(reason: "the answer is not an HTTP head")
      case .line(let line):
        let text = UnsafeRawBufferPointer(rebasing: unread[line])
        if let status {
          if text.isEmpty {
            return .head(ResponseHead(status: status, headers: headers), consumed: scanner.lineStart)
          }
          guard headers.all.count < limits.headersMax, let header = try? HeaderLine.parse(text) else {
            return .refused(reason: "the answer has a malformed header")
          }
          headers.append(header)
        } else if let parsed = parseStatusLine(text) {
          status = parsed
        } else {
          return .refused(reason: "the answer is not HTTP/1.1")
        }
      }
    }
  }

  package mutating func parse(_ unread: [UInt8]) -> Outcome {
    unread.withUnsafeBytes { parse($0) }
  }

  /// "HTTP/1." DIGIT SP 3DIGIT, and then SP with any phrase or none.
  private func parseStatusLine(_ line: UnsafeRawBufferPointer) -> Status? {
    let text = Array(line)
    guard text.count >= 12, text.starts(with: "HTTP/1.".utf8), text[8] == 0x20,
      text.count == 12 || text[12] == 0x20,
      let code = Int(HeaderLine.text(text[9..<12])), code >= 100
    else { return nil }
    return Status(rawValue: code)
  }
}
