import Bytes
import WebSocket

/// Everybody on this loop who listens at `/lab/sub`. There are no snapshots, so a new listener is brought into the
/// stream by a new beginning: the next message refers to nothing.
final class LabAudience {
  let gallery: Gallery
  private var stream = SharedStream()
  private var restarts = false

  init(logBytesMax: Int) {
    gallery = Gallery(room: nil, version: 0, logBytesMax: logBytesMax)
  }

  /// Somebody came, or fell behind, who is not in the stream.
  func restart() { restarts = true }

  /// - Returns: false when nobody listens.
  func publish(_ message: UnsafeRawBufferPointer, isText: Bool, with deflater: Deflater?) -> Bool {
    guard !gallery.members.isEmpty else { return false }
    if restarts {
      restarts = false
      stream.restart()
      gallery.restart()
    }
    var frame: SharedFrame?
    if let deflater, gallery.sharedCount > 0 {
      frame = stream.frame(Array(message), isText: isText, with: deflater)
    }
    gallery.publish(message, isText: isText, version: 0, shared: frame, deflater: deflater)
    return true
  }
}
