/// When a journal's writer takes what waits, and what comes before a commit. A server's takes it at once; tests bring
/// delays and failures.
package protocol JournalPace: Sendable {
  /// Whether the writer may take what waits. It is asked each time the writer looks for work, and no more once the
  /// journal was ended.
  var takes: Bool { get }

  /// Called on the writer's thread before each commit.
  ///
  /// - Throws: The commit fails then, and the storage is not asked.
  func beforeCommit() throws(StorageFault)
}

/// The pace of a server: at once, always.
struct Unpaced: JournalPace {
  var takes: Bool { true }

  func beforeCommit() {}
}
