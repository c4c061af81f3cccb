import Bytes
import Reactor
import WebSocket

/// The lab, for conformance and comparison with other servers, never on by default: `/lab/echo` gives every message
/// back, `/lab/sub` receives what is said at `/lab/pub`.
final class Lab {
  private let loop: LoopContext
  private let post: Post
  private let connections: Connections
  private let galleries: Galleries
  /// Held here as well, so that no reference is counted for each message.
  private let audience: LabAudience
  private let sender: Sender
  private let endings: Endings
  /// By the bits of their windows; made when a connection asks for such a one.
  private var deflaters: [Int: Deflater] = [:]
  private var scratch = ByteBuffer()
  /// All echoes of one read.
  private var echoes = ByteBuffer()

  init(_ loop: LoopContext, _ post: Post, _ connections: Connections, _ fanout: Fanout, _ endings: Endings) {
    self.loop = loop
    self.post = post
    self.connections = connections
    galleries = fanout.galleries
    audience = fanout.galleries.lab
    sender = fanout.sender
    self.endings = endings
  }

  /// The phase that a path of the lab begins; nil for other paths.
  static func phase(of path: String, _ settings: Configuration) -> Connection.Phase? {
    guard settings.lab else { return nil }
    switch path {
    case "/lab/echo": return .echoing
    case "/lab/sub": return .listening
    case "/lab/pub": return .publishing
    default: return nil
    }
  }

  /// All echoes of one read leave in one send.
  func echo(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    echoes.removeAll()
    var position = 0
    while let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let message): echo(message, isText: true, on: connection)
      case .binary(let message): echo(message, isText: false, on: connection)
      case .ping: takeEcho(on: connection)
      case .pong: break
      case .needMore: return sendEchoes(on: connection)
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.outgoing.takes)
        takeEcho(on: connection)
        sendEchoes(on: connection)
        if connections[connection.token] != nil { endings.leave(connection) }
        return
      }
    }
  }

  private func echo(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
    guard connection.outgoing.windowBits > 0,
      let deflater = deflater(bits: Int(connection.outgoing.windowBits))
    else {
      return FrameEncoder.append(isText: isText, message, to: &echoes)
    }
    scratch.removeAll()
    deflater.deflate(message, after: UnsafeRawBufferPointer(start: nil, count: 0), into: &scratch)
    FrameEncoder.append(isText: isText, scratch.bytes, isCompressed: true, to: &echoes)
  }

  /// Pongs and goodbyes keep their place among the echoes.
  private func takeEcho(on connection: Connection) {
    if let output = connection.webSocket?.takeOutput() { echoes.append(output) }
  }

  private func sendEchoes(on connection: Connection) {
    guard !echoes.isEmpty else { return }
    guard connection.outbox.isEmpty, !connection.outgoing.isBlocked else {
      connection.outbox.append(Array(echoes.bytes))
      return connections.markDirty(connection)
    }
    _ = sender.send(echoes.bytes, to: connection)
  }

  private func deflater(bits: Int) -> Deflater? {
    if let deflater = deflaters[bits] { return deflater }
    let deflater = Deflater(windowBits: bits, level: 6, memLevel: 8)
    deflaters[bits] = deflater
    return deflater
  }

  /// Those who listen are silent, those who publish are heard by all.
  func readFrames(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    var position = 0
    reading: while let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let message): publish(message, isText: true, from: connection)
      case .binary(let message): publish(message, isText: false, from: connection)
      case .ping, .pong: break
      case .needMore: break reading
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.outgoing.takes)
        endings.takeOutput(of: connection)
        endings.leave(connection)
        return
      }
    }
    endings.takeOutput(of: connection)
  }

  private func publish(_ message: UnsafeRawBufferPointer, isText: Bool, from connection: Connection) {
    guard case .publishing = connection.phase else { return }
    if audience.publish(message, isText: isText, with: loop.deflater) { galleries.sweepOn(audience.gallery) }
    guard loop.settings.loops > 1 else { return }
    post.sendToOthers(.fanout(.lab(Array(message), isText: isText)))
  }

  func listen(_ connection: Connection) { galleries.joinLab(connection) }
}
