import ArgumentParser

/// `baize bench …`: figures, each with the command that makes it.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast this machine does what a server does.",
    discussion: """
      Examples:
        baize bench engine                   the referee, natively and as WebAssembly
        baize bench boards                   what each kind of board costs the server
      """,
    subcommands: [BenchEngine.self, BenchBoards.self])
}
