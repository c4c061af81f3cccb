import Wire

/// What leads from what was shown to what is, as an audience may hear it. It is computed from the two alone, so
/// it can tell nothing that they do not show.
///
/// Promise: applying `gone`, then `moves` in order, then `up` and `down`, to the first gives the second.
struct ViewDifference {
  private(set) var moves: [ItemsMoved] = []
  private(set) var up: [ItemTold] = []
  private(set) var down: [Int] = []
  private(set) var gone: [Int] = []
  /// Where other items lie now, or in another order.
  private(set) var places: [String] = []
  /// A face or a content that was shown is shown no more.
  private(set) var hides = false

  /// - Parameter arrival: a number for each handle that is the larger the later the item came to where it
  ///   lies now; nil where that is not known.
  init(from before: Shown, to after: Shown, arrival: (Int) -> UInt32?) {
    let differing = Shown.differing(before, after)
    var origins = Origins(minimumCapacity: differing.before.reduce(0) { $0 + before.places[$1].items.count })
    for place in differing.before {
      for (index, item) in before.places[place].items.enumerated() {
        origins[item.handle] = Origin(place: place, index: index)
      }
    }
    for place in differing.after {
      for item in after.places[place].items {
        var known: ItemTold?
        if let at = origins.index(forKey: item.handle) {
          origins.values[at].isThere = true
          known = before.places[origins.values[at].place].items[origins.values[at].index]
        }
        if item.face == nil, item.content == nil {
          guard let known, known.isShown else { continue }
          down.append(item.handle)
          hides = true
        } else if known?.face != item.face || known?.content != item.content {
          up.append(item)
          if let known, known.isShown, !item.shows(known) { hides = true }
        }
      }
    }
    for place in differing.before {
      for item in before.places[place].items where origins[item.handle]?.isThere == false {
        gone.append(item.handle)
        if item.isShown { hides = true }
      }
    }
    let rows = differing.before.reduce(into: [String: [Int]]()) { rows, place in
      rows[before.places[place].name] = before.places[place].items.map(\.handle)
    }
    let rowsAfter = differing.after.map { place in
      Row(place: place, name: after.places[place].name, items: after.places[place].items.map(\.handle))
    }
    places = rowsAfter.filter { rows[$0.name] != $0.items }.map(\.name)
    if let first = after.places.first(where: { !$0.items.isEmpty })?.top, arrival(first) != nil {
      collectMoves(Self.toppings(from: rows, to: rowsAfter), to: after, origins: origins) { arrival($0) ?? 0 }
    } else {
      moves = Self.insertions(from: rows, to: rowsAfter).map {
        ItemsMoved(items: $0.items, collection: after.places[$0.place].name, before: $0.before)
      }
    }
  }

  /// No item has changed.
  var isEmpty: Bool { moves.isEmpty && up.isEmpty && down.isEmpty && gone.isEmpty }

  /// Where an item lay.
  private struct Origin {
    let place: Int
    let index: Int
    /// It lies anywhere now.
    var isThere = false
  }

  private typealias Origins = [Int: Origin]

  /// What lies in a place now.
  private struct Row {
    let place: Int
    let name: String
    let items: [Int]
  }

  /// Items that have come to stand side by side in one place, in order.
  private struct Arrivals {
    let place: Int
    let items: [Int]
    /// The item that stands behind them.
    let before: Int?
    var next = 0

    var head: Int? { next < items.count ? items[next] : nil }
  }

  /// Items that come on top of a place, where nothing is ever put in between.
  private static func toppings(from before: [String: [Int]], to after: [Row]) -> [Arrivals] {
    after.compactMap { row in
      let here = row.items
      let lay = before[row.name] ?? []
      // Most often something came on top, or was taken from there.
      var kept = zip(lay, here).prefix { $0 == $1 }.count
      if kept < lay.count, kept < here.count {
        kept = zip(lay.filter(Set(here).contains), here).prefix { $0 == $1 }.count
      }
      return kept < here.count ? Arrivals(place: row.place, items: Array(here[kept...]), before: nil) : nil
    }
  }

  private static func insertions(from before: [String: [Int]], to after: [Row]) -> [Arrivals] {
    var queues: [Arrivals] = []
    for row in after {
      let here = row.items
      let kept = keptInOrder(of: before[row.name] ?? [], in: here)
      var end = here.count
      // From the end, so that the item behind is in its place already.
      while end > 0 {
        guard !kept.contains(here[end - 1]) else {
          end -= 1
          continue
        }
        var start = end - 1
        while start > 0, !kept.contains(here[start - 1]) { start -= 1 }
        queues.append(
          Arrivals(
            place: row.place, items: Array(here[start..<end]), before: end < here.count ? here[end] : nil))
        end = start
      }
    }
    return queues
  }

  /// The most items of a place that can stay where they are: the longest run of them that stands in the same
  /// order before and after.
  private static func keptInOrder(of before: [Int], in after: [Int]) -> Set<Int> {
    // Most often nothing but the end has changed.
    let same = zip(before, after).prefix { $0 == $1 }.count
    var kept = Set(after[..<same])
    guard same < before.count, same < after.count else { return kept }
    var position: [Int: Int] = [:]
    for (index, handle) in before.enumerated().dropFirst(same) { position[handle] = index }
    // Patience sorting: the smallest last position of a rising row of each length.
    var ends: [Int] = []
    var chain: [(handle: Int, previous: Int?)] = []
    var tops: [Int] = []
    for handle in after[same...] {
      guard let at = position[handle] else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < at { low = middle + 1 } else { high = middle }
      }
      chain.append((handle, low > 0 ? tops[low - 1] : nil))
      if low == ends.count {
        ends.append(at)
        tops.append(chain.count - 1)
      } else {
        ends[low] = at
        tops[low] = chain.count - 1
      }
    }
    var link = tops.last
    while let at = link {
      kept.insert(chain[at].handle)
      link = chain[at].previous
    }
    return kept
  }

  private mutating func collectMoves(
    _ arrivals: [Arrivals], to after: Shown, origins: Origins, arrival: (Int) -> UInt32
  ) {
    var queues = arrivals
    // Of all places' next items the one that came first is told first, so a whole run up to the foundations is
    // seen in the order in which it was played.
    var last: (from: Int, to: Int)?
    while let next = earliest(in: queues, arrival: arrival), let handle = queues[next].head {
      let move = (from: origins[handle]?.place ?? -1, to: queues[next].place)
      if let last, last == move {
        moves[moves.count - 1].items.append(handle)
      } else {
        moves.append(ItemsMoved(items: [handle], collection: after.places[move.to].name))
      }
      last = move
      queues[next].next += 1
    }
  }

  private func earliest(in queues: [Arrivals], arrival: (Int) -> UInt32) -> Int? {
    var best: (queue: Int, arrival: UInt32)?
    for (index, queue) in queues.enumerated() {
      guard let head = queue.head else { continue }
      let came = arrival(head)
      if best.map({ came < $0.arrival }) ?? true { best = (index, came) }
    }
    return best?.queue
  }
}

extension ItemTold {
  fileprivate var isShown: Bool { face != nil || content != nil }

  /// Whether it still says what it said before. A known face stays known while its card is turned.
  fileprivate func shows(_ before: ItemTold) -> Bool {
    face.map(Self.card) == before.face.map(Self.card) && content?.hashed == before.content?.hashed
      && content?.fields == before.content?.fields
  }

  private static func card(_ face: String) -> Substring { face.drop { $0 == "~" } }
}
