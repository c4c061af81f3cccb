import Logging
import Store
import Synchronization

/// One look through all tables for blobs that none of them names; those are deleted in the end. It goes a few tables
/// at a time, so that nobody who wakes a table waits for it. Where a record cannot be read it ends, and all blobs stay.
final class BlobRound: Sendable {
  private struct State {
    /// Named by none of the tables that were looked at.
    var unnamed: Set<BlobID>
    var last: Int64 = 0
  }

  private let blobs: Blobs
  private let since: Int64
  private let log: Logger
  private let state: Mutex<State>

  /// - Parameter since: milliseconds since 1970; blobs that somebody brought or named later are not looked for.
  init(_ blobs: Blobs, restingSince since: Int64, log: Logger) {
    self.blobs = blobs
    self.since = since
    self.log = log
    state = Mutex(State(unnamed: blobs.resting(since: since)))
  }

  func go(on shelf: Shelf) {
    guard state.withLock({ !$0.unnamed.isEmpty }) else { return }
    shelf.ask { [self] storage in
      do throws(StorageFault) {
        let named = try storage.namedBlobs(after: state.withLock { $0.last })
        guard note(named) else { return end() }
        go(on: shelf)
      } catch {
        log.warning("blobs that no table names stay, since not all tables can be read: \(error)")
      }
    }
  }

  /// - Returns: whether there are more tables.
  private func note(_ named: NamedBlobs) -> Bool {
    state.withLock { state in
      state.unnamed.subtract(named.blobs)
      guard let last = named.last else { return false }
      state.last = last
      return true
    }
  }

  private func end() {
    blobs.delete(state.withLock { $0.unnamed }, restingSince: since) { [log] count, fault in
      if count > 0 { log.info("\(count) blobs that no table names were deleted") }
      if let fault { log.error("blobs that no table names cannot be deleted: \(fault)") }
    }
  }
}
