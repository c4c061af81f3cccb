import Reactor
import Store

/// A thread that stands behind all others for the cores, for searches. Promise: `run` returns what its body returns.
/// Where the cores are busy that may take seconds, so a body takes no lock for which a loop waits: its owner might not
/// get a core to give it back. The caller takes such locks itself, before or after `run`.
final class SearchThread: @unchecked Sendable {
  // Both are written before `given` is signalled, and read after it on the thread; so no lock is needed.
  private var body: (() -> Void)?
  private var hasEnded = false
  private let given = Semaphore()
  private let done = Semaphore()
  private var thread: Thread?

  /// Only what nobody else wants.
  static let idle = 20

  /// - Parameters:
  ///   - name: at most 15 bytes, as `top -H` shows it.
  ///   - nice: how far it stands behind, as `nice` counts it, 1 to 19; or `idle`.
  init(name: String, nice: Int) {
    thread = Thread(name: name, haste: nice >= Self.idle ? .idle : .nice(Int32(clamping: nice))) { [self] in
      while true {
        given.wait()
        if hasEnded { break }
        body?()
        done.signal()
      }
    }
  }

  /// To be called on one thread, which waits.
  func run<Result>(_ body: () -> Result) -> Result {
    withoutActuallyEscaping(body) { body in
      var result: Result?
      self.body = { result = body() }
      given.signal()
      done.wait()
      self.body = nil
      guard let result else { preconditionFailure("the thread ran the body") }
      return result
    }
  }

  /// The thread has ended when this returns.
  func end() {
    hasEnded = true
    given.signal()
    thread?.join()
  }
}
