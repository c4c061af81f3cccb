import CLinux
import Glibc

/// Runs a body on a thread of its own. Promise: `join` returns when the body has.
package struct Thread: Sendable {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// How a thread stands behind others that want a core as well.
  package enum Haste: Sendable {
    /// Players wait for what it does.
    case prompt
    /// It gets so much less than others, as `nice` counts it: 1 to 19.
    case nice(Int32)
    /// It has only what nobody else wants.
    case idle

    /// Nobody waits for it as for a move, so it leaves the cores to others.
    package static let unhurried = Haste.nice(10)
  }

  /// - Parameters:
  ///   - name: at most 15 bytes, as `top -H` shows it.
  package init(name: String, haste: Haste = .prompt, _ run: @escaping @Sendable () -> Void) {
    let body: @Sendable () -> Void = {
      clinux_name_thread(name)
      // On Linux the priority is the calling thread's. Where it cannot be changed, all goes on as before.
      switch haste {
      case .prompt: break
      case .nice(let nice): _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, nice)
      case .idle: clinux_leave_cores()
      }
      run()
    }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    precondition(result == 0, "the system refused a thread")
    handle = thread
  }

  package func join() { pthread_join(handle, nil) }
}
