/// A stack that is a thousand steps long and changed with every move, but read at its end nearly always: its elements
/// are kept as bytes, each as its difference to the one before, and copies share all but the newest run of them.
/// Elements that do not pack are kept as they are.
///
/// Invariant: no run is empty, all but the last are full, and `missing` elements at the front of the first were
/// dropped.
package struct PackedStack<Element: Packable>: Sendable {
  /// A run is copied with the first change after a copy, and read from its beginning.
  static var runCount: Int { 32 }

  private enum Run: Sendable {
    case packed(PackedRun)
    case whole([Element])

    var count: Int {
      switch self {
      case .packed(let run): run.count
      case .whole(let elements): elements.count
      }
    }
  }

  private var runs: [Run] = []
  private var missing = 0
  package private(set) var count = 0
  /// The newest element as bytes, which the next one is compared with; empty where elements are kept as they are.
  private var newest: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// How long the newest element is as bytes; 0 where elements are kept as they are.
  var newestByteCount: Int { newest.count }

  /// What it takes in memory, in bytes, but for elements that are kept as they are.
  package var byteCount: Int {
    runs.reduce(newest.count) { sum, run in
      if case .packed(let run) = run { sum + run.byteCount + Self.bytesPerRun } else { sum }
    }
  }

  /// Of the run's place, and of the array that it is.
  private static var bytesPerRun: Int { MemoryLayout<Run>.stride + 32 }

  // MARK: changing

  /// - Complexity: O(`runCount`) after a copy, O(the element's bytes) otherwise.
  package mutating func append(_ element: Element) {
    if let bytes = element.packed() { append(packed: bytes) } else { append(whole: element) }
  }

  package mutating func append(_ element: PackedBytes) { append(packed: element.bytes) }

  private mutating func append(packed bytes: [UInt8]) {
    var run = PackedRun()
    if (count + missing) % Self.runCount != 0, case .packed(let last)? = runs.popLast() { run = last }
    run.append(bytes, after: run.count == 0 ? [] : newest)
    if run.count == Self.runCount { run.fit() }
    runs.append(.packed(run))
    newest = bytes
    count += 1
  }

  private mutating func append(whole element: Element) {
    var run: [Element] = []
    if (count + missing) % Self.runCount != 0, case .whole(let last)? = runs.popLast() { run = last }
    run.append(element)
    runs.append(.whole(run))
    count += 1
  }

  package mutating func popLast(_ unpacked: (_ bytes: [UInt8]) -> Element) -> Element? {
    switch runs.last {
    case nil: return nil
    case .whole(var run):
      runs.removeLast()
      let element = run.removeLast()
      if run.count > (runs.isEmpty ? missing : 0) { runs.append(.whole(run)) }
      noteRemoved()
      return element
    case .packed:
      let element = unpacked(newest)
      removeLastPacked()
      return element
    }
  }

  private mutating func removeLastPacked() {
    guard case .packed(var run)? = runs.popLast() else { return }
    newest = run.removeLast()
    if run.count > (runs.isEmpty ? missing : 0) {
      runs.append(.packed(run))
    } else if case .packed(let before)? = runs.last {
      newest = before[before.count - 1]
    }
    noteRemoved()
  }

  private mutating func noteRemoved() {
    count -= 1
    if count == 0 { removeAll() }
  }

  /// Takes elements off this stack, the newest first, and lays each on another.
  package mutating func move(_ moved: Int, to other: inout PackedStack) {
    precondition(moved <= count, "no more than there are")
    for _ in 0..<moved {
      switch runs.last {
      case nil: return
      case .whole(let run):
        let element = run[run.count - 1]
        other.append(whole: popLast { _ in element } ?? element)
      case .packed:
        other.append(packed: newest)
        removeLastPacked()
      }
    }
  }

  /// Drops the oldest.
  package mutating func removeFirst(_ dropped: Int) {
    precondition(dropped <= count, "no more than there are")
    guard dropped < count else { return removeAll() }
    let place = missing + dropped
    runs.removeFirst(place / Self.runCount)
    missing = place % Self.runCount
    count -= dropped
  }

  package mutating func removeAll() { self = PackedStack() }

  // MARK: reading

  package func element(at position: Int, _ unpacked: (_ bytes: [UInt8]) -> Element) -> Element {
    precondition(position >= 0 && position < count, "an element that there is")
    let place = position + missing
    return switch runs[place / Self.runCount] {
    case .whole(let elements): elements[place % Self.runCount]
    case .packed(let run): unpacked(position == count - 1 ? newest : run[place % Self.runCount])
    }
  }

  package func elements(_ range: Range<Int>, _ unpacked: (_ bytes: [UInt8]) -> Element) -> [Element] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements that there are")
    var elements: [Element] = []
    elements.reserveCapacity(range.count)
    var place = range.lowerBound + missing
    let end = range.upperBound + missing
    while place < end {
      let first = place / Self.runCount * Self.runCount
      let part = place - first..<Swift.min(end - first, Self.runCount)
      switch runs[first / Self.runCount] {
      case .whole(let run): elements += run[part]
      case .packed(let run): elements += run.values[part].map(unpacked)
      }
      place = first + Self.runCount
    }
    return elements
  }

  /// Elements as they lie here, which costs no memory while the stack has them.
  /// - Precondition: they pack.
  package func packedElements(_ range: Range<Int>) -> [PackedBytes] {
    range.map { position in
      let place = position + missing
      guard case .packed(let run) = runs[place / Self.runCount] else {
        preconditionFailure("elements that pack")
      }
      return PackedBytes(run: run, index: place % Self.runCount)
    }
  }
}

