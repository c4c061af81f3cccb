/// Finds the places of things in an array by their names, in a few bytes for each: names are looked up in the array
/// itself. Invariant: each place stands in one cell, which is reached from that of its name's hash without a gap.
///
///     cell: | tag, 8 bits of the hash | place + 1, 24 bits |, 0 when free
package struct PlaceIndex<Thing, Name: Hashable> {
  /// As many as a cell can name.
  package static var placesMax: Int { 1 << 24 - 1 }

  private let name: @Sendable (Thing) -> Name
  private var cells: [UInt32] = []
  package private(set) var count = 0

  /// - Parameter name: what a thing is called; no two in the index are called the same.
  package init(by name: @escaping @Sendable (Thing) -> Name) { self.name = name }

  package func place(of name: Name, in things: [Thing]) -> Int? {
    find(name, in: things).map { Self.place($0.content) }
  }

  /// - Precondition: nothing of that name is in the index.
  package mutating func insert(_ place: Int, in things: [Thing]) {
    precondition(place < Self.placesMax, "a place fits into its cell")
    // Up to seven eighths: tags make full rows cheap to pass.
    if (count + 1) * 8 > cells.count * 7 { rebuild(max(8, cells.count * 2), in: things) }
    put(place, hash: name(things[place]).hashValue)
    count += 1
  }

  /// - Precondition: the thing is still where the index says.
  package mutating func remove(_ name: Name, in things: [Thing]) {
    guard let found = find(name, in: things) else { preconditionFailure("what is removed was there") }
    count -= 1
    // What comes behind and was pushed on by it moves up, so that no gap cuts it off.
    let mask = cells.count - 1
    var gap = found.cell
    var next = gap
    while true {
      next = (next + 1) & mask
      let content = cells[next]
      if content == 0 { break }
      let home = self.name(things[Self.place(content)]).hashValue & mask
      if (next - home) & mask >= (next - gap) & mask {
        cells[gap] = content
        gap = next
      }
    }
    cells[gap] = 0
    if cells.count > 64, count * 8 < cells.count { rebuild(cells.count / 4, in: things) }
  }

  /// What was at the end of the things goes to another place; the index learns it before the array does.
  ///
  /// - Precondition: it is in the index.
  package mutating func move(_ name: Name, to place: Int, in things: [Thing]) {
    guard let found = find(name, in: things) else { preconditionFailure("what moves was there") }
    cells[found.cell] = Self.cell(place, hash: name.hashValue)
  }

  // MARK: - Cells

  private static func place(_ content: UInt32) -> Int { Int(content & 0xFF_FFFF) - 1 }

  private static func cell(_ place: Int, hash: Int) -> UInt32 {
    // The low bits choose the cell.
    UInt32(truncatingIfNeeded: hash >> 56) << 24 | UInt32(place + 1)
  }

  private func find(_ name: Name, in things: [Thing]) -> (cell: Int, content: UInt32)? {
    guard count > 0 else { return nil }
    let hash = name.hashValue
    let mask = cells.count - 1
    let tag = UInt32(truncatingIfNeeded: hash >> 56) << 24
    var at = hash & mask
    while cells[at] != 0 {
      let content = cells[at]
      if content & 0xFF00_0000 == tag, self.name(things[Self.place(content)]) == name { return (at, content) }
      at = (at + 1) & mask
    }
    return nil
  }

  private mutating func put(_ place: Int, hash: Int) {
    let mask = cells.count - 1
    var at = hash & mask
    while cells[at] != 0 { at = (at + 1) & mask }
    cells[at] = Self.cell(place, hash: hash)
  }

  private mutating func rebuild(_ cellsCount: Int, in things: [Thing]) {
    let before = cells
    cells = Array(repeating: 0, count: cellsCount)
    for content in before where content != 0 {
      let place = Self.place(content)
      put(place, hash: name(things[place]).hashValue)
    }
  }

  package func checkInvariants(in things: [Thing]) {
    precondition(cells.count(where: { $0 != 0 }) == count, "each place is counted")
    for content in cells where content != 0 {
      let place = Self.place(content)
      precondition(self.place(of: name(things[place]), in: things) == place, "everything is found")
    }
  }
}
