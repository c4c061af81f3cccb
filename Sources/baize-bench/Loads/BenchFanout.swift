import ArgumentParser
import Console
import Load

struct BenchFanout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "Measure how quickly one message reaches thousands of subscribers, and for how much CPU time.",
    discussion: """
      With a window of 1 a publication is sent when the one before it has reached every subscriber, so a server cannot
      send two together. With a window of 16 as many are on their way at once. With --table the publications are moves
      at one table, which the server sends to its spectators. A player makes as many moves as a server allows.

      Examples:
        baize-bench fanout
        baize-bench fanout --subscribers 1000 --window 1 --deflate
        baize-bench fanout --table --subscribers 1000
        baize-bench fanout --peer './uws {port}' --peer './lws {port}'

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(
    help: ArgumentHelp(
      "How many subscribers there are. May be repeated. (default: 100, 1000 and 5000)", valueName: "count"))
  var subscribers: [Int] = []

  @Option(
    help: ArgumentHelp(
      "How many publications are on their way at once. May be repeated. (default: 1 and 16)",
      valueName: "count"))
  var window: [Int] = []

  @Option(help: ArgumentHelp("The size of each publication in bytes.", valueName: "count"))
  var bytes = 300

  @Flag(help: "Let subscribers offer compression (permessage-deflate).")
  var deflate = false

  @Flag(help: "Send moves at a table to its spectators instead of publications.")
  var table = false

  @Option(
    help: ArgumentHelp(
      "Send exactly this many publications, once, instead of measuring for --seconds.", valueName: "count"))
  var publications: Int?

  func validate() throws {
    var mistakes: [String] = []
    for count in subscribers where !(1...50_000).contains(count) {
      mistakes.append("--subscribers must be 1 to 50000, not \(count)")
    }
    for count in window where !(1...FanoutWork.windowMax).contains(count) {
      mistakes.append("--window must be 1 to \(FanoutWork.windowMax), not \(count)")
    }
    if !(16...65_536).contains(bytes) { mistakes.append("--bytes must be 16 to 65536, not \(bytes)") }
    if let publications, !(1...1_000_000).contains(publications) {
      mistakes.append("--publications must be 1 to 1000000, not \(publications)")
    }
    if table && !options.peer.isEmpty { mistakes.append(BenchOptions.noPeersAtTables) }
    if table && publications != nil {
      mistakes.append(
        "--table and --publications exclude each other, since moves at a table are not counted out")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try table ? measureTable() : measure() }
  }

  private var crowds: [Int] { subscribers.isEmpty ? [100, 1000, 5000] : subscribers }

  private func measure() throws {
    let servers = try BenchServers(options)
    let contest = BenchContest(
      contestants: try servers.start(), pairs: options.pairs ?? 7, seconds: options.seconds ?? 0.7)
    var report = BenchReport(asJSON: options.json)
    for crowd in crowds {
      for window in window.isEmpty ? [1, 16] : window {
        let title = "fan-out to \(crowd), window \(window)" + (deflate ? ", deflate" : "")
        let make = { (server: Contestant) throws(LoadFailure) in try work(on: server, crowd, window) }
        if let publications {
          try tellOnce(title, try make(contest.contestants[0]), publications)
        } else {
          report.tell(try contest.measure(title, make))
        }
      }
    }
    if publications == nil { try report.end() }
  }

  private func work(on server: Contestant, _ crowd: Int, _ window: Int) throws(LoadFailure) -> FanoutWork {
    var style = Fleet.Style()
    style.offersDeflate = deflate
    let subscribers = try Fleet(server.target, path: "/sub", count: crowd, style: style)
    let publisher = try Fleet(server.target, path: "/pub", count: 1)
    return FanoutWork(
      subscribers, publisher: publisher, publications: Publications(bytes: bytes), window: window)
  }

  /// Slow servers are waited for: one that counts its instructions takes fifty times as long.
  private func tellOnce(_ title: String, _ work: FanoutWork, _ publications: Int) throws {
    let tally = try work.run(publications: publications, patienceSeconds: 300)
    Output.say("\(title): \(tally.messages) deliveries of \(publications) publications")
  }

  private func measureTable() throws {
    let server = try BenchServers(options).ours(prefix: "")
    let contest = BenchContest(
      contestants: [server], pairs: options.pairs ?? 3, seconds: options.seconds ?? 4)
    var report = BenchReport(asJSON: options.json)
    for crowd in crowds {
      let mover = try BenchTables.players(1, on: server.target)
      let spectators = try mover.watchers(crowd, on: server.target, deflate: deflate)
      let work = SteadyWork(
        spectators: spectators, publisher: mover.voice(perSecond: BenchTables.commandsPerSecond))
      let title = "moves at a table to \(crowd)" + (deflate ? ", deflate" : "")
      report.tell(try contest.measure(title) { _ in work })
    }
    try report.end()
  }
}
