/// What is to happen when, in milliseconds. What is due at the same time happens in the order in which it was put down.
///
/// It is public, since nothing that is `package` is specialised in other modules. A loop asks it each turn, which took
/// 2,500 instructions where the type of what happens was looked up while the program runs.
public struct Agenda<Happening> {
  @usableFromInline struct Entry {
    @usableFromInline let at: Int64
    @usableFromInline let number: Int
    @usableFromInline let happening: Happening

    @inlinable init(at: Int64, number: Int, happening: Happening) {
      (self.at, self.number, self.happening) = (at, number, happening)
    }

    @inlinable func isBefore(_ other: Entry) -> Bool { (at, number) < (other.at, other.number) }
  }

  /// A heap: none is due sooner than the one at half of its place.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var count = 0

  @inlinable public init() {}

  /// When the next is due; nil where there is none.
  @inlinable public var next: Int64? { entries.first?.at }

  @inlinable public mutating func put(_ happening: Happening, at time: Int64) {
    count += 1
    entries.append(Entry(at: time, number: count, happening: happening))
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable public mutating func take() -> (at: Int64, happening: Happening)? {
    guard let first = entries.first else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].isBefore(entries[least]) { least = child }
      }
      if least == place { return (first.at, first.happening) }
      entries.swapAt(place, least)
      place = least
    }
  }
}
