import Cards
import Testing

@testable import Patience

@Suite struct `Baker's Game` {
  static let picture = """
    t0: KS QS
    t1: 9D 8D
    t2: 9S
    t3: JS
    t4: TD
    t5: 8S 7S
    t6: 6H
    t7: 4C
    c0: 8H
    """

  @Test(arguments: [
    ("JS", "t0 c1 c2 c3"), ("9D", "t4"), ("8D", "c1 c2 c3"), ("8S", "t2"), ("7S", "c1 c2 c3"),
    ("9S", "c1 c2 c3"),
  ])
  func `runs go down in their suit`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "bakers").targets(card) == targets)
  }

  @Test func `other suits are refused`() throws {
    try table(Self.picture, of: "bakers").refuses([
      ("8H", "t2", .wrongSuit), ("9S", "t4", .wrongSuit), ("TD", "t3", .wrongSuit),
      ("4C", "t6", .notNextRank),
      ("8S", "c1", .full), ("6H", "f2", .needsAce), ("KS", "t4", .notNextRank), ("8S", "f3", .oneCardOnly),
    ])
    try table("t0: 9S 8D\nt1: TS", of: "bakers").refuses([("9S", "t1", .notARun)])
  }

  @Test func `any card begins an empty column, or a king if that is chosen`() throws {
    let picture = "t0: 5D\nt1: KH\nc0: KC"
    #expect(try table(picture, of: "bakers").objection("5D", onto: "t2") == nil)
    let kings = try table(picture, of: "bakers:empty=king")
    #expect(try kings.targets("KC") == "t2 t3 t4 t5 t6 t7 c1 c2 c3")
    try kings.refuses([("5D", "t2", .needsKing)])
  }

  @Test(arguments: [("c3: 3H", true), ("c3: 3S", false), ("", false)])
  func `is dead where no suit fits`(_ last: String, _ isDead: Bool) throws {
    let picture = columns("4C 4S 6C 6S 8C 8S TC TS") + "\nc0: QC\nc1: QS\nc2: 2D\n" + last
    #expect(try table(picture, of: "bakers").status == (isDead ? .deadEnd : .playing))
  }
}

@Suite struct `Eight Off` {
  @Test func `is dealt across eight columns of six, the last four to the first four cells`() throws {
    let table = try dealt("eightoff")
    #expect(table.sizes(.tableau) == Array(repeating: "0+6", count: 8))
    #expect(table.handles(.tableau)[3] == [3, 11, 19, 27, 35, 43])
    #expect(table.handles(.cell) == [[48], [49], [50], [51], [], [], [], []])
    // They are the last row of Microsoft's deal 1.
    #expect(table.rows("c0", "c1", "c2", "c3") == ["6S", "9C", "2H", "6H"])
  }

  static let picture = "t0: KC 9H 8H\nt1: TH\nt2: 9S\nt3: 7H\nc0: KD\nc1: 2S\nc7: 3C"

  @Test(arguments: [
    ("9H", "t1"), ("7H", "t0 c2 c3 c4 c5 c6"), ("KD", "t4 t5 t6 t7 c2 c3 c4 c5 c6"), ("8H", "c2 c3 c4 c5 c6"),
    ("KC", ""),
  ])
  func `runs go down in their suit, a king on nothing`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "eightoff").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "eightoff").refuses([
      ("8H", "t2", .wrongSuit), ("TH", "t4", .needsKing), ("2S", "t5", .needsKing), ("KC", "t4", .notARun),
      ("TH", "c0", .full), ("TH", "c8", .noSuchPile), ("2S", "f3", .needsAce), ("9H", "c2", .full),
    ])
    #expect(try table(Self.picture, of: "eightoff:empty=any").objection("2S", onto: "t5") == nil)
  }

  @Test(arguments: [("c7: 5S", false), ("c7: 2D", true), ("", false)])
  func `is dead with full cells and nothing that fits`(_ last: String, _ isDead: Bool) throws {
    let cells = ["QC", "QS", "2C", "2S", "QD", "QH", "2H"].enumerated().map {
      "\nc\($0.offset): \($0.element)"
    }
    let picture = columns("4C 4S 6C 6S 8C 8S TC TS") + cells.joined() + "\n" + last
    #expect(try table(picture, of: "eightoff").status == (isDead ? .deadEnd : .playing))
  }
}

@Suite struct `Seahaven Towers` {
  @Test func `is dealt across ten columns of five, the last two to the middle cells`() throws {
    let table = try dealt("seahaven")
    #expect(table.sizes(.tableau) == Array(repeating: "0+5", count: 10))
    #expect(table.handles(.tableau)[9] == [9, 19, 29, 39, 49])
    #expect(table.handles(.cell) == [[], [50], [51], []])
    #expect(try table.faces == dealt("freecell").faces)
  }

  static let picture = "t0: KC 9H 8H\nt1: TH\nt2: 9S\nt3: 7H\nc1: KD\nc2: 2S"

  @Test(arguments: [
    ("9H", "t1"), ("7H", "t0 c0 c3"), ("KD", "t4 t5 t6 t7 t8 t9 c0 c3"), ("2S", "c0 c3"),
  ])
  func `runs go down in their suit, a king on nothing`(_ card: String, _ targets: String) throws {
    #expect(try table(Self.picture, of: "seahaven").targets(card) == targets)
  }

  @Test func `every other move is refused`() throws {
    try table(Self.picture, of: "seahaven").refuses([
      ("8H", "t2", .wrongSuit), ("TH", "t4", .needsKing), ("KC", "t4", .notARun), ("TH", "c1", .full),
      ("TH", "c4", .noSuchPile),
    ])
    #expect(try table(Self.picture, of: "seahaven:empty=any").objection("TH", onto: "t4") == nil)
  }

  @Test(arguments: [("c3: 2D", true), ("c3: 9C", false), ("", false)])
  func `is dead with full cells and nothing that fits`(_ last: String, _ isDead: Bool) throws {
    let picture = columns("4C 4S 6C 6S 8C 8S TC TS QC QS") + "\nc0: 2C\nc1: 2S\nc2: 2H\n" + last
    #expect(try table(picture, of: "seahaven").status == (isDead ? .deadEnd : .playing))
  }
}
