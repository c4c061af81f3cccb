import Testing

@testable import DragDrop

@Suite struct `A set of identifiers` {
  @Test(arguments: 0...40)
  func `says the same as a set on both sides of its seam`(_ count: Int) {
    var (grown, reference) = (IdentifierSet<Int>(), Set<Int>())
    for number in (0..<count).flatMap({ [$0 * 7 % 11 + $0, $0 / 2] }) {
      #expect(grown.insert(number) == reference.insert(number).inserted)
      let made = IdentifierSet(Array(reference))
      for other in 0...count + 11 {
        #expect(grown.contains(other) == reference.contains(other))
        #expect(made.contains(other) == reference.contains(other))
      }
    }
  }

  @Test(arguments: [15, 16, 17])
  func `may be made of items that occur twice`(_ count: Int) {
    let made = IdentifierSet(Array(0..<count) + [0, 1])
    #expect((0..<count).allSatisfy { made.contains($0) } && !made.contains(count))
  }

  @Test(arguments: 14...20)
  func `lets differences of that many sources move`(_ count: Int) throws {
    let ids = (0..<40).map { "\($0)" }
    var arrangement = Letters([.init(id: "", items: ids)])
    try arrangement.apply(.init(sources: Array(ids.suffix(count)), destination: before("0", "")))
    #expect(arrangement[""] == ids.suffix(count) + ids.dropLast(count))
    #expect(throws: ReorderError.duplicateSource(index: count)) {
      try arrangement.apply(.init(sources: ids.suffix(count) + ["39"], destination: end("")))
    }
  }
}
