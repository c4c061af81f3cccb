/// What is to happen when, in milliseconds. What is due at the same time happens in the order in which it was put down.
package struct Agenda<Happening> {
  private struct Entry {
    let at: Int64
    let number: Int
    let happening: Happening

    func isBefore(_ other: Entry) -> Bool { (at, number) < (other.at, other.number) }
  }

  /// A heap: none is due sooner than the one at half of its place.
  private var entries: [Entry] = []
  private var count = 0

  package init() {}

  /// When the next is due; nil where there is none.
  package var next: Int64? { entries.first?.at }

  package mutating func put(_ happening: Happening, at time: Int64) {
    count += 1
    entries.append(Entry(at: time, number: count, happening: happening))
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  package mutating func take() -> (at: Int64, happening: Happening)? {
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
