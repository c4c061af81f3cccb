import HTTP
import Reactor

/// What is sent to a server as a whole: files, which it keeps apart from its tables and names, and descriptions of
/// boards.
extension PlayerClient {
  /// Longer than any answer about a file.
  private static var answerBytesMax: Int { 64 * 1024 }

  /// Gives the server a file to keep, over a connection of its own.
  ///
  /// - Returns: the name by which commands speak of it.
  package func upload(_ bytes: [UInt8]) throws(PlayerFailure) -> String {
    // {"blob":"<64 hex digits>",…}
    let body = try send(bytes, by: "PUT /api/blobs")
    guard let name = body.split(separator: "\"").first(where: { $0.utf8.count == 64 }) else {
      throw .notUploaded(why: body)
    }
    return String(name)
  }

  /// Opens a table with a board that somebody described.
  ///
  /// - Parameter description: JSON, as docs/BOARDS.md tells.
  /// - Returns: the table's room.
  package func open(describedBy description: [UInt8]) throws(PlayerFailure) -> String {
    // {"room":"r…",…}
    let body = try send(description, by: "POST /api/boards")
    let words = body.split(separator: "\"")
    guard let key = words.firstIndex(of: "room"), words.indices.contains(key + 2) else {
      throw .notUploaded(why: body)
    }
    return String(words[key + 2])
  }

  /// - Parameter request: method and path.
  /// - Returns: the answer's body.
  /// - Throws: with the server's own words for what it does not take: {"error":…,"message":"…"}.
  private func send(_ bytes: [UInt8], by request: String) throws(PlayerFailure) -> String {
    let head =
      "\(request) HTTP/1.1\r\nHost: \(address.place)\r\nAuthorization: Bearer \(welcome.token)\r\n"
      + "Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
    let answer = try Self.ask(Array(head.utf8) + bytes, address)
    var parser = ResponseParser()
    guard case .head(let told, let consumed) = parser.parse(answer) else {
      throw .notUploaded(why: "it did not answer in HTTP")
    }
    let body = String(decoding: answer[consumed...], as: UTF8.self)
    guard told.status.rawValue / 100 == 2 else {
      throw .notUploaded(why: "status \(told.status.rawValue): \(body)")
    }
    return body
  }

  private static func ask(_ request: [UInt8], _ address: ServerAddress) throws(PlayerFailure) -> [UInt8] {
    let deadline = Instant.now() + Link.answerMillisecondsMax
    do throws(Errno) {
      let socket = try Socket.connect(host: address.host, port: address.port)
      let poller = try Poller(readyMax: 1)
      let token = Token(slot: 0, generation: 0)
      try poller.register(socket.raw, as: token, for: .readable)
      var ready: [Poller.Ready] = []
      var sent = 0
      var answer: [UInt8] = []
      while Instant.now() < deadline, answer.count < answerBytesMax {
        if sent < request.count {
          switch request.withUnsafeBytes({ socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
          case .ended: return answer
          case .bytes(let count): sent += count
          }
        }
        poller.rearm(socket.raw, as: token, for: sent < request.count ? .writable : .readable)
        poller.wait(milliseconds: Int32(clamping: max(0, deadline - .now())), into: &ready)
        guard sent == request.count else { continue }
        var chunk = [UInt8](repeating: 0, count: 4096)
        switch chunk.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
        case .bytes(let count): answer += chunk[..<count]
        case .wouldBlock: continue
        case .ended: return answer
        }
      }
      return answer
    } catch {
      throw PlayerFailure(error, reaching: address)
    }
  }
}
