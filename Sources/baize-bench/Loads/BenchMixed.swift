import ArgumentParser
import Foundation
import Load

struct BenchMixed: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixed",
    abstract:
      "Measure how long players wait for an answer while the server also sends to thousands of spectators.",
    discussion: """
      Latency counts from the time at which a request was due. With --stalled a part of the spectators never reads.
      The figures then show how late the other spectators receive publications, with and without those. With --table
      the spectators watch one table and the players play at others.

      Examples:
        baize-bench mixed
        baize-bench mixed --table
        baize-bench mixed --stalled 20
        baize-bench mixed --peer './uws {port}'

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many spectators there are.", valueName: "count"))
  var spectators = 5000

  @Option(
    help: ArgumentHelp(
      "How many publications are sent to spectators per second, or moves with --table.", valueName: "count"))
  var publications = 10.0

  @Option(
    help: ArgumentHelp(
      "How many connections send requests. (default: 20, or 70 with --table)", valueName: "count"))
  var players: Int?

  @Option(help: ArgumentHelp("How many requests all players together send per second.", valueName: "count"))
  var requests = 1000.0

  @Option(help: ArgumentHelp("How many percent of the spectators never read.", valueName: "percent"))
  var stalled: Int?

  @Flag(help: "Play at tables and watch one, instead of /echo and /sub.")
  var table = false

  private static let requestBytes = 60
  private static let publicationBytes = 300

  func validate() throws {
    var mistakes: [String] = []
    if !(1...50_000).contains(spectators) {
      mistakes.append("--spectators must be 1 to 50000, not \(spectators)")
    }
    if !(publications > 0 && publications <= 1000) {
      mistakes.append("--publications must be more than 0 and at most 1000, not \(publications)")
    }
    if table && publications > BenchTables.commandsPerSecond {
      mistakes.append(
        "--publications must be at most \(BenchTables.commandsPerSecond) with --table, not \(publications)")
    }
    if !(requests > 0 && requests <= 100_000) {
      mistakes.append("--requests must be more than 0 and at most 100000, not \(requests)")
    }
    if let players, !(1...10_000).contains(players) {
      mistakes.append("--players must be 1 to 10000, not \(players)")
    }
    if let stalled, !(1...90).contains(stalled) {
      mistakes.append("--stalled must be 1 to 90, not \(stalled)")
    }
    if table && !options.peer.isEmpty { mistakes.append(BenchOptions.noPeersAtTables) }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    let servers = try BenchServers(options)
    let contestants =
      table ? [try servers.ours(prefix: "")] : try servers.start(prefix: BenchServers.labPrefix)
    let contest = BenchContest(
      contestants: contestants, pairs: options.pairs ?? 3, seconds: options.seconds ?? 4)
    var report = BenchReport(asJSON: options.json)
    for percent in [0] + (stalled.map { [$0] } ?? []) {
      let works = try contestants.map { try scene(on: $0, stalledPercent: percent) }
      var next = 0
      let title = "\(spectators) watch, \(publications)/s" + (percent > 0 ? ", \(percent) % never read" : "")
      let rows = try contest.measure(title + ": answers") { (_) throws(LoadFailure) in
        defer { next += 1 }
        return works[next].steady
      }
      report.tell(rows)
      report.tell(
        works.indices.map {
          BenchRow(
            title + ": what spectators hear", contestants[$0].name, works[$0].steady.delivered, ours: nil)
        })
    }
    try report.end()
  }

  /// All connections of one server, and what they do.
  private struct Scene {
    let steady: SteadyWork
    /// Those that never read: only held.
    let deaf: Fleet
  }

  private func scene(on server: Contestant, stalledPercent: Int) throws -> Scene {
    let deafCount = spectators * stalledPercent / 100
    if table { return try tables(on: server, deafCount) }
    var deafStyle = Fleet.Style()
    deafStyle.isDeaf = true
    let deaf = try Fleet(server.target, path: "/sub", count: deafCount, style: deafStyle)
    let listening = try Fleet(server.target, path: "/sub", count: spectators - deafCount)
    let publications = Publications(bytes: Self.publicationBytes)
    let publisher = SteadyWork.Voice(
      try Fleet(server.target, path: "/pub", count: 1), perSecond: self.publications
    ) { number, _ in publications.frame(number) }
    let request = ClientFrame.text([UInt8](repeating: UInt8(ascii: "q"), count: Self.requestBytes))
    let asking = SteadyWork.Voice(
      try Fleet(server.target, path: "/echo", count: players ?? 20), perSecond: requests
    ) { _, _ in request }
    return Scene(
      steady: SteadyWork(spectators: listening, publisher: publisher, players: asking), deaf: deaf)
  }

  private func tables(on server: Contestant, _ deafCount: Int) throws -> Scene {
    // As many as the allowance of one visit makes necessary.
    let count = players ?? Int((requests / BenchTables.commandsPerSecond).rounded(.up)) + 3
    let mover = try BenchTables.players(1, on: server.target)
    let others = try BenchTables.players(count, on: server.target)
    let deaf = try mover.watchers(deafCount, on: server.target, isDeaf: true)
    let listening = try mover.watchers(spectators - deafCount, on: server.target)
    let steady = SteadyWork(
      spectators: listening, publisher: mover.voice(perSecond: publications),
      players: others.voice(perSecond: requests / Double(count)))
    return Scene(steady: steady, deaf: deaf)
  }
}
