import ArgumentParser
import Foundation
import Prediction
import Reactor

struct BenchEngine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract:
      "The referee on Klondike boards: proposals, drops, all destinations; natively and in WebAssembly.",
    discussion: """
      The same work on the same boards on both sides; what comes out is compared too. The WebAssembly side is what
      `make test-wasm` makes, and runs in node; without either only the native side is measured.

      Examples:
        baize bench engine
        baize bench engine --seconds 5       each figure over five seconds

      Exit status: 0; 1 if the two sides do not agree; 64 for a command line that is not understood.
      """)

  @Option(help: "Seconds for each figure.")
  var seconds: Double = 1

  @Option(help: ArgumentHelp("The engine as WebAssembly.", valueName: "file"))
  var wasm = ".build-wasm/engine.wasm"

  func validate() throws {
    guard seconds > 0, seconds <= 60 else { throw ValidationError("--seconds is more than 0, at most 60") }
  }

  func run() throws {
    let measure = EngineMeasure()
    let compiled = NodeRun(module: wasm, seconds: seconds)
    Output.say("\(measure.count(of: .destinations)) Klondike boards, \(seconds) s for each figure")
    Output.say(row("", "native", "wasm", "wasm/native"))
    var agrees = true
    for work in EngineMeasure.Work.allCases {
      let native = Self.stopwatch(seconds: seconds) { _ = measure.run(work, times: $0) }
      let each = native / Double(measure.count(of: work))
      guard let other = compiled?.measured[work.rawValue] else {
        Output.say(row(work.title, figure(work, each), "–", "–"))
        continue
      }
      let otherEach = other.secondsPerRun / Double(measure.count(of: work))
      let ratio = String(format: "%.1f", otherEach / each)
      Output.say(row(work.title, figure(work, each), figure(work, otherEach), ratio))
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
    case .choices, .destinations: String(format: "%.2f µs", seconds * 1e6)
    case .proposes, .drops: String(format: "%.0f /s", 1 / seconds)
    }
  }

  private func row(_ cells: String...) -> String {
    let widths = [44, 14, 14, 12]
    return zip(cells, widths).enumerated().map { column, cell in
      let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return column == 0 ? cell.0 + space : space + cell.0
    }.joined()
  }

  /// Seconds for doing the work once. It is doubled until it takes long enough to be measured in
  /// milliseconds.
  private static func stopwatch(seconds: Double, _ work: (UInt32) -> Void) -> Double {
    var times: UInt32 = 1
    work(1)
    while true {
      let start = Instant.now()
      work(times)
      let spent = Double(Instant.now() - start) / 1000
      if spent >= seconds { return spent / Double(times) }
      times = spent < seconds / 8 ? times * 2 : UInt32(Double(times) * seconds / spent * 1.1) + 1
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

/// The same measurements made by node on the compiled engine.
private struct NodeRun {
  struct Measured: Decodable {
    let secondsPerRun: Double
    let sum: UInt32
  }

  let measured: [UInt8: Measured]

  init?(module: String, seconds: Double) {
    guard FileManager.default.fileExists(atPath: module) else { return nil }
    let node = Process()
    node.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    node.arguments = ["node", "--input-type=module", "-e", Self.script, module, "\(seconds)"]
    let output = Pipe()
    node.standardOutput = output
    node.standardError = FileHandle.nullDevice
    do {
      try node.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      node.waitUntilExit()
      let list = try JSONDecoder().decode([Measured].self, from: data)
      measured = Dictionary(uniqueKeysWithValues: zip(EngineMeasure.Work.allCases.map(\.rawValue), list))
    } catch {
      return nil
    }
  }

  static func absence(module: String, _ run: NodeRun?) -> String? {
    if run != nil { return nil }
    return FileManager.default.fileExists(atPath: module)
      ? "node is not installed, or could not run \(module)"
      : "\(module) is not there; `make test-wasm` makes it"
  }

  private static let script = """
    import { readFileSync } from "node:fs";
    const [file, seconds] = [process.argv[1], Number(process.argv[2])];
    const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
    const { bench } = instance.exports;
    const measured = [];
    for (let work = 0; work < \(EngineMeasure.Work.allCases.count); work++) {
      const sum = bench(work, 1) >>> 0;
      for (let times = 1; ; ) {
        const start = performance.now();
        bench(work, times);
        const spent = (performance.now() - start) / 1000;
        if (spent >= seconds) {
          measured.push({ secondsPerRun: spent / times, sum });
          break;
        }
        times = spent < seconds / 8 ? times * 2 : Math.ceil(times * seconds / spent * 1.1);
      }
    }
    console.log(JSON.stringify(measured));
    """
}
