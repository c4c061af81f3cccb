import Cards
import DragDrop
import Patience
import Prediction
import Testing

@Suite struct `A predictor` {
  @Test func `has no answers before it was given a view`() {
    var predictor = Predictor()
    let view = Play(.klondike1, seed: 1).engine.model.sight.bytes
    #expect(predictor.load(view: view) == .noRules)
    #expect(predictor.piles().isEmpty)
    #expect(predictor.load(rules: [1, 2, 3]) == .badRules)
    #expect(predictor.load(rules: Ruleset.klondike1.bytes) == .done)
    #expect(predictor.load(view: [1]) == .badView)
    #expect(String(decoding: predictor.piles(), as: UTF8.self).hasPrefix("stock;waste;f0;f1;f2;f3;t0;"))
    #expect(predictor.view().isEmpty && predictor.choices().isEmpty && predictor.awaited().isEmpty)
    #expect(predictor.whyNotDrop(0, on: 0) == 255)
    #expect(predictor.play(2, 0, on: 0) == 255)
    #expect(predictor.hold(0) == 255)
    #expect(predictor.look(0) == nil)
    #expect(predictor.load(view: view) == .done)
    #expect(predictor.view() == view)
    #expect(predictor.load(rules: Ruleset.klondike3.bytes) == .done)
    #expect(predictor.view().isEmpty, "a view outlived its rules")
  }

  @Test func `changes nothing when it refuses`() throws {
    let play = Play(.klondike1, seed: 4)
    var predictor = try predictor(seeing: play.engine.model)
    let view = predictor.view()
    for operation in 0...6 as ClosedRange<UInt8> {
      for handle in [0, 20, 51, 52, .max] as [UInt16] {
        for pile in [0, 1, 5, 12, 13, 255] as [UInt8] {
          if predictor.play(operation, handle, on: pile) == 0 {
            try #require(predictor.load(view: view) == .done)
          }
          #expect(predictor.view() == view, "\(operation) \(handle) \(pile)")
        }
      }
    }
  }

  @Test func `names refusals and formations as the wire does`() {
    for refusal in Refusal.allCases {
      let name = Predictor.name(ofRefusal: refusal.rawValue)
      #expect(String(decoding: name, as: UTF8.self) == refusal.wireName.description)
    }
    #expect(Predictor.name(ofRefusal: 0).isEmpty)
    #expect(Predictor.name(ofRefusal: 255).isEmpty)
    let names = (0...5 as ClosedRange<UInt8>).map {
      String(decoding: Predictor.name(ofFormation: $0), as: UTF8.self)
    }
    #expect(names == ["default", "none", "pile", "list", "stack", ""])
  }

  @Test func `has no refusal whose number means that no view is loaded`() {
    #expect(Refusal(rawValue: Predictor.nothingLoaded) == nil)
  }

  @Test func `plays a game that is seen whole to its end`() throws {
    var predictor = try predictor(seeing: table("f0: AC-KC\nf1: AD-KD\nf2: AH-KH\nf3: AS-QS\nt0: KS"))
    #expect(predictor.play(4, 0, on: 0) == 0)
    #expect(predictor.table?.status == .won)
    #expect(predictor.play(2, 0, on: 0) == Refusal.gameOver.rawValue)
    let won = predictor.view()
    #expect(predictor.load(view: won) == .done)
  }

  @Test func `takes the server's word for a dead end that it cannot see`() throws {
    let play = Play(.klondike1, seed: 6)
    var bytes = play.engine.model.sight.bytes
    bytes[2] = GameStatus.deadEnd.rawValue
    var predictor = try predictor(seeing: play.engine.model)
    #expect(predictor.load(view: bytes) == .done)
    #expect(predictor.table?.status == .deadEnd)
  }

  @Test func `packs a look into four bytes`() throws {
    let play = Play(.klondike1, seed: 1)
    let predictor = try predictor(seeing: play.engine.model)
    let top = try #require(play.engine.model.cards(in: .tableau(6)).last)
    #expect(try #require(predictor.look(top)).packed == 0x01_0404)
  }
}
