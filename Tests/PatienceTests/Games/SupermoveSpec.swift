import Cards
import Testing

@testable import Patience

/// So many cards of a run move at once as could be moved one by one.
@Suite struct `Supermoves` {
  struct Game: Sendable, CustomTestStringConvertible {
    let id: String
    let cells: Int
    var columns = 8
    var isOfOneSuit = true
    /// Whether empty columns help.
    var usesColumns = false

    var testDescription: String { id }

    /// `count` cards down to the ace on column 0, the next higher card on column 1; then empty columns, and
    /// whatever else there is.
    func picture(_ count: Int, freeCells: Int, freeColumns: Int) -> String {
      let letters = Array("A23456789TJQK")
      func card(_ rank: Int) -> String {
        "\(letters[rank - 1])\(isOfOneSuit || rank % 2 == 0 ? "H" : "S")"
      }
      var others = "CD".flatMap { suit in letters.map { "\($0)\(suit)" } }
      var text = "t0: " + (1...count).reversed().map { card($0) }.joined(separator: " ")
      text += "\nt1: " + card(count + 1)
      for column in 2 + freeColumns..<columns { text += "\nt\(column): \(others.removeFirst())" }
      for cell in freeCells..<cells { text += "\nc\(cell): \(others.removeFirst())" }
      return text
    }
  }

  @Test(arguments: [
    Game(id: "freecell", cells: 4, isOfOneSuit: false, usesColumns: true),
    Game(id: "freecell:cells=1", cells: 1, isOfOneSuit: false, usesColumns: true),
    Game(id: "bakers", cells: 4, usesColumns: true),
    Game(id: "bakers:empty=king", cells: 4),
    Game(id: "eightoff", cells: 8),
    Game(id: "eightoff:empty=any", cells: 8, usesColumns: true),
    Game(id: "seahaven", cells: 4, columns: 10),
    Game(id: "seahaven:empty=any", cells: 4, columns: 10, usesColumns: true),
    Game(id: "fortythieves:unit=run", cells: 0, columns: 10, usesColumns: true),
  ])
  func `are as long as cells and columns allow`(_ game: Game) throws {
    for cells in 0...game.cells {
      for columns in 0...3 {
        let most = (cells + 1) << (game.usesColumns ? columns : 0)
        for count in 1...12 {
          let table = try table(game.picture(count, freeCells: cells, freeColumns: columns), of: game.id)
          let head = UInt16(0)
          let run = table.cards(in: .tableau(0))
          let note: Comment = "\(count) cards, \(cells) cells, \(columns) columns"
          #expect(table.whyNotMove(run, to: .tableau(1)) == (count > most ? .tooMany : nil), note)
          #expect(table.whyNotLift(head) == (count > most ? .tooMany : nil), note)
          if columns == 0 || !game.usesColumns { continue }
          // A column that is itself the target does not help.
          let mostToNothing = (cells + 1) << (columns - 1)
          #expect(table.whyNotMove(run, to: .tableau(2)) == (count > mostToNothing ? .tooMany : nil), note)
        }
      }
    }
  }

  @Test func `leave everything as one by one`() throws {
    var table = try table("t0: 6H 5S 4H\nt1: 7C\nt2: KC\nt3: KD\nc0: KH\nc1: KS", of: "freecell")
    try table.play("6H", onto: "t1")
    #expect(table.rows("t0", "t1", "c2", "c3") == ["", "7C 6H 5S 4H", "", ""])
    #expect(table.moves == 1)
  }
}
