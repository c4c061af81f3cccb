import HTTP
import Reactor
import Rooms

/// A request's body while it arrives.
/// Invariant: no more bytes than it may have; each is paid for in the budget until the last who needs them
/// lets go of the share.
final class Upload {
  enum Purpose {
    case blob(GuestID)
    case board(GuestID)
    /// A game of patience, and for how many; nil where nobody said.
    case game(GuestID, seats: Int?)
    /// A game of patience that shall only be looked at.
    case check(GuestID)
  }

  /// What has come of the body when some bytes were looked at.
  enum Progress: Equatable {
    case more
    case whole
    /// There is no memory left for it.
    case noRoom
    case refused(ChunkedBody.Fault)
  }

  private enum Form {
    /// So many bytes in all.
    case length(Int)
    case chunks(ChunkedBody)
  }

  let head: RequestHead
  let purpose: Purpose
  let share: UploadBudget.Share
  /// What it may have, and what a body is held to whose length is told only at its end.
  let bytesMax: Int
  /// By then something must have come.
  private let firstDeadline: Instant
  private var form: Form
  private var bytes: [UInt8] = []

  init(
    _ head: RequestHead, for purpose: Purpose, bytesMax: Int, share: UploadBudget.Share,
    firstDeadline: Instant
  ) {
    self.head = head
    self.purpose = purpose
    self.share = share
    self.bytesMax = bytesMax
    self.firstDeadline = firstDeadline
    // Memory that was never written to costs nothing, so a body that never comes does not either.
    switch head.body {
    case .none: form = .length(0)
    case .length(let count):
      form = .length(count)
      bytes.reserveCapacity(count)
    case .chunks:
      form = .chunks(ChunkedBody(bytesMax: bytesMax))
      bytes.reserveCapacity(bytesMax)
    }
  }

  var bytesTaken: Int { bytes.count }

  /// How many bytes more the body has; nil when only its end will tell.
  var missing: Int? {
    if case .length(let count) = form { count - bytes.count } else { nil }
  }

  /// When the next byte must be there: each that came buys a little time, so whoever trickles is soon found out,
  /// and whoever sends steadily never is. What stands around chunks buys nothing.
  func deadline(bytesPerMillisecondMin: Int64) -> Instant {
    firstDeadline + Int64(bytes.count) / bytesPerMillisecondMin
  }

  /// Takes what is the body's, from `place` on, which is moved behind it; what comes then is not of it.
  func take(_ given: UnsafeRawBufferPointer, at place: inout Int) -> Progress {
    switch form {
    case .length(let count):
      let part = given[place...].prefix(count - bytes.count)
      place += part.count
      guard keep(UnsafeRawBufferPointer(rebasing: part)) else { return .noRoom }
      return bytes.count == count ? .whole : .more
    case .chunks(var chunks):
      defer { form = .chunks(chunks) }
      while true {
        switch chunks.next(given, at: &place) {
        case .needMore: return .more
        case .data(let part):
          guard keep(UnsafeRawBufferPointer(rebasing: given[part])) else { return .noRoom }
        case .ended: return .whole
        case .refused(let fault): return .refused(fault)
        }
      }
    }
  }

  private func keep(_ part: UnsafeRawBufferPointer) -> Bool {
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
