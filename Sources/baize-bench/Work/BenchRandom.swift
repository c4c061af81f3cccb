import ArgumentParser
import Console
import Dispatch
import Lab
import Patience
import Synchronization

struct BenchRandom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Play random games at real tables and check what must always hold.",
    discussion: """
      Each game is played at a room as servers have it. After each step every card must lie in exactly one place. At the
      end undo must lead to the deal and redo to the end, the log must lead to the same table, and a table with other
      hidden cards must send the same bytes. Each fault is printed with its seed.

      Examples:
        baize-bench random                            20 games of each
        baize-bench random --games 10000              what a release is checked with
        baize-bench random --game spider4 --seed 77 --games 1

      Exit status: 0; 1 if anything is wrong; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("One game, or all.", valueName: "id"))
  var game = "all"

  @Option(help: "How many games of each.")
  var games = 20

  @Option(help: "The seed of the first game. Each later game takes the next number.")
  var seed: UInt64 = 0

  @Option(help: "The most steps of one game.")
  var movesMax = 200

  @Option(help: "How many games are played at the same time.")
  var threads = 2

  func validate() throws {
    guard 1...1_000_000 ~= games else { throw ValidationError("--games is from 1 to 1000000") }
    // So many steps can be taken back.
    guard 1...1_000 ~= movesMax else { throw ValidationError("--moves-max is from 1 to 1000") }
    guard 1...64 ~= threads else { throw ValidationError("--threads is from 1 to 64") }
    guard seed <= UInt64.max / 2 else { throw ValidationError("--seed is at most \(UInt64.max / 2)") }
  }

  /// The results of all games of one kind.
  private struct Sum {
    var played = 0
    var steps = 0
    var won = 0
    var compared = 0
    var hidden = 0
    var faults: [CheckedGame.Fault] = []
  }

  /// At most so many faults of one game are printed.
  private static let faultsToldMax = 5

  func run() throws {
    let rulesets = game == "all" ? Catalogue.rulesets : [try Complaint.ruleset(game)]
    Output.say("\(games) random games of each, at most \(movesMax) steps long, \(threads) at a time")
    Output.say(Measuring.row("", "steps", "won", "lines alike", "cards hidden", "seconds"))
    var all = Sum()
    let clock = ContinuousClock()
    let began = clock.now
    for ruleset in rulesets {
      let start = clock.now
      let sum = play(ruleset)
      let seconds = Double((clock.now - start) / .milliseconds(1)) / 1000
      Output.say(
        Measuring.row(
          ruleset.id.text, "\(sum.steps)", "\(sum.won)", "\(sum.compared)", "\(sum.hidden)",
          "\((seconds * 10).rounded() / 10)"))
      for fault in sum.faults.prefix(Self.faultsToldMax) { Output.complain(fault.description) }
      all.played += sum.played
      all.steps += sum.steps
      all.faults += sum.faults
    }
    let seconds = Int((clock.now - began) / .seconds(1))
    Output.say(
      "\(all.played) games and \(all.steps) steps in \(seconds) s, \(all.faults.count) games went wrong")
    if !all.faults.isEmpty { throw ExitCode(1) }
  }

  private func play(_ ruleset: Ruleset) -> Sum {
    let sum = Mutex(Sum())
    let next = Mutex(seed)
    let last = seed + UInt64(games)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let seed = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard seed < last else { return }
        var game = CheckedGame(ruleset, seed: seed)
        do throws(CheckedGame.Fault) {
          let outcome = try game.play(movesMax: movesMax)
          sum.withLock { sum in
            sum.played += 1
            sum.steps += outcome.steps
            sum.won += outcome.isWon ? 1 : 0
            sum.compared += outcome.compared
            sum.hidden += outcome.hidden
          }
        } catch {
          sum.withLock { sum in
            sum.played += 1
            sum.faults.append(error)
          }
        }
      }
    }
    return sum.withLock { $0 }
  }
}
