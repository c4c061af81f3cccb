import Cards
import DragDrop
import TestDice
import Testing

@testable import Patience

@Suite struct `What may be seen` {
  @Test func `hides exactly what lies face down`() throws {
    var engine = BoardEngine(table: Table(ruleset: .klondike1, deal: Deal(number: 5, of: .klondike1)))
    for _ in 0..<30 {
      for pile in engine.view().piles {
        let slot = try #require(engine.model.slot(of: pile.id))
        for (index, card) in pile.cards.enumerated() {
          let isOpen = index >= engine.model.piles[slot].upIndex
          #expect(card.face == (isOpen ? engine.model.faces[Int(card.handle)] : nil))
          #expect(engine.model[id: card.handle]?.face == card.face)
        }
      }
      try engine.turnStock(player: 1)
    }
  }

  @Test func `is drawn with dashes for what is hidden`() throws {
    let picture = try table("stock: (2C)\nt0: (KS) 5H").view().picture
    #expect(picture.hasPrefix("stock: --\nwaste:\nf0:\n"))
    #expect(picture.contains("t0: -- 5H\n"))
  }
}

@Suite struct `What can be done` {
  @Test func `list every card that can be lifted, in the order of piles, and its drops`() throws {
    let engine = try engine(wasteAndColumns)
    let choices = engine.choices(for: 1)
    let told = try choices.drops.map { drop in
      let face = try #require(engine.model.faces[Int(drop.handle)]).text
      return "\(face) -> "
        + drop.places.map { $0.pile.text + ($0.reveals ? "!" : "") }.joined(separator: " ")
    }
    #expect(
      told == [
        "6D -> t0", "AH -> ", "7S -> ", "7D -> ", "5C -> ", "4D -> ", "3S -> ", "2H -> f2 t2", "KD -> t4",
        "QC -> t6", "KH -> t4",
      ])
    #expect(choices.sends == [.init(handle: try engine.model.handle("2H"), pile: .foundation(2))])
    #expect(choices.canTapStock)
    #expect(!choices.canFinish)
  }

  @Test func `leave out what another holds`() throws {
    var engine = try engine(wasteAndColumns)
    _ = try engine.lift(try engine.model.handle("2H"), player: 2)
    #expect(
      !engine.choices(for: 1).drops.contains { $0.handle == (try? engine.model.handle("2H")) })
    #expect(engine.choices(for: 1).sends.isEmpty)
    #expect(engine.choices(for: 2).sends.count == 1)
  }
}

@Suite struct `Choices and the referee` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `agree on every card and every pile`(_ number: UInt64) throws {
    var dice = SplitMix64(seed: number)
    let ruleset: Ruleset = number % 2 == 0 ? .klondike1 : .klondike3
    var engine = BoardEngine(table: Table(ruleset: ruleset, deal: Deal(number: number, of: ruleset)))
    for step in 0..<60 {
      guard let next = Step.random(for: engine, using: &dice) else { break }
      next.play(on: &engine)
      if step % 15 == 5, let held = engine.choices(for: 2).drops.randomElement(using: &dice) {
        engine.cancelSessions(of: 2)
        _ = try engine.lift(held.handle, player: 2)
      }
      var told: [UInt16: [PileID]] = [:]
      for drop in engine.choices(for: 1).drops { told[drop.handle] = drop.places.map { $0.pile } }
      var judged: [UInt16: [PileID]] = [:]
      for (item, places) in engine.possibilities(for: 1) {
        judged[item] = places.compactMap { $0.destination?.collectionID }
      }
      #expect(told == judged, "deal \(number) step \(step)")
    }
  }
}

@Suite struct `Two worlds that differ only in hidden cards` {
  /// Everything that a player can find out by asking.
  private func answers(_ engine: BoardEngine<Table>) -> [String] {
    let table = engine.model
    var answers = [
      "\(engine.view())", "\(engine.choices(for: 1))", "\(String(describing: table.whyNotFinish()))",
    ]
    answers.append("\(String(describing: table.whyNotTurnStock))")
    for handle in 0..<52 as Range<UInt16> {
      var line =
        "\(handle): \(String(describing: table.whyNotLift(handle))) \(table.reveals(handle))"
      line +=
        " \(String(describing: table.whyNotSend(handle))) \(table.arrival(of: handle)) \(table.hasSeen(handle))"
      let (slot, index) = table.place(of: handle) ?? (0, 0)
      let run = Array(table.piles[slot].cards[index...])
      for pile in table.pileIDs {
        line += " \(table.whyNotMove(run, to: pile)?.rawValue ?? 0)"
        line += " \(table.whyNotMove([handle], to: pile)?.rawValue ?? 0)"
      }
      answers.append(line)
    }
    return answers
  }

  @Test(arguments: 1...UInt64(5 + rounds(5)))
  func `show the same until the difference lies open`(_ number: UInt64) throws {
    let ruleset: Ruleset = number % 2 == 0 ? .klondike1 : .klondike3
    let options = TableOptions(autoMoves: number % 3 == 0 ? .safe : .off, timed: number % 5 == 0)
    var dice = SplitMix64(seed: number)
    let deal = Deal(number: number, of: .klondike1)
    var script: [Step] = []
    var engine = BoardEngine(table: Table(ruleset: ruleset, deal: deal, options: options))
    while script.count < 60, let step = Step.random(for: engine, using: &dice) {
      step.play(on: &engine)
      script.append(step)
    }

    var hidden = (0..<52).filter { !engine.model.hasSeen(UInt16($0)) }
    var cards = deal.cards
    let faces = hidden.map { cards[$0] }
    hidden.shuffle(using: &dice)
    for (handle, face) in zip(hidden, faces) { cards[handle] = face }
    #expect(cards != deal.cards)
    let other = try #require(Deal(cards: cards, of: .klondike1))

    var one = BoardEngine(table: Table(ruleset: ruleset, deal: deal, options: options))
    var two = BoardEngine(table: Table(ruleset: ruleset, deal: other, options: options))
    #expect(answers(one) == answers(two))
    for (index, step) in script.enumerated() {
      step.play(on: &one)
      step.play(on: &two)
      let (first, second) = (answers(one), answers(two))
      #expect(first == second, "deal \(number) step \(index)")
      #expect(one.drainEvents() == two.drainEvents())
    }
  }
}
