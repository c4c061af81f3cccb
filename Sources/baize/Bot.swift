import ArgumentParser
import Player

struct Bot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let a bot play on a server, or watch a table as text.",
    discussion: """
      The bot speaks the same messages as the browser. It plays one deal after the other, one line for each.

      Examples:
        baize bot                                        play one random deal on ws://127.0.0.1:8080
        baize bot --game klondike --deal 7 --games 3     play deals 7, 8 and 9
        baize bot --draw 3 --deal 7 --think 500          slowly, so that you can watch in a browser
        baize bot --room r7Qk2mXab                       take a free seat at a table
        baize bot --watch r7Qk2mXab                      print a table as text while it is played
        baize bot --deal 7 --record game.json            keep the moves

      Exit status: 0 when all games were played, won or not; 1 when the server cannot be reached or refuses;
      64 for a command line that is not understood.
      """)

  @Option(help: ArgumentHelp("The server.", valueName: "address"))
  var url: String = "ws://127.0.0.1:8080"

  @Option(help: ArgumentHelp("The game: \(GameName.known).", valueName: "game"))
  var game: String = "klondike"

  @Option(help: ArgumentHelp("Cards turned from the stock at once: 1 or 3.", valueName: "count"))
  var draw: Int?

  @Option(help: ArgumentHelp("The first deal's number; a random one by default.", valueName: "number"))
  var deal: UInt64?

  @Option(help: ArgumentHelp("How many deals to play.", valueName: "count"))
  var games: Int = 1

  @Option(help: ArgumentHelp("The name that others see.", valueName: "name"))
  var name: String = "Bot"

  @Option(help: ArgumentHelp("Pause before each move.", valueName: "milliseconds"))
  var think: Int = 0

  @Option(help: ArgumentHelp("How to play: greedy or random.", valueName: "strategy"))
  var strategy: String = "greedy"

  @Option(help: ArgumentHelp("For random play: the same seed plays the same game.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Take a seat at this table instead of opening one.", valueName: "room"))
  var room: String?

  @Option(help: ArgumentHelp("Print this table while it is played, and play nothing.", valueName: "room"))
  var watch: String?

  @Flag(help: "One line of JSON for each game.")
  var json = false

  @Option(help: ArgumentHelp("Write each game with its moves as a line of JSON.", valueName: "file"))
  var record: String?

  func validate() throws {
    var mistakes: [String] = []
    if !(1...1_000_000).contains(games) { mistakes.append("--games must be 1 to 1000000, not \(games)") }
    if !(0...600_000).contains(think) {
      mistakes.append("--think must be 0 to 600000 milliseconds, not \(think)")
    }
    if name.isEmpty || name.count > 24 { mistakes.append("--name must have 1 to 24 characters") }
    if !BotStrategy.names.contains(strategy) {
      mistakes.append("--strategy must be \(BotStrategy.names.joined(separator: " or ")), not \(strategy)")
    }
    if room != nil && games > 1 { mistakes.append("--room plays one game, so --games cannot be more") }
    if room != nil && watch != nil { mistakes.append("--room takes a seat and --watch does not: choose one") }
    guard mistakes.isEmpty else { throw ValidationError(mistakes.joined(separator: "\n       ")) }
  }

  func run() throws {
    if let watch { return try Watching(url: url, name: name, room: watch).untilEnd() }
    try Playing(options: self).allGames()
  }
}
