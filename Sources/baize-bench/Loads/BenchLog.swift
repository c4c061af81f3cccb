import ArgumentParser
import Foundation
import Load

struct BenchLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Measure how long players wait until their moves are on the disk.",
    discussion: """
      Two servers get the same load in turns. One waits for the disk before it answers, as servers do by default. The
      other does not (baize serve --no-fsync). The players at each table turn the stock again and again. Latency counts
      from the time at which a move was due. Neither the servers nor the load are bound to a core.

      Examples:
        baize-bench log
        baize-bench log --tables 200 --moves 5

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many tables are played at once.", valueName: "count"))
  var tables = 2000

  @Option(help: ArgumentHelp("How many players sit at each table.", valueName: "count"))
  var players = 2

  @Option(help: ArgumentHelp("How many moves each player makes per second.", valueName: "count"))
  var moves = 1.0

  func validate() throws {
    var mistakes: [String] = []
    if !(1...8_000).contains(tables) { mistakes.append("--tables must be 1 to 8000, not \(tables)") }
    if !(1...8).contains(players) { mistakes.append("--players must be 1 to 8, not \(players)") }
    if !(moves > 0 && moves <= BenchTables.commandsPerSecond) {
      mistakes.append(
        "--moves must be more than 0 and at most \(BenchTables.commandsPerSecond), not \(moves)")
    }
    if !options.peer.isEmpty || options.url != nil {
      mistakes.append("this command starts its two servers itself, so --peer and --url must be left out")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    // As it is run: a loop for each core, and a writer beside them.
    let servers = try BenchServers(options, binds: false)
    let contestants = [
      try servers.ours(prefix: "", named: "synced", loops: nil),
      try servers.ours(prefix: "", named: "no-fsync", loops: nil, flags: ["--no-fsync"]),
    ]
    let contest = BenchContest(
      contestants: contestants, pairs: options.pairs ?? 2, seconds: options.seconds ?? 20)
    var report = BenchReport(asJSON: options.json)
    let works = try contestants.map { try scene(on: $0) }
    var next = 0
    let title = "\(tables) tables, \(players) players each, \(moves) moves/s each: answers"
    let rows = try contest.measure(title) { (_) throws(LoadFailure) in
      defer { next += 1 }
      return works[next]
    }
    report.tell(rows)
    try report.end()
  }

  private func scene(on server: Contestant) throws -> SteadyWork {
    let mover = try BenchTables.players(1, on: server.target)
    let seated = try BenchTables.players(tables, windows: players, on: server.target)
    return SteadyWork(
      spectators: try mover.watchers(1, on: server.target), publisher: mover.voice(perSecond: 1),
      players: seated.turns(perSecond: moves))
  }
}
