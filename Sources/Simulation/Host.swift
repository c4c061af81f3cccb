import Rooms

/// A room at home, as a server holds it: its gate, what the journal has not synced, and who is told what is published.
final class Host {
  let room: Room
  var gate = Gate()
  private(set) var unsynced: [Remembered] = []
  var isCommitting = false
  /// The race that has opened it.
  var race: RoomID?
  /// When it asked to be looked at to the millisecond.
  var alarm: Int64?
  private(set) var members: [(connection: ConnectionID, wantsDrag: Bool)] = []

  init(_ room: Room, durable: Int) {
    self.room = room
    room.becameDurable(upTo: durable)
    gate.open(upTo: durable)
  }

  /// Sorts what the room just said: records to the journal, all else to the gate.
  func take(_ effects: [Effect]) {
    for effect in effects {
      if case .remember(let record) = effect {
        unsynced.append(record)
      } else {
        gate.hold(effect, at: room.sequence)
      }
    }
    room.checkInvariants()
  }

  func takeUnsynced() -> [Remembered] {
    defer { unsynced = [] }
    return unsynced
  }

  func release() -> [Effect] {
    var effects: [Effect] = []
    gate.release(into: &effects)
    return effects
  }

  /// The journal lost what was not synced.
  ///
  /// - Returns: what is told all the same; nil where no room is left.
  func lose(now: Int64) -> (effects: [Effect], stands: Bool) {
    unsynced = []
    var effects: [Effect] = []
    let unprimed = gate.lose(into: &effects)
    let stands = room.fallBack(now: now, unprimed: unprimed, into: &effects)
    return (effects, stands)
  }

  func admit(_ connection: ConnectionID, wantsDrag: Bool) {
    dismiss(connection)
    members.append((connection, wantsDrag))
  }

  func dismiss(_ connection: ConnectionID) { members.removeAll { $0.connection == connection } }
}
