import ArgumentParser
import Load

struct BenchEcho: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo",
    abstract:
      "Measure how many messages per second a server answers, how quickly, and for how much CPU time.",
    discussion: """
      Each connection has --depth messages on their way at any time, and /lab/echo sends each of them back. With
      --table the messages are requests of players instead. Each player sits at a table of their own and sends as many
      requests as a server allows.

      Examples:
        baize-bench echo
        baize-bench echo --depth 16 --bytes 20 --pairs 3
        baize-bench echo --table
        baize-bench echo --peer './uws {port}' --peer 'GOMAXPROCS=1 ./gorilla {port}'

      Exit status: 0; 1 when a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many connections to open, or tables with --table.", valueName: "count"))
  var connections = 100

  @Option(
    help: ArgumentHelp(
      "The size of each message in bytes. May be repeated. (default: 20 and 1024)", valueName: "count"))
  var bytes: [Int] = []

  @Option(
    help: ArgumentHelp(
      "How many messages of a connection are on their way at once. May be repeated. (default: 1 and 16)",
      valueName: "count"))
  var depth: [Int] = []

  @Flag(help: "Send requests of players at tables instead of messages to echo.")
  var table = false

  func validate() throws {
    var mistakes: [String] = []
    if !(1...10_000).contains(connections) {
      mistakes.append("--connections must be 1 to 10000, not \(connections)")
    }
    for count in bytes where !(1...65_536).contains(count) {
      mistakes.append("--bytes must be 1 to 65536, not \(count)")
    }
    for count in depth where !(1...256).contains(count) {
      mistakes.append("--depth must be 1 to 256, not \(count)")
    }
    if table && !options.peer.isEmpty { mistakes.append(BenchOptions.noPeersAtTables) }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    try BenchFailure.told { try table ? measureTables() : measure() }
  }

  private func measure() throws {
    let servers = try BenchServers(options)
    let contest = BenchContest(
      contestants: try servers.start(), pairs: options.pairs ?? 7, seconds: options.seconds ?? 0.7)
    var report = BenchReport(asJSON: options.json)
    for size in bytes.isEmpty ? [20, 1024] : bytes {
      for depth in depth.isEmpty ? [1, 16] : depth {
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        let rows = try contest.measure("echo, \(connections) × \(size) B, \(depth) on their way") {
          (server) throws(LoadFailure) in
          EchoWork(
            try Fleet(server.target, path: "/echo", count: connections), payload: payload, depth: depth)
        }
        report.tell(rows)
      }
    }
    try report.end()
  }

  private func measureTables() throws {
    let server = try BenchServers(options).ours(prefix: "")
    let players = try BenchTables.players(connections, on: server.target)
    let nobody = try Fleet(server.target, path: "/ws", count: 0)
    let work = SteadyWork(
      spectators: nobody, publisher: SteadyWork.Voice(nobody, perSecond: 0) { _, _ in [] },
      players: players.voice(perSecond: BenchTables.commandsPerSecond))
    let contest = BenchContest(
      contestants: [server], pairs: options.pairs ?? 3, seconds: options.seconds ?? 4)
    var report = BenchReport(asJSON: options.json)
    report.tell(try contest.measure("undo and redo at \(connections) tables") { _ in work })
    try report.end()
  }
}