extension PackedStack {
  func checkInvariants() {
    precondition(runs.reduce(0) { $0 + $1.count } == count + missing, "each element is counted once")
    precondition(runs.allSatisfy { $0.count > 0 }, "no run is empty")
    precondition(
      missing < Self.runCount && (count > 0 || missing == 0), "what is missing is in the first run")
    precondition(runs.dropLast().allSatisfy { $0.count == Self.runCount }, "all but the last are full")
    if case .packed(let run)? = runs.last {
      precondition(run[run.count - 1] == newest, "the newest is known as it is")
    }
  }
}

// MARK: - As a collection

/// A value whose bytes say all of it.
package protocol PlainPackable: Packable {
  static func unpacked(_ bytes: [UInt8]) -> Self
}

extension PlainPackable {
  package func unpacked(_ bytes: [UInt8]) -> Self { Self.unpacked(bytes) }
}

extension PackedStack: Sequence, Collection, BidirectionalCollection, RandomAccessCollection,
  MutableCollection
where Element: PlainPackable {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  /// - Complexity: O(elements from one that is set).
  package subscript(position: Int) -> Element {
    get { element(at: position, Element.unpacked) }
    set { replaceSubrange(position..<position + 1, with: CollectionOfOne(newValue)) }
  }

  package func makeIterator() -> IndexingIterator<[Element]> {
    elements(0..<count, Element.unpacked).makeIterator()
  }

  package mutating func popLast() -> Element? { popLast(Element.unpacked) }

  /// So many of the newest, or all, oldest first.
  package func newest(_ most: Int) -> [Element] {
    elements(Swift.max(0, count - most)..<count, Element.unpacked)
  }

  /// The first element from which on all fit, where none before it does.
  package func partitioningIndex(where fits: (Element) -> Bool) -> Int {
    var (first, end) = (0, count)
    while first < end {
      let middle = (first + end) / 2
      if fits(self[middle]) { end = middle } else { first = middle + 1 }
    }
    return first
  }

  package func lastIndex(where fits: (Element) -> Bool) -> Int? {
    var end = count
    while end > 0 {
      let first = Swift.max(0, end - Self.runCount)
      if let found = elements(first..<end, Element.unpacked).lastIndex(where: fits) {
        return first + found
      }
      end = first
    }
    return nil
  }
}

extension PackedStack: RangeReplaceableCollection where Element: PlainPackable {
  /// - Complexity: O(elements from the first that is replaced).
  package mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    let after = self.elements(range.upperBound..<count, Element.unpacked)
    while count > range.lowerBound { _ = popLast() }
    for element in elements { append(element) }
    for element in after { append(element) }
  }
}
