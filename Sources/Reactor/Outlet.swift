import Glibc

/// Where lines go that must hold up nobody: standard error, whether that is a pipe, a terminal, a socket or a file.
///
/// Promise: what it takes is written whole, though its end perhaps only before the next line; a call waits for nobody,
/// no pipe or disk that is full, no terminal that was stopped. Only a terminal that cannot be opened anew, as another
/// user's, may keep us waiting.
package final class Outlet {
  private let raw: Int32
  /// The same file opened anew as non-blocking, so that other processes that share it keep it blocking; nil where it
  /// cannot be opened.
  private let reopened: Descriptor?
  private let kind: mode_t
  /// What is left of the last line.
  private var rest: ArraySlice<UInt8> = []

  /// - Parameter raw: open for writing, and for as long as this is used.
  package init(_ raw: Int32) {
    var status = stat()
    kind = fstat(raw, &status) == 0 ? status.st_mode & S_IFMT : 0
    self.raw = raw
    guard kind == S_IFIFO || kind == S_IFCHR else {
      reopened = nil
      return
    }
    let again = open("/proc/self/fd/\(raw)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    reopened = again >= 0 ? Descriptor(owning: again) : nil
  }

  /// - Returns: false when there was no room for any of it.
  package func write(_ line: [UInt8]) -> Bool {
    writeRest()
    guard rest.isEmpty else { return false }
    rest = line[...]
    writeRest()
    guard rest.count == line.count, !line.isEmpty else { return true }
    rest = []
    return false
  }

  private func writeRest() {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        let count = put(bytes)
        return count < 0 ? -Int(errno) : count
      }
      switch Int32(-count) {
      case ..<0: rest.removeFirst(count)
      case EINTR: continue
      // Nobody will ever read it.
      case EPIPE, ECONNRESET, ENOTCONN, EBADF, EIO: rest = []
      default: return
      }
    }
  }

  /// - Returns: as write(2).
  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    if let again = reopenedRaw { return Glibc.write(again, bytes.baseAddress, bytes.count) }
    switch kind {
    case S_IFSOCK:
      return send(raw, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    // Either never makes us wait.
    case S_IFREG, 0: return Glibc.write(raw, bytes.baseAddress, bytes.count)
    default:
      // What has room has room for so much.
      var place = pollfd(fd: raw, events: Int16(POLLOUT), revents: 0)
      guard poll(&place, 1, 0) > 0 else {
        errno = EAGAIN
        return -1
      }
      return Glibc.write(raw, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
    }
  }

  private var reopenedRaw: Int32? {
    switch reopened {
    case .some(let again): again.raw
    case .none: nil
    }
  }
}
