import Boards
import DragDrop
import TestChecks
import Testing

@Suite struct `Arrays that apply differences` {
  private typealias Only = ReorderableSingleCollectionIdentifier

  private func difference(
    _ sources: [String], before anchor: String? = nil
  ) -> ReorderDifference<String, Only> {
    .init(
      sources: sources, destination: .init(position: anchor.map { .before($0) } ?? .end, collectionID: Only())
    )
  }

  private func cards(_ ids: [String]) -> [Card] {
    ids.map { Card(id: $0, color: ["a": .blue, "b": .green, "c": .pink][$0] ?? .white) }
  }

  @Test func `move the elements, with all that they hold`() {
    var list = cards(["a", "b", "c", "d"])
    #expect(list.apply(difference: difference(["d", "a"], before: "c")) == true)
    #expect(list == cards(["b", "d", "a", "c"]))
  }

  @Test func `refuse strictly what does not fit, and change nothing`() {
    let given = cards(["a", "b", "c"])
    for wrong in [
      difference(["z"]), difference(["a"], before: "z"), difference(["a", "a"]), difference([]),
    ] {
      var list = given
      #expect(list.apply(difference: wrong) == false)
      #expect(list == given)
    }
  }

  @Test func `skip what does not fit under the forgiving policy`() {
    var list = cards(["a", "b", "c"])
    #expect(list.apply(difference: difference(["z", "b", "b"], before: "y"), policy: .forgiving) == true)
    #expect(list == cards(["a", "c", "b"]))
    #expect(list.apply(difference: difference([]), policy: .forgiving) == true)
    #expect(list == cards(["a", "c", "b"]))
  }

  @Test func `move elements by any property that tells them apart`() {
    var words = ["Alpha", "Beta", "Gamma"]
    #expect(words.apply(difference: difference(["G"], before: "A"), itemID: { String($0.prefix(1)) }) == true)
    #expect(words == ["Gamma", "Alpha", "Beta"])
    #expect(words.apply(difference: difference(["X"]), itemID: { String($0.prefix(1)) }) == false)
  }

  @Test func `refuse elements that cannot be told apart, whatever the policy`() {
    for policy in [ReorderPolicy.strict, .forgiving] {
      var list = cards(["a", "b", "a"])
      #expect(list.apply(difference: difference(["b"]), policy: policy) == false)
      #expect(list == cards(["a", "b", "a"]))
    }
    #expect(throws: ReorderError.notUnique) {
      try Letters(checking: [.init(id: "F", items: ["a"]), .init(id: "O", items: ["a"])])
    }
    #expect(throws: ReorderError.notUnique) {
      try Letters(checking: [.init(id: "F", items: ["a"]), .init(id: "F", items: ["b"])])
    }
  }

  @Test func `an arrangement declared with an item twice stops`() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = letters("F[a] O[a]")
    }
    expectFailedCheck("an identifier occurs twice in an arrangement", of: end)
  }

  @Test func `Arrays of sections move elements across sections, and refuse unknown places`() {
    var sections = SectionedCards().sections
    let across = ReorderDifference<String, String>(
      sources: ["pink", "blue"], destination: .init(position: .before("yellow"), collectionID: "favorites"))
    #expect(sections.apply(difference: across) == true)
    #expect(sections.map { $0.cards.map { $0.id } } == [["green", "pink", "blue", "yellow"], ["orange"]])

    let (before, nowhere) = (sections, d("green", in: "bin"))
    #expect(sections.apply(difference: nowhere) == false)
    #expect(sections.apply(difference: nowhere, policy: .forgiving) == false)
    #expect(sections.apply(difference: d("green", before: "orange", in: "favorites")) == false)
    #expect(sections == before)
    #expect(
      sections.apply(difference: d("green", before: "orange", in: "favorites"), policy: .forgiving) == true)
    #expect(sections[0].cards.map { $0.id } == ["pink", "blue", "yellow", "green"])
  }
}
