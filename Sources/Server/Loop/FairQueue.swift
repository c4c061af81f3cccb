/// Work that waits for a loop, of networks that share its time: each time one of the network comes next that has taken
/// the least. Who has little to do waits for one piece of work of others at most, however much of theirs waits.
///
/// That is start-time fair queueing: a lane begins where the last one served stood, and moves on by the time that its
/// work takes. Promise: the work of one network is done in its order. Invariant: `order` is a heap of the lanes that
/// have work, each once.
struct FairQueue<Work> {
  /// `nil` is this machine's own programs, whose time is not counted.
  typealias Network = UInt32?

  private struct Lane {
    var works: [Work] = []
    /// Of `works`, so many are done.
    var done = 0
    /// How much time it has taken, in microseconds, or as much as others had when it came.
    var start: UInt64

    var count: Int { works.count - done }

    mutating func popFirst() -> Work? {
      guard done < works.count else { return nil }
      let work = works[done]
      done += 1
      // Let go of in lumps, so that a long lane is not shifted with each.
      if done == works.count {
        works.removeAll()
        done = 0
      } else if done >= 64, done * 2 >= works.count {
        works.removeFirst(done)
        done = 0
      }
      return work
    }
  }

  struct Place {
    let start: UInt64
    /// Who came first is first where both have taken as much.
    let number: UInt64
    let network: Network

    func comes(before other: Place) -> Bool {
      start == other.start ? number < other.number : start < other.start
    }
  }

  private var lanes: [Network: Lane] = [:]
  var order: [Place] = []
  private var number: UInt64 = 0
  /// Where the lane stood that was served last.
  private var start: UInt64 = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// How much of a network waits.
  func count(of network: Network) -> Int { lanes[network]?.count ?? 0 }

  /// How far a network is ahead of those that take least, in microseconds.
  func lead(of network: Network) -> UInt64 {
    lanes[network].map { $0.start > start ? $0.start - start : 0 } ?? 0
  }

  mutating func append(_ work: Work, of network: Network) {
    begin(network)
    lanes[network]?.works.append(work)
    count += 1
    if lanes[network]?.count == 1 { enter(network) }
  }

  /// - Returns: what comes next, and whose it is.
  mutating func popFirst() -> (work: Work, network: Network)? {
    while let place = leave() {
      // What its work took is known since.
      if let stands = lanes[place.network]?.start, stands > place.start {
        enter(place.network)
        continue
      }
      guard let work = lanes[place.network]?.popFirst() else { return nil }
      start = max(start, place.start)
      count -= 1
      if count(of: place.network) > 0 { enter(place.network) }
      return (work, place.network)
    }
    return nil
  }

  /// A network has taken so much time.
  mutating func charge(_ network: Network, microseconds: Int) {
    guard network != nil, microseconds > 0 else { return }
    begin(network)
    lanes[network]?.start += UInt64(microseconds)
  }

  /// Forgets who has no more work and is no more ahead; where nothing waits, nobody is. To be called now and then.
  mutating func forgetIdle() {
    if isEmpty { return lanes.removeAll() }
    lanes = lanes.filter { $0.value.count > 0 || $0.value.start > start }
  }

  private mutating func begin(_ network: Network) {
    let stands = lanes[network]?.start ?? 0
    if count(of: network) == 0 { lanes[network, default: Lane(start: 0)].start = max(stands, start) }
  }
}

// MARK: - The heap

extension FairQueue {
  func checkInvariants() {
    precondition(count == lanes.values.reduce(0) { $0 + $1.count }, "what waits is counted")
    precondition(order.count == lanes.values.count { $0.count > 0 }, "each lane with work is in order once")
    precondition(order.allSatisfy { count(of: $0.network) > 0 }, "only lanes with work are in order")
    precondition(
      order.allSatisfy { $0.start <= lanes[$0.network]?.start ?? 0 },
      "a lane has taken no less than was known")
    for at in order.indices.dropFirst() {
      precondition(!order[at].comes(before: order[(at - 1) / 2]), "the first comes first")
    }
  }

  private mutating func enter(_ network: Network) {
    number += 1
    order.append(Place(start: lanes[network]?.start ?? start, number: number, network: network))
    var at = order.count - 1
    while at > 0, order[at].comes(before: order[(at - 1) / 2]) {
      order.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  private mutating func leave() -> Place? {
    guard let first = order.first, let last = order.popLast() else { return nil }
    if order.isEmpty { return first }
    order[0] = last
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2]
      where child < order.count && order[child].comes(before: order[least]) {
        least = child
      }
      if least == at { return first }
      order.swapAt(at, least)
      at = least
    }
  }
}
