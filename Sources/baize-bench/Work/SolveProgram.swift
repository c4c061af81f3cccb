import Console
import Foundation

/// `baize solve`, run to its end as its users run it.
struct SolveProgram {
  struct Deal: Decodable {
    let deal: UInt64
    let verdict: String
    let milliseconds: Double
  }

  struct Summary: Decodable {
    let deals: Int
    let winnable: Int
    let impossible: Int
    let unknown: Int
    let seconds: Double
    let milliseconds: [String: Double]
    let faults: [String]
  }

  let deals: [Deal]
  let summary: Summary

  /// - Returns: nil where it could not be run.
  init?(_ game: String, _ range: String, verifies: Bool = false) {
    let baize = ProgramFolder.url.appendingPathComponent("baize")
    let arguments = ["solve", game, range, "--json", "--threads", "1"] + (verifies ? ["--verify"] : [])
    guard let output = Self.output(of: baize, arguments) else { return nil }
    let lines = output.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    guard let last = lines.last, let summary = try? decoder.decode(Summary.self, from: last) else {
      return nil
    }
    let deals = try? lines.dropLast().map { try decoder.decode(Deal.self, from: $0) }
    guard let deals else { return nil }
    (self.deals, self.summary) = (deals, summary)
  }

  /// All that a program says; nil where there is none.
  static func output(of program: URL, _ arguments: [String]) -> Data? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
