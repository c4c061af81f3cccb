import SQLite
import Synchronization

/// Moves what was committed from the write-ahead log into the database file, on a connection and a thread of its own,
/// so that no commit waits for it. Invariant: at most one checkpoint is being made at any time.
final class WALTidying: Sendable {
  private struct State {
    /// Since the last checkpoint was begun.
    var commits = 0
    var isRunning = false
    /// The last one left pages behind that were committed meanwhile, and the log has grown so large.
    var pagesLeft = 0
    /// The log's pages after the last checkpoint; 0 once the log was restarted.
    var pagesSeen = 0
  }

  /// Under load a checkpoint is begun after so many commits: players at many tables write the same pages over and over,
  /// which are moved once then, and its writing holds up theirs. The log grows to 65–95 MB by that.
  private static let commitsMax = 2_048
  /// A log of so many pages is begun anew: then the writer itself moves what little is left.
  private static let pagesMax = 16_384

  private let connection: DatabaseQueue
  private let state = Mutex(State())

  init(_ connection: DatabaseQueue) { self.connection = connection }

  /// Moves what a server that died has left in the log: each start reads all of it, and it would grow with each
  /// crash.
  func beginAtStart() {
    state.withLock { $0.commits += 1 }
    begin()
  }

  /// Called after each commit, on the writer's thread.
  ///
  /// - Parameters:
  ///   - pages: how many the log has now.
  ///   - room: where there is little, a checkpoint is begun sooner.
  func committed(beside writer: DatabaseQueue, pages: Int, in room: LogRoom) {
    waitIfBehind(pages: pages, in: room)
    let (isDue, isLarge) = state.withLock { state in
      state.commits += 1
      if pages < state.pagesSeen { state.pagesSeen = 0 }
      let isLarge = !state.isRunning && state.pagesLeft > min(Self.pagesMax, room.usualPages - 1)
      if isLarge { state.pagesLeft = 0 }
      // A log that somebody holds grows on: it is moved again when there is as much anew.
      return (state.commits >= Self.commitsMax || pages - state.pagesSeen >= room.usualPages, isLarge)
    }
    // All but the newest pages were moved a moment ago, so this takes no longer than a commit.
    if isLarge { _ = try? Self.checkpoint(on: writer) }
    if isDue { begin() }
  }

  /// A commit waits for a checkpoint that does not keep up, so that the log is not refused its room on a machine that
  /// has little time for this thread.
  private func waitIfBehind(pages: Int, in room: LogRoom) {
    let isBehind = state.withLock { state in
      state.isRunning && pages - (pages < state.pagesSeen ? 0 : state.pagesSeen) >= room.usualPages * 3 / 2
    }
    if isBehind { connection.writeWithoutTransaction { _ in } }
  }

  /// Begins a checkpoint unless one is being made, or nothing was committed since the last.
  func begin() {
    let begins = state.withLock { state in
      guard !state.isRunning, state.commits > 0 else { return false }
      state.isRunning = true
      state.commits = 0
      return true
    }
    guard begins else { return }
    connection.asyncWriteWithoutTransaction { [self] db in
      // A disk that is full now is tried again after the next commits.
      let pages = (try? Self.checkpoint(on: db)) ?? 0
      state.withLock { state in
        state.isRunning = false
        state.pagesLeft = pages
        state.pagesSeen = pages
      }
    }
  }

  /// Does something else on the same thread, when no checkpoint is being made.
  func beside(_ body: @escaping @Sendable () -> Void) {
    connection.asyncWriteWithoutTransaction { _ in body() }
  }

  /// Nothing is being moved any more.
  func finish() throws { try connection.close() }

  private static func checkpoint(on queue: DatabaseQueue) throws -> Int {
    try queue.writeWithoutTransaction { try checkpoint(on: $0) }
  }

  /// - Returns: how many pages the log has.
  static func checkpoint(on db: Database) throws -> Int {
    guard let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)") else { return 0 }
    return max(0, try row.decode(atIndex: 1))
  }
}
