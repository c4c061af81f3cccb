import Rooms
import Wire

/// The disk: what was synced stays, all else is forgotten when the power is lost.
struct Storage {
  struct Table {
    var records: [Remembered] = []
    var base: Base?
  }

  private(set) var tables: [RoomID: Table] = [:]

  mutating func sync(_ records: [Remembered], of room: RoomID) {
    tables[room, default: Table()].records += records
  }

  mutating func keep(_ base: Base, of room: RoomID) { tables[room]?.base = base }
  mutating func forget(_ room: RoomID) { tables[room] = nil }

  /// Somebody is taken out of a log.
  mutating func rewrite(_ room: RoomID, _ erasure: Erasure) {
    guard var table = tables[room] else { return }
    table.records = table.records.map { record in
      Remembered(
        sequence: record.sequence, version: record.version, lineage: record.lineage,
        author: record.author.map {
          .init(guest: $0.guest == erasure.guest ? erasure.replacement : $0.guest, visit: $0.visit, c: $0.c)
        }, bytes: erasure.rewritten(record.bytes) ?? record.bytes)
    }
    table.base = table.base.map {
      Base(
        version: $0.version, sequence: $0.sequence, bytes: erasure.rewritten(base: $0.bytes) ?? $0.bytes)
    }
    tables[room] = table
  }

  /// The last record that says how the view was then says something else.
  mutating func damage(_ room: RoomID) {
    let mark = Array(#""hash":"#.utf8)
    guard let place = tables[room]?.records.lastIndex(where: { $0.bytes.contains(mark) }),
      let record = tables[room]?.records[place], let at = record.bytes.firstRange(of: mark)?.upperBound
    else { return }
    var bytes = record.bytes
    bytes[at] = bytes[at] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
    tables[room]?.records[place] = Remembered(
      sequence: record.sequence, version: record.version, lineage: record.lineage, author: record.author,
      bytes: bytes)
  }

  /// A record stands there twice.
  ///
  /// - Returns: whether there is one of that kind.
  mutating func double(_ room: RoomID, where fits: (LogRecord) -> Bool) -> Bool {
    guard let records = tables[room]?.records,
      let place = records.firstIndex(where: { (try? LogRecord.read($0.bytes)).map(fits) ?? false })
    else { return false }
    tables[room]?.records.insert(records[place], at: place)
    return true
  }

  /// The table as a server would wake it.
  ///
  /// - Returns: nil where there is none.
  func reopening(_ room: RoomID, usesBase: Bool = true, now: Int64) throws(Violation) -> Reopening? {
    guard let table = tables[room], let first = table.records.first else { return nil }
    func fault(_ why: String) -> Violation {
      Violation(invariant: .replay, what: "the log of \(room) is not carried out: \(why)", at: now)
    }
    do {
      guard case .opening(let opening) = try LogRecord.read(first.bytes) else { throw fault("no opening") }
      var reopening = try Reopening(opening, room: room, described: nil, now: now)
      var rest = table.records.dropFirst()
      if usesBase, let base = table.base, base.sequence <= table.records.count {
        guard reopening.begin(at: base.bytes, version: base.version, sequence: base.sequence) else {
          throw fault("its base is not read")
        }
        rest = table.records[base.sequence...]
      }
      for record in rest {
        try reopening.replay(try LogRecord.read(record.bytes), sequence: record.sequence)
        guard let author = record.author, let visit = author.visit, let c = author.c else { continue }
        reopening.answered(c, of: visit, at: record.version, record: record.bytes)
      }
      try reopening.check()
      return reopening
    } catch let violation as Violation {
      throw violation
    } catch {
      throw fault("\(error)")
    }
  }
}
