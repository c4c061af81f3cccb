import Logging
import Store

/// What is kept, and who reads it for all loops.
struct SharedStore: Sendable {
  let journal: Journal
  let blobs: Blobs
  let shelf: Shelf
  let summaries: SleepingTables
  let kept = KeptTables()

  init(_ journal: Journal, _ blobs: Blobs, shelfThreads: Int, log: Logger) {
    self.journal = journal
    self.blobs = blobs
    shelf = Shelf(journal.storage, threads: shelfThreads)
    summaries = SleepingTables(generation: journal.storage.generation, log: log)
  }
}
