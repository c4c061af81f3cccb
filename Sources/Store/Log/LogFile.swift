import Glibc

/// SQLite's log on the disk, read without SQLite, which would throw away what it cannot read. It has no locks of its
/// own, so closing it takes none from SQLite in this process.
struct LogFile: Sendable {
  static let suffix = "-wal"

  let path: String

  /// - Parameter tables: the database file that it lies beside.
  init(beside tables: String) { path = tables + Self.suffix }

  /// Looks through all of it.
  ///
  /// - Parameter meanwhile: for tests: what others do once the header was read.
  /// - Returns: nil where there is nothing that could be lost: no file, or a file without a frame.
  func scan(meanwhile: () -> Void = {}) throws(BlobFolder.Fault) -> LogScan? {
    var found: LogScan.Damage?
    for _ in 1..<Self.triesMax {
      let scan = try read(meanwhile)
      // The writer may have begun the log anew meanwhile, header first. Then what was read is a mix of two logs.
      if let scan, try header() != scan.header { continue }
      // A frame that was being written looks broken, and is whole when it is read again. Damage stays.
      guard let damage = scan?.damage, damage != found else { return scan }
      found = damage
    }
    return try read(meanwhile)
  }

  private static let triesMax = 5
  private static let blockBytes = 1 << 20

  private func header() throws(BlobFolder.Fault) -> LogHeader? {
    guard let file = try opened() else { return nil }
    defer { close(file) }
    return try Self.begun(file)?.header
  }

  /// A scan that has seen nothing yet.
  private static func begun(_ file: Int32) throws(BlobFolder.Fault) -> LogScan? {
    let start = try bytes(of: file, at: 0, countMax: LogHeader.byteCount + LogFrame.headBytes)
    return start.withUnsafeBytes { LogScan($0) }
  }

  /// - Returns: nil where it is not as it was written.
  static func header(of file: Int32) throws(BlobFolder.Fault) -> LogHeader? {
    let start = try bytes(of: file, at: 0, countMax: LogHeader.byteCount)
    return start.count == LogHeader.byteCount ? start.withUnsafeBytes { LogHeader($0) } : nil
  }

  /// - Returns: nil where it is not there.
  func opened() throws(BlobFolder.Fault) -> Int32? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file < 0 else { return file }
    if errno == ENOENT { return nil }
    throw BlobFolder.Fault("open")
  }

  private func read(_ meanwhile: () -> Void) throws(BlobFolder.Fault) -> LogScan? {
    var scan: LogScan?
    try forEachFrame(meanwhile) { begun, frame in
      if scan == nil { scan = begun }
      scan?.read(frame)
    }
    scan?.checkInvariants()
    return scan
  }

  /// Hands out each frame that is there to its last byte.
  ///
  /// - Parameter body: given a scan that has seen nothing yet, and the frame.
  func forEachFrame(
    _ meanwhile: () -> Void = {}, _ body: (LogScan, LogFrame) -> Void
  ) throws(BlobFolder.Fault) {
    guard let file = try opened() else { return }
    defer { close(file) }
    guard let begun = try Self.begun(file) else { return }
    meanwhile()
    let frameBytes = begun.header.frameBytes
    let blockBytes = max(1, Self.blockBytes / frameBytes) * frameBytes
    var offset = LogHeader.byteCount
    while true {
      let block = try Self.bytes(of: file, at: offset, countMax: blockBytes)
      block.withUnsafeBytes { bytes in
        for place in stride(from: 0, through: bytes.count - frameBytes, by: frameBytes) {
          body(
            begun, LogFrame(bytes: UnsafeRawBufferPointer(rebasing: bytes[place..<place + frameBytes])))
        }
      }
      guard block.count == blockBytes else { return }
      offset += blockBytes
    }
  }

  static func bytes(
    of file: Int32, at offset: Int, countMax: Int
  ) throws(BlobFolder.Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: countMax)
    var count = 0
    while count < countMax {
      let got = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress.map { $0 + count }, countMax - count, off_t(offset + count))
      }
      if got == 0 { break }
      if got < 0 {
        if errno == EINTR { continue }
        throw BlobFolder.Fault("read")
      }
      count += got
    }
    bytes.removeLast(countMax - count)
    return bytes
  }
}
