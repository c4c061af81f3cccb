import ArgumentParser
import Console

struct BenchMessages: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messages",
    abstract: "Measure how fast the most frequent messages are read and written, without a server.",
    discussion: """
      With --count each message is read or written a fixed number of times, so that a profiler can count instructions.

      Examples:
        baize-bench messages
        baize-bench messages --only "an event written" --count 10000

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How long each figure is measured.", valueName: "seconds"))
  var seconds: Double = 0.5

  @Option(
    help: ArgumentHelp(
      "Read or write each message exactly this often instead of measuring for --seconds.", valueName: "count")
  )
  var count: UInt32?

  @Option(help: ArgumentHelp("Measure only work with this text in its name.", valueName: "text"))
  var only: String?

  func validate() throws {
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds must be more than 0 and at most 60, not \(seconds)")
    }
    let known = try MessageWork.all().map(\.title)
    if let only, !known.contains(where: { $0.contains(only) }) {
      throw ValidationError(
        "--only must be part of one of these names, not \"\(only)\": \(known.joined(separator: "; "))")
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
