import Boards
import Foundation
import Testing

/// What needs no server: rules, boards and whole games.
@Suite struct `Measurements of the rules` {
  @Test func `measure the referee`() throws {
    let bench = try Baize(bench: ["engine", "--seconds", "0.01", "--wasm", "/nowhere.wasm"])
    #expect(bench.status == 0)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[2...3].allSatisfy { $0.contains("µs") } && lines[4...5].allSatisfy { $0.contains("/s") })
    #expect(lines.last?.contains("/nowhere.wasm is not there") == true)
    for wrong in ["0", "-1", "61", "soon"] {
      #expect(try Baize(bench: ["engine", "--seconds", wrong]).status == 64)
    }
  }

  @Test func `measure each kind of board, and the largest that can be described`() throws {
    let bench = try Baize(bench: ["boards", "--seconds", "0.001"])
    #expect(bench.status == 0)
    for board in BoardCatalogue.kinds.map(\.title) + ["Largest that can be described"] {
      #expect(bench.output.contains(board), "\(board)")
    }
    #expect(try Baize(bench: ["boards", "--seconds", "0"]).status == 64)
  }

  @Test func `hold positions against tables`() throws {
    let bench = try Baize(bench: [
      "engine", "--game", "freecell:cells=3", "--seconds", "0.01", "--checked-games", "3",
    ])
    #expect(bench.status == 0, "\(bench.complaint)")
    #expect(bench.output.contains("freecell:cells=3") && bench.output.contains("0 games disagree"))
    #expect(bench.output.contains("3 games and "))
    let chess = try Baize(bench: ["engine", "--game", "chess"])
    #expect(chess.status == 1 && chess.complaint.contains("\"chess\""))
    #expect(try Baize(bench: ["engine", "--game", "golf", "--checked-games", "100001"]).status == 64)
  }

  @Test func `play games at random, and find nothing wrong`() throws {
    let bench = try Baize(bench: ["random", "--games", "2", "--moves-max", "20", "--threads", "1"])
    #expect(bench.status == 0, "\(bench.complaint)")
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 31)
    #expect(lines.last?.hasPrefix("56 games and ") == true && bench.output.contains(", 0 games went wrong"))
    let one = try Baize(bench: ["random", "--game", "golf", "--games", "1"])
    #expect(one.status == 0 && one.output.contains("1 games and "))
    #expect(try Baize(bench: ["random", "--game", "chess"]).status == 1)
    for wrong in [["--games", "0"], ["--moves-max", "1001"], ["--threads", "0"], ["--seed", "-1"]] {
      #expect(try Baize(bench: ["random", wrong[0], wrong[1]]).status == 64, "\(wrong)")
    }
  }

  @Test func `keep the table at which a column was longest, the same each time`() throws {
    let files = (0..<2).map { _ in
      FileManager.default.temporaryDirectory.appending(path: "baize-\(UUID().uuidString).jsonl")
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    for file in files {
      let bench = try Baize(bench: ["random", "--game", "yukon", "--games", "3", "--longest", file.path])
      #expect(bench.status == 0, "\(bench.complaint)")
    }
    let lines = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(lines[0] == lines[1])
    #expect(lines[0].hasPrefix(#"{"game":"yukon","seed":"#) && lines[0].hasSuffix("}}\n"))
    let nowhere = try Baize(bench: ["random", "--games", "1", "--longest", "/nowhere/columns.jsonl"])
    #expect(nowhere.status == 1 && nowhere.complaint.contains("/nowhere/columns.jsonl cannot be written"))
  }

  @Test(arguments: [["--help"], ["engine", "--help"], ["fanout", "--help"]])
  func `help with examples`(arguments: [String]) throws {
    let help = try Baize(bench: arguments)
    #expect(help.status == 0 && help.output.contains("Examples:"))
  }
}
