import CLinux
import Glibc

/// The file by which a listening Unix socket is found.
/// Promise: only what nobody answers at is ever taken away, and at the end only what we put there.
package struct SocketFile: Sendable {
  package let path: String
  private let device: dev_t
  private let inode: ino_t

  /// The file at a path where a listener was just bound.
  package init(at path: String) throws(Errno) {
    let facts = try Self.facts(of: path)
    self.init(path: path, device: facts.st_dev, inode: facts.st_ino)
  }

  private init(path: String, device: dev_t, inode: ino_t) {
    self.path = path
    self.device = device
    self.inode = inode
  }

  /// Takes the file away, unless it was replaced by somebody else's meanwhile.
  package func remove() {
    guard let facts = try? Self.facts(of: path), facts.st_dev == device, facts.st_ino == inode else { return }
    _ = unlink(path)
  }

  /// Makes room where a listener could not be bound: a socket's file that outlived its program.
  ///
  /// - Throws: EADDRINUSE when somebody answers there, ENOTSOCK when it is no socket, or what kept us from asking.
  static func removeStale(at path: String, _ address: inout sockaddr_un) throws(Errno) {
    let found = try facts(of: path)
    guard found.st_mode & S_IFMT == S_IFSOCK else { throw Errno("bind", code: ENOTSOCK) }
    do throws(Errno) {
      _ = try Socket.connect(&address).raw
      throw Errno("bind", code: EADDRINUSE)
    } catch {
      // A full backlog is somebody who is busy.
      guard error.isRefused else { throw error.code == EAGAIN ? Errno("bind", code: EADDRINUSE) : error }
    }
    SocketFile(path: path, device: found.st_dev, inode: found.st_ino).remove()
  }

  private static func facts(of path: String) throws(Errno) -> stat {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw Errno("lstat") }
    return facts
  }

  /// - Throws: ENAMETOOLONG, since an address has room for 107 bytes; EINVAL when there is nothing or a NUL in it.
  static func address(of path: String) throws(Errno) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { throw Errno("bind", code: EINVAL) }
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Errno("bind", code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}

extension Socket {
  /// Connects to a Unix socket, at once or not at all.
  package static func connect(path: String) throws(Errno) -> Socket {
    var address = try SocketFile.address(of: path)
    return try connect(&address)
  }

  fileprivate static func connect(_ address: inout sockaddr_un) throws(Errno) -> Socket {
    let raw = clinux_stream_socket(AF_UNIX)
    guard raw >= 0 else { throw Errno("socket") }
    let socket = Socket(Descriptor(owning: raw))
    if let error = withSocketAddress(&address, { Glibc.connect(raw, $0, $1) == 0 ? nil : Errno("connect") }) {
      throw error
    }
    return socket
  }
}

/// A Unix socket's address as the system calls want it.
func withSocketAddress<R>(
  _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
) -> R {
  withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
