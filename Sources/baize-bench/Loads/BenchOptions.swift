import ArgumentParser

/// Which servers a load is put on, and how the figures are told.
struct BenchOptions: ParsableArguments {
  /// What is wrong with peers beside `--table`.
  static let noPeersAtTables = "--table and --peer exclude each other, since other servers have no tables"

  @Option(
    help: ArgumentHelp("Measure this running server instead of starting one.", valueName: "address"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The process of the server at --url. Without it CPU time and memory are unknown.", valueName: "number"))
  var pid: Int32?

  @Option(
    help: ArgumentHelp(
      "Start this other server too and give it the same work in turns. {port} becomes its port. May be repeated.",
      valueName: "command"))
  var peer: [String] = []

  @Option(help: ArgumentHelp("The path under which peers have /echo, /sub and /pub.", valueName: "path"))
  var peerPrefix = ""

  @Option(
    help: ArgumentHelp(
      "The baize program to measure. The default is the one in the folder of this program.", valueName: "file"
    ))
  var baize: String?

  @Flag(inversion: .prefixedNo, help: "Bind the servers to the first core and the load to the second.")
  var pin = true

  @Option(help: ArgumentHelp("How many runs each server gets, in turns.", valueName: "count"))
  var pairs: Int?

  @Option(help: ArgumentHelp("How long each run lasts.", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "Print the figures as one JSON object.")
  var json = false

  func validate() throws {
    var mistakes: [String] = []
    if let pairs, !(1...1000).contains(pairs) { mistakes.append("--pairs must be 1 to 1000, not \(pairs)") }
    if let seconds, !(seconds > 0 && seconds <= 600) {
      mistakes.append("--seconds must be more than 0 and at most 600, not \(seconds)")
    }
    if pid != nil && url == nil {
      mistakes.append("--pid needs --url, which names the server of that process")
    }
    if !peerPrefix.isEmpty && !peerPrefix.hasPrefix("/") {
      mistakes.append("--peer-prefix must begin with a slash, not \(peerPrefix)")
    }
    for command in peer where !command.contains("{port}") {
      mistakes.append("--peer \"\(command)\" must contain {port} where the port belongs")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }
}
