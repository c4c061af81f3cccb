import HTTP
import Reactor
import Store

/// A blob on its way to one connection, part by part: the next is read when the last has left, so a slow reader
/// holds one part in memory, whatever the size of the whole.
/// Invariant: sent ≤ bytes of the blob; at most one part is awaited.
final class BlobStream {
  static let partBytesMax = 64 * 1024

  let id: BlobID
  /// The head goes out with the first part, since only then it is known that there is one.
  let response: Response
  private(set) var sent = 0
  private var isPartAwaited = false

  init(_ id: BlobID, response: Response) {
    self.id = id
    self.response = response
  }

  var hasBegun: Bool { sent > 0 }
  var isWhole: Bool { sent == response.bodyLength }

  /// The part to ask for now; nil while one is awaited or when there is none left.
  func nextPart() -> (offset: Int, count: Int)? {
    guard !isPartAwaited, !isWhole else { return nil }
    isPartAwaited = true
    return (sent, min(Self.partBytesMax, response.bodyLength - sent))
  }

  func took(_ count: Int) {
    precondition(isPartAwaited && sent + count <= response.bodyLength, "only what was asked for is taken")
    isPartAwaited = false
    sent += count
  }
}
