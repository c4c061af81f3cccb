import Store
import Synchronization

/// How many tables are kept and what they take of the disk, as they were counted last. Counting reads the disk, so it
/// is done now and then on a thread of the shelf's.
final class KeptTables: Sendable {
  /// So often they are counted.
  static let milliseconds: Int64 = 10_000

  private let counted = Mutex(StorageFigures())

  var figures: StorageFigures { counted.withLock { $0 } }

  /// What cannot be counted now stays as it was.
  func count(_ storage: any TableStorage) {
    guard let figures = try? storage.figures() else { return }
    counted.withLock { $0 = figures }
  }
}
