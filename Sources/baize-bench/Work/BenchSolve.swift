import ArgumentParser

/// `baize-bench solve`
struct BenchSolve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Check the solver, and measure how many deals it decides.",
    discussion: """
      Examples:
        baize-bench solve freecell --deals 32000     beside another solver
        baize-bench solve klondike3
        baize-bench solve small --deals 4000         against an oracle, on deals of few cards

      Exit status: 0; 1 when a deal is undecided, a verdict is refuted, or nothing can be run; 64 for a command line
      that is not understood.
      """,
    subcommands: [BenchSolveGame.self, BenchSolveSmall.self], defaultSubcommand: BenchSolveGame.self)
}
