import Bytes
import Load
import WebSocket

/// Text that a client sent is parsed, unmasked and checked, and framed again: what an echo is, without sockets.
struct FrameWork {
  let title: String
  /// How many frames arrive together.
  let atOnce: Int
  private let input: [UInt8]

  static let all = [
    FrameWork("20 B, one at a time", bytes: 20, atOnce: 1),
    FrameWork("20 B, 16 at once", bytes: 20, atOnce: 16),
    FrameWork(
      "60 B of JSON, 16 at once", text: #"{"t":"cmd","c":58,"r":"r7Qk2mXab","op":"move","item":17,"in":"t5"}"#
    ),
    FrameWork("1024 B, one at a time", bytes: 1024, atOnce: 1),
  ]

  private init(_ title: String, bytes: Int, atOnce: Int) {
    self.title = title
    self.atOnce = atOnce
    let frame = ClientFrame.text([UInt8](repeating: UInt8(ascii: "x"), count: bytes))
    input = (0..<atOnce).flatMap { _ in frame }
  }

  private init(_ title: String, text: String) {
    self.title = title
    atOnce = 16
    input = (0..<16).flatMap { _ in ClientFrame.text(text) }
  }

  func run(frames: UInt32) {
    var connection = WebSocketConnection(role: .server, limits: WebSocketLimits())
    var out = ByteBuffer()
    var received = ByteBuffer(capacity: input.count)
    var done: UInt32 = 0
    while done < frames {
      // The copy stands for the kernel's: frames are unmasked where they lie.
      received.removeAll()
      received.append(input)
      out.removeAll()
      done &+= Self.echo(received.mutableBytes, by: &connection, into: &out)
    }
    precondition(frames == 0 || out.count > 0, "each message is answered")
  }

  /// - Returns: how many messages there were.
  private static func echo(
    _ bytes: UnsafeMutableRawBufferPointer, by connection: inout WebSocketConnection,
    into out: inout ByteBuffer
  ) -> UInt32 {
    var position = 0
    var count: UInt32 = 0
    while case .text(let message) = connection.next(bytes, at: &position) {
      FrameEncoder.append(isText: true, message, to: &out)
      count &+= 1
    }
    return count
  }
}
