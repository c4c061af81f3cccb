import Bytes

/// One answer, from status to bytes.
/// Invariant: a body is sent only where the status and the request allow one, and its length is
/// always told.
package struct Response: Sendable, Equatable {
  package let status: Status
  package private(set) var headers: Headers
  package let body: [UInt8]
  package let date: String
  /// May the connection serve another request afterwards? The `Connection` header says the same.
  package private(set) var keepAlive: Bool
  /// The answer to HEAD has every header of the answer to GET, and no body (RFC 9110 §9.3.2).
  package let omitsBody: Bool
  /// Bytes of the body, whether it is here or sent from elsewhere.
  package let bodyLength: Int
  /// Several answers share the array of the body, so it takes no memory of its own.
  package private(set) var isBodyShared = false
  private var policy = SecurityHeaders.contentSecurityPolicy

  /// - Parameters:
  ///   - head: the request answered; nil when none was understood, and then the connection closes.
  ///   - bodyLength: for a body that is not here because the caller sends it itself, after `encodedHead`.
  ///   - date: an IMF-fixdate for `Date`, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
  package init(
    _ status: Status, headers: [Header] = [], body: [UInt8] = [], bodyLength: Int? = nil,
    to head: RequestHead?, date: String
  ) {
    self.status = status
    self.headers = Headers(headers)
    self.body = body
    self.bodyLength = bodyLength ?? body.count
    self.date = date
    keepAlive = head?.keepAlive ?? false
    omitsBody = head?.method == .head
  }

  /// A line of plain text, which is what people see of a refusal.
  package static func text(_ status: Status, _ text: String, to head: RequestHead?, date: String) -> Response
  {
    Response(
      status, headers: [Header("Content-Type", "text/plain; charset=utf-8")], body: Array((text + "\n").utf8),
      to: head, date: date)
  }

  /// The answer to bytes that were no request we take; the connection closes after it.
  package static func refusal(_ status: Status, _ reason: String, date: String) -> Response {
    text(status, reason, to: nil, date: date)
  }

  /// The answer to a method that does nothing at this address (RFC 9110 §15.5.6).
  ///
  /// - Parameter head: nil where the method is not even known; the connection closes then.
  package static func refusal(
    _ allowed: MethodsAllowed, to head: RequestHead?, date: String
  ) -> Response {
    var response = text(.methodNotAllowed, allowed.sentence, to: head, date: date)
    response.headers.append(allowed.header)
    return response
  }

  /// Closes the connection after this answer, whatever the request wished.
  package mutating func close() {
    keepAlive = false
  }

  /// What comes with this answer was made by strangers: nothing in it may run.
  package mutating func seal() {
    policy = SecurityHeaders.sealedPolicy
  }

  package mutating func shareBody() {
    isBodyShared = true
  }

  package mutating func add(_ header: Header) {
    headers.append(header)
  }

  /// The whole answer as it goes to the socket.
  package func encoded() -> [UInt8] {
    encodedHead() + (sendsBody ? body : [])
  }

  /// Whether the body follows the head; callers that send it from elsewhere ask here.
  package var sendsBody: Bool { status.allowsBody && !omitsBody }

  /// The answer up to and with its empty line.
  package func encodedHead() -> [UInt8] {
    var out = ByteWriter(capacity: 768)
    out.append("HTTP/1.1 ")
    out.append(decimal: Int64(status.rawValue))
    out.append(UInt8(ascii: " "))
    out.append(status.phrase)
    out.append("\r\n")
    write(Header("Date", date), to: &out)
    for header in headers.all { write(header, to: &out) }
    write(Header("Content-Security-Policy", policy), to: &out)
    for header in SecurityHeaders.all { write(header, to: &out) }
    if status.allowsBody { write(Header("Content-Length", String(bodyLength)), to: &out) }
    write(Header("Connection", keepAlive ? "keep-alive" : "close"), to: &out)
    out.append("\r\n")
    return out.bytes
  }

  private func write(_ header: Header, to out: inout ByteWriter) {
    assert(header.value.utf8.allSatisfy { $0 >= 0x20 }, "a line break in a header would begin another")
    out.append(header.name)
    out.append(": ")
    out.append(header.value)
    out.append("\r\n")
  }
}
