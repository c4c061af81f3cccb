import ArgumentParser
import Console
import Load
import WebSocket

struct BenchFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Frames without sockets: what parsing, unmasking, checking and framing cost.",
    discussion: """
      As they come from the kernel: many small ones at once, or one at a time. --count processes exactly that many,
      so that instructions can be counted.

      Examples:
        baize-bench frames
        baize-bench frames --count 100000

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: "Seconds for each figure.")
  var seconds: Double = 0.5

  @Option(help: ArgumentHelp("Exactly so many frames of each kind, instead of a time.", valueName: "count"))
  var count: UInt32?

  @Option(help: ArgumentHelp("Only the kind with this in its name.", valueName: "text"))
  var only: String?

  @Flag(help: "The figures as one object of JSON.")
  var json = false

  private struct Row: Encodable {
    let work: String
    let nanoseconds: Double
  }

  func validate() throws {
    guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds is more than 0, at most 60") }
    if let only, !FrameWork.all.contains(where: { $0.title.contains(only) }) {
      let known = FrameWork.all.map(\.title).joined(separator: "; ")
      throw ValidationError("--only \"\(only)\" is in none of: \(known)")
    }
  }

  func run() throws {
    var rows: [Row] = []
    for work in FrameWork.all where only.map(work.title.contains) ?? true {
      if let count {
        work.run(frames: count)
        continue
      }
      let each = Measuring.stopwatch(seconds: seconds) { work.run(frames: $0 &* UInt32(work.atOnce)) }
      rows.append(Row(work: work.title, nanoseconds: each * 1e9 / Double(work.atOnce)))
      if !json { Output.say(Measuring.row(work.title, Measuring.nanoseconds(each / Double(work.atOnce)))) }
    }
    if json { try Measuring.json(["rows": rows]) }
  }
}
