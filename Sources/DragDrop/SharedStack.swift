/// A stack of which copies share all but their newest elements, so that one is as cheap to change after it was copied
/// as before: what a table remembers is copied with every move, and is a thousand steps long.
///
/// Elements stand in chunks, oldest first. Invariant: no chunk is empty, all but the first and the last are full, and
/// `missing` places at the front of the first one are not there any more.
package struct SharedStack<Element> {
  /// A copy that grows costs one reference for each chunk and the elements of the last.
  static var chunkCount: Int { 16 }

  private var chunks: [[Element]] = []
  private var missing = 0
  package private(set) var count = 0

  package init() {}

  /// - Complexity: O(`chunkCount`) after a copy, O(1) otherwise.
  package mutating func append(_ element: Element) {
    if (count + missing) % Self.chunkCount == 0 {
      var chunk: [Element] = []
      chunk.reserveCapacity(Self.chunkCount)
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  package mutating func popLast() -> Element? {
    guard let element = chunks.last?.last else { return nil }
    chunks[chunks.count - 1].removeLast()
    if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
    count -= 1
    if count == 0 { missing = 0 }
    return element
  }

  /// Drops the oldest.
  package mutating func removeFirst(_ dropped: Int) {
    precondition(dropped <= count, "no more than there are")
    guard dropped > 0 else { return }
    guard dropped < count else { return removeAll() }
    let place = missing + dropped
    var first = chunks[place / Self.chunkCount]
    first.removeFirst(place % Self.chunkCount - (place < Self.chunkCount ? missing : 0))
    chunks.removeFirst(place / Self.chunkCount)
    chunks[0] = first
    missing = place % Self.chunkCount
    count -= dropped
  }

  package mutating func removeAll() { self = SharedStack() }
}

extension SharedStack {
  func checkInvariants() {
    precondition(chunks.reduce(0) { $0 + $1.count } == count, "each element is counted once")
    precondition(chunks.allSatisfy { !$0.isEmpty }, "no chunk is empty")
    precondition(
      missing < Self.chunkCount && (count > 0 || missing == 0), "what is missing is in the first chunk")
    for (index, chunk) in chunks.enumerated() where index < chunks.count - 1 {
      precondition(chunk.count == Self.chunkCount - (index == 0 ? missing : 0), "all but the last are full")
    }
  }
}

extension SharedStack: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(position: Int) -> Element {
    get {
      let (chunk, place) = find(position)
      return chunks[chunk][place]
    }
    set {
      let (chunk, place) = find(position)
      chunks[chunk][place] = newValue
    }
  }

  private func find(_ position: Int) -> (chunk: Int, place: Int) {
    precondition(position >= 0 && position < count, "an element that there is")
    let place = position + missing
    let chunk = place / Self.chunkCount
    return (chunk, place % Self.chunkCount - (chunk == 0 ? missing : 0))
  }
}

extension SharedStack: RangeReplaceableCollection {
  /// - Complexity: O(elements from the first that is replaced).
  package mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    var after: [Element] = []
    for position in range.upperBound..<count { after.append(self[position]) }
    while count > range.lowerBound { _ = popLast() }
    for element in elements { append(element) }
    for element in after { append(element) }
  }
}

extension SharedStack: Sendable where Element: Sendable {}
