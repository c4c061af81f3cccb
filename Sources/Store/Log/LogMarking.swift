import Synchronization

/// Keeps the mark: written beside commits, at most once a second, so that no commit waits for it.
///
/// Invariant: what is on the disk of the mark was true when it was written, and is until a log is begun anew or a table
/// is forgotten.
final class LogMarking: Sendable {
  private struct State {
    /// What is durable now; nil before the first commit.
    var latest: LogMark?
    /// The table that it names.
    var room: String?
    /// The newest was not written yet.
    var isDue = false
    var isRunning = false
    var begunAt: ContinuousClock.Instant?
  }

  private static let pace = Duration.seconds(1)

  private let file: LogMarkFile
  /// Runs something on another thread, soon.
  private let beside: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state: Mutex<State>
  /// The room that the mark on the disk names. Locked while the file is being written.
  private let written: Mutex<String?>

  init(
    _ file: LogMarkFile, beside: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.file = file
    self.beside = beside
    state = Mutex(State())
    written = Mutex(nil)
  }

  /// At the start: the tables were begun, and the log is synced up to here.
  func begin(at end: LogEnd?) throws(BlobFolder.Fault) {
    var mark = LogMark()
    if let end { (mark.salts, mark.frames) = (end.salts, end.frames) }
    try file.write(mark)
    state.withLock { [mark] in $0.latest = mark }
  }

  /// Called after each commit, on the writer's thread.
  ///
  /// - Parameter record: the last that was committed, with its table's number.
  func committed(_ end: LogEnd, _ record: (room: String, table: Int64, sequence: UInt64)?) {
    state.withLock { state in
      var mark = state.latest ?? LogMark()
      (mark.salts, mark.frames) = (end.salts, end.frames)
      if let record {
        (mark.table, mark.sequence) = (record.table, record.sequence)
        state.room = record.room
      }
      state.latest = mark
      state.isDue = true
    }
    _ = writeIfDue()
  }

  /// - Returns: whether something is to be written yet.
  func writeIfDue() -> Bool {
    let now = ContinuousClock.now
    let begins = state.withLock { state in
      guard state.isDue, !state.isRunning, state.begunAt.map({ now - $0 >= Self.pace }) ?? true else {
        return false
      }
      (state.isDue, state.isRunning, state.begunAt) = (false, true, now)
      return true
    }
    if begins { beside { [self] in write() } }
    return state.withLock { $0.isDue }
  }

  private func write() {
    let fails = written.withLock { written in
      guard let (mark, room) = state.withLock({ state in state.latest.map { ($0, state.room) } }) else {
        return false
      }
      do throws(BlobFolder.Fault) {
        try file.write(mark)
        written = room
        return false
      } catch {
        // The one before holds as well; a disk that takes nothing is told of by the commits.
        written = room ?? written
        return true
      }
    }
    state.withLock { state in
      state.isRunning = false
      state.isDue = state.isDue || fails
    }
  }

  /// Called before tables are forgotten: a mark that names one of them would call for it.
  func forget(_ rooms: [String]) throws(BlobFolder.Fault) {
    try written.withLock { written throws(BlobFolder.Fault) in
      let latest = state.withLock { state in
        if let room = state.room, rooms.contains(room) {
          state.latest?.forgetRecord()
          state.room = nil
        }
        return state.latest
      }
      guard let room = written, rooms.contains(room) else { return }
      try file.write(latest ?? LogMark())
      written = nil
    }
  }

  /// Before the log is moved into the file and thrown away: nothing is expected of it any more.
  func finish() throws(BlobFolder.Fault) {
    try written.withLock { _ throws(BlobFolder.Fault) in
      guard var mark = state.withLock({ $0.latest }) else { return }
      (mark.salts, mark.frames) = (0, 0)
      try file.write(mark)
    }
  }
}
