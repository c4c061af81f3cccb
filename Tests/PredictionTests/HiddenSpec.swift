import Cards
import DragDrop
import Patience
import Prediction
import Testing

/// A predictor knows what lies open, and plays up to what does not.
@Suite struct `Hidden cards` {
  @Test(arguments: games.indices) func `are unknown to the predictor, whatever is played`(game: Int) throws {
    var play = Play(games[game], seed: 11)
    for _ in 0..<30 {
      let table = play.engine.model
      let sight = table.sight
      let predictor = try predictor(seeing: table)
      let hidden = Set(sight.view.piles.flatMap { $0.cards }.filter { $0.face == nil }.map { $0.handle })
      let held = try #require(predictor.table)
      for handle in hidden { #expect(held[id: handle]?.face == nil) }
      #expect(held.pictureWithHiddenCards.components(of: "(--)") == hidden.count, "a hidden face is known")
      let (operation, handle, pile) = play.anything()
      play.goOn(operation, handle, pile)
    }
  }

  @Test func `stay down when a move uncovers them`() throws {
    let picture = "t0: (AC) 6H\nt1: 7S\nt2: (QD) KS\nstock: (2C)"
    var predictor = try predictor(seeing: complete(picture, .klondike1, safe: true))
    let table = try #require(predictor.table)
    let (six, seven) = (table.cards(in: .tableau(0)), table.index(of: .tableau(1)))
    #expect(predictor.play(1, six[1], on: seven) == 0)
    let after = try #require(predictor.table)
    #expect(after.awaited == [six[0]])
    #expect(predictor.awaited() == [UInt8(six[0] & 255), UInt8(six[0] >> 8)])
    #expect(after[id: six[0]]?.face == nil)
    #expect(after.status == .playing)
    #expect(after.score == 0, "only the server counts the card that it turns up")
    // Neither lifted nor built on, as nobody here knows what it is.
    #expect(predictor.whyNotDrop(six[0], on: seven) == Refusal.faceDown.rawValue)
    #expect(predictor.whyNotDrop(six[1], on: table.index(of: .tableau(0))) == Refusal.faceDown.rawValue)
    // Other piles go on.
    #expect(predictor.play(2, 0, on: 0) == 0)
    #expect(try #require(predictor.table).awaited.count == 2)
  }

  @Test func `come from the stock without a face`() throws {
    let play = Play(.klondike3, seed: 3)
    var predictor = try predictor(seeing: play.engine.model)
    let stock = play.engine.model.cards(in: .stock)
    #expect(predictor.play(2, 0, on: 0) == 0)
    let table = try #require(predictor.table)
    #expect(table.cards(in: .waste) == stock.suffix(3).reversed())
    #expect(table.awaited == table.cards(in: .waste))
    #expect(predictor.whyNotDrop(stock.suffix(3)[stock.count - 3], on: 6) == Refusal.faceDown.rawValue)
    // A card without a face on one with a face is nothing that a server would tell.
    var later = play
    try later.make(.turnStock, 0, 0)
    predictor = try PredictionTests.predictor(seeing: later.engine.model)
    #expect(predictor.play(2, 0, on: 0) == 0)
    #expect(predictor.load(view: predictor.view()) == .badView)
  }

  @Test func `let no card leave by itself past them`() throws {
    // With the six gone the two of clubs could follow the ace that turns up.
    let picture = "t0: (AC) 6H\nt1: 7S\nt2: 2C\nstock: (KD)"
    let truth = try complete(picture, .klondike1, safe: true)
    var predictor = try predictor(seeing: truth)
    let six = truth.cards(in: .tableau(0))[1]
    #expect(predictor.play(1, six, on: truth.index(of: .tableau(1))) == 0)
    let guess = try #require(predictor.table)
    #expect(guess.cards(in: .foundation(0)).isEmpty)
    var real = truth
    try real.move([six], to: .tableau(1))
    #expect(real.cards(in: .foundation(0)).count == 2)
  }

  @Test func `are sent home only as far as they are known`() throws {
    // The stock hides two cards whose order is unknown: so all can be finished, but not foreseen.
    let picture = "stock: (QS) (KS)\nf0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-TS\nt0: JS"
    let truth = try table(picture)
    var predictor = try predictor(seeing: truth)
    #expect(predictor.choices()[0] == 3)
    #expect(predictor.play(4, 0, on: 0) == 0)
    let guess = try #require(predictor.table)
    #expect(guess.cards(in: .foundation(3)).count == 11)
    #expect(guess.status == .playing)
    #expect(guess.awaited.count == 1)
  }

  @Test func `prove no dead end`() throws {
    // Nothing can move but the six, and below it lies a card that nobody has seen.
    let truth = try complete("t0: (AC) 6H\nt1: 7S", .klondike1)
    var predictor = try predictor(seeing: truth)
    let six = truth.cards(in: .tableau(0))[1]
    #expect(predictor.play(1, six, on: truth.index(of: .tableau(1))) == 0)
    #expect(try #require(predictor.table).status == .playing)
  }

  /// The picture's cards where it has them, and all others face down in the stock.
  private func complete(_ picture: String, _ ruleset: Ruleset, safe: Bool = false) throws -> Table {
    let named = picture.split(separator: "\n").first { $0.hasPrefix("stock:") }.map(String.init) ?? "stock:"
    let rest = Deck().cards.map { $0.text }.filter { !picture.contains($0) }
    let stock = named + rest.map { " (\($0))" }.joined()
    let lines = picture.split(separator: "\n").filter { !$0.hasPrefix("stock:") }.joined(separator: "\n")
    return try table(stock + "\n" + lines, ruleset, options: TableOptions(autoMoves: safe ? .safe : .off))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
