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
    let standing: Standing
  }

  private static let knownMin = 2_048

  private let generation: UInt32
  private let log: Logger
  private let known = Mutex(Recent<RoomID, Known>(generationMax: SleepingTables.knownMin))

  init(generation: UInt32, log: Logger) {
    self.generation = generation
    self.log = log
  }

  /// How a table stands; nil where there is none.
  ///
  /// - Parameter sequence: of its last record, as it was listed.
  /// - Throws: where the disk does not give it now.
  func standing(
    of room: RoomID, at sequence: UInt64, in storage: any TableStorage
  ) throws(StorageFault) -> Standing? {
    if let known = known.withLock({ $0[room] }), known.sequence == sequence { return known.standing }
    let standing: Standing
    do throws(StorageFault) {
      let now = Instant.now().milliseconds
      guard let reopening = try Shelf.reopen(room, in: storage, now: now) else { return nil }
      let table = Room(id: room, reopening: reopening, generation: generation, now: now) {
        systemRandomBytes(48)
      }
      standing = .told(table.summary)
    } catch {
      switch error {
      case .damaged, .corrupt: standing = .damaged
      case .disk, .undecided: throw error
      }
      log.error("a table cannot be listed", metadata: ["room": "\(room)", "why": "\(error)"])
    }
    known.withLock { $0.set(Known(sequence: sequence, standing: standing), for: room) }
    return standing
  }
}
