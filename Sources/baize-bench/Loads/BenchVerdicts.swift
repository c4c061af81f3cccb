import ArgumentParser
import Console
import Foundation
import Load

struct BenchVerdicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verdicts",
    abstract:
      "Measure what it costs other players that many tables ask whether their games can still be won.",
    discussion: """
      Two servers get the same moves at the same tables of FreeCell, in turns. At one of them each table also asks after
      each move whether its game can still be won. Others play at tables of their own meanwhile, and how long they wait
      for their answers is measured. Both servers and the load share all cores of the machine.

      Examples:
        baize-bench verdicts
        baize-bench verdicts --tables 50 --pairs 7

      Exit status: 0; 1 when a server fails, or answers fewer than nine of ten questions; 64 for a command line that is
      not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many tables ask.", valueName: "count"))
  var tables = 200

  @Option(help: ArgumentHelp("How many moves each of them makes per second.", valueName: "count"))
  var moves = 0.5

  @Option(help: ArgumentHelp("How many others play.", valueName: "count"))
  var players = 20

  @Option(help: ArgumentHelp("How many moves all others together make per second.", valueName: "count"))
  var requests = 200.0

  private static let flags = [
    "--questions-per-second", "1000", "--questions-burst", "10000", "--opens-burst", "1000", "--bank-deals",
    "0",
  ]

  func validate() throws {
    var mistakes: [String] = []
    if !(1...5000).contains(tables) { mistakes.append("--tables must be 1 to 5000, not \(tables)") }
    if !(moves > 0 && moves <= 10) {
      mistakes.append("--moves must be more than 0 and at most 10, not \(moves)")
    }
    if !(1...1000).contains(players) { mistakes.append("--players must be 1 to 1000, not \(players)") }
    if !(requests > 0 && requests <= 10_000) {
      mistakes.append("--requests must be more than 0 and at most 10000, not \(requests)")
    }
    if options.url != nil || !options.peer.isEmpty {
      mistakes.append("this starts both servers itself: leave out --url and --peer")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try measure() }
  }

  private func measure() throws {
    let servers = try BenchServers(options, binds: false)
    let contestants = [
      try servers.ours(prefix: "", named: "asking", loops: 2, flags: Self.flags),
      try servers.ours(prefix: "", named: "not asking", loops: 2, flags: Self.flags),
    ]
    let asking = try contestants.enumerated().map { index, server in
      try AskingTables(tables, asks: index == 0, on: server.target)
    }
    let others = try contestants.map { try BenchTables.players(players, on: $0.target) }
    let seconds = options.seconds ?? 10
    let contest = BenchContest(contestants: contestants, pairs: options.pairs ?? 7, seconds: seconds)
    var report = BenchReport(asJSON: options.json)
    var next = 0
    let rows = try contest.measure("\(tables) tables ask: answers to others") {
      (server) throws(LoadFailure) in
      defer { next += 1 }
      return SteadyWork(
        spectators: try Fleet(server.target, path: "/healthz", count: 0),
        publisher: asking[next].voice(perSecond: moves * Double(tables)),
        players: others[next].voice(perSecond: requests / Double(players)))
    }
    report.tell(rows)
    let asked = Int(moves * seconds) * tables * contest.pairs
    let told = asking[0].fleet.counted.messages
    if !options.json {
      Output.say(
        "p99 of others: \(String(format: "%.2f", rows[0].p99 / max(1, rows[1].p99))) of that without questions"
      )
      Output.say("\(told) of some \(asked) questions were answered")
    }
    try report.end()
    if told < asked * 9 / 10 { throw ExitCode.failure }
  }
}
