import Synchronization

/// How much memory all bodies together may take, over all loops: what has come counts, not what was announced, so
/// that nobody holds a place open by promises.
/// Invariant: 0 ≤ taken ≤ bytesMax.
final class UploadBudget: Sendable {
  /// What one body takes of the budget, given back when nobody holds it any more.
  final class Share: Sendable {
    private let budget: UploadBudget
    private let bytes = Mutex(0)

    fileprivate init(of budget: UploadBudget) { self.budget = budget }

    deinit { budget.giveBack(bytes.withLock { $0 }) }

    /// False, and nothing is taken, when there is not so much left.
    func grow(by count: Int) -> Bool {
      guard budget.take(count) else { return false }
      bytes.withLock { $0 += count }
      return true
    }
  }

  private let taken = Mutex(0)
  private let bytesMax: Int

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var bytesTaken: Int { taken.withLock { $0 } }

  /// nil when a body of that length has no chance as things are.
  func share(for bytes: Int) -> Share? {
    bytes <= bytesMax - bytesTaken ? Share(of: self) : nil
  }

  private func take(_ count: Int) -> Bool {
    taken.withLock { taken in
      guard count <= bytesMax - taken else { return false }
      taken += count
      return true
    }
  }

  private func giveBack(_ count: Int) {
    taken.withLock { taken in
      taken -= count
      precondition(taken >= 0, "a share is given back once")
    }
  }
}
