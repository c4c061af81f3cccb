import HTTP
import Reactor
import Testing
import WebSocket
import Wire

@testable import Player

/// A server for as many connections as it has scripts, on a thread of its own. A script sees each line of the client
/// and answers with lines; `nil` cuts the connection, and so does a goodbye when it has left.
final class Stage: Sendable {
  typealias Script = @Sendable (ClientMessage) -> [ServerMessage]?

  /// How the answers to one message are said.
  enum Manner: Sendable {
    /// Each as a message of its own.
    case apart
    /// As the lines of one message.
    case together
    /// The same, each behind a line that is not a message.
    case garbled
    /// Events and snapshots compressed, as a server would, if the client agrees.
    case compressed(DeflatePolicy)
  }

  let address: ServerAddress
  private let thread: Thread

  /// - Parameter raw: sent instead of a handshake's answer.
  init(
    raw: String? = nil, subprotocols: [String] = ["baize.v1"], as manner: Manner = .apart,
    _ scripts: [Script] = []
  ) throws {
    let listener = try Listener(host: "127.0.0.1", port: 0, sharing: false)
    address = try ServerAddress("ws://127.0.0.1:\(listener.port)")
    let box = ListenerBox(listener)
    thread = Thread(name: "stage") {
      for script in scripts.isEmpty ? [{ _ in nil }] : scripts {
        guard let socket = box.accept() else { return }
        Self.serve(socket, raw: raw, subprotocols: subprotocols, as: manner, script)
      }
    }
  }

  func end() { thread.join() }

  private final class ListenerBox: Sendable {
    private let listener: Listener
    init(_ listener: consuming Listener) { self.listener = listener }

    func accept() -> Socket? {
      for _ in 0..<5000 {
        if case .socket(let socket, _) = listener.accept() { return socket }
        Instant.sleep(milliseconds: 1)
      }
      return nil
    }
  }

  private static func serve(
    _ socket: consuming Socket, raw: String?, subprotocols: [String], as manner: Manner, _ script: Script
  ) {
    var parser = RequestParser()
    var received: [UInt8] = []
    var webSocket: WebSocketConnection?
    var voice = Voice(manner)
    while true {
      var buffer = [UInt8](repeating: 0, count: 4096)
      switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
      case .ended: return
      case .wouldBlock:
        Instant.sleep(milliseconds: 1)
        continue
      case .bytes(let count): received = Array(buffer[..<count])
      }
      if webSocket == nil {
        if let raw {
          _ = Array(raw.utf8).withUnsafeBytes { socket.send($0) }
          return
        }
        guard case .head(let head, _) = parser.parse(received),
          case .success(let accepted) = Handshake.accept(
            head, policy: .any, subprotocols: subprotocols, deflate: voice.policy)
        else { return }
        _ = accepted.responseBytes.withUnsafeBytes { socket.send($0) }
        voice.agreement = accepted.deflate
        webSocket = WebSocketConnection(role: .server, limits: WebSocketLimits())
        continue
      }
      var events: [WebSocketEvent] = []
      var saidGoodbye = false
      webSocket?.receive(received, into: &events)
      for case .text(let text) in events {
        guard let message = try? ClientMessage.read(Array(text.dropLast())), let answers = script(message)
        else { return }
        _ = voice.frames(of: answers).withUnsafeBytes { socket.send($0) }
        if case .bye? = answers.last { saidGoodbye = true }
      }
      let output = webSocket?.takeOutput() ?? []
      _ = output.withUnsafeBytes { socket.send($0) }
      if saidGoodbye { return }
    }
  }

  /// What one connection is told, as frames.
  private struct Voice {
    let manner: Manner
    var agreement: DeflateAgreement?
    private var stream = SharedStream()
    private let deflater = Deflater()

    init(_ manner: Manner) { self.manner = manner }

    var policy: DeflatePolicy { if case .compressed(let policy) = manner { policy } else { .off } }

    mutating func frames(of answers: [ServerMessage]) -> [UInt8] {
      switch manner {
      case .apart: answers.flatMap { PlainFrame(text: $0.line()).bytes }
      case .together: PlainFrame(text: answers.flatMap { $0.line() }).bytes
      case .garbled: PlainFrame(text: answers.flatMap { Array("{\"t\":\"ev\"\n".utf8) + $0.line() }).bytes
      case .compressed: answers.flatMap { frame(of: $0) }
      }
    }

    private mutating func frame(of answer: ServerMessage) -> [UInt8] {
      let line = answer.line()
      guard let agreement, let deflater else { return PlainFrame(text: line).bytes }
      switch answer {
      case .snapshot, .event:
        if agreement.serverNoContextTakeover { return AloneFrame(text: line, with: deflater).bytes }
        if case .event = answer { return stream.frame(line, with: deflater).bytes }
        return stream.prime(line, with: deflater).bytes
      default: return PlainFrame(text: line).bytes
      }
    }
  }
}

func welcome(resumed: Bool = false) -> ServerMessage {
  .welcome(
    Welcome(
      visit: "visit", token: "g1.token", you: Person(id: "g_1", name: "Bot", kind: .bot), server: "0",
      boot: "b",
      now: 0, heartbeatMilliseconds: 20_000, keepsTables: false, resumed: resumed, rooms: [],
      limits: PublishedLimits(
        commandsPerSecond: 20, commandsBurst: 40, hoversPerSecond: 30, hoversBurst: 60, messageBytesMax: 4096,
        roomsMax: 32)))
}
