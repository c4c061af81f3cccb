import Bytes
import TestChecks
import TestDice
import Testing

@Suite struct `A byte queue` {
  @Test func `gives bytes back in the order in which they came`() {
    var queue = ByteQueue(limit: 8)
    #expect(add([1, 2, 3], to: &queue))
    #expect(add([4], to: &queue))
    #expect(unread(queue) == [1, 2, 3, 4])
    queue.consume(2)
    #expect(unread(queue) == [3, 4])
    #expect(queue.count == 2)
  }

  @Test func `takes exactly its limit`() {
    var queue = ByteQueue(limit: 4)
    #expect(add([1, 2, 3, 4], to: &queue))
  }

  @Test func `refuses one byte more and stays as it was`() {
    var queue = ByteQueue(limit: 4)
    #expect(add([1, 2], to: &queue))
    #expect(!add([3, 4, 5], to: &queue))
    #expect(unread(queue) == [1, 2])
    #expect(add([3, 4], to: &queue))
    #expect(!add([5], to: &queue))
  }

  @Test func `has room again for what was consumed`() {
    var queue = ByteQueue(limit: 4)
    #expect(queue.room == 4)
    #expect(add([1, 2, 3, 4], to: &queue))
    #expect(queue.room == 0)
    queue.consume(3)
    #expect(queue.room == 3)
    #expect(add([5, 6, 7], to: &queue))
    #expect(unread(queue) == [4, 5, 6, 7])
  }

  @Test func `is empty once all was consumed`() {
    var queue = ByteQueue(limit: 4)
    #expect(add([1], to: &queue))
    queue.consume(1)
    #expect(queue.isEmpty)
    #expect(unread(queue) == [])
  }

  @Test func `does not let anyone consume what is not there`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = ByteQueue(limit: 4)
      queue.consume(1)
    }
    expectFailedCheck("only unread bytes can be consumed", of: end)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `agrees with an array, whatever is done to it`(seed: UInt64) {
    var random = Dice(seed: seed)
    var queue = ByteQueue(limit: 64)
    var model: [UInt8] = []
    for _ in 0..<2000 {
      if Bool.random(using: &random) {
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        let fits = model.count + bytes.count <= 64
        #expect(add(bytes, to: &queue) == fits, "seed \(seed)")
        if fits { model += bytes }
      } else {
        let n = Int.random(in: 0...model.count, using: &random)
        queue.consume(n)
        model.removeFirst(n)
      }
      #expect(unread(queue) == model, "seed \(seed)")
    }
  }

  private func add(_ bytes: [UInt8], to queue: inout ByteQueue) -> Bool {
    queue.append(bytes)
  }

  private func unread(_ queue: ByteQueue) -> [UInt8] {
    queue.withUnread { Array($0) }
  }
}

@Suite struct `A byte writer` {
  @Test func `writes integers with the highest byte first`() {
    var writer = ByteWriter()
    writer.append(bigEndian: 0x0102 as UInt16)
    writer.append(bigEndian: 0x0304_0506 as UInt32)
    writer.append(bigEndian: 0x0708_090A_0B0C_0D0E as UInt64)
    #expect(writer.bytes == Array(1...14))
  }

  @Test(arguments: [0, 9, 10, -1, 1234567890, Int64.max, Int64.min])
  func `writes integers as people read them`(number: Int64) {
    var writer = ByteWriter()
    writer.append(decimal: number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
  }

  @Test func `writes bytes and text one behind the other`() {
    var writer = ByteWriter(capacity: 4)
    writer.append(UInt8(ascii: "a"))
    writer.append("b")
    writer.append(String("ü"))
    writer.append([1, 2])
    #expect(writer.bytes == [0x61, 0x62, 0xC3, 0xBC, 1, 2])
    #expect(writer.count == 6)
  }
}
