import ArgumentParser
import Console
import Patience
import Positions

/// The rules on packed positions, and the same by tables: how fast both are, and whether they agree. A game that one
/// side does not know is a failure, not one that agrees.
struct BenchPositions {
  /// No random game is played further than so many moves.
  private static let movesMax = 150

  let games: [Ruleset]
  let seconds: Double
  /// How many games of each are played on both sides, move by move.
  let checkedGames: Int

  /// - Parameter name: "all", or the id of a game, with what was chosen about it.
  init(game name: String, seconds: Double, checkedGames: Int) throws {
    games = name == "all" ? Catalogue.rulesets : [try Complaint.ruleset(name)]
    self.seconds = seconds
    self.checkedGames = checkedGames
  }

  func run() throws {
    Output.say("random games, \(seconds) s for each figure: of each position all moves, one of them made")
    Output.say(Measuring.row("", "positions/s", "tables/s", "ratio", "games", "compared"))
    var (played, compared, disagreed, unknown) = (0, 0, 0, 0)
    for game in games {
      guard let random = RandomGames(of: game), let rules = CompiledRules(game) else {
        unknown += 1
        Output.complain("baize-bench: \(game.id.text) has no packed positions, so it is not compared")
        continue
      }
      let position = 1 / Measuring.stopwatch(seconds: seconds) { _ = random.playPositions($0) }
      let table = 1 / Measuring.stopwatch(seconds: seconds) { _ = random.playTables($0) }
      var positions = 0
      for seed in 0..<UInt64(checkedGames) {
        let deal = Deal(number: seed, of: game)
        guard let both = SideBySide(rules, deal: deal, seed: seed) else {
          disagreed += 1
          Output.complain("baize-bench: \(game.id.text), seed \(seed): this deal has no packed position")
          continue
        }
        played += 1
        do throws(Disagreement) {
          positions += try both.play(movesMax: Self.movesMax)
        } catch {
          disagreed += 1
          Output.complain("baize-bench: seed \(seed), \(error)")
        }
      }
      compared += positions
      Output.say(
        Measuring.row(
          game.id.text, "\(Int(position))", "\(Int(table))", "\(Int(position / table))", "\(checkedGames)",
          "\(positions)"))
    }
    Output.say("\(played) games and \(compared) positions compared, \(disagreed) games disagree")
    if unknown > 0 { Output.complain("baize-bench: \(unknown) games could not be compared") }
    if disagreed + unknown > 0 { throw ExitCode(1) }
  }
}
