import HTTP
import Reactor
import WebSocket
import Wire

/// One connection to a server, from the first byte to its close: lines of `baize.v1` out and in. What the server
/// compresses is inflated; we compress nothing.
/// Invariant: bytes leave in the order in which they were written; a line is read once.
final class Link {
  /// How long a server may take for its part of the handshake, or to take bytes off our hands.
  static let answerMillisecondsMax: Int64 = 10_000
  /// Nothing at all heard for so long: the connection is dead, whatever the system believes.
  static let silenceMillisecondsMax: Int64 = 35_000

  private let socket: Socket
  private let poller: Poller
  private var webSocket: WebSocketConnection
  private var events: [WebSocketEvent] = []
  /// Messages that came together with one that was already handed out; the next one last.
  private var waiting: [ServerMessage] = []
  private var missed = MissedLines()
  private var heardAt: Instant
  /// What the server may compress, and how; nil: nothing.
  private(set) var deflate: DeflateAgreement?

  private static let token = Token(slot: 0, generation: 0)

  /// Connects and shakes hands.
  ///
  /// - Parameter inflates: the server is asked to compress, which it may decline.
  init(to address: ServerAddress, inflates: Bool) throws(PlayerFailure) {
    do throws(Errno) {
      socket = try Socket.connect(host: address.host, port: address.port)
      poller = try Poller(readyMax: 1)
      try poller.register(socket.raw, as: Self.token, for: .readable)
    } catch {
      throw PlayerFailure(error, reaching: address)
    }
    heardAt = .now()
    webSocket = WebSocketConnection(terms: Self.terms(nil))
    try shakeHands(at: address, inflates: inflates)
  }

  /// What one end does with an agreement. The inflater is kept from the first compressed message on, unless the
  /// server begins each of them from nothing.
  private static func terms(_ agreement: DeflateAgreement?) -> Terms {
    let seed = systemRandomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let limits = WebSocketLimits(messageBytesMax: WireLimits.serverMessageBytesMax)
    guard let agreement else { return Terms(role: .client, limits: limits, maskingSeed: seed) }
    return Terms(
      role: .client, limits: limits, maskingSeed: seed, inflaters: Inflaters(inflatersMax: 1),
      peerKeepsContext: !agreement.serverNoContextTakeover)
  }

  private func shakeHands(at address: ServerAddress, inflates: Bool) throws(PlayerFailure) {
    let key = HandshakeKey(bytes: systemRandomBytes(16))
    let protocols = [WireProtocol.name]
    try send(
      Handshake.request(
        host: address.place, path: address.path, key: key, subprotocols: protocols, offersDeflate: inflates))

    let deadline = Instant.now() + Self.answerMillisecondsMax
    var parser = ResponseParser()
    var received: [UInt8] = []
    while true {
      switch parser.parse(received) {
      case .needMore:
        guard try wait(until: deadline) else { throw .connectTimeOut(address.place) }
        guard receive(into: &received) else {
          throw .notAWebSocket(address.place, why: "It closed the connection without an answer.")
        }
      case .refused(let reason): throw .notAWebSocket(address.place, why: "There, \(reason).")
      case .head(let head, let consumed):
        let answer: Handshake.Answer
        do throws(HandshakeRefusal) {
          answer = try Handshake.verify(
            head, key: key, subprotocols: protocols, offersDeflate: inflates)
        } catch {
          if error == .status(.unavailable) { throw .busy(address.place) }
          throw .notAWebSocket(address.place, why: error.reason)
        }
        guard answer.subprotocol != nil else { throw .otherProtocol(address.place) }
        deflate = answer.deflate
        webSocket = WebSocketConnection(terms: Self.terms(answer.deflate))
        webSocket.receive(Array(received[consumed...]), into: &events)
        return
      }
    }
  }

  // MARK: - Telling

  func tell(_ message: ClientMessage) throws(PlayerFailure) {
    webSocket.sendText(message.line())
    try send(webSocket.takeOutput())
  }

  /// Says goodbye; whether it is heard does not matter any more.
  func close() {
    webSocket.close(.normal)
    _ = try? send(webSocket.takeOutput())
    socket.finishSending()
  }

