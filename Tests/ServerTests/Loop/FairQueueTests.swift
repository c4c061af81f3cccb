import TestDice
import Testing

@testable import Server

@Suite struct `Work that waits for a loop` {
  private func order(_ queue: inout FairQueue<String>, taking microseconds: Int) -> [String] {
    var order: [String] = []
    while let (work, network) = queue.popFirst() {
      order.append(work)
      queue.charge(network, microseconds: microseconds)
    }
    return order
  }

  @Test func `The work of one network is done in its order`() {
    var queue = FairQueue<String>()
    for number in 0..<200 { queue.append("\(number)", of: 7) }
    #expect(order(&queue, taking: 10) == (0..<200).map { "\($0)" })
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }

  @Test func `The work of two networks is done in turn, however much of one waits`() {
    var queue = FairQueue<String>()
    for number in 0..<100 { queue.append("a\(number)", of: 1) }
    for number in 0..<3 { queue.append("b\(number)", of: 2) }
    #expect(order(&queue, taking: 10).prefix(7) == ["a0", "b0", "a1", "b1", "a2", "b2", "a3"])
  }

  @Test func `The work of a network that comes with little is next, whatever others have taken`() {
    var queue = FairQueue<String>()
    for number in 0..<100 { queue.append("a\(number)", of: 1) }
    for _ in 0..<50 {
      let next = queue.popFirst()
      queue.charge(next?.network ?? nil, microseconds: 1_000)
    }
    queue.append("b", of: 2)
    #expect(queue.lead(of: 1) > queue.lead(of: 2))
    // One is begun with what had come until then at most.
    #expect(queue.popFirst()?.work == "b" || queue.popFirst()?.work == "b")
  }

  @Test func `costs its network what it takes, and reading does too`() {
    var queue = FairQueue<String>()
    queue.charge(1, microseconds: 500)
    for number in 0..<3 {
      queue.append("a\(number)", of: 1)
      queue.append("b\(number)", of: 2)
    }
    #expect(order(&queue, taking: 100) == ["b0", "b1", "b2", "a0", "a1", "a2"])
  }

  @Test func `The work of this machine is never behind, and counts for nobody`() {
    var queue = FairQueue<String>()
    queue.charge(nil, microseconds: 1_000_000)
    #expect(queue.lead(of: nil) == 0)
    queue.append("a", of: 1)
    queue.append("here", of: nil)
    #expect(queue.count(of: nil) == 1 && queue.count(of: 1) == 1 && queue.count == 2)
    #expect(order(&queue, taking: 10) == ["a", "here"])
  }

  @Test func `A network that rested has no credit`() {
    var queue = FairQueue<String>()
    queue.append("b", of: 2)
    #expect(order(&queue, taking: 10) == ["b"])
    for number in 0..<10 { queue.append("a\(number)", of: 1) }
    for _ in 0..<5 {
      let next = queue.popFirst()
      queue.charge(next?.network ?? nil, microseconds: 100)
    }
    for number in 0..<3 { queue.append("b\(number)", of: 2) }
    // It begins where others stand now: they take turns.
    let rest = order(&queue, taking: 100)
    #expect(rest.prefix(4).contains("a5") || rest.prefix(4).contains("a6"))
    queue.forgetIdle()
    #expect(queue.lead(of: 3) == 0)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `is all done once, and each network in its order`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var queue = FairQueue<(network: UInt32, number: Int)>()
    var (given, done) = ([Int](repeating: 0, count: 20), [Int](repeating: 0, count: 20))
    for _ in 0..<rounds(5_000) {
      if Int.random(in: 0..<9, using: &dice) < 5 {
        let network = Int.random(in: 0..<20, using: &dice)
        queue.append((UInt32(network), given[network]), of: UInt32(network))
        given[network] += 1
      } else if let (work, network) = queue.popFirst() {
        #expect(network == work.network && work.number == done[Int(work.network)], "seed \(seed)")
        done[Int(work.network)] += 1
        queue.charge(network, microseconds: Int.random(in: 0..<50, using: &dice))
      } else {
        #expect(given == done, "seed \(seed)")
      }
      if Int.random(in: 0..<100, using: &dice) == 0 { queue.forgetIdle() }
      #expect(queue.count == zip(given, done).reduce(0) { $0 + $1.0 - $1.1 })
    }
    while let (work, _) = queue.popFirst() { done[Int(work.network)] += 1 }
    #expect(given == done, "seed \(seed)")
  }
}
