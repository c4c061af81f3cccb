package import Rooms

/// A room at home, as a server holds it: its gate, what the journal has not synced, and who is told what is published.
/// Tests of rooms hold theirs in the same way.
package final class Host {
  package let room: Room
  var gate = Gate()
  /// Records that the journal was given, and has not acknowledged.
  package private(set) var unsynced: [Remembered] = []
  var isCommitting = false
  /// The race that has opened it.
  var race: RoomID?
  /// When it asked to be looked at to the millisecond.
  var alarm: Int64?
  package private(set) var members: [(connection: ConnectionID, wantsDrag: Bool)] = []

  /// - Parameter durable: so many records are kept already.
  package init(_ room: Room, durable: Int) {
    self.room = room
    room.becameDurable(upTo: durable)
    gate.open(upTo: durable)
  }

  /// Sorts what the room just said: records to the journal, all else to the gate.
  package func take(_ effects: [Effect]) {
    for effect in effects {
      if case .remember(let record) = effect {
        precondition(
          record.lineage == room.lineage && record.sequence <= room.sequence
            && record.version <= room.version,
          "a record names what it leads to")
        unsynced.append(record)
      } else {
        gate.hold(effect, at: room.sequence)
      }
    }
    if !effects.isEmpty { room.checkInvariants() }
  }

  /// The journal holds the next so many records, or all.
  ///
  /// - Returns: those.
  package func acknowledge(_ count: Int = .max) -> [Remembered] {
    let records = Array(unsynced.prefix(count))
    unsynced.removeFirst(records.count)
    if let last = records.last {
      room.becameDurable(upTo: last.sequence)
      gate.open(upTo: last.sequence)
    }
    return records
  }

  /// What may be told now.
  package func release() -> [Effect] {
    var effects: [Effect] = []
    gate.release(into: &effects)
    return effects
  }

  /// The journal lost what was not synced.
  ///
  /// - Returns: what is told all the same, and whether there is a room left.
  package func lose(now: Int64) -> (effects: [Effect], stands: Bool) {
    unsynced = []
    var effects: [Effect] = []
    let unprimed = gate.lose(into: &effects)
    let stands = room.fallBack(now: now, unprimed: unprimed, into: &effects)
    return (effects, stands)
  }

  package func admit(_ connection: ConnectionID, wantsDrag: Bool) {
    dismiss(connection)
    members.append((connection, wantsDrag))
  }

  package func dismiss(_ connection: ConnectionID) { members.removeAll { $0.connection == connection } }
}
