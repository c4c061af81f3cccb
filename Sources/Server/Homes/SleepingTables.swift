import Logging
import Reactor
import Rooms
import Store
import Synchronization
import Wire

/// How tables stand that sleep. A table is read and played through once for each record that it ended with, without
/// being woken, and is known from then on: of those that were asked for last some thousands.
final class SleepingTables: Sendable {
  enum Standing: Sendable {
    case told(TableSummary)
    /// Its records are not as they were written, or this program cannot carry them out.
    case damaged
  }

  private struct Known {
    let sequence: UInt64
    /// nil for a table that is found by its race.
    let standing: Standing?
    /// Who may come; nil where it is not known.
    let admittance: Admittance?

    func told(to guest: GuestID) -> Standing? {
      admittance?.admits(guest) ?? true ? standing : nil
    }
  }

  private static let knownMin = 2_048

  private let generation: UInt32
  private let log: Logger
  private let known = Mutex(Recent<RoomID, Known>(generationMax: SleepingTables.knownMin))

  init(generation: UInt32, log: Logger) {
    self.generation = generation
    self.log = log
  }

  /// How a table stands; nil where there is none, or the guest may not come to it.
  ///
  /// - Parameter sequence: of its last record, as it was listed.
  /// - Throws: where the disk does not give it now.
  func standing(
    of room: RoomID, at sequence: UInt64, for guest: GuestID, in storage: any TableStorage
  ) throws(StorageFault) -> Standing? {
    if let known = known.withLock({ $0[room] }), known.sequence == sequence {
      return known.told(to: guest)
    }
    let standing: Standing?
    var admittance: Admittance?
    do throws(StorageFault) {
      let now = Instant.now().milliseconds
      guard let reopening = try Shelf.reopen(room, in: storage, now: now) else { return nil }
      let table = Room(
        id: room, reopening: reopening, generation: generation, secret: storage.secret, now: now
      ) {
        systemRandomBytes(48)
      }
      standing = table.isFoundByItself ? .told(table.summary) : nil
      admittance = table.admittance
    } catch {
      switch error {
      case .damaged, .corrupt: standing = .damaged
      case .disk, .undecided: throw error
      }
      log.error("a table cannot be listed", metadata: ["room": "\(room)", "why": "\(error)"])
    }
    let now = Known(sequence: sequence, standing: standing, admittance: admittance)
    known.withLock { $0.set(now, for: room) }
    return now.told(to: guest)
  }
}
