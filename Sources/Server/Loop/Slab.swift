import Reactor

/// Values under tokens. Invariant: live places + free places == places; a place's generation grows when it is
/// freed. It is asked at every delivery, so it lives where it is used: generic code of another module would be
/// looked up each time.
struct Slab<Value> {
  private struct Place {
    var value: Value?
    var generation: UInt32
  }

  private var places: [Place] = []
  var free: [UInt32] = []

  /// - Parameter expected: how many places there may come to be: set aside in one piece, which costs nothing before it
  ///   is used, where growing would leave holes behind.
  init(expected: Int = 0) { places.reserveCapacity(expected) }

  var count: Int { places.count - free.count }

  /// Puts a value in that knows its own token.
  mutating func insert(_ make: (Token) -> Value) -> Token {
    if free.isEmpty {
      // Generation 0 is left to tokens that a loop gives to its own descriptors (listener, wake-up).
      places.append(Place(value: nil, generation: 1))
      free.append(UInt32(places.count - 1))
    }
    let slot = free.removeLast()
    let token = Token(slot: slot, generation: places[Int(slot)].generation)
    places[Int(slot)].value = make(token)
    return token
  }

  /// The value, or nil when the token's time has passed.
  subscript(token: Token) -> Value? {
    guard token.slot < places.count, places[Int(token.slot)].generation == token.generation else {
      return nil
    }
    return places[Int(token.slot)].value
  }

  /// The same without holding on to it, for as long as nothing is removed: counting references costs more than a
  /// look into the slab.
  func unheld(_ token: Token) -> Unmanaged<Value>? where Value: AnyObject {
    guard token.slot < places.count, places[Int(token.slot)].generation == token.generation else {
      return nil
    }
    return places[Int(token.slot)].value.map(Unmanaged.passUnretained)
  }

  /// Frees the place; nil when it was already freed.
  mutating func remove(_ token: Token) -> Value? {
    guard let value = self[token] else { return nil }
    places[Int(token.slot)].value = nil
    places[Int(token.slot)].generation &+= 1
    if places[Int(token.slot)].generation == 0 { places[Int(token.slot)].generation = 1 }
    free.append(token.slot)
    return value
  }

  /// How many places there are, live or free.
  var slots: Int { places.count }

  /// The value at a place, or nil where it is free.
  subscript(slot slot: Int) -> Value? { slot < places.count ? places[slot].value : nil }

  /// All live tokens, in the order of their places.
  var tokens: [Token] {
    places.indices.compactMap { index in
      places[index].value == nil ? nil : Token(slot: UInt32(index), generation: places[index].generation)
    }
  }

  func checkInvariants() {
    precondition(places.count { $0.value == nil } == free.count, "each empty place is on the free list")
    precondition(Set(free).count == free.count, "no place is on the free list twice")
    precondition(free.allSatisfy { places[Int($0)].value == nil }, "only empty places are on the free list")
    precondition(places.allSatisfy { $0.generation > 0 }, "generation 0 is for tokens of the loop's own")
  }
}
