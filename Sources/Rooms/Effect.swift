/// What the outside must do for a room, in order. All but `remember` wait at the gate until the revision that
/// they reflect is durable.
package enum Effect: Sendable, Equatable {
  /// Hand a record to the journal; it is the one that leads to `revision`.
  case remember(revision: Int, lineage: UInt32, bytes: [UInt8])
  /// The one answer to the message `c`.
  /// - `ifLost`: what to say instead when the revision never becomes durable; nil when the answer holds all
  ///   the same.
  case answer(ConnectionID, line: [UInt8], ifLost: [UInt8]?)
  /// The answer to whoever opened this room otherwise than by a message; `isKept` is false when the journal
  /// lost it.
  case opened(ConnectionID, isKept: Bool)
  /// A line for one connection only.
  case tell(ConnectionID, line: [UInt8])
  /// From here on the connection gets what is published.
  /// `seat` is −1 for a spectator.
  case admit(ConnectionID, seat: Int, version: Int, wantsDrag: Bool)
  /// What brings a member to `version`: a snapshot, or the events that it missed, which may be none. Those who need the
  /// same get the same array.
  case prime(ConnectionID, version: Int, lines: [UInt8])
  case dismiss(ConnectionID)
  /// A line for everybody in the room, leading to `revision`.
  case publish(revision: Int, line: [UInt8])
  /// The latest state of all live drags, for everybody but the connection that moves; replaces the one
  /// before.
  case hover(line: [UInt8], except: ConnectionID?)
  /// The latest state of seats and spectators; replaces the one before.
  case crowd(line: [UInt8])
}
