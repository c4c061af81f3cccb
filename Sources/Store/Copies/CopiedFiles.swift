import Glibc

/// Files and folders of a copy, readable by their owner alone. Promise: a file that was copied is on the disk; its name
/// is when its folder is synced.
enum CopiedFiles {
  private static let blockBytes = 256 * 1024

  /// A folder and those above it, as far as they are not there.
  static func makeFolders(_ path: String) throws(BlobFolder.Fault) {
    do throws(BlobFolder.Fault) {
      try BlobFolder.makeFolder(path)
    } catch {
      guard error.code == ENOENT, let above = folder(above: path) else { throw error }
      try makeFolders(above)
      try BlobFolder.makeFolder(path)
    }
  }

  /// The parent folder; nil when the path has no parent that could be made.
  private static func folder(above path: String) -> String? {
    var parts = path[...]
    while parts.last == "/" { parts.removeLast() }
    guard let slash = parts.lastIndex(of: "/"), slash > parts.startIndex else { return nil }
    return String(parts[..<slash])
  }

  /// What lies in a folder, but for hidden files.
  static func names(in folder: String) throws(BlobFolder.Fault) -> [String] {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw BlobFolder.Fault("stat") }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw BlobFolder.Fault("opendir", code: ENOTDIR) }
    var names: [String] = []
    try BlobFolder.forEachName(in: folder) { names.append($0) }
    return names
  }

  static func copy(_ path: String, to other: String) throws(BlobFolder.Fault) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(source) }
    let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(target) }
    var block = [UInt8](repeating: 0, count: blockBytes)
    while true {
      let count = read(source, &block, block.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw BlobFolder.Fault("read")
      }
      if let fault = block.withUnsafeBytes({
        BlobFolder.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: target)
      }) {
        throw fault
      }
    }
    guard fsync(target) == 0 else { throw BlobFolder.Fault("fsync") }
  }

  /// What was written to a file is on the disk.
  static func sync(_ path: String) throws(BlobFolder.Fault) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw BlobFolder.Fault("fsync") }
  }
}
