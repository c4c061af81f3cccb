import TestDice
import Testing

@testable import DragDrop

@Suite struct `A stack that keeps its elements as bytes` {
  /// Of any length, and each like the one before but for a few bytes.
  struct Note: PlainPackable, Equatable {
    var bytes: [UInt8]

    func packed() -> [UInt8]? { bytes }
    static func unpacked(_ bytes: [UInt8]) -> Note { Note(bytes: bytes) }

    func changed(using dice: inout Dice) -> Note {
      var note = self
      for _ in 0..<Int.random(in: 0...3, using: &dice) {
        guard let place = note.bytes.indices.randomElement(using: &dice) else { break }
        note.bytes[place] = UInt8.random(in: 0...255, using: &dice)
      }
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: note.bytes.insert(7, at: Int.random(in: 0...note.bytes.count, using: &dice))
      case 1: _ = note.bytes.popLast()
      case 2: note.bytes += Array(repeating: 9, count: Int.random(in: 0...200, using: &dice))
      case 3 where note.bytes.count > 300: note.bytes = []
      default: break
      }
      return note
    }
  }

  /// Kept as it is.
  struct Whole: Packable, Equatable {
    let number: Int
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `is what an array would be, and a copy stays what it was`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var (stack, array) = (PackedStack<Note>(), [Note]())
    var (other, others) = (PackedStack<Note>(), [Note]())
    var copies: [(stack: PackedStack<Note>, array: [Note])] = []
    var note = Note(bytes: [])
    for step in 0..<rounds(2_000) {
      note = note.changed(using: &dice)
      switch Int.random(in: 0..<26, using: &dice) {
      case 0...13:
        stack.append(note)
        array.append(note)
      case 14...17: #expect(stack.popLast() == array.popLast())
      case 18:
        let dropped = Int.random(in: 0...min(array.count, 40), using: &dice)
        stack.removeFirst(dropped)
        array.removeFirst(dropped)
      case 19, 20:
        guard let place = array.indices.randomElement(using: &dice) else { continue }
        stack[place] = note
        array[place] = note
      case 21:
        guard let place = array.indices.randomElement(using: &dice) else { continue }
        #expect(stack.remove(at: place) == array.remove(at: place))
      case 22:
        let moved = Int.random(in: 0...array.count, using: &dice)
        stack.move(moved, to: &other)
        others += array.suffix(moved).reversed()
        array.removeLast(moved)
      case 23:
        let moved = Int.random(in: 0...others.count, using: &dice)
        other.move(moved, to: &stack)
        array += others.suffix(moved).reversed()
        others.removeLast(moved)
      case 24: copies.append((stack, array))
      default:
        guard dice.next() % 40 == 0 else { continue }
        stack.removeAll()
        array.removeAll()
      }
      stack.checkInvariants()
      other.checkInvariants()
      #expect(stack.elementsEqual(array) && other.elementsEqual(others), "seed \(seed), step \(step)")
      #expect(stack.lastIndex { $0 == note } == array.lastIndex { $0 == note })
      #expect(stack.newest(20) == Array(array.suffix(20)) && stack.last == array.last)
    }
    for copy in copies { #expect(copy.stack.elementsEqual(copy.array), "seed \(seed)") }
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `is the same where elements are kept as they are`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var (stack, array) = (PackedStack<Whole>(), [Whole]())
    var (other, others) = (PackedStack<Whole>(), [Whole]())
    let none = { (_: [UInt8]) -> Whole in Whole(number: -1) }
    for step in 0..<rounds(500) {
      switch Int.random(in: 0..<20, using: &dice) {
      case 0...11:
        stack.append(Whole(number: step))
        array.append(Whole(number: step))
      case 12...15: #expect(stack.popLast(none) == array.popLast())
      case 16:
        let dropped = Int.random(in: 0...min(array.count, 40), using: &dice)
        stack.removeFirst(dropped)
        array.removeFirst(dropped)
      case 17:
        let moved = Int.random(in: 0...array.count, using: &dice)
        stack.move(moved, to: &other)
        others += array.suffix(moved).reversed()
        array.removeLast(moved)
      case 18:
        other.move(other.count, to: &stack)
        array += others.reversed()
        others = []
      default: #expect(stack.byteCount == 0)
      }
      stack.checkInvariants()
      #expect(stack.elements(0..<stack.count, none) == array, "seed \(seed), step \(step)")
    }
  }

  @Test func `keeps its elements one by one, too`() {
    var dice = Dice(seed: 5)
    let notes = (0..<100).map { _ in Note(bytes: [1, 2, 3]).changed(using: &dice) }
    let kept = PackedBytes.all(of: notes)
    #expect(kept.map { Note.unpacked($0.bytes) } == notes)
    #expect(PackedBytes.all(of: [Note]()).isEmpty)
    var stack = PackedStack<Note>()
    for element in kept.reversed() { stack.append(element) }
    #expect(stack.elementsEqual(notes.reversed()))
    #expect(
      stack.packedElements(10..<60).map { Note.unpacked($0.bytes) }
        == Array(notes.reversed().dropFirst(10).prefix(50)))
  }

  @Test func `finds where elements begin to fit`() {
    var stack = PackedStack<Note>()
    for number in 0..<100 as Range<UInt8> { stack.append(Note(bytes: [number / 2])) }
    for number in 0...51 as ClosedRange<UInt8> {
      #expect(stack.partitioningIndex { $0.bytes[0] >= number } == min(100, Int(number) * 2))
    }
    #expect(PackedStack<Note>().partitioningIndex { _ in true } == 0)
  }

  @Test func `is made of what is repeated`() {
    let note = Note(bytes: [7, 7, 7])
    #expect(Array(PackedStack(repeating: note, count: 40)) == Array(repeating: note, count: 40))
    #expect(PackedStack<Note>(repeating: note, count: 0).isEmpty)
  }

  @Test func `takes a few bytes for an element like the one before`() {
    var stack = PackedStack<Note>()
    for number in 0..<4_096 {
      var bytes = Array(repeating: UInt8(0), count: 400)
      bytes[0] = UInt8(truncatingIfNeeded: number)
      bytes[200] = UInt8(truncatingIfNeeded: number >> 4)
      stack.append(Note(bytes: bytes))
    }
    #expect(stack.byteCount < 4_096 * 40)
  }
}
