import Testing

@testable import DragDrop

@Suite struct `A reader of bytes` {
  @Test func `reads what was written`() {
    var bytes: [UInt8] = []
    bytes.put(UInt64.max - 1)
    bytes.put(Int32(-2))
    bytes.put(true)
    bytes.put(number: 1 << 30)
    bytes.put(list: [1, 2])
    bytes.put(longList: [3, 4, 5])
    var reader = ByteReader(bytes)
    #expect(reader.u64() == UInt64.max - 1)
    #expect(reader.i32() == -2)
    #expect(reader.truth() == true)
    #expect(reader.number() == 1 << 30)
    #expect(!reader.isSpent)
    #expect(reader.list() == [1, 2])
    #expect(reader.longList() == [3, 4, 5])
    #expect(reader.isSpent)
  }

  @Test func `gives zeros after the end, and says so`() {
    var reader = ByteReader([1, 2, 3])
    #expect(reader.u16() == 0x0201)
    #expect(reader.u16() == 0x0003, "what is there counts")
    #expect(reader.u64() == 0 && reader.list().isEmpty && !reader.truth())
    #expect(!reader.isSpent)
  }

  @Test func `takes no number that is too large, and no count of more than is left`() {
    var large: [UInt8] = []
    large.put(UInt32(1 << 30) + 1)
    var reader = ByteReader(large)
    #expect(reader.number() == 0 && !reader.isSpent)

    reader = ByteReader([2, 0, 0, 0, 7, 7])
    #expect(reader.count() == 2)
    reader = ByteReader([3, 0, 0, 0, 7, 7])
    #expect(reader.count() == 0 && reader.u8() == 0 && !reader.isSpent)
    reader = ByteReader([3, 0, 0, 0, 7, 7])
    #expect(reader.longList().isEmpty && !reader.isSpent)
    reader = ByteReader([2])
    #expect(reader.truth() == false && !reader.isSpent)
  }
}
