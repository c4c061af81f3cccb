import ArgumentParser
import Console
import Foundation
import Load
import Reactor

/// `baize-bench solve freecell` and others: deals in a second, how long the slowest take, and another solver beside it.
struct BenchSolveGame: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "game",
    abstract: "Measure how many deals are decided in a second, beside another solver.",
    discussion: """
      It runs `baize solve` on one thread. For FreeCell it takes turns with freecell-solver-range-parallel-solve of the
      package freecell-solver-bin, where that is installed; that one is quick and not exact.

      Examples:
        baize-bench solve freecell --deals 32000
        baize-bench solve klondike3 --deals 1000

      Exit status: 0; 1 when a deal is undecided, a check refutes a verdict, or nothing can be run; 64 for a command
      line that is not understood.
      """)

  @Argument(help: ArgumentHelp("The game, as in `baize rules --list`.", valueName: "game"))
  var game: String

  @Option(help: ArgumentHelp("Deals 1 to this number.", valueName: "count"))
  var deals = 1000

  @Option(help: ArgumentHelp("How often each solver has its turn.", valueName: "count"))
  var rounds = 3

  private static let peer = "freecell-solver-range-parallel-solve"

  func validate() throws {
    if !(1...10_000_000).contains(deals) {
      throw ValidationError("--deals must be 1 to 10000000, not \(deals)")
    }
    if !(1...100).contains(rounds) { throw ValidationError("--rounds must be 1 to 100, not \(rounds)") }
  }

  func run() throws {
    // The first run also checks every verdict, and its time does not count.
    guard try check() else { throw ExitCode.failure }
    var (own, peer): ([Double], [Double]) = ([], [])
    var last: SolveProgram?
    for _ in 0..<rounds {
      guard let solved = SolveProgram(game, "1..\(deals)") else {
        throw Complaint.fail("baize could not be run")
      }
      own.append(Double(deals) / solved.summary.seconds)
      if game == "freecell", let seconds = peerSeconds() { peer.append(Double(deals) / seconds) }
      last = solved
    }
    guard let last else { return }
    Output.say("baize: \(Self.text(own)) deals/s")
    if peer.count == own.count, let ratio = Pairs(own, over: peer) {
      Output.say("\(Self.peer) -l lg: \(Self.text(peer)) deals/s")
      Output.say(String(format: "ratio %.2f (%.2f–%.2f)", ratio.median, ratio.lowest, ratio.highest))
    } else if game == "freecell" {
      Output.say("\(Self.peer) is not installed: no comparison")
    }
    let times = last.summary.milliseconds
    Output.say(
      ["p50", "p90", "p99", "p999", "max"].map { String(format: "%@ %.2f ms", $0, times[$0] ?? 0) }
        .joined(separator: ", "))
    for limit in [15.0, 1000] {
      let within = last.deals.count { $0.milliseconds <= limit }
      Output.say(
        String(format: "within %.0f ms: %.2f %%", limit, 100 * Double(within) / Double(last.deals.count)))
    }
  }

  private static func text(_ rates: [Double]) -> String { rates.map { "\(Int($0))" }.joined(separator: ", ") }

  /// Replays every line at a table.
  private func check() throws -> Bool {
    guard let checked = SolveProgram(game, "1..\(deals)", verifies: true) else {
      throw Complaint.fail("baize could not be run: build it beside this program")
    }
    let summary = checked.summary
    Output.say(
      "\(summary.deals) deals of \(game): \(summary.winnable) winnable, \(summary.impossible) impossible, "
        + "\(summary.unknown) undecided, \(summary.faults.count) refuted")
    let impossible = checked.deals.filter { $0.verdict == "impossible" }
    if impossible.count <= 10, !impossible.isEmpty {
      let told = impossible.map { String(format: "%ld (%.1f ms)", Int($0.deal), $0.milliseconds) }
      Output.say("impossible: \(told.joined(separator: ", "))")
    }
    return summary.unknown == 0 && summary.faults.isEmpty
  }

  private func peerSeconds() -> Double? {
    let began = Instant.microseconds()
    let arguments = [Self.peer, "1", "\(deals)", "\(deals)", "-l", "lg"]
    guard let output = SolveProgram.output(of: URL(fileURLWithPath: "/usr/bin/env"), arguments),
      !output.isEmpty
    else {
      return nil
    }
    return Double(Instant.microseconds() - began) / 1e6
  }
}
