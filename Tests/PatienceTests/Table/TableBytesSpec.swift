import Cards
import DragDrop
import TestDice
import Testing

@testable import Patience

/// A table in the middle of its game, as bytes and back.
@Suite struct `A table as bytes` {
  private let seed: UInt64 = 0x7AB1E
  private let deal = Deal(number: 11, of: .klondike1)

  /// Any position, reached by moves, stock turns and undo.
  private func played(_ ruleset: Ruleset, steps: Int, _ dice: inout Dice) -> Table {
    var engine = BoardEngine(
      table: Table(ruleset: ruleset, deal: deal, options: TableOptions(timed: steps % 2 == 0)))
    for step in 0..<steps {
      engine.elapse(to: UInt32(step) * 7)
      let choices = engine.choices(for: 0)
      let drops = choices.drops.filter { !$0.places.isEmpty }
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: _ = engine.undo()
      case 1, 2: try? engine.turnStock(player: 0)
      default:
        guard let drop = drops.randomElement(using: &dice),
          let place = drop.places.randomElement(using: &dice),
          let session = try? engine.lift(drop.handle, player: 0)
        else { continue }
        try? engine.drop(session.id, player: 0, on: place.pile)
      }
    }
    return engine.model
  }

  private func bytes(of table: Table) -> [UInt8] {
    var coder = ByteCoder()
    table.write(to: &coder)
    return coder.bytes
  }

  private func read(_ bytes: [UInt8], _ ruleset: Ruleset) -> Table? {
    var coder = ByteCoder(reading: bytes)
    guard let table = Table(&coder, ruleset: ruleset, deal: deal), coder.isSpent else { return nil }
    return table
  }

  @Test(arguments: [Ruleset.klondike1, .klondike3])
  func `is read as the same table`(ruleset: Ruleset) throws {
    var dice = Dice(seed: seed)
    for steps in [0, 1, 10, 100, 300] {
      let table = played(ruleset, steps: steps, &dice)
      let back = try #require(read(bytes(of: table), ruleset), "seed \(seed), \(steps) steps")
      #expect(back == table, "seed \(seed), \(steps) steps")
      #expect(bytes(of: back) == bytes(of: table))
    }
  }

  @Test func `The bytes that undo keeps give the same table in every game`() throws {
    for ruleset in Catalogue.rulesets {
      for seats in [1, ruleset.seats.max] {
        let start = Table(
          ruleset: ruleset, deal: Deal(number: 3, of: ruleset, seats: seats), seats: seats)
        var engine = BoardEngine(table: start)
        for _ in 0..<20 {
          guard let drop = engine.choices(for: 0).drops.last(where: { !$0.places.isEmpty }),
            let session = try? engine.lift(drop.handle, player: 0)
          else { break }
          try engine.drop(session.id, player: 0, on: drop.places[0].pile)
        }
        let bytes = try #require(engine.model.packed(), "\(ruleset.id)")
        #expect(start.unpacked(bytes) == engine.model, "\(ruleset.id)")
      }
    }
  }

  @Test func `Bytes that are cut, or have more behind them, give no table`() {
    var dice = Dice(seed: seed)
    let whole = bytes(of: played(.klondike1, steps: 50, &dice))
    for count in 0..<whole.count { #expect(read(Array(whole.prefix(count)), .klondike1) == nil) }
    #expect(read(whole + [0], .klondike1) == nil)
  }

  @Test func `Damaged bytes give no table, or one that holds every card once`() {
    var dice = Dice(seed: seed)
    let whole = bytes(of: played(.klondike1, steps: 80, &dice))
    var refused = 0
    for _ in 0..<rounds(4_000) {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        damaged[Int.random(in: 0..<damaged.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      guard let table = read(damaged, .klondike1) else {
        refused += 1
        continue
      }
      #expect(table.checkInvariants() && table.census() == Array(0..<52), "seed \(seed)")
    }
    #expect(refused > least(1_000))
  }

  /// Which game it was is not among the bytes: of one with the same piles they are a position of this one.
  @Test func `Bytes of a game with other piles or other cards give no table`() {
    let own = Table(ruleset: .klondike1, deal: deal)
    let others = Catalogue.rulesets.map { Table(ruleset: $0, deal: Deal(number: 11, of: $0)) }
      .filter { ($0.piles.count, $0.faces.count) != (own.piles.count, own.faces.count) }
    #expect(others.count > 20)
    for other in others { #expect(read(bytes(of: other), .klondike1) == nil, "\(other.ruleset.id)") }
  }

  @Test func `Bytes that are all zero give no table`() {
    var dice = Dice(seed: seed)
    let table = played(.klondike1, steps: 5, &dice)
    #expect(read(Array(repeating: 0, count: bytes(of: table).count), .klondike1) == nil)
  }
}
