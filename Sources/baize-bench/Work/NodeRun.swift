import Foundation
import Walks

/// What `baize-bench engine` measures natively, measured by node on the compiled engine.
struct NodeRun {
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
