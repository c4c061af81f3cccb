import Testing

@testable import Boards

@Suite("Handles")
struct HandleSpec {
  @Test func `are as many as the protocol can name, and no more`() {
    var table = HandleTable<Int>()
    for item in 0..<HandleTable<Int>.handleMax { table.note(.init(item: item, index: 0)) }
    #expect(table.hasRoom(for: 1) && !table.hasRoom(for: 2))
    table.note(.init(item: -1, index: 0))
    #expect(table.handle(of: -1) == 65_535 && !table.hasRoom(for: 1) && table.hasRoom(for: 0))
  }

  @Test func `an item keeps its number, and each time it is shown has one of its own`() {
    var table = HandleTable<String>()
    table.note(.init(item: "apple", index: 0))
    table.note(.init(item: "pear", index: 0))
    table.note(.init(item: "apple", index: 1))
    table.note(.init(item: "apple", index: 0))
    #expect(table.handle(of: "apple") == 0)
    #expect(table.handle(of: "pear") == 1)
    #expect(table.handle(of: "apple", index: 1) == 2)
    #expect(table.occurrence(2)?.item == "apple")
  }

  @Test func `A number that was never given names no item`() {
    let table = HandleTable<String>()
    #expect(table.occurrence(0) == nil)
    #expect(table.occurrence(-1) == nil)
    #expect(table.handle(of: "apple") == nil)
  }
}
