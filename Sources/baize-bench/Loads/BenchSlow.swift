import ArgumentParser
import Console
import Foundation
import Load

struct BenchSlow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow",
    abstract: "Measure what clients that never read cost the server and the other clients.",
    discussion: """
      Large publications are sent at a fixed rate to clients that read and to as many that never read. The figures show
      how much the memory of the server grows, and whether the readers receive everything in time.

      Examples:
        baize-bench slow
        baize-bench slow --seconds 5 --subscribers 100
        baize-bench slow --peer './uws {port}'

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many clients read, and how many others do not.", valueName: "count"))
  var subscribers = 20

  @Option(help: ArgumentHelp("The size of each publication in bytes.", valueName: "count"))
  var bytes = 4000

  @Option(help: ArgumentHelp("How many publications are sent per second.", valueName: "count"))
  var publications = 150.0

  private struct Row: Encodable {
    let server: String
    let grownBytes: Int
    let expected: Int
    let arrived: Int
    let p50: Double
    let p99: Double
  }

  func validate() throws {
    var mistakes: [String] = []
    if !(1...5000).contains(subscribers) {
      mistakes.append("--subscribers must be 1 to 5000, not \(subscribers)")
    }
    if !(16...65_536).contains(bytes) { mistakes.append("--bytes must be 16 to 65536, not \(bytes)") }
    if !(publications > 0 && publications <= 10_000) {
      mistakes.append("--publications must be more than 0 and at most 10000, not \(publications)")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    let servers = try BenchServers(options)
    var rows: [Row] = []
    if !options.json { Output.say(Measuring.row("", "grown", "expected", "arrived", "p50 µs", "p99 µs")) }
    for server in try servers.start() {
      let row = try measure(server)
      rows.append(row)
      guard !options.json else { continue }
      Output.say(
        Measuring.row(
          row.server, Measuring.megabytes(row.grownBytes), "\(row.expected)", "\(row.arrived)",
          String(format: "%.0f", row.p50), String(format: "%.0f", row.p99)))
    }
    if options.json { try Measuring.json(["rows": rows]) }
  }

  private func measure(_ server: Contestant) throws -> Row {
    var style = Fleet.Style()
    style.isDeaf = true
    let deaf = try Fleet(server.target, path: "/sub", count: subscribers, style: style)
    let listening = try Fleet(server.target, path: "/sub", count: subscribers)
    let publications = Publications(bytes: bytes)
    let publisher = SteadyWork.Voice(
      try Fleet(server.target, path: "/pub", count: 1), perSecond: self.publications
    ) { number, _ in publications.frame(number) }
    let work = SteadyWork(spectators: listening, publisher: publisher)
    try Nanoseconds.sleep(seconds: 0.5)
    let before = server.usage?.memory().residentBytes ?? 0
    _ = try work.run(seconds: options.seconds ?? 10, usage: nil)
    let after = server.usage?.memory().residentBytes ?? 0
    let deliveries = work.deliveries
    return withExtendedLifetime(deaf) {
      Row(
        server: server.name, grownBytes: after - before, expected: deliveries.expected,
        arrived: deliveries.arrived, p50: Double(deliveries.latency.percentile(50)) / 1000,
        p99: Double(deliveries.latency.percentile(99)) / 1000)
    }
  }
}
