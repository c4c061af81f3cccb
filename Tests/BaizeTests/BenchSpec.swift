import Foundation
import Testing

/// Each load for a moment, on a server that the command starts by itself: what matters is that it ends, says what it
/// has to say, and that what it says can be true.
@Suite struct `Loads on servers` {
  private struct Answer: Decodable {
    struct Row: Decodable {
      let work: String?
      let server: String?
      let perSecond: Double?
      let cpuMicroseconds: Double?
      let p50: Double?
      let p99: Double?
      let arrived: Int?
      let expected: Int?
      let grownBytes: Int?
      let connections: Int?
      let residentBytes: Int?
      let anonymousBytes: Int?
      let nanoseconds: Double?
      let eventsPerWatcher: Double?
      let bytesPerEvent: Double?
      let allBytesPerEvent: Double?
      let rateRatio: Ratio?
    }

    struct Ratio: Decodable {
      let median: Double
      let lowest: Double
      let highest: Double
    }

    let rows: [Row]
  }

  private func bench(_ arguments: String...) throws -> [Answer.Row] {
    let process = try Baize.process(arguments + ["--json"], of: "baize-bench")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try JSONDecoder().decode(Answer.self, from: data).rows
  }

  @Test func `echo messages at any depth`() throws {
    let rows = try bench("echo", "--connections", "5", "--pairs", "1", "--seconds", "0.1", "--no-pin")
    #expect(rows.count == 4)
    for row in rows {
      #expect(row.server == "baize" && (row.perSecond ?? 0) > 100 && (row.cpuMicroseconds ?? 0) > 0)
      #expect((row.p50 ?? 0) > 0 && (row.p99 ?? 0) >= (row.p50 ?? 0))
    }
  }

  @Test func `ask at tables, and each request is answered`() throws {
    let rows = try bench(
      "echo", "--table", "--connections", "4", "--pairs", "1", "--seconds", "0.4", "--no-pin")
    let rate = try #require(rows.first?.perSecond)
    #expect(rate > 5 && rate < 90, "4 players ask 15 times a second")
  }

  @Test func `tell moves at a table to those who watch`() throws {
    let rows = try bench(
      "fanout", "--table", "--subscribers", "30", "--pairs", "1", "--seconds", "0.4", "--no-pin")
    let rate = try #require(rows.first?.perSecond)
    #expect(rate > 50 && rate < 700, "30 spectators hear 15 moves a second")
  }

  @Test func `weigh connections that do nothing`() throws {
    let rows = try bench("idle", "--table", "--connections", "20", "--connections", "40", "--no-pin")
    #expect(rows.map(\.connections) == [0, 20, 40])
    #expect(rows.allSatisfy { ($0.residentBytes ?? 0) > ($0.anonymousBytes ?? 0) })
  }

  @Test func `let bots play, and count the events and bytes that watchers get`() throws {
    let rows = try bench("deflate", "--games", "1", "--watchers", "2")
    #expect(rows.count == 3)
    #expect(Set(rows.map { ($0.eventsPerWatcher ?? 0) > 20 }) == [true])
    let plain = try #require(rows.first)
    #expect((plain.bytesPerEvent ?? 0) > 150 && (plain.allBytesPerEvent ?? 0) >= (plain.bytesPerEvent ?? 0))
  }

  @Test func `pass frames without sockets`() throws {
    let rows = try bench("frames", "--seconds", "0.01")
    #expect(rows.count == 4 && rows.allSatisfy { ($0.nanoseconds ?? 0) > 1 })
    #expect(try Baize(bench: ["frames", "--count", "100", "--only", "JSON"]).output == "")
  }

  @Test(arguments: [
    ["echo", "--pairs", "0"], ["echo", "--seconds", "0"], ["echo", "--depth", "257"],
    ["echo", "--bytes", "0"], ["random", "--games", "0"], ["random", "--threads", "65"],
    ["steps", "--steps", "0"],
    ["boards", "--seconds", "0"], ["messages", "--only", "nothing"], ["engine", "--checked-games", "100001"],
    ["echo", "--peer", "./other"], ["echo", "--pid", "1"], ["echo", "--peer-prefix", "lab"],
    ["echo", "--table", "--peer", "./other {port}"], ["fanout", "--window", "33"],
    ["fanout", "--bytes", "15"],
    ["fanout", "--subscribers", "0"], ["fanout", "--table", "--publications", "5"],
    ["mixed", "--stalled", "91"],
    ["mixed", "--table", "--publications", "16"], ["mixed", "--requests", "0"],
    ["slow", "--subscribers", "0"],
    ["idle", "--connections", "20", "--connections", "10"], ["idle", "--url", "ws://127.0.0.1:1"],
    ["verdicts", "--tables", "0"], ["verdicts", "--peer", "./other {port}"],
    ["deflate", "--games", "0"], ["frames", "--only", "nothing"], ["frames", "--seconds", "61"],
  ])
  func `refuse arguments that make no sense`(arguments: [String]) throws {
    let process = try Baize.process(arguments, of: "baize-bench")
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
  }

