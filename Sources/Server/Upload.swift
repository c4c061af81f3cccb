import HTTP
import Reactor
import Rooms
import Synchronization

/// A request's body while it arrives.
/// Invariant: no more bytes than the head told; they are paid for in the budget until the last who needs them
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

  func append(_ part: UnsafeRawBufferPointer) {
    precondition(part.count <= missing, "what comes behind the body is not of it")
    bytes.append(contentsOf: part)
  }

  /// Hands the body over; it is copied nowhere.
  func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

/// How much memory all bodies together may take, over all loops.
/// Invariant: 0 ≤ taken ≤ bytesMax.
final class UploadBudget: Sendable {
  /// A part of the budget, given back when nobody holds it any more.
  final class Share: Sendable {
    private let budget: UploadBudget
    private let bytes: Int

    fileprivate init(_ bytes: Int, of budget: UploadBudget) {
      self.bytes = bytes
      self.budget = budget
    }

    deinit { budget.giveBack(bytes) }
  }

  private let taken = Mutex(0)
  private let bytesMax: Int

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var bytesTaken: Int { taken.withLock { $0 } }

  /// nil when there is not so much left.
  func take(_ bytes: Int) -> Share? {
    let fits = taken.withLock { taken in
      guard bytes <= bytesMax - taken else { return false }
      taken += bytes
      return true
    }
    return fits ? Share(bytes, of: self) : nil
  }

  private func giveBack(_ bytes: Int) {
    taken.withLock { taken in
      taken -= bytes
      precondition(taken >= 0, "a share is given back once")
    }
  }
}
