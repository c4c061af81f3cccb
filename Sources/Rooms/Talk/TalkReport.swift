package import Wire

/// A line that somebody reports, with what was said around it: all that the operator gets to see of it.
package struct TalkReport: Sendable, Equatable {
  package let room: RoomID
  package let by: GuestID
  package let about: GuestID
  /// Where who said it came from, as connections are counted.
  package let network: UInt32?
  package let why: ReportReason
  package let line: Int
  /// The last lines, oldest first.
  package let lines: [LineTold]
}
