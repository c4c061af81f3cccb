import ArgumentParser
import Console
import Load
import WebSocket

struct BenchFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Measure how fast WebSocket frames are read and written, without sockets.",
    discussion: """
      Frames of clients are parsed, unmasked and checked, and their text is framed again. They arrive as from the
      kernel: many small ones at once, or one at a time. With --count a fixed number of frames is processed, so that
      a profiler can count instructions.

      Examples:
        baize-bench frames
        baize-bench frames --count 100000

      Exit status: 0; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How long each figure is measured.", valueName: "seconds"))
  var seconds: Double = 0.5

  @Option(
    help: ArgumentHelp(
      "Process exactly this many frames of each kind instead of measuring for --seconds.", valueName: "count")
  )
  var count: UInt32?

  @Option(help: ArgumentHelp("Measure only kinds of frames with this text in their name.", valueName: "text"))
  var only: String?

  @Flag(help: "Print the figures as one JSON object.")
  var json = false

  private struct Row: Encodable {
    let work: String
    let nanoseconds: Double
  }

  func validate() throws {
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds must be more than 0 and at most 60, not \(seconds)")
    }
    if let only, !FrameWork.all.contains(where: { $0.title.contains(only) }) {
      let known = FrameWork.all.map(\.title).joined(separator: "; ")
      throw ValidationError("--only must be part of one of these names, not \"\(only)\": \(known)")
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
