import ArgumentParser
import Console

struct BenchMessages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages",
    abstract: "Messages without a server: what reading and writing the hot ones costs.",
    discussion: """
      --count does each exactly that often, so that instructions can be counted.

      Examples:
        baize-bench messages
        baize-bench messages --only "an event written" --count 10000

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: "Seconds for each figure.")
  var seconds: Double = 0.5

  @Option(help: ArgumentHelp("Each exactly so often, instead of for a time.", valueName: "count"))
  var count: UInt32?

  @Option(help: ArgumentHelp("Only the work with this in its name.", valueName: "text"))
  var only: String?

  func validate() throws {
    guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds is more than 0, at most 60") }
    let known = try MessageWork.all().map(\.title)
    if let only, !known.contains(where: { $0.contains(only) }) {
      throw ValidationError("--only \"\(only)\" is in none of: \(known.joined(separator: "; "))")
    }
  }

  func run() throws {
    for work in try MessageWork.all() where only.map(work.title.contains) ?? true {
      if let count {
        try work.run(times: count)
        continue
      }
      // What cannot be read was refused when the list of works was made.
      let each = Measuring.stopwatch(seconds: seconds) { try? work.run(times: $0) }
      Output.say(Measuring.row(work.title, Measuring.nanoseconds(each)))
    }
  }
}
