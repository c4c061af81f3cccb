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
      """,
    subcommands: [BenchSolveGame.self, BenchSolveSmall.self], defaultSubcommand: BenchSolveGame.self)
}
