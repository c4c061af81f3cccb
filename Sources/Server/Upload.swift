import HTTP
import Reactor
import Rooms

/// A request's body while it arrives.
/// Invariant: no more bytes than the head told; each is paid for in the budget until the last who needs them
/// lets go of the share.
final class Upload {
  enum Purpose {
    case blob(GuestID)
    case board(GuestID)
  }

  let head: RequestHead
  let purpose: Purpose
  let share: UploadBudget.Share
  /// By then something must have come.
  private let firstDeadline: Instant
  private var bytes: [UInt8] = []

  init(_ head: RequestHead, for purpose: Purpose, share: UploadBudget.Share, firstDeadline: Instant) {
    self.head = head
    self.purpose = purpose
    self.share = share
    self.firstDeadline = firstDeadline
    // Memory that was never written to costs nothing, so a body that never comes does not either.
    bytes.reserveCapacity(head.bodyLength)
  }

  var missing: Int { head.bodyLength - bytes.count }
  var isWhole: Bool { missing == 0 }

  /// When the next byte must be there: each that came buys a little time, so whoever trickles is soon found out,
  /// and whoever sends steadily never is.
  func deadline(bytesPerMillisecondMin: Int64) -> Instant {
    firstDeadline + Int64(bytes.count) / bytesPerMillisecondMin
  }

  /// False, and nothing is kept, when there is no memory left for it.
  func append(_ part: UnsafeRawBufferPointer) -> Bool {
    precondition(part.count <= missing, "what comes behind the body is not of it")
    guard share.grow(by: part.count) else { return false }
    bytes.append(contentsOf: part)
    return true
  }

  /// Hands the body over; it is copied nowhere.
  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
