import Glibc

/// How many descriptors this process may have open at once.
package enum OpenFiles {
  /// Raises the limit to as much as the system allows without asking anybody, and says what it is then.
  package static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      // A refusal leaves things as they are, and they are told as they are.
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
