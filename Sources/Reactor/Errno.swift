import Glibc

/// An error of the operating system, with the call that met it. Would-block and interrupted calls never become
/// one: they are values or retries where the call is made.
package struct Errno: Error, Equatable, CustomStringConvertible {
  package let code: Int32
  /// The system call, as in the manual: "bind".
  package let call: StaticString

  package init(_ call: StaticString, code: Int32 = Glibc.errno) {
    self.code = code
    self.call = call
  }

  package static func == (a: Errno, b: Errno) -> Bool { a.code == b.code }

  package var isAddressInUse: Bool { code == EADDRINUSE }
  /// Something is there, and it is no socket.
  package var isNotASocket: Bool { code == ENOTSOCK }
  package var isTooLong: Bool { code == ENAMETOOLONG }
  /// A folder that is not there.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }
  /// A host name that resolves to nothing.
  package var isUnknownHost: Bool { code == ENOENT }
  package var isRefused: Bool { code == ECONNREFUSED }
  /// Nobody answered in time.
  package var isTimeOut: Bool { code == ETIMEDOUT || code == EINPROGRESS }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
