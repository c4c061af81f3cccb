import Cards
import Patience
import TestDice
import Testing
import Wire

@testable import Lab
@testable import Rooms

/// `baize-bench random --games 10000` plays the same of many more.
@Suite struct `A random game of any kind` {
  static let games = rounds(6)

  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `loses no card, goes back and forth, and comes from its log`(id: String) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    var (steps, compared) = (0, 0)
    for seed in 0..<UInt64(Self.games + 30) {
      // How far two worlds are compared is left to chance.
      if seed >= Self.games, compared > 0 || !Self.hides(ruleset) { break }
      var game = CheckedGame(ruleset, seed: seed)
      let outcome = try game.play(movesMax: 120)
      steps += outcome.steps
      compared += outcome.compared
    }
    #expect(steps > 5 * Self.games, "hardly anything was played")
    #expect(compared > 0 || !Self.hides(ruleset), "nothing was compared")
  }

  /// What is dealt open has nothing to hide.
  private static func hides(_ ruleset: Ruleset) -> Bool {
    let deal = Deal(number: 1, of: ruleset)
    let model = PatienceBoard(
      ruleset: ruleset, dealing: .open(1), deal: deal, options: TableOptions()
    ).engine.model
    return !deal.cards.indices.allSatisfy { model.hasSeen(UInt16($0)) }
  }

  /// Each choice that a game offers, once.
  @Test(arguments: Catalogue.rulesets.map(\.id.text))
  func `is so with whatever is chosen about it`(id: String) throws {
    let game = try #require(Catalogue.games.first { $0.ruleset.id.text == id })
    for variation in game.variations {
      for value in variation.values {
        let ruleset = try #require(game.ruleset(with: [(variation.parameter, value)]))
        var checked = CheckedGame(ruleset, seed: UInt64(value))
        #expect(try checked.play(movesMax: 40).steps > 0)
      }
    }
  }

  @Test func `is the same whenever it is played`() throws {
    var (first, second) = (CheckedGame(.yukon, seed: 3), CheckedGame(.yukon, seed: 3))
    let outcomes = [try first.play(movesMax: 60), try second.play(movesMax: 60)]
    #expect(outcomes[0].steps == outcomes[1].steps && outcomes[0].compared == outcomes[1].compared)
  }
}

/// The proof that the checks can fail.
@Suite struct `A random game with a fault in it` {
  private func fault(
    in ruleset: Ruleset, seed: UInt64, _ plant: (inout CheckedGame) -> Void
  ) -> CheckedGame.Fault? {
    var game = CheckedGame(ruleset, seed: seed)
    plant(&game)
    do throws(CheckedGame.Fault) {
      _ = try game.play(movesMax: 80)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["klondike1", "spider4", "golf", "yukon", "canfield", "westcliff"])
  func `is found where a hidden card is shown`(id: String) throws {
    let ruleset = try #require(Catalogue.ruleset(id: id))
    let found = (0..<8).count { seed in
      fault(in: ruleset, seed: seed) { $0.projection = LeakingView() }?.subject == .secrecy
    }
    #expect(found >= 5, "\(found) of 8")
  }

  @Test func `is found where a card is shown twice, or not at all`() {
    let twice = fault(in: .klondike1, seed: 1) { $0.projection = DoublingView() }
    #expect(twice?.subject == .cards)
    let missing = fault(in: .klondike1, seed: 1) { $0.projection = EmptyView() }
    #expect(missing?.subject == .cards)
  }

  @Test func `is found where the log lacks a record, or has another`() {
    let lacking = fault(in: .klondike1, seed: 1) { $0.spoil = { Array($0.dropLast()) } }
    #expect(lacking?.subject == .log)
    let doubled = fault(in: .klondike1, seed: 1) { $0.spoil = { $0 + $0.suffix(1) } }
    #expect(doubled?.subject == .log)
    #expect(fault(in: .klondike1, seed: 1) { _ in } == nil)
  }

  @Test func `is found where not all can be taken back`() {
    let forgetful = fault(in: .klondike1, seed: 1) { game in
      game.prepare = { room in
        guard let played = room.game.patience else { return }
        let board = PatienceBoard(
          ruleset: played.ruleset, dealing: played.dealing, deal: played.deal, options: played.options,
          undoMax: 4)
        room.game = Game(board)
      }
    }
    #expect(forgetful?.subject == .undo)
  }
}

/// What is shown, with a pile of the tableau twice.
private struct DoublingView: Projection {
  func regions(of game: Game) -> [RegionTold] {
    game.board.regions.map { region in
      var region = region
      if region.name == "tableau", let run = region.runs.last { region.runs.append(run) }
      return region
    }
  }
}

/// What is shown but the tableau.
private struct EmptyView: Projection {
  func regions(of game: Game) -> [RegionTold] { game.board.regions.filter { $0.name != "tableau" } }
}

/// What is shown, with the face of one card that lies face down.
private struct LeakingView: Projection {
  func regions(of game: Game) -> [RegionTold] {
    var regions = game.board.regions
    guard let patience = game.patience else { return regions }
    for region in regions.indices {
      for run in regions[region].runs.indices {
        let items = regions[region].runs[run].items
        guard let hidden = items.firstIndex(where: { $0.face == nil }) else { continue }
        regions[region].runs[run].items[hidden].face = patience.deal.cards[items[hidden].handle].text
        return regions
      }
    }
    return regions
  }
}