  private func send(_ bytes: [UInt8]) throws(PlayerFailure) {
    var sent = 0
    let deadline = Instant.now() + Self.answerMillisecondsMax
    while sent < bytes.count {
      let result = bytes.withUnsafeBytes { socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      switch result {
      case .ended: throw .connectionLost(.abnormal, reason: "")
      case .bytes(let count): sent += count
      }
      guard sent < bytes.count else { return }
      poller.rearm(socket.raw, as: Self.token, for: .writable)
      defer { poller.rearm(socket.raw, as: Self.token, for: .readable) }
      guard try wait(until: deadline) else { throw .silent(seconds: Int(Self.answerMillisecondsMax / 1000)) }
    }
  }

  // MARK: - Hearing

  /// The next message; nil when none came in time, or only what cannot be read. Kinds that this version does not
  /// know are passed over.
  func next(until deadline: Instant) throws(PlayerFailure) -> ServerMessage? {
    while true {
      if let message = waiting.popLast() { return message }
      let missedBefore = missed.count
      try unpack()
      guard waiting.isEmpty else { continue }
      guard missed.count == missedBefore else { return nil }
      guard try wait(until: min(deadline, heardAt + Self.silenceMillisecondsMax)) else {
        if Instant.now() - heardAt >= Self.silenceMillisecondsMax {
          throw .silent(seconds: Int(Self.silenceMillisecondsMax / 1000))
        }
        return nil
      }
      var received: [UInt8] = []
      if receive(into: &received) {
        webSocket.receive(received, into: &events)
      } else {
        webSocket.receiveEnd(into: &events)
      }
    }
  }

  /// Whether a line came that could not be read, and what it told is to be asked for now.
  func takeMissed() -> Bool { missed.take(now: .now()) }

  /// Events become messages. An end is thrown only once all that came before it was handed out.
  private func unpack() throws(PlayerFailure) {
    guard !events.isEmpty else { return }
    // Pongs, and the answer to a close.
    let output = webSocket.takeOutput()
    if !output.isEmpty { _ = try? send(output) }
    var messages: [ServerMessage] = []
    for (index, event) in events.enumerated() {
      switch event {
      case .text(let text): messages += try lines(of: text)
      case .ping, .pong: break
      case .binary, .failed, .closed:
        events.removeFirst(index)
        guard messages.isEmpty else {
          waiting = messages.reversed()
          return
        }
        throw Self.failure(of: event)
      }
    }
    events.removeAll()
    waiting = messages.reversed()
  }

  /// A text message is one or more lines. What one that cannot be read has told may be asked for again, so the
  /// others count.
  private func lines(of text: [UInt8]) throws(PlayerFailure) -> [ServerMessage] {
    var messages: [ServerMessage] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      do throws(BadMessage) {
        if let message = try ServerMessage.read(Array(line)) { messages.append(message) }
      } catch {
        try missed.note(error.why)
      }
    }
    return messages
  }

  private static func failure(of event: WebSocketEvent) -> PlayerFailure {
    switch event {
    case .failed(let code): .badServerMessage("close code \(code)")
    case .closed(let code, let reason): PlayerFailure(closedWith: code, reason: reason)
    default: .badServerMessage("it is binary")
    }
  }

  // MARK: - The socket

  /// False when nothing is ready in time.
  private func wait(until deadline: Instant) throws(PlayerFailure) -> Bool {
    var ready: [Poller.Ready] = []
    while true {
      let left = deadline - .now()
      poller.wait(milliseconds: Int32(clamping: max(0, left)), into: &ready)
      if !ready.isEmpty { return true }
      if left <= 0 { return false }
    }
  }

  /// Appends what is there; false when the peer has ended.
  private func receive(into bytes: inout [UInt8]) -> Bool {
    let room = 64 * 1024
    var ended = false
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      switch socket.receive(into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .wouldBlock: count = 0
      case .ended:
        count = 0
        ended = true
      }
    }
    if !chunk.isEmpty { heardAt = .now() }
    bytes += chunk
    return !ended
  }
}

extension PlayerFailure {
  init(_ error: Errno, reaching address: ServerAddress) {
    if error.isUnknownHost {
      self = .unknownHost(address.host)
    } else if error.isRefused {
      self = .connectionRefused(address.place)
    } else if error.isTimeOut {
      self = .connectTimeOut(address.place)
    } else {
      self = .unreachable(address.place, why: error.description)
    }
  }

  /// docs/PROTOCOL.md, "ends": the code tells whether to come back.
  init(closedWith code: CloseCode, reason: String) {
    switch code.rawValue {
    case 1002, 1003, 1007, 1008, 1009, 4400...4499: self = .turnedAway(code, reason: reason)
    default: self = .connectionLost(code, reason: reason)
    }
  }
}
