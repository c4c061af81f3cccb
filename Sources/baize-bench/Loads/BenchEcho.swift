import ArgumentParser
import Load

struct BenchEcho: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "echo",
    abstract: "Messages that come back: how many a second, how late, at what price.",
    discussion: """
      Each connection keeps --depth messages in flight. With --table they are requests of players, each at a table of
      their own, at the rate that a server allows. Without --table they are echoed by /lab/echo.

      Examples:
        baize-bench echo
        baize-bench echo --depth 16 --bytes 20 --pairs 3
        baize-bench echo --table
        baize-bench echo --peer './uws {port}' --peer 'GOMAXPROCS=1 ./gorilla {port}'

      Exit status: 0; 1 if a server fails; 64 for a command line that is not understood.
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: ArgumentHelp("How many connections, or tables.", valueName: "count"))
  var connections = 100

  @Option(help: ArgumentHelp("Bytes of a message; may be repeated (20 and 1024).", valueName: "count"))
  var bytes: [Int] = []

  @Option(help: ArgumentHelp("Messages on their way; may be repeated (1 and 16).", valueName: "count"))
  var depth: [Int] = []

  @Flag(help: "Requests of players at real tables.")
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
    if table && !options.peer.isEmpty { mistakes.append("--table has no peers: its messages are our own") }
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
