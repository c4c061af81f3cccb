import ArgumentParser
import Console
import Glibc
import Lab
import Load
import Patience

struct BenchSteps: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "steps",
    abstract: "Measure how much memory tables take after many steps.",
    discussion: """
      At each table a player makes random moves, takes some back and tries others. A table keeps every step that can be
      undone or redone, and the answers and events for clients that reconnect. Each line shows by how much the process
      grew per table, and the size that a table itself reports. That size is what `baize serve --table-memory` limits.

      Examples:
        baize-bench steps
        baize-bench steps --game spider4 --steps 2000 --tables 20

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("The game to play. It must be built in.", valueName: "id"))
  var game = "klondike1"

  @Option(help: ArgumentHelp("How many commands each table accepts.", valueName: "count"))
  var steps = 5_000

  @Option(help: ArgumentHelp("How many tables are played.", valueName: "count"))
  var tables = 20

  func validate() throws {
    guard 1...100_000 ~= steps else { throw ValidationError("--steps must be 1 to 100000, not \(steps)") }
    guard 1...1_000 ~= tables else { throw ValidationError("--tables must be 1 to 1000, not \(tables)") }
  }

  func run() throws {
    let ruleset = try Complaint.ruleset(game)
    // What the first one brings to life is there for all.
    try LongTable(ruleset, seed: 1).play(10)
    let usage = ProcessUsage(process: getpid())
    Output.say("\(tables) tables of \(ruleset.id.text)")
    Output.say(Measuring.row("steps", "kB a table", "as it says"))
    let before = usage.memory().anonymousBytes
    var all: [LongTable] = []
    for number in 0..<tables { all.append(try LongTable(ruleset, seed: UInt64(number + 2))) }
    tell(all, usage.memory().anonymousBytes - before, after: 0)
    for part in [steps / 10, steps - steps / 10] where part > 0 {
      for table in all { table.play(part) }
      tell(all, usage.memory().anonymousBytes - before, after: all[0].steps)
    }
  }

  private func tell(_ all: [LongTable], _ grown: Int, after steps: Int) {
    let said = all.reduce(0) { $0 + $1.byteCount }
    Output.say(Measuring.row("\(steps)", "\(grown / all.count / 1024)", "\(said / all.count / 1024)"))
  }
}
