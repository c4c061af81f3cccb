import ArgumentParser
import Console
import Foundation
import Walks

struct BenchEngine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract:
      "The referee on Klondike boards: proposals, drops, all destinations; natively and in WebAssembly.",
    discussion: """
      The same work on the same boards on both sides; what comes out is compared too. The WebAssembly side is what
      `make test-wasm` makes, and runs in node; without either only the native side is measured.

      With --game it is the rules by themselves, on packed positions and on tables: random games, for each game how
      many positions a second on both sides, and that both agree move by move.

      Examples:
        baize-bench engine
        baize-bench engine --seconds 5       each figure over five seconds
        baize-bench engine --game all        every game as packed positions and as tables
        baize-bench engine --game freecell:cells=3 --checked-games 1000

      Exit status: 0; 1 if the two sides do not agree; 64 for a command line that is not understood.
      """)

  @Option(help: "Seconds for each figure.")
  var seconds: Double = 1

  @Option(help: ArgumentHelp("The engine as WebAssembly.", valueName: "file"))
  var wasm = ".build-wasm/engine.wasm"

  @Option(help: ArgumentHelp("The rules of one game, or of all, instead of the referee.", valueName: "id"))
  var game: String?

  @Option(help: "With --game: how many games of each both sides play, move by move.")
  var checkedGames = 20

  func validate() throws {
    guard 0...100_000 ~= checkedGames else { throw ValidationError("--checked-games is at most 100000") }
    guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds is more than 0, at most 60") }
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
      Output.complain("the native and the WebAssembly engine do not agree")
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
