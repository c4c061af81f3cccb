import Glibc

/// The pages of a log written over a copy of its file: as SQLite would, but beyond the first frame that it cannot read.
/// Frames that are not as they were written are left out, so a page may be older than those beside it. Read there only
/// what has checksums of its own.
struct LogPages {
  private let log: LogFile

  init(_ log: LogFile) { self.log = log }

  /// - Parameter copy: a copy of the database file, without a log.
  func write(to copy: String) throws(BlobFolder.Fault) {
    let file = open(copy, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw BlobFolder.Fault("open") }
    defer { close(file) }
    let last = try lastOfACommit()
    var fault: BlobFolder.Fault?
    try forEachPage { number, found, frame in
      guard number <= last, fault == nil, found != .lost else { return }
      var bytes = Array(frame.bytes)
      // The bit's offset leaves out what the checksum does.
      if case .but(let bit) = found {
        bytes[bit.offset < 8 ? bit.offset : bit.offset - 8 + LogFrame.headBytes] ^= bit.mask
      }
      fault = bytes.withUnsafeBytes { bytes in
        let frame = LogFrame(bytes: bytes)
        return Self.write(frame, to: file)
      }
    }
    if let fault { throw fault }
  }

  private func lastOfACommit() throws(BlobFolder.Fault) -> Int {
    var last = 0
    try forEachPage { number, found, frame in
      if found != .lost, frame.filePages > 0 { last = number }
    }
    return last
  }

  private func forEachPage(_ body: (Int, LogScan.Page, LogFrame) -> Void) throws(BlobFolder.Fault) {
    var scan: LogScan?
    try log.forEachFrame { begun, frame in
      var next = scan ?? begun
      let page = next.page(of: frame)
      next.read(frame)
      body(next.seen, page, frame)
      scan = next
    }
  }

  private static func write(_ frame: LogFrame, to file: Int32) -> BlobFolder.Fault? {
    let page = UnsafeRawBufferPointer(rebasing: frame.bytes[LogFrame.headBytes...])
    guard frame.page > 0 else { return nil }
    let written = pwrite(file, page.baseAddress, page.count, off_t(frame.page - 1) * off_t(page.count))
    return written == page.count ? nil : BlobFolder.Fault("write")
  }
}
