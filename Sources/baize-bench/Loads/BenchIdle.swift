import ArgumentParser
import Console
import Foundation
import Load

struct BenchIdle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "idle",
    abstract:
      "Measure the memory of a server that has just started, and of each connection that does nothing.",
    discussion: """
      The growth of resident memory is divided by the number of connections. A new server is started for each kind of
      connection, and first a hundred connections come and go. Subscribers of /sub have each received two publications
      when the memory is measured.

      Examples:
        baize-bench idle
        baize-bench idle --connections 10000
        baize-bench idle --table
        baize-bench idle --peer './uws {port}'

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(
    help: ArgumentHelp(
      "How many connections to open. May be repeated with larger numbers. (default: 1000 and 10000)",
      valueName: "count"))
  var connections: [Int] = []

  @Flag(help: "Open connections of spectators at a table instead of /echo and /sub.")
  var table = false

  private struct Row: Encodable {
    let server: String
    let kind: String
    let connections: Int
    let bytesPerConnection: Double
    let anonymousPerConnection: Double
    let residentBytes: Int
    let anonymousBytes: Int
  }

  func validate() throws {
    var mistakes: [String] = []
    for count in connections where !(1...100_000).contains(count) {
      mistakes.append("--connections must be 1 to 100000, not \(count)")
    }
    if connections != connections.sorted() {
      mistakes.append("--connections must be repeated with larger numbers, since connections are only added")
    }
    if options.url != nil && options.pid == nil {
      mistakes.append("--url needs --pid here, which names the process whose memory is measured")
    }
    if table && !options.peer.isEmpty { mistakes.append(BenchOptions.noPeersAtTables) }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    let servers = try BenchServers(options)
    var rows: [Row] = []
    if !options.json { Output.say(Measuring.row("", "a connection", "anonymous", "resident", "anonymous")) }
    for kind in table ? ["/ws"] : ["/echo", "/sub"] {
      // One after the other, so that the memory of one server does not disturb the figures of the next.
      let contestants = try table ? [servers.ours(prefix: "")] : servers.start()
      for server in contestants { rows += try measure(server, kind) }
    }
    if options.json { try Measuring.json(["rows": rows]) }
  }

  private func measure(_ server: Contestant, _ kind: String) throws -> [Row] {
    guard let usage = server.usage else { return [] }
    let mover = table ? try BenchTables.players(1, on: server.target) : nil
    try Nanoseconds.sleep(seconds: 0.5)
    let started = usage.memory()
    var rows = [row(server, "\(kind), started", 0, started, since: started)]
    try warmUp(server, kind, mover)
    let base = usage.memory()
    var fleets: [Fleet] = []
    var open = 0
    for count in connections.isEmpty ? [1000, 10_000] : connections {
      fleets.append(
        try mover?.watchers(count - open, on: server.target)
          ?? Fleet(server.target, path: kind, count: count - open, firstSource: open))
      open = count
      try rest(fleets)
      rows.append(row(server, kind, open, usage.memory(), since: base))
    }
    guard kind == "/sub" else { return rows }
    let publisher = try Fleet(server.target, path: "/pub", count: 1)
    let publications = Publications(bytes: 300)
    for number in 0..<2 {
      publisher.send(publications.frame(number), on: 0)
      try rest(fleets)
    }
    rows.append(row(server, "\(kind), two messages each", open, usage.memory(), since: base))
    return rows
  }

  /// A few that come and go, so that growth is that of connections and not of code that is run for the first time.
  private func warmUp(_ server: Contestant, _ kind: String, _ mover: BenchTables?) throws {
    let few = 100
    let fleet =
      try mover?.watchers(few, on: server.target) ?? Fleet(server.target, path: kind, count: few)
    try rest([fleet])
  }

  private func rest(_ fleets: [Fleet]) throws {
    for fleet in fleets { try fleet.settle() }
    try Nanoseconds.sleep(seconds: 0.3)
  }

  private func row(
    _ server: Contestant, _ kind: String, _ count: Int, _ memory: ProcessUsage.Memory,
    since base: ProcessUsage.Memory
  ) -> Row {
    let each = Double(max(1, count))
    let row = Row(
      server: server.name, kind: kind, connections: count,
      bytesPerConnection: Double(memory.residentBytes - base.residentBytes) / each,
      anonymousPerConnection: Double(memory.anonymousBytes - base.anonymousBytes) / each,
      residentBytes: memory.residentBytes, anonymousBytes: memory.anonymousBytes)
    if !options.json {
      Output.say(
        Measuring.row(
          "\(server.name) \(kind)" + (count > 0 ? " × \(count)" : ""),
          count > 0 ? String(format: "%.0f B", row.bytesPerConnection) : "",
          count > 0 ? String(format: "%.0f B", row.anonymousPerConnection) : "",
          Measuring.megabytes(memory.residentBytes), Measuring.megabytes(memory.anonymousBytes)))
    }
    return row
  }
}
