import TestChecks
import TestDice
import Testing

@testable import Bytes

@Suite struct `Growing memory` {
  @Test func `holds what was appended, in order`() {
    var buffer = ByteBuffer()
    #expect(buffer.isEmpty && buffer.count == 0)
    buffer.append([1, 2, 3])
    buffer.append([])
    buffer.append([4])
    #expect(Array(buffer.bytes) == [1, 2, 3, 4])
    #expect(!buffer.isEmpty && buffer.count == 4)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func `grows however it is filled`(seed: UInt64) {
    var random = Dice(seed: seed)
    var buffer = ByteBuffer(capacity: Int.random(in: 0...200, using: &random))
    var model: [UInt8] = []
    for _ in 0..<200 {
      let more = (0..<Int.random(in: 0...300, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
      if random.next() % 2 == 0 {
        buffer.append(more)
      } else {
        let room = buffer.room(for: more.count)
        #expect(room.count >= more.count, "seed \(seed)")
        room.copyBytes(from: more)
        buffer.wrote(more.count)
      }
      model += more
      if random.next() % 4 == 0 {
        let gone = Int.random(in: 0...model.count, using: &random)
        buffer.removeFirst(gone)
        model.removeFirst(gone)
      }
      if random.next() % 50 == 0 {
        buffer.removeAll()
        model = []
      }
    }
    let isSame = Array(buffer.bytes) == model
    #expect(isSame, "seed \(seed)")
  }

  @Test func `is changed in place`() {
    var buffer = ByteBuffer()
    buffer.append([1, 2, 3])
    buffer.mutableBytes[1] = 9
    #expect(Array(buffer.bytes) == [1, 9, 3])
  }

  @Test func `is not allocated again once it is warm`() {
    var buffer = ByteBuffer()
    buffer.append([UInt8](repeating: 1, count: 5000))
    let warm = buffer.bytes.baseAddress
    for _ in 0..<10 {
      buffer.removeAll()
      buffer.append([UInt8](repeating: 2, count: 5000))
      #expect(buffer.bytes.baseAddress == warm)
    }
  }

  @Test func `gives back what one large message took`() {
    var buffer = ByteBuffer()
    buffer.append([UInt8](repeating: 1, count: 5000))
    buffer.removeAll(keeping: 100)
    #expect(buffer.isEmpty && buffer.capacity <= 100)
    buffer.append([1, 2])
    #expect(Array(buffer.bytes) == [1, 2])
  }

  @Test func `loses from its beginning what is not needed any more`() {
    var buffer = ByteBuffer()
    buffer.removeFirst(0)
    buffer.append([1, 2, 3, 4, 5])
    buffer.removeFirst(2)
    #expect(Array(buffer.bytes) == [3, 4, 5])
    buffer.removeFirst(3)
    #expect(buffer.count == 0)
  }

  @Test func `holds no more than there is room for`() async {
    let tooMuch = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var buffer = ByteBuffer(capacity: 64)
      buffer.wrote(65)
    }
    expectFailedCheck("no more is written than there is room for", of: tooMuch)
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var buffer = ByteBuffer(capacity: 64)
      buffer.wrote(-1)
    }
    expectFailedCheck("no more is written than there is room for", of: negative)
    let removed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var buffer = ByteBuffer()
      buffer.append([1])
      buffer.removeFirst(2)
    }
    expectFailedCheck("only what is there can be removed", of: removed)
  }
}
