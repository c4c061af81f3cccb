import Boards
import Foundation
import HTTP
import Reactor
import Testing
import WebSocket

/// A message as any client sees it: JSON read by somebody else's reader.
struct Heard: @unchecked Sendable, CustomStringConvertible {
  let json: [String: Any]
  let line: String

  subscript(key: String) -> String? { json[key] as? String }
  func int(_ key: String) -> Int? { json[key] as? Int }
  var description: String { line }
}

/// What ended a wait.
struct Waited: Error, CustomStringConvertible {
  let description: String
}

/// How long a test waits for what must come, in seconds. A wait that is kept ends at once, so only a failing test
/// takes so long; a machine that is busy with other work must not make one fail.
let patience = 20.0

/// A blocking client over a real socket: HTTP first, then WebSocket.
final class TestClient {
  private let socket: Socket
  private var webSocket = WebSocketConnection(
    role: .client, limits: WebSocketLimits(messageBytesMax: 1 << 24, fragmentsMax: 1 << 16), maskingSeed: 7)
  private(set) var raw: [UInt8] = []
  private var events: [WebSocketEvent] = []
  private var lines: [Heard] = []
  /// Every text message as it came, for tests of what bytes reach whom.
  private(set) var texts: [[UInt8]] = []
  private(set) var hasEnded = false
  var welcome: Heard?
  private var c = 0

  init(port: UInt16) throws {
    socket = try Socket.connect(host: "127.0.0.1", port: port)
  }

  init(host: String, port: UInt16) throws { socket = try Socket.connect(host: host, port: port) }

  init(path: String) throws { socket = try Socket.connect(path: path) }

  // MARK: - Bytes

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let deadline = Date().addingTimeInterval(patience)
    while !rest.isEmpty, Date() < deadline {
      switch rest.withUnsafeBytes({ socket.send($0) }) {
      case .bytes(let count):
        rest = rest.dropFirst(count)
        if count == 0 { usleep(500) }
      case .ended: return
      }
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// From now on the system takes little for this client: what it does not read waits at the server.
  func takeLittle() { take(atMost: 4096) }

  /// Ends `takeLittle`. The system asks again ever more rarely where it took nothing for long.
  func takeMuch() { take(atMost: 1 << 20) }

  private func take(atMost bytes: Int32) {
    var bytes = bytes
    let size = socklen_t(MemoryLayout<Int32>.size)
    precondition(setsockopt(socket.raw, SOL_SOCKET, SO_RCVBUF, &bytes, size) == 0)
  }

  func finishSending() { socket.finishSending() }

  /// Reads once, for at most `milliseconds`; the bytes that came.
  private func read(milliseconds: Int32) -> [UInt8] {
    var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    case .bytes(let count): return Array(buffer[..<count])
    case .wouldBlock: return []
    case .ended:
      hasEnded = true
      return []
    }
  }

  // MARK: - HTTP

  struct Answer {
    let status: Int
    let headers: Headers
    let body: [UInt8]
  }

  /// The next response; bodies by Content-Length, none after HEAD, 304 and 101.
  func response(bodyless: Bool = false, within seconds: Double = patience) throws -> Answer {
    let deadline = Date().addingTimeInterval(seconds)
    var parser = ResponseParser()
    while true {
      switch raw.withUnsafeBytes({ parser.parse($0) }) {
      case .head(let head, let consumed):
        let length = Int(head.headers["content-length"] ?? "0") ?? 0
        let wanted = bodyless || head.status.rawValue == 304 || head.status.rawValue == 101 ? 0 : length
        while raw.count < consumed + wanted, Date() < deadline, !hasEnded { raw += read(milliseconds: 50) }
        guard raw.count >= consumed + wanted else { throw Waited(description: "the body is cut short") }
        let body = Array(raw[consumed..<consumed + wanted])
        raw.removeFirst(consumed + wanted)
        return Answer(status: head.status.rawValue, headers: head.headers, body: body)
      case .needMore:
        guard Date() < deadline, !hasEnded else {
          throw Waited(description: "no response; got \(String(decoding: raw, as: UTF8.self))")
        }
        raw += read(milliseconds: 50)
        parser = ResponseParser()
      case .refused(let reason): throw Waited(description: reason)
      }
    }
  }

  func get(_ path: String, _ headers: String = "", method: String = "GET") throws -> Answer {
    send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    return try response(bodyless: method == "HEAD")
  }

  /// True when the server closes within the time.
  func endsWithin(_ seconds: Double = patience) -> Bool {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline, !hasEnded { raw += read(milliseconds: 50) }
    return hasEnded
  }

  /// Reads and says nothing to it, as if the program had stopped.
  func readWithoutAnswering(milliseconds: Int32) { raw += read(milliseconds: milliseconds) }

  // MARK: - WebSocket

  /// The request for a WebSocket.
  static func upgradeRequest(path: String = "/ws", _ headers: String = "") -> [UInt8] {
    let key = HandshakeKey(bytes: (0..<16).map { UInt8($0) })
    let request = Handshake.request(
      host: "localhost", path: path, key: key, subprotocols: path == "/ws" ? ["baize.v1"] : [])
    return Array(request.dropLast(2)) + Array((headers + "\r\n").utf8)
  }

