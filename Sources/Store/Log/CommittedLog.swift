import SQLite
import Synchronization

/// What a writer knows of the log that it writes: up to where it is committed, and whether a commit that failed has
/// left something behind that.
///
/// A commit whose sync fails lies whole in the log, and SQLite knows nothing of it: the next one is written over it. If
/// the process dies before, the next start reads it as committed. So it is cut off before anybody is told that it
/// failed. Promise: behind the end nothing of this log lies when a commit begins.
final class CommittedLog: Sendable {
  private struct State {
    /// nil while there is no log.
    var end: LogEnd?
    var left: Left?
  }

  /// What a failed commit has left behind this end.
  private struct Left {
    let end: LogEnd
    /// All of it lies there, so a start would read it.
    let isWhole: Bool
    var tries = 0
  }

  private let file: LogFile
  private let frames: LogFrames
  let marking: LogMarking
  private let state = Mutex(State())

  init(_ file: LogFile, _ frames: LogFrames, _ marking: LogMarking) {
    self.file = file
    self.frames = frames
    self.marking = marking
  }

  /// At the start, when all that there is was committed and may be told.
  func begin() throws(BlobFolder.Fault) {
    try file.sync()
    let end = try file.end(after: frames.count)
    state.withLock { $0.end = end }
    try marking.begin(at: end)
  }

  /// - Parameter record: the last that was committed, with its table's number.
  func committed(_ record: (room: String, table: Int64, sequence: UInt64)?) {
    // Where it cannot be read, no mark is made, and a failed commit is left as it is.
    let end = (try? file.end(after: frames.count)).flatMap(\.self)
    state.withLock { $0.end = end }
    if let end { marking.committed(end, record) }
  }

  /// Called when a commit failed, before anybody is told so.
  ///
  /// - Returns: whether it may be there all the same after a crash, since it could not be cut off.
  func failed(_ error: any Error) -> Bool {
    let isSync = (error as? SQLiteError).map { Self.syncs.contains($0.extended) } ?? false
    let left = (try? left(isSync)).flatMap(\.self)
    guard let left else { return false }
    state.withLock { $0.left = left }
    do throws(BlobFolder.Fault) {
      try takeBack()
      return false
    } catch {
      return left.isWhole
    }
  }

  private static let syncs: Set<SQLiteError.Code> = [.syncFailed, .folderSyncFailed]

  private func left(_ isSync: Bool) throws(BlobFolder.Fault) -> Left? {
    // The failed one may have begun the log anew, when all of the old one was in the file.
    guard let start = try file.end(after: 0) else { return nil }
    let known = state.withLock { $0.end }
    let end = known?.salts == start.salts ? known ?? start : start
    let commits = try file.commits(behind: end) ?? 0
    // One that lies there though its writing failed is somebody else's, who has opened the file by hand.
    guard commits == 0 || commits == 1 && isSync, try file.goesBeyond(end) else { return nil }
    return Left(end: end, isWhole: commits == 1)
  }

  /// Cuts off what a failed commit left, if one did.
  func takeBack() throws(BlobFolder.Fault) {
    let left = state.withLock { state in
      state.left?.tries += 1
      return state.left
    }
    guard let left else { return }
    try file.cut(to: left.end, again: left.tries > 1)
    state.withLock { $0.left = nil }
  }
}
