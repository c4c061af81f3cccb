import DragDrop
import Testing

@Suite struct `Drop formations` {
  private static let formations: [Nest.Level: DragDropPreviewsFormation] = [
    .item: .pile, .run: .list, .region: .none, .board: .stack,
  ]

  /// A nest in which only some of the levels say how items look above them.
  private func board(saying levels: Set<Nest.Level>) -> Board<Nest> {
    func formation(_ level: Nest.Level) -> DragDropPreviewsFormation? {
      levels.contains(level) ? Self.formations[level] : nil
    }
    var item = ItemView<Nest>().dropDestination { nest, id, _, _ in nest.hear(.item, id) }
    if let said = formation(.item) { item = item.dropPreviewsFormation(said) }
    var run = ForEach<Nest>({ $0.twigs }, content: { item }).collection("twigs")
      .dropDestination { nest, _, index in nest.hear(.run, "\(index)") }
    if let said = formation(.run) { run = run.dropPreviewsFormation(said) }
    var region = Region<Nest>("twigs") { run }.dropDestination { nest, _, _ in nest.hear(.region, "") }
    if let said = formation(.region) { region = region.dropPreviewsFormation(said) }
    let board = Board<Nest> {
      Region("eggs") { ForEach { $0.eggs } }.dragContainer { _, ids in ids }.dragPreviewsFormation(.pile)
      region
    }
    .dropDestination { nest, _, _ in nest.hear(.board, "") }
    return formation(.board).map { board.dropPreviewsFormation($0) } ?? board
  }

  @Test func `row 78: are those of the innermost level that says one, from the destination outwards`() throws
  {
    let levels = Nest.Level.allCases
    for bits in 0..<16 {
      let saying = Set(levels.enumerated().filter { bits >> $0.offset & 1 == 1 }.map { $0.element })
      var engine = BoardEngine(board: board(saying: saying), model: Nest())
      let session = try engine.beginDrag("x", player: 1)
      let pointers: [BoardEngine<Nest>.Pointer] = [
        .init(over: 1, onto: "a", before("a", "twigs")), .init(over: 1, before("a", "twigs")), .init(over: 1),
        .init(at: Point(x: 0.5, y: 0.5)),
      ]
      for (depth, pointer) in pointers.enumerated() {
        let rules = levels[depth...].first { saying.contains($0) }.flatMap { Self.formations[$0] } ?? .default
        #expect(engine.formation(of: session, at: pointer) == rules, "\(saying) at \(levels[depth])")
      }
    }
  }

  @Test func `have names for clients`() {
    let all: [DragDropPreviewsFormation] = [.default, .none, .pile, .list, .stack]
    #expect(all.map { $0.wireName.description } == ["default", "none", "pile", "list", "stack"])
  }
}
