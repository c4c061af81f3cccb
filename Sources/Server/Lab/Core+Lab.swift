import Bytes
import HTTP
import Reactor
import Rooms
import WebSocket

/// The lab, for conformance and comparison with other servers, never on by default: `/lab/echo` gives every message
/// back, `/lab/sub` receives what is said at `/lab/pub`.
extension Core {
  /// The phase that a path of the lab begins; nil for other paths.
  func labPhase(of path: String) -> Connection.Phase? {
    guard loop.settings.lab else { return nil }
    switch path {
    case "/lab/echo": return .echoing
    case "/lab/sub": return .listening
    case "/lab/pub": return .publishing
    default: return nil
    }
  }

  /// All echoes of one read leave in one send.
  func echo(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    labEchoes.removeAll()
    var position = 0
    while let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let message): echo(message, isText: true, on: connection)
      case .binary(let message): echo(message, isText: false, on: connection)
      case .ping: takeEcho(on: connection)
      case .pong: break
      case .needMore: return sendEchoes(on: connection)
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.takes)
        takeEcho(on: connection)
        sendEchoes(on: connection)
        if connections[connection.token] != nil { endings.leave(connection) }
        return
      }
    }
  }

  private func echo(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
    guard connection.windowBits > 0, let deflater = labDeflater(bits: Int(connection.windowBits)) else {
      return FrameEncoder.append(isText: isText, message, to: &labEchoes)
    }
    labScratch.removeAll()
    deflater.deflate(message, after: UnsafeRawBufferPointer(start: nil, count: 0), into: &labScratch)
    FrameEncoder.append(isText: isText, labScratch.bytes, isCompressed: true, to: &labEchoes)
  }

  /// Pongs and goodbyes keep their place among the echoes.
  private func takeEcho(on connection: Connection) {
    if let output = connection.webSocket?.takeOutput() { labEchoes.append(output) }
  }

  private func sendEchoes(on connection: Connection) {
    guard !labEchoes.isEmpty else { return }
    guard connection.outbox.isEmpty, !connection.isBlocked else {
      connection.outbox.append(Array(labEchoes.bytes))
      return connections.markDirty(connection)
    }
    _ = fanout.sender.send(labEchoes.bytes, to: connection)
  }

  private func labDeflater(bits: Int) -> Deflater? {
    if let deflater = labDeflaters[bits] { return deflater }
    let deflater = Deflater(windowBits: bits, level: 6, memLevel: 8)
    labDeflaters[bits] = deflater
    return deflater
  }

  /// Those who listen are silent, those who publish are heard by all.
  func readLabFrames(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) {
    var position = 0
    reading: while let step = connection.webSocket?.next(bytes, at: &position) {
      switch step {
      case .text(let message): publish(message, isText: true, from: connection)
      case .binary(let message): publish(message, isText: false, from: connection)
      case .ping, .pong: break
      case .needMore: break reading
      case .closed(let code, _), .failed(let code):
        loop.counters.close(code, connection.takes)
        endings.takeOutput(of: connection)
        endings.leave(connection)
        return
      }
    }
    endings.takeOutput(of: connection)
  }

  private func publish(_ message: UnsafeRawBufferPointer, isText: Bool, from connection: Connection) {
    guard case .publishing = connection.phase else { return }
    fanout.publishLab(message, isText: isText)
    guard loop.settings.loops > 1 else { return }
    post.sendToOthers(.fanout(.lab(Array(message), isText: isText)))
  }

}
