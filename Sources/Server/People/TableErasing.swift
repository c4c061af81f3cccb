import Reactor
import Rooms
import Store

/// Somebody's traces at one table, on their way to its home.
struct TableErasing: Sendable {
  let room: RoomID
  let erasure: Erasure
  /// All who are erased together.
  let together: Set<GuestID>
  /// Nobody else has sat there: the table is forgotten.
  let isAlone: Bool
  /// Called once, on any thread, when the log is as it is to be, or the disk did not take it.
  let told: @Sendable () -> Void

  /// nil for a table or a guest of a name that they cannot have.
  init?(_ trace: Traces.Trace, among together: Set<GuestID>, told: @escaping @Sendable () -> Void) {
    guard let room = RoomID(trace.room), let guest = GuestID(trace.guest) else { return nil }
    self.room = room
    erasure = Erasure(of: guest, random: systemRandomBytes(8))
    isAlone = trace.isAlone
    self.together = together
    self.told = told
  }

  /// What becomes of the log.
  var change: StoredChange {
    let erasure = erasure
    return .erase(
      TableErasure(
        room: room.text, guest: erasure.guest.text, replacement: erasure.replacement.text,
        record: { erasure.rewritten($0) }, base: { erasure.rewritten(base: $0) }))
  }
}
