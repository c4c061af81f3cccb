import Reactor
import TestDice
import Testing

@testable import Server

@Suite struct `A slab` {
  @Test func `gives a value back under its token, until it is removed`() {
    var slab = Slab<String>()
    let a = slab.insert { _ in "a" }
    let b = slab.insert { _ in "b" }
    #expect(slab[a] == "a" && slab[b] == "b" && slab.count == 2)
    #expect(slab.remove(a) == "a")
    #expect(slab[a] == nil && slab[b] == "b" && slab.count == 1)
    #expect(slab.remove(a) == nil)
    slab.checkInvariants()
  }

  @Test func `tells a value its own token`() {
    var slab = Slab<Token>()
    let token = slab.insert { $0 }
    #expect(slab[token] == token)
  }

  @Test func `never lets an old token reach what has the place now`() {
    var slab = Slab<Int>()
    var old: [Token] = []
    for number in 0..<100 {
      let token = slab.insert { _ in number }
      for stale in old { #expect(slab[stale] == nil && token != stale) }
      #expect(slab[token] == number)
      old.append(token)
      _ = slab.remove(token)
    }
    #expect(Set(old.map(\.slot)) == [0], "the place was not used again")
    #expect(slab.count == 0)
  }

  @Test func `leaves generation 0 to tokens of the loop's own`() {
    var slab = Slab<Int>()
    let token = slab.insert { _ in 1 }
    #expect(token.generation > 0)
    #expect(slab[Token(slot: token.slot, generation: 0)] == nil)
    #expect(slab[Token(slot: 1000, generation: 1)] == nil)
  }

  @Test(arguments: [0x5EED_0201, 0x5EED_0202] as [UInt64])
  func `agrees with a dictionary whatever is put in and taken out`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var slab = Slab<Int>()
    var known: [Token: Int] = [:]
    var (here, gone): ([Token], [Token]) = ([], [])
    for step in 0..<4_000 {
      let note: Comment = "seed \(seed) step \(step)"
      if dice.next() % 5 < 3 {
        let token = slab.insert { _ in step }
        #expect(known.updateValue(step, forKey: token) == nil, note)
        here.append(token)
      } else if let place = here.indices.randomElement(using: &dice) {
        here.swapAt(place, here.count - 1)
        let token = here.removeLast()
        #expect(slab.remove(token) == known.removeValue(forKey: token), note)
        gone.append(token)
      }
      #expect(slab.count == known.count, note)
      if let stale = gone.randomElement(using: &dice) { #expect(slab[stale] == nil, note) }
    }
    slab.checkInvariants()
    #expect(Set(slab.tokens) == Set(known.keys))
    for (token, value) in known { #expect(slab[token] == value) }
  }

  @Test func `has tokens that survive the 64 bits of epoll`() {
    for (slot, generation) in [(0, 0), (1, 2), (UInt32.max, 1), (7, UInt32.max), (UInt32.max, UInt32.max)] {
      let token = Token(slot: slot, generation: generation)
      #expect(Token(bits: token.bits) == token)
    }
    #expect(Token(slot: 1, generation: 2).bits != Token(slot: 2, generation: 1).bits)
  }
}
