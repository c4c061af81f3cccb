import ArgumentParser
import Console
import Foundation
import Walks

struct BenchEngine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Measure how fast moves are judged, natively and in WebAssembly.",
    discussion: """
      The engine judges drags, drops and all possible destinations on Klondike boards, once natively and once as
      WebAssembly in node. Their results are compared. `make test-wasm` builds the WebAssembly file. Without that file
      or without node only the native engine is measured.

      With --game the rules are measured instead. Random games are played twice: on packed positions, which the solver
      searches, and on tables, which people play at. The figures are positions per second, and both must agree on every
      move.

      Examples:
        baize-bench engine
        baize-bench engine --seconds 5       each figure over five seconds
        baize-bench engine --game all        every game as packed positions and as tables
        baize-bench engine --game freecell:cells=3 --checked-games 1000

      Exit status: 0; 1 when the two sides do not agree; 64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("How long each figure is measured.", valueName: "seconds"))
  var seconds: Double = 1

  @Option(help: ArgumentHelp("The file with the engine as WebAssembly.", valueName: "file"))
  var wasm = ".build-wasm/engine.wasm"

  @Option(
    help: ArgumentHelp(
      "Measure the rules of this game, or of all games, instead of the engine.", valueName: "id"))
  var game: String?

  @Option(
    help: ArgumentHelp(
      "How many games are played on both sides and compared move by move, with --game.", valueName: "count"))
  var checkedGames = 20

  func validate() throws {
    guard 0...100_000 ~= checkedGames else {
      throw ValidationError("--checked-games must be 0 to 100000, not \(checkedGames)")
    }
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds must be more than 0 and at most 60, not \(seconds)")
    }
  }

  func run() throws {
    if let game {
      try BenchPositions(game: game, seconds: seconds, checkedGames: checkedGames).run()
    } else {
      try runReferee()
    }
  }

  private func runReferee() throws {
    let measure = EngineMeasure()
    let compiled = NodeRun(module: wasm, seconds: seconds)
    Output.say("\(measure.count(of: .destinations)) Klondike boards, \(seconds) s for each figure")
    Output.say(Measuring.row("", "native", "wasm", "wasm/native"))
    var agrees = true
    for work in EngineMeasure.Work.allCases {
      let native = Measuring.stopwatch(seconds: seconds) { _ = measure.run(work, times: $0) }
      let each = native / Double(measure.count(of: work))
      guard let other = compiled?.measured[work.rawValue] else {
        Output.say(Measuring.row(work.title, figure(work, each), "–", "–"))
        continue
      }
      let otherEach = other.secondsPerRun / Double(measure.count(of: work))
      let ratio = String(format: "%.1f", otherEach / each)
      Output.say(Measuring.row(work.title, figure(work, each), figure(work, otherEach), ratio))
      if other.sum != measure.run(work, times: 1) { agrees = false }
    }
    if let why = NodeRun.absence(module: wasm, compiled) { Output.say("wasm: \(why)") }
    if !agrees {
      Output.complain("baize-bench: the native and the WebAssembly engine do not agree")
      throw ExitCode(1)
    }
  }

  private func figure(_ work: EngineMeasure.Work, _ seconds: Double) -> String {
    switch work {
    case .choices, .destinations: Measuring.microseconds(seconds)
    case .proposes, .drops: String(format: "%.0f /s", 1 / seconds)
    }
  }
}

extension EngineMeasure.Work {
  fileprivate var title: String {
    switch self {
    case .choices: "all that can be done, as clients are told"
    case .destinations: "all destinations of a board, by the referee"
    case .proposes: "proposals"
    case .drops: "lifts and drops carried out"
    }
  }
}
