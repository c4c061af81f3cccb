import CLinux
import Glibc

/// Runs a body on a thread of its own. Promise: `join` returns when the body has.
package struct Thread: Sendable {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Parameter name: at most 15 bytes, as `top -H` shows it.
  package init(name: String, _ run: @escaping @Sendable () -> Void) {
    let body: @Sendable () -> Void = {
      clinux_name_thread(name)
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
