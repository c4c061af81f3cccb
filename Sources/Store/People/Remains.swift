import SQLite

/// What of somebody lies in the file where no row has it any more. When SQLite divides a full page, the half that moved
/// stays in the free space of the old one, and deleting does not reach it.
struct Remains {
  /// Pages, counted from 1, that name one of some guests anywhere.
  ///
  /// - Complexity: the size of the file; nobody else is held up.
  static func pages(naming guests: Set<String>, in db: Database) throws -> [Int] {
    let (file, pageBytes) = (try DatabaseFile(of: db), try pageBytes(of: db))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pageBytes * pagesAtOnce, alignment: 4096)
    defer { buffer.deallocate() }
    var pages: [Int] = []
    for offset in stride(from: 0, to: try file.byteCount(), by: buffer.count) {
      try file.read(at: offset, into: buffer)
      // Most parts name nobody.
      guard Traces.isNamed(guests, in: UnsafeRawBufferPointer(buffer)) else { continue }
      for place in 0..<pagesAtOnce {
        let page = UnsafeRawBufferPointer(rebasing: buffer[(place * pageBytes)..<((place + 1) * pageBytes)])
        if Traces.isNamed(guests, in: page) { pages.append(offset / pageBytes + place + 1) }
      }
    }
    return pages
  }

  private static let pagesAtOnce = 256

  private static func pageBytes(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
  }

  /// Overwrites the free space of some pages, or of all.
  ///
  /// - Precondition: all of the log was moved into the file, and nobody writes.
  static func overwrite(in some: [Int]?, of db: Database) throws {
    // Nothing of what is overwritten comes back from what this connection has read before.
    try db.execute(sql: "PRAGMA shrink_memory")
    let (file, pageBytes) = (try DatabaseFile(of: db), try pageBytes(of: db))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pageBytes, alignment: 4096)
    defer { buffer.deallocate() }
    let zeros = [UInt8](repeating: 0, count: pageBytes)
    let pages = try some ?? (0..<file.byteCount() / pageBytes).map { $0 + 1 }
    for page in pages {
      let offset = (page - 1) * pageBytes
      try file.read(at: offset, into: buffer)
      // Only what means nothing is written, so that a loss of power does no harm.
      for free in Self.freeSpace(of: UnsafeRawBufferPointer(buffer), isFirst: page == 1) {
        try zeros.withUnsafeBytes { zeros in
          try file.write(UnsafeRawBufferPointer(rebasing: zeros[..<free.count]), at: offset + free.lowerBound)
        }
      }
    }
    try file.sync()
  }

  /// The parts of a page of a tree that hold nothing (SQLite's file format, section 1.6): between its list of cells and
  /// their content, and in blocks of content that were freed. A page that belongs to no tree
  /// has no such parts.
  static func freeSpace(of page: UnsafeRawBufferPointer, isFirst: Bool) -> [Range<Int>] {
    let header = isFirst ? 100 : 0
    func number(_ place: Int) -> Int { Int(page[place]) << 8 | Int(page[place + 1]) }
    let headerBytes: Int
    switch page[header] {
    case 2, 5: headerBytes = 12
    case 10, 13: headerBytes = 8
    default: return []
    }
    let cells = header + headerBytes + 2 * number(header + 3)
    let content = number(header + 5) == 0 ? 65_536 : number(header + 5)
    guard cells <= content, content <= page.count else { return [] }
    var free = [cells..<content]
    // Each block begins with the place of the next and its own size.
    var block = number(header + 1)
    while block >= content, block + 4 <= page.count {
      let end = block + number(block + 2)
      guard end >= block + 4, end <= page.count else { return free }
      free.append(block + 4..<end)
      let next = number(block)
      guard next == 0 || next >= end else { return free }
      block = next
    }
    return free.filter { !$0.isEmpty }
  }
}
