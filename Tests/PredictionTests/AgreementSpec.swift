import Cards
import DragDrop
import Patience
import Prediction
import TestDice
import Testing

/// What the browser is told on what a player sees is held against the server's referee, who knows
/// every card.
@Suite struct `The predictor and the referee` {
  @Test(arguments: games.indices, 0..<UInt64(rounds(3)))
  func `offer the same at every step`(game: Int, seed: UInt64) throws {
    print("seed \(seed) of \(games[game].id.text)")
    var play = Play(games[game], seed: seed)
    for _ in 0..<150 {
      let predictor = try predictor(seeing: play.engine.model)
      let (told, known) = (predictor.choices(), bytes(of: play.engine))
      // What can be finished may rest on cards that were seen earlier and are hidden again.
      #expect(told.dropFirst() == known.dropFirst())
      #expect(told[0] | 2 == known[0] | 2)
      #expect(told[0] & 2 <= known[0] & 2, "a finish was promised that is not possible")
      let (operation, handle, pile) = play.anything()
      play.goOn(operation, handle, pile)
    }
  }

  @Test(arguments: games.indices, 0..<UInt64(rounds(2)))
  func `refuse every card on every pile for the same reason`(game: Int, seed: UInt64) throws {
    var play = Play(games[game], seed: seed)
    for number in 0..<60 {
      if number % 20 == 10 {
        let predictor = try predictor(seeing: play.engine.model)
        var mistakes: [String] = []
        for handle in 0..<UInt16(games[game].cardCount()) + 2 {
          for pile in play.engine.model.pileIDs {
            let told = predictor.whyNotDrop(handle, on: play.engine.model.index(of: pile))
            let known = whyNot(handle, pile, play.engine)
            if told != known { mistakes.append("\(handle) on \(pile.text): \(told), not \(known)") }
          }
        }
        #expect(mistakes.isEmpty)
      }
      let (operation, handle, pile) = play.anything()
      play.goOn(operation, handle, pile)
    }
  }

  @Test(arguments: games.indices, 0..<UInt64(rounds(4)))
  func `play the same up to what is hidden`(game: Int, seed: UInt64) throws {
    print("seed \(seed) of \(games[game].id.text)")
    var play = Play(games[game], seed: seed)
    for _ in 0..<150 {
      var predictor = try predictor(seeing: play.engine.model)
      let (operation, handle, pile) = play.below(5) == 0 ? play.nonsense() : play.anything()
      let answer = predictor.play(operation.rawValue, handle, on: pile)
      // A browser may be silent where the server knows more: stock cards that were seen have no face here.
      let isSilent =
        operation == .finish && answer == Refusal.notYetOpen.rawValue
        && !play.engine.model.cards(in: .stock).isEmpty
      do throws(Refusal) {
        try play.make(operation, handle, pile)
      } catch {
        #expect(answer == error.rawValue || isSilent && error == .cannotFinish)
        continue
      }
      if isSilent { continue }
      #expect(answer == 0)
      let (guess, truth) = (try #require(predictor.table), play.engine.model)
      if guess.awaited.isEmpty {
        #expect(guess.sight.view.piles == truth.sight.view.piles)
        #expect(guess.score == truth.score && guess.moves == truth.moves && guess.pass == truth.pass)
        #expect(guess.status == truth.status || truth.status == .deadEnd)
      } else {
        #expect(guess.status == .playing)
        holdsNothingElse(guess, than: truth)
      }
    }
  }

  /// As far as it went, the guess shows what the truth shows.
  private func holdsNothingElse(_ guess: Table, than truth: Table) {
    let open = truth.sight.view.piles.flatMap { $0.cards }
    for card in guess.sight.view.piles.flatMap({ $0.cards }) {
      guard let face = card.face, let real = open.first(where: { $0.handle == card.handle })?.face
      else { continue }
      #expect(face == real)
    }
    for handle in guess.awaited { #expect(truth[id: handle]?.face != nil, "awaits \(handle) for nothing") }
  }

  @Test func `leave out what others drag`() throws {
    var play = Play(.klondike1, seed: 5)
    for _ in 0..<20 {
      let (operation, handle, pile) = play.anything()
      try play.make(operation, handle, pile)
    }
    let drop = try #require(play.engine.choices(for: 0).drops.last { !$0.places.isEmpty })
    var predictor = try predictor(seeing: play.engine.model)
    #expect(predictor.hold(drop.handle) == 0)
    _ = try play.engine.lift(drop.handle, player: 1)
    #expect(predictor.choices() == bytes(of: play.engine))
    let place = play.engine.model.index(of: drop.places[0].pile)
    #expect(predictor.whyNotDrop(drop.handle, on: place) == Refusal.inUse.rawValue)
    #expect(predictor.play(1, drop.handle, on: place) == Refusal.inUse.rawValue)
    #expect(predictor.hold(drop.handle) == Refusal.inUse.rawValue)
    #expect(predictor.look(drop.handle) == nil)
    #expect(predictor.load(view: play.engine.model.sight.bytes) == .done)
    #expect(predictor.whyNotDrop(drop.handle, on: place) == 0, "held for ever")
  }

  @Test(arguments: games.indices) func `draw a drag and its drop alike`(game: Int) throws {
    var play = Play(games[game], seed: 9)
    for _ in 0..<20 {
      let predictor = try predictor(seeing: play.engine.model)
      for drop in play.engine.choices(for: 0).drops {
        var trial = play.engine
        let session = try trial.lift(drop.handle, player: 0)
        let look = try #require(predictor.look(drop.handle))
        #expect(Int(look.cards) == session.draggedItemIDs.count)
        #expect(look.drag == trial.formation(of: session, over: nil))
        for place in drop.places { #expect(look.drop == trial.formation(of: session, over: place.pile)) }
      }
      let (operation, handle, pile) = play.anything()
      play.goOn(operation, handle, pile)
    }
  }

  // MARK: the referee in the predictor's form

  private func whyNot(_ handle: UInt16, _ pile: PileID, _ engine: BoardEngine<Table>) -> UInt8 {
    var trial = engine
    do throws(Refusal) {
      let session = try trial.lift(handle, player: 0)
      return trial.whyNotDrop(session.id, on: pile)?.rawValue ?? 0
    } catch {
      return error.rawValue
    }
  }

  private func bytes(of engine: BoardEngine<Table>) -> [UInt8] {
    let choices = engine.choices(for: 0)
    var bytes: [UInt8] = [(choices.canTapStock ? 1 : 0) | (choices.canFinish ? 2 : 0)]
    func put(_ number: Int) { bytes += [UInt8(number & 255), UInt8(number >> 8)] }
    put(choices.drops.count)
    for drop in choices.drops {
      put(Int(drop.handle))
      bytes.append(UInt8(drop.places.count))
      for place in drop.places { bytes += [engine.model.index(of: place.pile), place.reveals ? 1 : 0] }
    }
    put(choices.sends.count)
    for send in choices.sends {
      put(Int(send.handle))
      bytes.append(engine.model.index(of: send.pile))
    }
    return bytes
  }
}
