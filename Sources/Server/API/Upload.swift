import HTTP
import Reactor
import Rooms

/// A request's body while it arrives.
/// Invariant: no more bytes than it may have; each is paid for in the budget until the last who needs them
/// lets go of the share.
final class Upload {
  enum Purpose {
    case blob
    case description(DescriptionDesk.Purpose)
    /// What the operator wants to be changed.
    case change(OperatorChange.Place)
  }

  /// What has come of the body when some bytes were looked at.
  enum Progress: Equatable {
    case more
    case whole
    /// There is no memory left for it.
    case noRoom
    case refused(ChunkedBody.Fault)
  }

  /// So many bytes at least must come in each such time, or the rest of the body.
  struct Pace {
    let bytes: Int
    let milliseconds: Int64
  }

  private enum Form {
    /// So many bytes in all.
    case length(Int)
    case chunks(ChunkedBody)
  }

  let head: RequestHead
  let purpose: Purpose
  /// nil for the operator.
  let guest: GuestID?
  let share: MemoryBudget.Share
  /// What it may have, and what a body is held to whose length is told only at its end.
  let bytesMax: Int
  private let pace: Pace
  /// When a part of the body was there last that is large enough to be given more time for, and how much there was.
  private var mark: (at: Instant, bytes: Int)
  private var form: Form
  private var bytes: [UInt8] = []

  /// - Parameter pace: how fast it has to come, from now on.
  init(
    _ head: RequestHead, for purpose: Purpose, of guest: GuestID?, bytesMax: Int, share: MemoryBudget.Share,
    pace: Pace, now: Instant
  ) {
    self.head = head
    self.purpose = purpose
    self.guest = guest
    self.share = share
    self.bytesMax = bytesMax
    self.pace = pace
    mark = (now, 0)
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

  /// When the next part, or the rest, must be there. A client that trickles is soon found out, also behind much that
  /// came at once; a client that sends steadily never is. What stands around chunks is no part.
  var deadline: Instant { mark.at + pace.milliseconds }

  /// Takes what is the body's, from `place` on, which is moved behind it; what comes then is not of it.
  func receive(_ given: UnsafeRawBufferPointer, at place: inout Int, now: Instant) -> Progress {
    defer { if bytes.count - mark.bytes >= pace.bytes { mark = (now, bytes.count) } }
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
