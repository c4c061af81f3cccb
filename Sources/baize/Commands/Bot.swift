import ArgumentParser
import Player

struct Bot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let a bot play on a server, or watch a table as text.",
    discussion: """
      The bot sends the same messages as the browser. It plays tables one after another and prints a line for each.
      On a board it makes random moves. About one in five breaks the rules, and the server must refuse it.

      Examples:
        baize bot                                        play one random deal on ws://127.0.0.1:8080
        baize bot --game klondike --deal 7 --games 3     play deals 7, 8 and 9
        baize bot --draw 3 --deal 7 --think 500          play slowly enough to watch
        baize bot --room r7Qk2mXab                       take a free seat at a table
        baize bot --room r7Qk2mXab#p=Ab3dE9xQ            the same with the key of its link
        baize bot --race r7Qk2mXab                       take part in a race, until all are done
        baize bot --board fruits --think 300 --watch-link
                                                         open a board and print its link
        baize bot --board fruits --room r7Qk2mXab --seed 2
                                                         join others at a board
        baize bot --board plan.json                      open a board that a file describes
        baize bot --board contacts --moves 200 --games 5 --json
                                                         five tables with the seeds 1 to 5
        baize bot --watch r7Qk2mXab                      print a table as text while it is played
        baize bot --deal 7 --record game.json            keep the moves
        baize bot --deal 7 --key-file brio.key           play as @ada/brio, a bot of a person
        baize bot --game freecell --deal 7 --strategy solver
                                                         win, or tell that nobody can

      Strategies: greedy makes the move that looks best, and random any move.
      Where no card is hidden, as in FreeCell, solver searches first: it wins each deal
      that it finds winnable, and gives up one that is proved to be impossible. At
      other tables, and in races, it plays as greedy does.

      Boards: \(BoardName.known).

      Exit status: 0 when all games were played, won or not; 1 when the server cannot be reached, refuses the bot,
      or accepts a move that breaks the rules; 64 for a command line that is not understood.
      """)

  @Option(
    help: ArgumentHelp(
      "The address of the server. It is not needed beside a whole link, such as http://host:port/c/ROOM.",
      valueName: "address"))
  var url: String = "ws://127.0.0.1:8080"

  private static let gameByDefault = "klondike"
  private static let strategyByDefault = "greedy"
  private static let solver = "solver"

  @Option(
    name: .customLong("game"),
    help: ArgumentHelp("The game: \(GameName.known). (default: \(Self.gameByDefault))", valueName: "game"))
  private var namedGame: String?

  var game: String { namedGame ?? Self.gameByDefault }

  @Option(
    help: ArgumentHelp("A board to play instead of a game; solitaire means klondike.", valueName: "board"))
  var board: String?

  // Each number takes what follows it, so that a negative one is refused by its range.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Cards turned from the stock at once: 1 or 3.", valueName: "count"))
  var draw: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of the first deal. The default is random.", valueName: "number"),
    transform: { try Numeral.read($0, of: UInt64.min...UInt64.max) })
  var deal: UInt64?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many deals or boards to play.", valueName: "count"))
  var games: Int = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Moves to make on a board, refused ones included.", valueName: "count"))
  var moves: Int = 40

  @Option(parsing: .unconditional, help: ArgumentHelp("Seats at the new board.", valueName: "count"))
  var seats: Int = 4

  @Option(help: ArgumentHelp("The name that others see.", valueName: "name"))
  var name: String = "Bot"

  @Option(
    help: ArgumentHelp(
      "A file with the key of a bot of yours, from the page /me. The bot plays under the name that it has there.",
      valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Pause before each move.", valueName: "milliseconds"))
  var think: Int = 0

  @Option(
    name: .customLong("strategy"),
    help: ArgumentHelp(
      "How to play: \(BotStrategy.known). (default: \(Self.strategyByDefault))", valueName: "strategy"))
  private var namedStrategy: String?

  var strategy: String { namedStrategy ?? Self.strategyByDefault }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of random play. The same seed makes the same moves.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Take a seat at this table, named by its id or its link, instead of opening one.", valueName: "room"))
  var room: String?

  @Option(
    help: ArgumentHelp(
      "Enter this race, named by its id or its link, be ready, and play until all are done.",
      valueName: "race"))
  var race: String?

  @Option(
    help: ArgumentHelp("Print this table, named by its id or its link, as it is played.", valueName: "room"))
  var watch: String?

  @Flag(help: "Ask the server not to compress its messages.")
  var noCompression = false

  @Flag(help: "Print a link for watching in a browser, on standard error.")
  var watchLink = false

  @Flag(help: "One line of JSON for each game.")
  var json = false

  @Option(
    help: ArgumentHelp("Write each game with its moves as a line of JSON.", valueName: "file"),
    completion: .file())
  var record: String?

  func validate() throws {
    var mistakes: [String] = []
    if !(1...1_000_000).contains(games) { mistakes.append("--games must be 1 to 1000000, not \(games)") }
    if !(1...1_000_000).contains(moves) { mistakes.append("--moves must be 1 to 1000000, not \(moves)") }
    if !(1...8).contains(seats) { mistakes.append("--seats must be 1 to 8, not \(seats)") }
    if !(0...600_000).contains(think) {
      mistakes.append("--think must be 0 to 600000 milliseconds, not \(think)")
    }
    if name.isEmpty || name.count > 24 { mistakes.append("--name must have 1 to 24 characters") }
    if let keyFile, Self.key(in: keyFile) == nil {
      mistakes.append("--key-file \(keyFile) must hold one key of a bot, which begins with b1.")
    }
    if !BotStrategy.names.contains(strategy) {
      mistakes.append("--strategy must be \(BotStrategy.known), not \(strategy)")
    }
    if room != nil && games > 1 { mistakes.append("--room plays one game, so --games cannot be more") }
    if room != nil && watch != nil { mistakes.append("--room takes a seat and --watch does not: choose one") }
    if race != nil {
      let others = [
        ("--room", room != nil), ("--watch", watch != nil), ("--board", board != nil),
        ("--deal", deal != nil), ("--game", namedGame != nil), ("--draw", draw != nil),
      ]
      for (name, isGiven) in others where isGiven {
        mistakes.append("--race says what is played, so \(name) cannot be given")
      }
      if strategy == Self.solver {
        mistakes.append("--race is between players, so --strategy must be greedy or random there, not solver")
      }
      if games > 1 { mistakes.append("--race plays one race, so --games cannot be more") }
    }
    if board != nil && watch != nil { mistakes.append("--watch shows any table, so --board is not needed") }
    if let draw, draw != 1 && draw != 3 { mistakes.append("--draw must be 1 or 3, not \(draw)") }
    if let board, board != BoardName.solitaire { mistakes += mistakesOnBoards }
    if board == BoardName.solitaire && game != Self.gameByDefault {
      mistakes.append("--board solitaire is klondike: leave --game out, --draw 3 turns three cards")
    }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  /// What only games have, said of a board.
  private var mistakesOnBoards: [String] {
    var mistakes: [String] = []
    if namedGame != nil { mistakes.append("--game names a game and --board a board: choose one") }
    if draw != nil { mistakes.append("--draw is for games; a board has no stock") }
    if namedStrategy != nil {
      mistakes.append("--strategy is for games; on a board the bot makes random moves, which --seed decides")
    }
    if deal != nil {
      mistakes.append("--deal is for games; a board is not dealt, though --seed decides what the bot does")
    }
    return mistakes
  }

  func run() throws {
    if let watch { return try Watching(options: self, room: watch).untilEnd() }
    if let race { return try Racing(race, options: self).toItsEnd() }
    if let board, board != BoardName.solitaire { return try PlayingBoards(board, options: self).allTables() }
    try Playing(options: self).allGames()
  }
}
