import Rooms
import Store

/// Where the list of a guest's tables is read on from: behind those that were used later than a moment, and behind some
/// that were used just then.
///
///     1790001230000       used before that millisecond
///     1790001230000.3     and those of that millisecond, but for three
struct TablePlace: Equatable, Sendable {
  let at: Int64
  let toldOfThen: Int

  private static let toldMax = 9_999

  /// Before the first.
  static let start = TablePlace(at: .max, toldOfThen: 0)

  init(at: Int64, toldOfThen: Int) {
    self.at = at
    self.toldOfThen = toldOfThen
  }

  /// - Parameter query: of a request; nil for one that says something else.
  init?(query: String) {
    if query.isEmpty {
      self = .start
      return
    }
    guard query.hasPrefix("before=") else { return nil }
    let parts = query.dropFirst("before=".count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let at = Int64(parts[0]), 0...9_999_999_999_999_999 ~= at else { return nil }
    let told = parts.count == 2 ? Int(parts[1]) : 0
    guard let told, 0...Self.toldMax ~= told else { return nil }
    self.init(at: at, toldOfThen: told)
    guard query == "before=\(text)" else { return nil }
  }

  var text: String { toldOfThen == 0 ? "\(at)" : "\(at).\(toldOfThen)" }
}

/// A part of the list of a guest's tables as it is kept. Invariant: no more than `countMax`, those used last first.
struct TablePart: Sendable {
  struct Listed: Sendable {
    let room: RoomID
    let usedAt: Int64
    let sequence: UInt64
  }

  static let countMax = 24

  let tables: [Listed]
  /// Where the list goes on; nil where it ends.
  let more: TablePlace?

  init(of guest: GuestID, _ place: TablePlace, in storage: any TableStorage) throws(StorageFault) {
    let toldBefore = place.toldOfThen
    var found = try storage.tables(
      of: guest.text, before: toldBefore == 0 ? place.at : place.at + 1,
      countMax: toldBefore + Self.countMax + 1)
    let told = min(toldBefore, found.prefix { $0.usedAt == place.at }.count)
    found.removeFirst(told)
    let part = found.prefix(Self.countMax)
    tables = part.compactMap { table in
      RoomID(table.room).map { Listed(room: $0, usedAt: table.usedAt, sequence: table.sequence) }
    }
    guard let next = found.dropFirst(Self.countMax).first, let last = part.last else {
      more = nil
      return
    }
    guard next.usedAt == last.usedAt else {
      more = TablePlace(at: last.usedAt, toldOfThen: 0)
      return
    }
    let ofThen = part.count { $0.usedAt == last.usedAt }
    more = TablePlace(at: last.usedAt, toldOfThen: ofThen + (last.usedAt == place.at ? told : 0))
  }
}
