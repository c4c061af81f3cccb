import Testing

@testable import Wire

@Suite struct `The hash of a view` {
  @Test func `is that of a line which others can write`() {
    var hash = ViewHash()
    #expect(hash.value == 0x811C_9DC5, "of nothing")
    hash.add("stock", [])
    #expect(hash.value == 0x5841_1232, "of stock:;")
  }

  @Test func `counts handles, faces and what is written`() {
    func hash(_ items: ItemTold...) -> UInt32 {
      var hash = ViewHash()
      hash.add("t0", items)
      return hash.value
    }
    let all = [
      hash(), hash(ItemTold(handle: 1)), hash(ItemTold(handle: 12)), hash(ItemTold(handle: 12, face: "5H")),
      hash(ItemTold(handle: 12, face: "~5H")), hash(ItemTold(handle: 1), ItemTold(handle: 2)),
      hash(ItemTold(handle: 12, content: ItemContent(text: "5H"))), hash(ItemTold(handle: -1)),
    ]
    #expect(Set(all).count == all.count)
  }
}

@Suite struct `FNV-1a` {
  /// As published for the algorithm, but for the last, which was computed apart.
  @Test(arguments: [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968), ("stock:;", 0x5841_1232)])
  func `gives the numbers that everybody has`(text: String, value: UInt32) {
    var hash = FNV1a()
    hash.add(text.utf8)
    #expect(hash.value == value)
  }
}
