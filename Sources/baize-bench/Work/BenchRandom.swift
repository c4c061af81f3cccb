import ArgumentParser
import Console
import Dispatch
import Foundation
import Lab
import Patience
import Synchronization
import Walks

struct BenchRandom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: "Play random games and check the rules that must always hold. Nothing is measured.",
    discussion: """
      Each game is played at a table as servers have it. After each step every card must lie in exactly one place. At
      the end undo must lead back to the deal and redo to the end, the log must lead to the same table, and a table with
      other hidden cards must send the same bytes. Each fault is printed with its seed.

      Examples:
        baize-bench random                            20 games of each
        baize-bench random --games 10000              what a release is checked with
        baize-bench random --game spider4 --seed 77 --games 1
        baize-bench random --games 1000 --longest Tests/Fixtures/longest-columns.jsonl
                                                      the tables that a page must be able to show

      Exit status: 0; 1 when anything is wrong; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("The game to play, or all.", valueName: "id"))
  var game = "all"

  @Option(help: ArgumentHelp("How many games of each kind are played.", valueName: "count"))
  var games = 20

  @Option(
    help: ArgumentHelp(
      "The seed of the first game. Each later game takes the next number.", valueName: "number"))
  var seed: UInt64 = 0

  @Option(help: ArgumentHelp("How many steps a game has at most.", valueName: "count"))
  var movesMax = 200

  @Option(help: ArgumentHelp("How many games are played at the same time.", valueName: "count"))
  var threads = 2

  @Option(
    help: ArgumentHelp(
      "A file for the table of each game at which a column was longest. Nothing is checked then.",
      valueName: "path"))
  var longest: String?

  func validate() throws {
    var mistakes: [String] = []
    if !(1...1_000_000).contains(games) { mistakes.append("--games must be 1 to 1000000, not \(games)") }
    // So many steps can be taken back.
    if !(1...1_000).contains(movesMax) { mistakes.append("--moves-max must be 1 to 1000, not \(movesMax)") }
    if !(1...64).contains(threads) { mistakes.append("--threads must be 1 to 64, not \(threads)") }
    if seed > UInt64.max / 2 { mistakes.append("--seed must be 0 to \(UInt64.max / 2), not \(seed)") }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
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
    if let longest { return try writeLongest(of: rulesets, to: longest) }
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

  private func writeLongest(of rulesets: [Ruleset], to path: String) throws {
    var lines = ""
    for ruleset in rulesets {
      let found = (seed..<seed + UInt64(games)).lazy.compactMap {
        LongestColumn.inRandomGame(of: ruleset, seed: $0, movesMax: movesMax)
      }
      let longest = found.reduce(nil) { (most: LongestColumn?, next) in
        next.need > most?.need ?? 0 ? next : most
      }
      if let longest { lines += longest.line + "\n" }
    }
    do {
      try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Complaint.fail("\(path) cannot be written: \(error.localizedDescription)")
    }
    Output.say("the longest columns of \(games) random games of each: \(path)")
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
