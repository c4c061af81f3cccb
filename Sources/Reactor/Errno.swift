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

  /// A host that `getaddrinfo` does not find. Its codes are negative, and those of other calls are not.
  static func unknownHost(_ code: Int32) -> Errno {
    code == EAI_SYSTEM ? Errno("getaddrinfo") : Errno("getaddrinfo", code: code)
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
  package var isUnknownHost: Bool { code < 0 }
  package var isRefused: Bool { code == ECONNREFUSED }
  /// Nobody answered in time.
  package var isTimeOut: Bool { code == ETIMEDOUT || code == EINPROGRESS }

  package var description: String {
    let words = code < 0 ? String(cString: gai_strerror(code)) : String(cString: strerror(code))
    return "\(call): \(words)"
  }
}
