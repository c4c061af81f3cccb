import ArgumentParser
import Console

/// The root command. It is not asynchronous, so that signals are blocked before another thread starts. Each
/// subcommand is a file: arguments in, output out, no logic.
@main
struct Baize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baize",
    abstract: "A live table server for patience and other boards: play in a browser, watch, let bots play.",
    discussion: """
      Examples:
        baize serve                          start the server on http://127.0.0.1:8080
        baize bot --games 3 --deal 7         let a bot play deals 7, 8 and 9 on it
        baize bot --board fruits             let a bot play on a board
        baize deal klondike 7                print a deal as text
        baize rules --list                   list all games; `baize rules freecell` explains one
        baize solve freecell 11982           tell whether a deal can be won
        baize check ./baize-data             check that nothing is damaged
        baize backup ./baize-data ./copy     copy it, even while a server runs
      """,
    version: Version.current,
    subcommands: [
      Serve.self, Bot.self, DealCommand.self, RulesCommand.self, SolveCommand.self,
      Check.self, BackUp.self, Restore.self,
      Erased.self,
      Bench.self,
    ],
    defaultSubcommand: Serve.self)
}
