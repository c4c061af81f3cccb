import Rooms

/// All memberships of a connection, mostly one: gone through at every send, so without an array of them.
struct Memberships: Sequence, IteratorProtocol {
  private var first: Membership?
  private let further: [Membership]
  private var index = 0

  init(first: Membership?, further: [Membership]) {
    self.first = first
    self.further = further
  }

  var count: Int { (first == nil ? 0 : 1) + further.count - index }

  mutating func next() -> Membership? {
    if let first {
      self.first = nil
      return first
    }
    guard index < further.count else { return nil }
    index += 1
    return further[index - 1]
  }
}

/// That a connection is in a gallery, and where it stands there.
struct Membership {
  let gallery: Gallery
  let place: Int32
}
