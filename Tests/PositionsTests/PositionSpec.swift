import Cards
import Patience
import Positions
import Testing

@Suite struct `A position` {
  @Test func `is made of a picture and plays on from it`() throws {
    let position = try Played(
      "stock: (2C) (3C)\nwaste: 9D 6D\nf2: AH\nt0: 7S\nt1: (KC) 7D\nt2: 5S 4D\nt3: 2H\nt5: KD QC", .klondike3)
    #expect(
      position.moves == ["waste-t0", "t3-f2", "t5-t4×2", "t5-t6×2", "turn"])
    try position.play("waste-t0")
    #expect(position.moves == ["t2-t0×2", "t3-f2", "t5-t4×2", "t5-t6×2", "turn"])
    try position.play("t2-t0×2")
    #expect(position.row("t0") == "7S 6D 5S 4D" && position.row("t2") == "")
    #expect(position.moves.contains("t5-t2×2"))
    try position.play("turn")
    #expect(position.row("waste") == "9D 3C 2C" && position.row("stock") == "")
    try position.play("turn")
    #expect(position.row("waste") == "" && position.row("stock") == "(2C) (3C) (9D)" && position.pass == 2)
  }

  @Test func `turns cards up, and tells when it is won`() throws {
    let open = try Played("t0: 7S\nt1: (KC) 6D", .klondike1)
    try open.play("t1-t0")
    #expect(open.row("t1") == "KC")
    let won = try Played("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt4: KS", .klondike1)
    #expect(!won.isWon)
    try won.play("t4-f3")
    #expect(won.isWon && won.moves.isEmpty)
  }

  @Test func `moves as many cards as cells and columns allow`() throws {
    let columns = "t0: 9S 8H 7C\nt1: TD\nt2: 2C\nt3: 2D\nt4: 2H\nt5: 3C\nt6: 3D"
    let one = try Played("\(columns)\nt7: 3H\nc0: KC\nc1: KD\nc2: KH", .freeCell)
    #expect(!one.moves.contains("t0-t1×3"), "one cell, no column")
    let two = try Played("\(columns)\nt7: 3H\nc0: KC\nc1: KD", .freeCell)
    #expect(two.moves.contains("t0-t1×3"))
    let column = try Played("\(columns)\nc0: KC\nc1: KD\nc2: KH", .freeCell)
    #expect(column.moves.contains("t0-t1×3") && !column.moves.contains("t0-t7×3"))
    #expect(column.moves.contains("t0-t7×2"))
  }

  @Test func `takes off pairs that nothing covers`() throws {
    let position = try Played("waste: 4C\nt0: KS\nt1: 9D\nt2: 2H", .pyramid)
    #expect(position.moves == ["waste-t1", "t1-waste", "turn"])
    try position.play("t1-waste")
    #expect(position.row("f0") == "9D 4C" && position.row("t1") == "")
    #expect(position.moves.isEmpty, "the two lies on the king")
  }

  @Test func `presses a row together`() throws {
    let position = try Played("t0: 5S\nt1: 7D\nt2: 9D\nt3: 5H", .accordion)
    #expect(position.moves == ["t2-t1", "t3-t0"])
    try position.play("t2-t1")
    #expect(position.moves.isEmpty, "three piles are left, and none has a neighbour")
  }

  @Test func `is copied, and goes back to what it was`() throws {
    let first = try Played("waste: 4C\nt0: KS\nt1: 9D\nt2: 2H", .pyramid)
    let position = Played(copying: first)
    try position.play("waste-t1")
    #expect(first.row("t1") == "9D" && position.row("t1") == "" && position.key != first.key)
    position.become(first)
    #expect(position.row("t1") == "9D" && position.key == first.key)
  }

  @Test func `is not made of another game, of hidden cards, or for several people`() throws {
    let rules = try #require(CompiledRules(.freeCell))
    let table = Table(ruleset: .klondike1, deal: Deal(number: 1, of: .klondike1))
    #expect(!makes(rules, of: table))
    let klondike = try #require(CompiledRules(.klondike1))
    let seen = try #require(Table(ruleset: .klondike1, sight: table.sight))
    #expect(makes(klondike, of: table) && !makes(klondike, of: seen))
    var duel = Ruleset.klondike1
    duel.seats = Ruleset.Seats(2, 2)
    #expect(CompiledRules(duel) == nil)
  }

  private func makes(_ rules: CompiledRules, of table: Table) -> Bool {
    if Position(table, of: rules) != nil { true } else { false }
  }
}
