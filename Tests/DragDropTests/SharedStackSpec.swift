import TestDice
import Testing

@testable import DragDrop

@Suite struct `A stack that copies share` {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is what an array would be, and a copy stays what it was`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var stack = SharedStack<Int>()
    var array: [Int] = []
    var copies: [(stack: SharedStack<Int>, array: [Int])] = []
    for step in 0..<rounds(2_000) {
      switch Int.random(in: 0..<24, using: &dice) {
      case 0...13:
        stack.append(step)
        array.append(step)
      case 14...17: #expect(stack.popLast() == array.popLast())
      case 18:
        let dropped = Int.random(in: 0...min(array.count, 40), using: &dice)
        stack.removeFirst(dropped)
        array.removeFirst(dropped)
      case 19, 20:
        guard let place = array.indices.randomElement(using: &dice) else { continue }
        stack[place] = -step
        array[place] = -step
      case 21:
        guard let place = array.indices.randomElement(using: &dice) else { continue }
        #expect(stack.remove(at: place) == array.remove(at: place))
      case 22: copies.append((stack, array))
      default:
        guard dice.next() % 40 == 0 else { continue }
        stack.removeAll()
        array.removeAll()
      }
      stack.checkInvariants()
      #expect(stack.count == array.count && stack.elementsEqual(array), "seed \(seed), step \(step)")
    }
    for copy in copies { #expect(copy.stack.elementsEqual(copy.array), "seed \(seed)") }
  }

  @Test func `is made of what is repeated`() {
    #expect(Array(SharedStack(repeating: 7, count: 40)) == Array(repeating: 7, count: 40))
    #expect(SharedStack<Int>(repeating: 7, count: 0).isEmpty)
  }

  @Test func `does not copy the old when a copy grows`() {
    var stack = SharedStack<Witness>()
    for _ in 0..<1_000 { stack.append(Witness()) }
    let alone = stack.map { _getRetainCount($0) }
    var copy = stack
    copy.append(Witness())
    let copied = zip(stack, alone).count { _getRetainCount($0) != $1 }
    #expect(copied < SharedStack<Witness>.chunkCount, "\(copied) of 1000 elements")
  }
}

/// How often it is referred to shows who holds it.
private final class Witness {}
