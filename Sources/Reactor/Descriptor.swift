import Glibc

/// Owner of one file descriptor. Promise: it is closed exactly once, when the owner ends.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes ownership of an open descriptor.
  package init(owning raw: Int32) {
    precondition(raw >= 0, "a descriptor is never negative")
    self.raw = raw
  }

  // Linux frees the number even when close reports EINTR, so there is nothing to retry.
  deinit { _ = Glibc.close(raw) }
}
