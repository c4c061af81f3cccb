import Glibc

/// How many connections this process may hold.
package enum OpenFiles {
  /// What is open beside connections: streams, epolls, pipes to children.
  private static let others = 64

  /// Raises the soft limit to the hard one.
  /// - Throws: `tooFewFiles` when that is still too low for so many connections.
  package static func allow(connections: Int) throws(LoadFailure) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let allowed = Int(clamping: limit.rlim_cur)
    guard connections + others <= allowed else {
      throw .tooFewFiles(needed: connections + others, allowed: allowed)
    }
  }
}
