import ArgumentParser

/// Which servers a load is put on, and how the figures are told.
struct BenchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A server that runs already, instead of one started for this.", valueName: "address"))
  var url: String?

  @Option(help: ArgumentHelp("The process behind --url, for its time and memory.", valueName: "number"))
  var pid: Int32?

  @Option(
    help: ArgumentHelp(
      "Another server for the same work, alive at the same time; {port} in it becomes the port. May be repeated.",
      valueName: "command"))
  var peer: [String] = []

  @Option(help: ArgumentHelp("The path in front of /echo, /sub and /pub on peers.", valueName: "path"))
  var peerPrefix = ""

  @Option(
    help: ArgumentHelp("The program to measure; without it the baize beside this one.", valueName: "file"))
  var baize: String?

  @Flag(inversion: .prefixedNo, help: "Bind servers to the first core and the load to the second.")
  var pin = true

  @Option(help: ArgumentHelp("Runs on each server, in turns.", valueName: "count"))
  var pairs: Int?

  @Option(help: ArgumentHelp("Seconds of each run.", valueName: "seconds"))
  var seconds: Double?

  @Flag(help: "The figures as one object of JSON.")
  var json = false

  func validate() throws {
    var mistakes: [String] = []
    if let pairs, !(1...1000).contains(pairs) { mistakes.append("--pairs must be 1 to 1000, not \(pairs)") }
    if let seconds, !(seconds > 0 && seconds <= 600) {
      mistakes.append("--seconds must be more than 0 and at most 600, not \(seconds)")
    }
    if pid != nil && url == nil { mistakes.append("--pid is the process behind --url, which is missing") }
    if !peerPrefix.isEmpty && !peerPrefix.hasPrefix("/") {
      mistakes.append("--peer-prefix begins with a slash")
    }
    for command in peer where !command.contains("{port}") {
      mistakes.append("--peer \"\(command)\" must say {port} where the port goes")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }
}
