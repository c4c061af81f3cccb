import Testing

@testable import Boards

@Suite("Handles")
struct HandleSpec {
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

  @Test func `a number that was never given names nothing`() {
    let table = HandleTable<String>()
    #expect(table.occurrence(0) == nil)
    #expect(table.occurrence(-1) == nil)
    #expect(table.handle(of: "apple") == nil)
  }
}
