import ArgumentParser
import Console

/// The root command of the program that measures: each subcommand makes figures, and each figure has its command.
/// It stands beside `baize`, which it starts where it needs a server, so that what is measured is what ships.
@main
struct BaizeBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baize-bench",
    abstract: "Measure how fast this machine does what a server does.",
    discussion: """
      Examples:
        baize-bench engine                   the referee, natively and as WebAssembly
        baize-bench random --games 10000     random games, with checks of what must always hold
        baize-bench boards                   what each kind of board costs the server
        baize-bench fanout --deflate         one message to thousands, compressed
        baize-bench steps                    what a long game takes in memory
        baize-bench log                      how long moves wait for the disk
        baize-bench echo --peer './other {port}'
                                             another server on the same work, in turns
      """,
    version: Version.current,
    subcommands: [
      BenchEngine.self, BenchRandom.self, BenchBoards.self, BenchEcho.self, BenchFanout.self, BenchMixed.self,
      BenchIdle.self, BenchSlow.self, BenchLog.self, BenchDeflate.self, BenchFrames.self,
      BenchMessages.self, BenchSteps.self,
    ])
}