  /// Each command's first sentence says what it does, and nothing in its help is a fragment of a line.
  @Test func `say in their help what they do`() throws {
    let help = try Baize(bench: ["--help"])
    #expect(help.status == 0)
    let commands = help.output.matches(of: /(?m)^  ([a-z]+) {2,}[A-Z]/).map { String($0.1) }
    #expect(commands.count == 16, "\(help.output)")
    let verbs = ["random": "Play", "simulate": "Play", "solve": "Check"]
    for command in commands {
      let own = try Baize(bench: [command, "--help"])
      let verb = verbs[command] ?? "Measure"
      #expect(own.status == 0 && own.output.hasPrefix("OVERVIEW: \(verb) "), "\(own.output)")
      #expect(own.output.contains("Examples:") && own.output.contains("Exit status: 0;"), "\(command)")
    }
  }

  @Test(
    arguments: [
      (["idle", "--url", "ws://127.0.0.1:1"], "--url needs --pid here, which names the process"),
      (["idle", "--connections", "0"], "--connections must be 1 to 100000, not 0"),
      (["idle", "--connections", "20", "--connections", "10"], "must be repeated with larger numbers"),
      (["echo", "--pid", "1"], "--pid needs --url"),
      (["echo", "--peer-prefix", "lab"], "must begin with a slash, not lab"),
      (["echo", "--peer", "./other"], "must contain {port} where the port belongs"),
      (["echo", "--table", "--peer", "./other {port}"], "--table and --peer exclude each other"),
      (["frames", "--only", "nothing"], "--only must be part of one of these names, not \"nothing\": 20 B"),
      (
        ["random", "--games", "0", "--threads", "65"],
        "--games must be 1 to 1000000, not 0\n       --threads must be"
      ),
      (["frames", "--seconds", "61"], "--seconds must be more than 0 and at most 60, not 61.0"),
    ] as [([String], String)])
  func `say what must be where an argument makes no sense`(arguments: [String], sentence: String) throws {
    let refused = try Baize(bench: arguments)
    #expect(refused.status == 64 && refused.output == "")
    #expect(refused.complaint.contains(sentence), "\(refused.complaint)")
  }

  @Test func `say in a sentence what is wrong`() throws {
    let nobody = try Baize(bench: ["echo", "--url", "ws://127.0.0.1:1"])
    #expect(nobody.status == 1 && nobody.complaint.contains("127.0.0.1:1 cannot be reached"))
    let nowhere = try Baize(bench: ["echo", "--url", "example.org"])
    #expect(nowhere.status == 1 && nowhere.complaint.contains("ws://127.0.0.1:8080"))
    let broken = try Baize(bench: ["echo", "--peer", "/nowhere/server {port}"])
    #expect(broken.status == 1 && broken.complaint.contains("it ended at once"))
    let missing = try Baize(bench: ["echo", "--baize", "/nowhere/baize"])
    #expect(missing.status == 1 && missing.complaint.contains("/nowhere/baize serve"))
  }

  /// Whether it lives: one that is dead and was not asked yet how it died does not.
  private static func runs(_ process: Int32) -> Bool {
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
    return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func `end what they started, however they are ended`(signal: Int32) throws {
    let process = try Baize.process(["echo", "--seconds", "60", "--no-pin"], of: "baize-bench")
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let children = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
    var child: Int32?
    for _ in 0..<500 where child == nil {
      child = (try? String(contentsOfFile: children, encoding: .utf8)).flatMap {
        $0.split(separator: " ").first.flatMap { Int32($0) }
      }
      if child == nil { usleep(10_000) }
    }
    defer {
      for left in [process.processIdentifier, child] {
        if let left, Self.runs(left) { kill(left, SIGKILL) }
      }
    }
    let server = try #require(child)
    kill(process.processIdentifier, signal)
    for _ in 0..<1000 where process.isRunning { usleep(10_000) }
    try #require(!process.isRunning, "it ends within ten seconds")
    #expect(process.terminationStatus == (signal == SIGKILL ? SIGKILL : 130))
    // A killed process cannot wait for its child: the system ends the child a moment later.
    for _ in 0..<500 where Self.runs(server) { usleep(10_000) }
    #expect(!Self.runs(server))
  }
}
