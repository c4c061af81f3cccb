import Logging
import Store
import Synchronization

/// One look through all tables for blobs that none of them names; those are deleted in the end. It goes a few tables
/// at a time, so that nobody who wakes a table waits for it. Where a record cannot be read it ends, and all blobs stay.
final class BlobRound: Sendable {
  private struct State {
    /// Named by none of the tables that were looked at; nil before the first.
    var unnamed: Set<BlobID>?
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
    state = Mutex(State())
  }

  func go(on shelf: Shelf) {
    shelf.ask { [self] storage in
      do throws(StorageFault) {
        if try lookOn(in: storage) { go(on: shelf) }
      } catch {
        log.warning("blobs that no table names stay, since not all tables can be read: \(error)")
      }
    }
  }

  /// - Returns: whether there is more to look at.
  private func lookOn(in storage: any TableStorage) throws(StorageFault) -> Bool {
    let (unnamed, last) = state.withLock { state in
      if state.unnamed == nil { state.unnamed = blobs.resting(since: since) }
      return (state.unnamed ?? [], state.last)
    }
    guard !unnamed.isEmpty else { return false }
    let named = try storage.namedBlobs(after: last)
    guard let next = named.last else {
      delete(unnamed)
      return false
    }
    state.withLock { state in
      state.unnamed?.subtract(named.blobs)
      state.last = next
    }
    return true
  }

  private func delete(_ unnamed: Set<BlobID>) {
    blobs.delete(unnamed, restingSince: since) { [log] count, fault in
      if count > 0 { log.info("\(count) blobs that no table names were deleted") }
      if let fault { log.error("blobs that no table names cannot be deleted: \(fault)") }
    }
  }
}
