import Glibc

/// Blobs on the disk. The name of a file is all that has to be known about it, so there is nothing beside it that
/// could be lost or disagree:
///
///     ROOT/incoming/17                             being written; thrown away at the next start
///     ROOT/ab/cdef….png.g_0123….0a1b2c3d           content, type, who pays, and the network that it came from:
///        first two digits, then the other 62       nothing where it came from this machine
///
/// Promise: a file under its final name is whole and will be there after a loss of power.
struct BlobFolder: Sendable {
  /// What the system refused, and why.
  struct Fault: Error, Equatable, CustomStringConvertible {
    let call: StaticString
    let code: Int32

    init(_ call: StaticString, code: Int32 = errno) {
      self.call = call
      self.code = code
    }

    static func == (a: Fault, b: Fault) -> Bool { a.code == b.code }
    var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  let root: String
  private var incoming: String { root + "/incoming" }

  /// - Throws: what the system refused; the folder above must be there.
  init(root: String) throws(Fault) {
    self.root = root
    try Self.makeFolder(root)
    try Self.makeFolder(root + "/incoming")
    // Folders that are new are there after a loss of power too.
    try Self.sync(folder: root)
    try Self.sync(folder: root + "/..")
    try Self.forEachName(in: root + "/incoming") { unlink(root + "/incoming/" + $0) }
  }

  /// Whether `init` would have a folder to work in, seen while somebody else works in it.
  static func look(into root: String) throws(Fault) {
    for path in [root, root + "/incoming"] {
      guard let folder = opendir(path) else {
        if errno == ENOENT { return }
        throw Fault("opendir")
      }
      closedir(folder)
      guard access(path, R_OK | W_OK | X_OK) == 0 else { throw Fault("access") }
    }
  }

  private func folder(of id: BlobID) -> String { root + "/" + id.text.prefix(2) }

  private func path(of id: BlobID, _ entry: BlobLedger.Entry) -> String {
    folder(of: id) + "/" + BlobFileName(id, entry).text
  }

  // MARK: - Writing

  /// Writes and returns when the blob is there for good: its bytes first, then its name.
  func write(_ bytes: [UInt8], as id: BlobID, _ entry: BlobLedger.Entry, serial: Int) throws(Fault) {
    let temporary = incoming + "/\(getpid())-\(serial)"
    do throws(Fault) {
      try writeWhole(bytes, to: temporary)
      if try Self.makeFolder(folder(of: id)) {
        do throws(Fault) {
          try Self.sync(folder: root)
        } catch {
          // To be made, and synced, by the next.
          rmdir(folder(of: id))
          throw error
        }
      }
      guard Glibc.rename(temporary, path(of: id, entry)) == 0 else { throw Fault("rename") }
    } catch {
      unlink(temporary)
      throw error
    }
    do throws(Fault) {
      try Self.sync(folder: folder(of: id))
    } catch {
      unlink(path(of: id, entry))
      throw error
    }
  }

  private func writeWhole(_ bytes: [UInt8], to path: String) throws(Fault) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Fault("open") }
    var fault = bytes.withUnsafeBytes { Self.write($0, to: file) }
    if fault == nil, fsync(file) != 0 { fault = Fault("fsync") }
    if close(file) != 0, fault == nil { fault = Fault("close") }
    if let fault { throw fault }
  }

  /// Somebody brought it again: remembered by the file's own time, so that it is known at the next start.
  ///
  /// - Returns: whether it is there, as long as it was.
  func touch(_ id: BlobID, _ entry: BlobLedger.Entry) -> Bool {
    var status = stat()
    guard stat(path(of: id, entry), &status) == 0, status.st_size == entry.byteCount else { return false }
    return utimensat(AT_FDCWD, path(of: id, entry), nil, 0) == 0
  }

  /// - Throws: what the system refused; that it is gone already is well.
  func remove(_ id: BlobID, _ entry: BlobLedger.Entry) throws(Fault) {
    guard unlink(path(of: id, entry)) == 0 || errno == ENOENT else { throw Fault("unlink") }
  }

  /// It is another one's; returns when that is there for good.
  func rename(_ id: BlobID, _ entry: BlobLedger.Entry, as other: BlobLedger.Entry) throws(Fault) {
    guard Glibc.rename(path(of: id, entry), path(of: id, other)) == 0 else { throw Fault("rename") }
    try Self.sync(folder: folder(of: id))
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Fault? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        return Fault("write")
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return nil
  }

  // MARK: - Reading

  /// Exactly `count` bytes from `offset`; nil when they are not there any more.
  func read(_ id: BlobID, _ entry: BlobLedger.Entry, from offset: Int, count: Int) -> [UInt8]? {
    let file = open(path(of: id, entry), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      while filled < count {
        let got = pread(file, space.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got > 0 { filled += got } else if got == 0 || errno != EINTR { return }
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Shows every blob that lies there, and when it was brought last, in milliseconds since 1970. What has another name
  /// than blobs have is left alone.
  func forEachBlob(_ body: (BlobID, BlobLedger.Entry, _ broughtAt: Int64) -> Void) throws(Fault) {
    var folders: [String] = []
    try Self.forEachName(in: root) { if $0.utf8.count == 2 { folders.append($0) } }
    for folder in folders.sorted() {
      var names: [String] = []
      try Self.forEachName(in: root + "/" + folder) { names.append($0) }
      for name in names.sorted() {
        guard let file = BlobFileName(name, in: folder) else { continue }
        var status = stat()
        guard stat(root + "/" + folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          continue
        }
        body(file.id, file.entry(byteCount: Int(status.st_size)), Self.milliseconds(status.st_mtim))
      }
    }
  }

  /// Whatever a file's time is; one that cannot be, or is still to come, is now.
  private static func milliseconds(_ time: timespec) -> Int64 {
    let now = Int64(Glibc.time(nil))
    return (time.tv_sec >= 0 && time.tv_sec < now ? Int64(time.tv_sec) : now) * 1000
  }

  // MARK: - Folders

  /// - Returns: whether it was made now.
  @discardableResult
  static func makeFolder(_ path: String) throws(Fault) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw Fault("mkdir") }
    return false
  }

  /// Makes names in a folder last.
  static func sync(folder path: String) throws(Fault) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Fault("open") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Fault("fsync") }
  }

  /// Names in a folder, without those that begin with a dot; a path that is no folder has none.
  static func forEachName(in path: String, _ body: (String) -> Void) throws(Fault) {
    guard let folder = opendir(path) else {
      if errno == ENOTDIR { return }
      throw Fault("opendir")
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { body(name) }
    }
  }
}
