import ArgumentParser
import Console
import Patience
import Positions
import Reactor
import Server
import Solving

struct SolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Tell whether deals can be won, and how.",
    discussion: """
      A verdict is about a player who sees all cards, those that lie face down and
      those of the stock too. It is exact: "winnable" comes with moves that win, and
      "impossible" means that no position was left out. A search that ends before it
      knows says "unknown", and why.

      Examples:
        baize solve freecell 11982              one deal
        baize solve klondike3 1..1000           many deals, then percentiles
        baize solve freecell 617 --moves        the moves that win, pile to pile
        baize solve canfield 7 --budget 200k    at most 200,000 positions a deal
        baize solve spider1 1..50 --budget 2s   at most two seconds for a deal
        baize solve my-game.json 1..100         a game described in that file
        baize solve --survey golf --deals 1000  a row for a table of games

      Ctrl-C stops the search; what was found is told.

      Exit status: 0 when every deal was decided; 2 when some are unknown, or when
      the search was stopped; 1 for a game that does not exist or that one person
      cannot play, for a verdict that a check refutes, and when its output is closed; 64
      for a command line that is not understood.
      """)

  @Argument(
    help: ArgumentHelp(
      "The game: its name as in `baize rules --list`, or a file that describes it.", valueName: "game"),
    completion: .file())
  var game: String

  @Argument(
    help: ArgumentHelp("The deal, or the first and the last one.", valueName: "number|a..b"),
    transform: DealRange.init(text:))
  var range: DealRange?

  @Flag(help: "Print one JSON object for each deal, and one for all of them.")
  var json = false

  @Flag(help: "Print the moves that win.")
  var moves = false

  @Flag(
    help: """
      Check each verdict: play the moves at a table, and search an impossible deal again by the rules of tables \
      alone. Proofs of more than \(SolveRun.searchedAgainMax) positions are checked only for FreeCell and its \
      relatives, by the search that other games have.
      """)
  var verify = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The most that the search of one deal may take: positions (200k, 5M) or time (500ms, 2s). Only positions give the \
      same verdict on every machine. An impossible deal may be searched a second time, with as many positions again. \
      (default: 50M)
      """, valueName: "amount"),
    transform: SolveBudget.init(text:))
  var budget = SolveBudget.usual

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Memory for one search, in megabytes.", valueName: "megabytes"))
  var memory = 1024

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many deals are searched at the same time.", valueName: "count"))
  var threads = 1

  @Flag(help: "Print a row for a table of games: shares with intervals, positions and times.")
  var survey = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("For --survey: deals 1 to this number.", valueName: "count"))
  var deals: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("For --survey: begin no deal after so many seconds.", valueName: "count"))
  var seconds: Int?

  @OptionGroup var own: GamesOption

  private static let dealsMax = 100_000_000

  func validate() throws {
    var mistakes: [String] = []
    if survey == (range != nil) {
      mistakes.append("say a deal or a range of deals, or --survey with --deals")
    }
    if survey, deals == nil { mistakes.append("--survey needs --deals") }
    if !survey, deals != nil || seconds != nil { mistakes.append("--deals and --seconds are for --survey") }
    if survey, moves { mistakes.append("--survey prints no moves: leave --moves out") }
    if survey, json { mistakes.append("--survey prints a table: leave --json out") }
    if let deals, !(1...Self.dealsMax).contains(deals) {
      mistakes.append("--deals must be 1 to \(Self.dealsMax), not \(deals)")
    }
    if let range, range.count > Self.dealsMax {
      mistakes.append("a range has at most \(Self.dealsMax) deals")
    }
    if let seconds, !(1...1_000_000).contains(seconds) {
      mistakes.append("--seconds must be 1 to 1000000, not \(seconds)")
    }
    if !(1...64).contains(threads) { mistakes.append("--threads must be 1 to 64, not \(threads)") }
    if !(0...1_048_576).contains(memory) { mistakes.append("--memory must be 0 to 1048576, not \(memory)") }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    let ruleset =
      try game.hasSuffix(".json")
      ? GameFolder.ruleset(inFile: game) : Complaint.ruleset(game, draw: nil, among: own.shelf())
    guard let rules = CompiledRules(ruleset) else {
      throw Complaint.fail(
        "\(ruleset.id.text) needs \(ruleset.seats.min) players: only games for one can be solved")
    }
    let range = range ?? DealRange(1, UInt64(deals ?? 1))
    let lines = LinesInTime()
    let run = SolveRun(
      rules, range, budget: budget, bytes: memory << 20, threads: threads, secondsMax: seconds,
      verifies: verify, lines: lines)
    run.stopsAtSignals()
    let tally = run.run { deal in
      if survey { return }
      let text = json ? deal.json(rules, withMoves: moves) : deal.text(rules, withMoves: moves)
      if !lines.add(text) { run.stop() }
    }
    // Nobody reads on, as in `baize solve … | head`, or the disk is full.
    guard lines.flush() else { throw ExitCode.failure }
    var summary: [String] = []
    if survey {
      summary = [SolveTally.rowHead, tally.row(of: ruleset)]
    } else if json {
      summary = [tally.json(of: ruleset)]
    } else if range.count > 1 {
      summary = tally.lines
    }
    if !summary.isEmpty, !Output.say(summary.joined(separator: "\n")) { throw ExitCode.failure }
    if tally.count < range.count {
      let why = run.wasStopped ? "stopped" : "the time was up"
      Output.complain("baize: \(why) after \(tally.count) of \(range.count) deals")
    }
    if !tally.faults.isEmpty { throw ExitCode.failure }
    if tally.unknown > 0 || run.wasStopped { throw ExitCode(2) }
  }
}
