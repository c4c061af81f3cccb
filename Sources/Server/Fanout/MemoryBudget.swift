import Synchronization

/// How much memory all bodies together may take, or all that waits to be read, over all loops: what is there counts,
/// not what was announced, so that nobody holds a place open by promises. No network takes more than it leaves to all
/// others, so that the more take much, the less each may take, and who has little finds room.
/// Invariant: 0 ≤ taken ≤ bytesMax, and is the sum of what networks and this machine's own programs have.
final class MemoryBudget: Sendable {
  /// What one body or outbox takes of the budget, given back when nobody holds it any more.
  final class Share: Sendable {
    private let budget: MemoryBudget
    private let network: UInt32?
    private let bytes = Mutex(0)

    fileprivate init(of budget: MemoryBudget, for network: UInt32?) {
      self.budget = budget
      self.network = network
    }

    deinit { budget.giveBack(bytes.withLock { $0 }, of: network) }

    /// False, and nothing is taken, when there is not so much left.
    func grow(by count: Int) -> Bool { bytes.withLock { change(&$0, to: $0 + count) } }

    /// The same for so many in all; less than before is always there.
    func hold(_ count: Int) -> Bool { bytes.withLock { change(&$0, to: count) } }

    private func change(_ held: inout Int, to count: Int) -> Bool {
      if count > held {
        guard budget.take(count - held, for: network) else { return false }
      } else {
        budget.giveBack(held - count, of: network)
      }
      held = count
      return true
    }

    /// Others have taken so much since that its network has more than it leaves to them, and more than an even part.
    var isBeyond: Bool { budget.isBeyond(network) }
  }

  struct Taken {
    var all = 0
    var byNetwork: [UInt32: Int] = [:]
  }

  let taken = Mutex(Taken())
  private let bytesMax: Int

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  var bytesTaken: Int { taken.withLock { $0.all } }

  /// - Parameter network: whose it is; nil: this machine's own programs, which are not held to a share.
  /// - Returns: nil when so many bytes have no chance as things are.
  func share(for bytes: Int, of network: UInt32?) -> Share? {
    fits(bytes, for: network) ? Share(of: self, for: network) : nil
  }

  private func fits(_ count: Int, for network: UInt32?) -> Bool {
    taken.withLock { fits(count, for: network, beside: $0) }
  }

  private func fits(_ count: Int, for network: UInt32?, beside taken: Taken) -> Bool {
    let left = bytesMax - taken.all - count
    guard left >= 0, let network else { return left >= 0 }
    return (taken.byNetwork[network] ?? 0) + count <= left
  }

  private func isBeyond(_ network: UInt32?) -> Bool {
    taken.withLock { taken in
      guard let network, !fits(0, for: network, beside: taken) else { return false }
      return (taken.byNetwork[network] ?? 0) * taken.byNetwork.count >= taken.all
    }
  }

  private func take(_ count: Int, for network: UInt32?) -> Bool {
    taken.withLock { taken in
      guard fits(count, for: network, beside: taken) else { return false }
      taken.all += count
      if let network, count > 0 { taken.byNetwork[network, default: 0] += count }
      return true
    }
  }

  private func giveBack(_ count: Int, of network: UInt32?) {
    taken.withLock { taken in
      taken.all -= count
      precondition(taken.all >= 0, "a share is given back once")
      guard let network, let own = taken.byNetwork[network] else { return }
      precondition(own >= count, "a network gives back what it took")
      taken.byNetwork[network] = own > count ? own - count : nil
    }
  }

  func checkInvariants() {
    taken.withLock { taken in
      precondition((0...bytesMax).contains(taken.all), "no more is taken than there is")
      precondition(taken.byNetwork.values.reduce(0, +) <= taken.all, "what networks have is taken")
      precondition(taken.byNetwork.values.allSatisfy { $0 > 0 }, "who has nothing is not here")
    }
  }
}