  func upgrade(path: String = "/ws", _ headers: String = "") throws {
    send(TestClient.upgradeRequest(path: path, headers))
    let answer = try response()
    guard answer.status == 101 else { throw Waited(description: "not upgraded: \(answer.status)") }
    if !raw.isEmpty {
      take(raw)
      raw = []
    }
  }

  private func take(_ bytes: [UInt8]) {
    webSocket.receive(bytes, into: &events)
    for event in events {
      guard case .text(let text) = event else { continue }
      texts.append(text)
      for line in text.split(separator: UInt8(ascii: "\n")) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
          continue
        }
        lines.append(Heard(json: json, line: String(decoding: line, as: UTF8.self)))
      }
    }
    events.removeAll { if case .text = $0 { true } else { false } }
    let output = webSocket.takeOutput()
    if !output.isEmpty { send(output) }
  }

  func say(_ line: String) throws {
    webSocket.sendText(Array((line + "\n").utf8))
    send(webSocket.takeOutput())
  }

  /// The frame of a text message, for tests that send it in pieces.
  func frame(_ line: String) -> [UInt8] {
    webSocket.sendText(Array((line + "\n").utf8))
    return webSocket.takeOutput()
  }

  /// Sends a message with the next `c`, which it returns.
  @discardableResult
  func ask(_ fields: String) throws -> Int {
    c += 1
    try say(#"{"c":\#(c),\#(fields)}"#)
    return c
  }

  /// What this client asks next is numbered behind what another one of its visit asked.
  func countOn(from other: TestClient) { c = max(c, other.c) }

  /// Pumps the socket for a while without waiting for anything.
  func pump(milliseconds: Int = 60) {
    let deadline = Date().addingTimeInterval(Double(milliseconds) / 1000)
    while Date() < deadline { take(read(milliseconds: 10)) }
  }

  /// The next line that fits; lines before it are dropped.
  func hear(
    within seconds: Double = patience, _ what: String = "a line", where fits: (Heard) -> Bool
  ) throws -> Heard {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      while !lines.isEmpty {
        let line = lines.removeFirst()
        if fits(line) { return line }
      }
      guard Date() < deadline, !hasEnded else {
        throw Waited(description: "waited in vain for \(what); events: \(events)")
      }
      take(read(milliseconds: 50))
    }
  }

  func hear(_ kind: String, within seconds: Double = patience) throws -> Heard {
    try hear(within: seconds, kind) { $0["t"] == kind }
  }

  /// The one answer to `c`.
  func answer(to c: Int, within seconds: Double = patience) throws -> Heard {
    try hear(within: seconds, "the answer to \(c)") { $0.int("c") == c }
  }

  /// What has come and was not waited for.
  func drain() -> [Heard] {
    pump()
    defer { lines = [] }
    return lines
  }

  /// The code with which the server ended, nil when it has not within the time.
  func closeCode(within seconds: Double = patience) -> Int? { ending(within: seconds)?.code }

  /// The code and the words with which the server ended, as the frame has them.
  func ending(within seconds: Double = patience) -> (code: Int, reason: String)? {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      for event in events {
        switch event {
        case .closed(let code, let reason): return (Int(code.rawValue), reason)
        case .failed(let code): return (Int(code.rawValue), "")
        default: break
        }
      }
      guard Date() < deadline, !hasEnded else { return nil }
      take(read(milliseconds: 50))
    }
  }

  // MARK: - Tables

  /// Where it is connected from, as the server's own socket sees it.
  var localPort: UInt16 { portOf(getsockname, socket.raw) ?? 0 }

  /// Opens a table to which anybody may come, and takes its seat; the room and the snapshot.
  func openTable(
    game: String = "klondike1", deal: UInt64 = 7, seats: Int = 1
  ) throws -> (room: String, snap: Heard) {
    // A board has no deals.
    let dealt = BoardCatalogue.kind(named: game) == nil ? #""deal":{"kind":"open","n":\#(deal)},"# : ""
    let c = try ask(#""t":"open","game":"\#(game)",\#(dealt)"seats":\#(seats),"access":"public""#)
    guard let room = try answer(to: c)["room"] else { throw Waited(description: "no room") }
    return (room, try join(room, as: "play"))
  }

  func join(_ room: String, as presence: String, key: String? = nil) throws -> Heard {
    let key = key.map { #","key":"\#($0)""# } ?? ""
    let c = try ask(#""t":"sub","room":"\#(room)","as":"\#(presence)"\#(key)"#)
    let answer = try self.answer(to: c)
    guard answer["t"] == "ok" else { throw Waited(description: "\(answer)") }
    return try hear("snap")
  }
}

/// - Parameter end: `getsockname` or `getpeername`.
func portOf(
  _ end: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32,
  _ descriptor: Int32
) -> UInt16? {
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let found = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { end(descriptor, $0, &size) }
  }
  return found == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
}
