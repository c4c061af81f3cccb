import ArgumentParser
import Console

/// The root command of the program that measures: each subcommand makes figures, and each figure has its command.
/// It stands beside `baize`, which it starts where it needs a server, so that what is measured is what ships.
@main
struct BaizeBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baize-bench",
    abstract: "Measure the speed and memory of a Baize server and of its parts.",
    discussion: """
      Examples:
        baize-bench echo                     count messages answered per second
        baize-bench fanout --deflate         send one message to thousands, compressed
        baize-bench log                      time moves until they are on the disk
        baize-bench steps                    weigh the memory of a long game
        baize-bench boards                   time the work for each kind of board
        baize-bench engine                   time the judging of moves
        baize-bench echo --peer './other {port}'
                                             compare with another server, in turns

      Two commands measure nothing: `baize-bench random` plays random games, and `baize-bench simulate` whole races
      and tables with faults; both check what must always hold.
      """,
    version: Version.current,
    subcommands: [
      BenchEngine.self, BenchRandom.self, BenchBoards.self, BenchEcho.self, BenchFanout.self, BenchMixed.self,
      BenchIdle.self, BenchSlow.self, BenchLog.self, BenchDeflate.self, BenchFrames.self,
      BenchMessages.self, BenchSimulate.self, BenchSolve.self, BenchSteps.self, BenchVerdicts.self,
    ])
}
