import ArgumentParser

/// `baize bench …`: figures, each with the command that makes it.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast this machine does what a server does.",
    discussion: """
      Examples:
        baize bench engine                   the referee, natively and as WebAssembly
        baize bench random --games 10000     random games, held against all that must never be
        baize bench boards                   what each kind of board costs the server
        baize bench fanout --deflate         one message to thousands, compressed
        baize bench steps                    what a long game takes in memory
        baize bench log                      how long moves wait for the disk
        baize bench echo --peer './other {port}'
                                             another server on the same work, in turns
      """,
    subcommands: [
      BenchEngine.self, BenchRandom.self, BenchBoards.self, BenchEcho.self, BenchFanout.self, BenchMixed.self,
      BenchIdle.self, BenchSlow.self, BenchLog.self, BenchDeflate.self, BenchFrames.self,
      BenchSteps.self,
    ])
}
