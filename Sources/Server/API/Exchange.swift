import Bytes
import HTTP
import Reactor

/// What a connection needs while it asks for things: bytes of heads that are not understood yet, and how far the
/// one that arrives is read.
final class Exchange {
  var inbox: ByteQueue
  var requests = RequestParser()
  /// Enough of them were answered in this turn; the others wait for the next, and so does what is not read yet.
  var isWaiting = false
  /// A request of theirs was understood.
  var hasAsked = false
  /// Through whom they come, if that is somebody whom we believe.
  var proxy: Peer?

  init(inboxBytesMax: Int) { inbox = ByteQueue(limit: inboxBytesMax) }
}
